// What tests of the drawing functions draw with: a frame, a call, and lines without their paint.

import type { Frame } from "./frame.ts";
import { MESSAGES } from "./messages.ts";
import { SKINS, type Skin } from "./skins.data.ts";
import type { CallBlock } from "./state.ts";
import { stripTerminalSequences } from "./terminal.ts";
import { createTheme } from "./theme.ts";

const skin = SKINS[0] as Skin;
export const plain = createTheme(skin, "dark", "none");
export const coloured = createTheme(skin, "dark", "full");

export function frame(width: number, extra: Partial<Frame> = {}): Frame {
  return {
    width,
    theme: plain,
    messages: MESSAGES,
    rich: undefined,
    expanded: false,
    showThoughts: false,
    hide: { diffs: false, calls: false },
    now: 10_000,
    asked: undefined,
    tidy: (text) => text,
    picture: () => [],
    ...extra,
  };
}

export const call = (extra: Partial<CallBlock>): CallBlock => ({
  key: 1,
  done: true,
  type: "call",
  id: "c",
  tool: "terminal",
  label: "npm test",
  startedAt: 0,
  ms: 1234,
  state: "ok",
  tasks: [],
  progress: [],
  result: "",
  images: [],
  display: undefined,
  ...extra,
});

export const bare = (lines: readonly string[]) => lines.map((line) => stripTerminalSequences(line).trimEnd());

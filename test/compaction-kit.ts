// What tests of compaction share: a good summary, a tool to look with, a turn and what it sent.

import type { ModelRequest } from "../src/contracts/model.ts";
import type { AgentEvent } from "../src/contracts/session.ts";
import { defineTool, jsonResult } from "../src/contracts/tool.ts";
import { SECTIONS } from "../src/kernel/compress/summary.ts";
import { textOf } from "../src/kernel/message.ts";
import { call, says, words } from "../src/testing/script.ts";

export const GOOD = SECTIONS.map(({ heading }) => `## ${heading}\n${heading} noted`).join("\n");

export const look = defineTool<object>({
  name: "look",
  toolset: "x",
  description: "",
  input: { json: {}, decode: () => ({ type: "ok", value: {} }) },
  effect: "read",
  output: "own",
  touches: () => [],
  run: async () => jsonResult({ seen: "a room" }),
});

/** Thinks aloud at length, then looks once more. */
export const lookAgain = (n: number) => says([words(`${n} ${"thought ".repeat(700)}`), call("look", { n })]);

export const bodyOf = (request: ModelRequest | undefined) => (request?.messages ?? []).map(textOf).join("\n");

/** The words of every notice of this level. */
export function noticesIn(events: readonly AgentEvent[], level: "info" | "warning"): readonly string[] {
  return events.flatMap((event) => (event.type === "notice" && event.level === level ? [event.text] : []));
}

// A tool call as a compact line: what, where, what came of it, how long. Diffs and details below it.

import { oneLine } from "../../kernel/text.ts";
import { agentLines } from "./agent-lines.ts";
import { callResult } from "./call-result.ts";
import { diffLines } from "./diff-lines.ts";
import { duration } from "./format.ts";
import { clip, type Frame, GUTTER, indent, justify, pageWidth, pictureLines, spinner, wrap } from "./frame.ts";
import type { Messages } from "./messages.ts";
import { diffCounts } from "./parse-diff.ts";
import type { CallBlock } from "./state.ts";
import { visibleWidth } from "./terminal.ts";
import { toolVerb } from "./tool-names.data.ts";
import { FULL_FROM } from "./widths.ts";

const VERB_WIDTH = 7;
const DETAIL_LINES = 400;
/** A blink: shorter waits get no clock. */
const WORTH_A_CLOCK_MS = 1_000;

export function callLines(call: CallBlock, frame: Frame): string[] {
  const inner = pageWidth(frame.width);
  const { right, below } = outcome(call, frame, inner);
  return [
    GUTTER + justify(left(call, frame), right, inner),
    ...indent([...below, ...under(call, frame, inner - 2)], `${GUTTER}  `),
    ...(call.done ? pictureLines(call.images, frame, `${GUTTER}  `) : []),
  ];
}

function left(call: CallBlock, { theme, now, asked, messages }: Frame): string {
  const mark =
    call.state === "running"
      ? asked !== undefined
        ? theme.paint("caution", "◆")
        : theme.paint("accent", spinner(now))
      : call.state === "ok"
        ? theme.paint("good", "✓")
        : theme.paint("bad", "✗");
  const verb = toolVerb(call.tool);
  const padded = verb.padEnd(VERB_WIDTH);
  return `${mark} ${theme.bold(padded)} ${oneLine(labelOf(call, messages))}`;
}

function labelOf(call: CallBlock, messages: Messages): string {
  if (call.display?.type !== "todo") return call.label;
  const { items } = call.display;
  const current = items.find((item) => item.status === "in_progress");
  const done = messages.todoDone(items.filter((item) => item.status === "completed").length, items.length);
  return current === undefined ? done : `${done}, now: ${current.text}`;
}

interface Outcome {
  /** At the end of the line. */
  readonly right: string;
  /** What found no room there. */
  readonly below: readonly string[];
}

/** What came of it and how long it took. Where both do not fit, a blink is not mentioned; where that is not enough, the outcome goes below. */
function outcome(call: CallBlock, frame: Frame, room: number): Outcome {
  const { theme, now, tidy } = frame;
  const dim = (text: string) => theme.paint("dim", text);
  if (call.state === "running") {
    const elapsed = now - call.startedAt;
    return { right: elapsed < WORTH_A_CLOCK_MS ? "" : dim(duration(elapsed)), below: [] };
  }
  const time = duration(call.ms);
  const brief = call.state === "failed" ? "" : briefly(call, frame);
  const label = visibleWidth(left(call, frame));
  const fits = (words: string) => label + 2 + visibleWidth(words) <= room;
  const clock = fits(time) || call.ms >= WORTH_A_CLOCK_MS ? dim(time) : "";
  if (brief === "") return { right: clock, below: [] };
  const both = `${brief}${dim(` · ${time}`)}`;
  if (fits(both)) return { right: both, below: [] };
  if (call.ms < WORTH_A_CLOCK_MS && fits(brief)) return { right: brief, below: [] };
  if (call.display?.type === "diff") return { right: brief, below: [] };
  const words = tidy(callResult(call).brief);
  if (frame.width < FULL_FROM) return { right: clock, below: [dim(`╰ ${clip(words, room - 4)}`)] };
  const most = Math.floor(room * 0.45) - visibleWidth(time) - 3;
  return { right: dim(`${clip(words, most)} · ${time}`), below: [] };
}

/** The outcome in a few words; "" when there is nothing worth saying. */
function briefly(call: CallBlock, { theme, tidy }: Frame): string {
  if (call.display?.type !== "diff") return theme.paint("dim", tidy(callResult(call).brief));
  const { added, removed } = diffCounts(call.display.unified);
  return `${theme.paint("added", `+${added}`)} ${theme.paint("removed", `−${removed}`)}`;
}

function under(call: CallBlock, frame: Frame, room: number): string[] {
  const { theme } = frame;
  if (call.state === "running") return progressLines(call, frame, room);
  const result = callResult(call);
  if (call.state === "failed" && !frame.expanded) {
    const why = result.brief === "" ? [] : [theme.paint("bad", `╰ ${clip(frame.tidy(result.brief), room - 2)}`)];
    return why;
  }
  if (call.display?.type === "diff" && frame.hide.diffs && !frame.expanded) return [];
  if (call.display?.type === "diff") return diffLines(call.display.unified, frame, room);
  if (!frame.expanded || result.detail.trim() === "" || call.display?.type === "todo") return [];
  const lines = result.detail.trimEnd().split("\n");
  const shown = lines.slice(0, DETAIL_LINES).flatMap((line) => wrap(line.replaceAll("\t", "  "), room - 2));
  const rest = lines.length - DETAIL_LINES;
  return [...shown, ...(rest > 0 ? [`… ${rest}`] : [])].map((line) => theme.paint("dim", `│ ${line}`));
}

/** Sub-agents each have a row; everything else shows its newest line. */
function progressLines(call: CallBlock, frame: Frame, room: number): string[] {
  if (call.tasks.length > 0) return agentLines(call, frame, room);
  const { theme } = frame;
  const newest = call.progress.findLast((line) => line.trim() !== "");
  return newest === undefined ? [] : [theme.paint("dim", `╰ ${clip(oneLine(newest), room - 2)}`)];
}

// A tool call as a compact line: what, where, what came of it, how long. Diffs and details below it.

import { oneLine } from "../../kernel/text.ts";
import { callResult } from "./call-result.ts";
import { diffCounts, diffLines } from "./diff-lines.ts";
import { duration } from "./format.ts";
import { clip, type Frame, GUTTER, indent, justify, pageWidth, pictureLines, spinner, wrap } from "./frame.ts";
import type { Messages } from "./messages.ts";
import type { CallBlock } from "./state.ts";
import { visibleWidth } from "./terminal.ts";
import { toolVerb } from "./tool-names.data.ts";

const VERB_WIDTH = 7;
const DETAIL_LINES = 400;
/** A blink: shorter waits get no clock. */
const WORTH_A_CLOCK_MS = 1_000;

export function callLines(call: CallBlock, frame: Frame): string[] {
  const inner = pageWidth(frame.width);
  const head = GUTTER + justify(left(call, frame), right(call, frame, inner), inner);
  return [
    head,
    ...indent(under(call, frame, inner - 2), `${GUTTER}  `),
    ...(call.done ? pictureLines(call.images, frame, `${GUTTER}  `) : []),
  ];
}

function left(call: CallBlock, { theme, now, asking, messages }: Frame): string {
  const mark =
    call.state === "running"
      ? asking
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

function right(call: CallBlock, frame: Frame, room: number): string {
  const { theme, now, tidy } = frame;
  if (call.state === "running") {
    const elapsed = now - call.startedAt;
    return elapsed < WORTH_A_CLOCK_MS ? "" : theme.paint("dim", duration(elapsed));
  }
  const time = duration(call.ms);
  if (call.display?.type === "diff") {
    const { added, removed } = diffCounts(call.display.unified);
    return `${theme.paint("added", `+${added}`)} ${theme.paint("removed", `−${removed}`)} ${theme.paint("dim", `· ${time}`)}`;
  }
  const { brief } = callResult(call);
  const most = Math.floor(room * 0.45) - visibleWidth(time) - 3;
  if (brief === "" || call.state === "failed" || most < 8) return theme.paint("dim", time);
  return theme.paint("dim", `${clip(tidy(brief), most)} · ${time}`);
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
function progressLines(call: CallBlock, { theme, now }: Frame, room: number): string[] {
  const agents = agentRows(call.progress);
  if (agents.length > 0)
    return agents.map(([name, doing], index) => {
      const last = index === agents.length - 1;
      const mark = theme.paint("accent", spinner(now + index * 270));
      const task = oneLine(call.tasks[Number(name) - 1] ?? name);
      const [tool = "", ...rest] = oneLine(doing).split(" ");
      const what = theme.paint("dim", clip([toolVerb(tool), ...rest].join(" "), Math.floor(room * 0.45)));
      return `${theme.paint("faint", last ? "╰" : "├")} ${mark} ${justify(task, what, room - 4, 16)}`;
    });
  const newest = call.progress.findLast((line) => line.trim() !== "");
  return newest === undefined ? [] : [theme.paint("dim", `╰ ${clip(oneLine(newest), room - 2)}`)];
}

/** Progress of sub-agents arrives as `#2 what it does`: the newest line of each, in order. */
export function agentRows(progress: readonly string[]): readonly (readonly [string, string])[] {
  const rows = new Map<string, string>();
  for (const line of progress) {
    const match = /^#(\d+)\s+(.*)$/s.exec(line);
    if (match?.[1] !== undefined) rows.set(match[1], match[2] ?? "");
  }
  return [...rows].sort(([a], [b]) => Number(a) - Number(b));
}

// Sub-agents as live rows: what each was asked, and what it does now or came to.

import { oneLine } from "../../kernel/text.ts";
import { clip, type Frame, justify, spinner } from "./frame.ts";
import type { CallBlock } from "./state.ts";
import { visibleWidth } from "./terminal.ts";
import { toolVerb } from "./tool-names.data.ts";

/** The newest word of each sub-agent; undefined of one that has said nothing yet. It arrives as `#2 what it does`, at its end `#2 ✓ …` or `#2 ✗ …`. */
export function newestOf(tasks: number, progress: readonly string[]): readonly (string | undefined)[] {
  const newest = Array<string | undefined>(tasks).fill(undefined);
  for (const line of progress) {
    const match = /^#(\d+)\s+(.*)$/s.exec(line);
    const index = Number(match?.[1] ?? 0) - 1;
    if (match !== null && index >= 0 && index < tasks) newest[index] = oneLine(match[2] ?? "");
  }
  return newest;
}

export function agentLines(call: CallBlock, frame: Frame, room: number): string[] {
  const { theme, messages } = frame;
  const inner = room - 4;
  return newestOf(call.tasks.length, call.progress).flatMap((newest, index) => {
    const last = index === call.tasks.length - 1;
    const task = oneLine(call.tasks[index] ?? "");
    const doing = newest === undefined ? messages.agentWaits : deed(newest);
    const head = `${theme.paint("faint", last ? "╰" : "├")} ${mark(newest, index, frame)} `;
    const aside = clip(doing, Math.floor(inner * 0.45));
    if (visibleWidth(task) + 2 + visibleWidth(aside) <= inner)
      return [head + justify(task, theme.paint("dim", aside), inner, 0)];
    // Each on a line of its own rather than half of both.
    const stem = theme.paint("faint", last ? " " : "│");
    return [head + clip(task, inner), `${stem}   ${theme.paint("dim", clip(doing, inner))}`];
  });
}

function mark(newest: string | undefined, index: number, { theme, now }: Frame): string {
  if (newest === undefined) return theme.paint("faint", "○");
  if (newest.startsWith("✓")) return theme.paint("good", "✓");
  if (newest.startsWith("✗")) return theme.paint("bad", "✗");
  return theme.paint("accent", spinner(now + index * 270));
}

/** `terminal make` as people would say it: Run make. */
function deed(newest: string): string {
  const [first = "", ...rest] = newest.split(" ");
  return (first === "✓" || first === "✗" ? rest : [toolVerb(first), ...rest]).join(" ");
}

// Each piece of the conversation as lines.

import { oneLine } from "../../kernel/text.ts";
import { callLines } from "./call-lines.ts";
import { duration } from "./format.ts";
import {
  clip,
  type Frame,
  GUTTER,
  indent,
  padTo,
  pageWidth,
  pictureLines,
  readingWidth,
  spinner,
  wrap,
  wrapCode,
} from "./frame.ts";
import { replyLines } from "./reply-lines.ts";
import type { Block, CallBlock } from "./state.ts";
import { truncateToWidth, visibleWidth } from "./terminal.ts";
import { FULL_FROM } from "./widths.ts";

/** Lines of one block, without the space around it; none is wider than the frame. */
export function blockLines(block: Block, frame: Frame): string[] {
  return drawn(block, frame).map((line) =>
    visibleWidth(line) > frame.width ? truncateToWidth(line, frame.width, "…") : line,
  );
}

function drawn(block: Block, frame: Frame): string[] {
  switch (block.type) {
    case "banner":
      return bannerLines(block, frame);
    case "user":
      return userLines(block, frame);
    case "answer":
      return answerLines(block, frame);
    case "thought":
      return thoughtLines(block, frame);
    case "call":
      return isHidden(block, frame) ? [] : callLines(block, frame);
    case "notice":
      return noticeLines(block, frame);
    case "divider":
      return [dividerLine(block.text, frame)];
    case "reply":
      return replyLines(block, frame);
    case "shell":
      return shellLines(block, frame);
  }
}

/** What people chose not to see, and what the open question says already. */
function isHidden(call: CallBlock, { hide, expanded, asked }: Frame): boolean {
  if (call.state === "ok") return hide.calls && !expanded;
  if (call.state === "failed" || asked === undefined) return false;
  return asked.type === "clarify"
    ? call.tool === "clarify"
    : call.tool === "terminal" && oneLine(asked.subject).startsWith(oneLine(call.label).replace(/…$/, ""));
}

/** Empty lines between two neighbours: calls stay together, everything else breathes. */
export function gapBetween(before: Block | undefined, after: Block): number {
  if (before === undefined) return after.type === "banner" ? 0 : 1;
  if (before.type === "call" && after.type === "call") return hasBody(before) || hasBody(after) ? 1 : 0;
  if (before.type === "thought" && after.type === "call") return 0;
  if (before.type === "call" && after.type === "thought") return 0;
  if (before.type === "answer" && after.type === "answer") {
    const inside = after.fence !== undefined && !after.fence.opens;
    return inside ? 0 : 1;
  }
  return 1;
}

function hasBody(block: Extract<Block, { type: "call" }>): boolean {
  return block.display?.type === "diff" || block.images.length > 0;
}

function bannerLines(block: Extract<Block, { type: "banner" }>, { theme, messages, width }: Frame): string[] {
  const name = theme.bold(theme.paint("accent", `☤ ${theme.skin.agentName}`));
  const tools = block.tools === undefined ? "" : messages.tools(block.tools);
  const narrow = width < FULL_FROM;
  const facts = [block.model, block.place, ...(narrow ? [] : [tools])].filter((fact) => fact !== "");
  const lines = narrow
    ? [`${name}  ${theme.paint("dim", tools)}`, ...flow(facts, width - 4).map((line) => theme.paint("dim", line))]
    : [`${name}  ${theme.paint("dim", clip(facts.join(" · "), width - 14))}`];
  return [
    "",
    ...[...lines, theme.paint("dim", narrow ? messages.hintShort : messages.hint)].map((line) => GUTTER + line),
  ];
}

/** As many facts on a line as fit, with dots between them and none at its end. */
function flow(facts: readonly string[], room: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const joined = lines.length === 0 ? fact : `${lines.at(-1)} · ${fact}`;
    if (lines.length > 0 && visibleWidth(joined) <= room) lines[lines.length - 1] = joined;
    else lines.push(clip(fact, room));
  }
  return lines;
}

function userLines(block: Extract<Block, { type: "user" }>, frame: Frame): string[] {
  const { theme, width, messages, expanded } = frame;
  const lines = wrap(block.text, pageWidth(width) - 1);
  const most = expanded ? lines.length : 12;
  const shown =
    lines.length <= most
      ? lines
      : [...lines.slice(0, 8), theme.paint("dim", messages.moreLines(lines.length - 11)), ...lines.slice(-3)];
  const mark = block.how === "steered" ? theme.paint("dim", ` (${messages.steered})`) : "";
  const bar = theme.paint("user", "▌");
  const said = shown.map((line, index) => {
    const text = index === shown.length - 1 ? line + mark : line;
    return theme.fill("userPanel", `${bar}${padTo(` ${theme.bold(text)}`, pageWidth(width) + 1)}`);
  });
  return [...said, ...pictureLines(block.images ?? [], frame, GUTTER)];
}

function answerLines(block: Extract<Block, { type: "answer" }>, frame: Frame): string[] {
  const { rich, theme, width } = frame;
  const room = readingWidth(width);
  if (block.fence !== undefined) return codeLines(block.text, block.fence.language, block.fence.opens, frame);
  return splitFences(block.text).flatMap((part, index) => {
    const gap = index > 0 ? [""] : [];
    if (part.type === "code") return [...gap, ...codeLines(part.text, part.language, true, frame)];
    const lines = rich?.prose(part.text, room, theme) ?? wrap(part.text.trim(), room);
    return lines.length === 0 ? [] : [...gap, ...indent(lines, GUTTER)];
  });
}

interface Piece {
  readonly type: "prose" | "code";
  readonly text: string;
  readonly language: string;
}

/** Code blocks that start at the margin are drawn by us; all other Markdown is prose. */
export function splitFences(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let prose: string[] = [];
  const lines = text.split("\n");
  const flush = () => {
    if (prose.join("").trim() !== "") pieces.push({ type: "prose", text: prose.join("\n"), language: "" });
    prose = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const open = /^(`{3,}|~{3,})\s*([^\s`]*)/.exec(lines[index] ?? "");
    if (open === null) {
      prose.push(lines[index] ?? "");
      continue;
    }
    flush();
    const rest = lines.slice(index + 1);
    const length = rest.findIndex((line) => line.startsWith(open[1] ?? "```") && /^[`~]+\s*$/.test(line));
    const code = length === -1 ? rest : rest.slice(0, length);
    pieces.push({ type: "code", text: code.join("\n"), language: open[2] ?? "" });
    index += length === -1 ? rest.length : length + 1;
  }
  flush();
  return pieces;
}

function codeLines(text: string, language: string, opens: boolean, { rich, theme, width }: Frame): string[] {
  const room = Math.max(8, pageWidth(width));
  const plain = text.replaceAll("\t", "  ");
  const painted = rich?.code(plain, language, theme) ?? plain.split("\n");
  const lines = painted.flatMap((line) => wrapCode(line, room - 2));
  const label = opens && language !== "" ? [theme.paint("dim", language)] : [];
  return [...label, ...lines].map((line) => GUTTER + theme.fill("panel", padTo(` ${line}`, room)));
}

function thoughtLines(block: Extract<Block, { type: "thought" }>, frame: Frame): string[] {
  const { theme, messages, width, now } = frame;
  const open = frame.expanded || frame.showThoughts;
  const room = readingWidth(width) - 2;
  const body = open ? wrap(block.text.trim(), room).map((line) => theme.italic(theme.paint("dim", line))) : [];
  if (block.done) {
    const head = theme.paint(
      "dim",
      `✻ ${block.ms < 1000 ? messages.thoughtBriefly : messages.thought(duration(block.ms))}`,
    );
    return [GUTTER + head, ...indent(body, `${GUTTER}  `)];
  }
  const head = `${theme.paint("accent", spinner(now))} ${theme.paint("dim", `${messages.thinking} ${duration(now - block.startedAt)}`)}`;
  if (open) return [GUTTER + head, ...indent(body, `${GUTTER}  `)];
  const newest = block.text.trim().split("\n").at(-1) ?? "";
  const glimpse = theme.italic(theme.paint("dim", clip(newest, Math.max(8, room - 2))));
  return newest === "" ? [GUTTER + head] : [GUTTER + head, `${GUTTER}  ${glimpse}`];
}

function noticeLines(block: Extract<Block, { type: "notice" }>, { theme, width }: Frame): string[] {
  const [mark, role] = {
    info: ["·", "dim"] as const,
    quiet: ["·", "dim"] as const,
    warning: ["▲", "caution"] as const,
    error: ["✗", "bad"] as const,
  }[block.level];
  const lines = wrap(block.text, readingWidth(width) - 2);
  return lines.map(
    (line, index) =>
      `${GUTTER}${theme.paint(role, index === 0 ? mark : " ")} ${theme.paint(role === "bad" ? "bad" : "dim", line)}`,
  );
}

function dividerLine(text: string, { theme, width }: Frame): string {
  const room = pageWidth(width);
  const label = ` ${clip(text, room - 8)} `;
  const rest = Math.max(0, room - visibleWidth(label) - 4);
  return GUTTER + theme.paint("faint", "────") + theme.paint("dim", label) + theme.paint("faint", "─".repeat(rest));
}

const SHELL_LINES = 40;

function shellLines(block: Extract<Block, { type: "shell" }>, frame: Frame): string[] {
  const { theme, messages, width } = frame;
  const lines = block.output.trimEnd() === "" ? [] : block.output.trimEnd().split("\n");
  const most = frame.expanded ? lines.length : SHELL_LINES;
  const hidden = Math.max(0, lines.length - most);
  const failed = block.code !== 0 && block.code !== undefined;
  const end = failed ? theme.paint("bad", ` ${messages.shellFailed(String(block.code))}`) : "";
  const head = `${theme.paint("caution", "!")} ${theme.bold(clip(block.command, width - 12))}${end}`;
  const body = lines.slice(hidden).flatMap((line) => wrap(line.replaceAll("\t", "  "), width - 6));
  return [
    GUTTER + head,
    ...(hidden > 0 ? [`${GUTTER}${theme.paint("dim", `│ ${messages.earlierLines(hidden)}`)}`] : []),
    ...(lines.length === 0 ? [messages.noOutput] : body).map((line) => `${GUTTER}${theme.paint("faint", "│")} ${line}`),
  ];
}

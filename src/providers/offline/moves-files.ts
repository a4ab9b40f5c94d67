// Reading, listing, searching, writing and editing files, and running commands.

import { isRecord } from "../../kernel/json.ts";
import type { Outcome, Situation } from "./conversation.ts";
import { callTool, type Move, say } from "./move.ts";
import { type Slots, splitNames, unquote } from "./phrasing.ts";
import { block, bullets, listField, plural, quoted, textField, troubleOf } from "./wording.ts";

type FileId = "read" | "list" | "find" | "search" | "write" | "replace" | "run";

const MOST_FILES = 5;

export const fileMoves: Readonly<Record<FileId, (slots: Slots, situation: Situation) => Move>> = {
  read(slots, { done, before }) {
    if (done.length > 0) return say(done.map((outcome) => readAnswer(outcome, before)).join("\n\n"));
    return { type: "call", calls: readWindows(slots).map((input) => ({ tool: "read_file", input })) };
  },

  list({ path = "." }, { done }) {
    const [listed] = done;
    if (listed === undefined) return callTool("search_files", { pattern: "*", target: "files", path, limit: 200 });
    const where = path === "." ? "here" : `in ${path}`;
    return say(
      filesAnswer(listed, {
        some: (count) => `${plural(count, "file")} ${where}:`,
        none: `There are no files ${where}.`,
      }),
    );
  },

  find({ glob, path, ext }, { done }) {
    const pattern = ext !== undefined ? `*.${ext.replace(/^\./, "")}` : (path ?? globOf(glob ?? "*"));
    const [found] = done;
    if (found === undefined) return callTool("search_files", { pattern, target: "files", path: ".", limit: 100 });
    return say(
      filesAnswer(found, {
        some: (count) => `${plural(count, "file")} matching ${pattern}:`,
        none: `No file matches ${pattern}.`,
      }),
    );
  },

  search({ needle = "", path = "." }, { done }) {
    const [found] = done;
    if (found === undefined)
      return callTool("search_files", { pattern: literal(needle), target: "content", path, limit: 50 });
    return say(matchesAnswer(found, needle));
  },

  write(slots, { done }) {
    const path = slots.path ?? "";
    const [written] = done;
    if (written === undefined)
      return callTool("write_file", { path, content: contentOf(slots.content ?? slots.text ?? "") });
    const trouble = troubleOf(written);
    if (trouble !== undefined) return say(`I could not write ${path}: ${trouble}`);
    const bytes = Number(written.value?.bytes_written ?? 0);
    return say(`Wrote ${path} (${plural(bytes, "byte")}).`);
  },

  replace({ before = "", after = "", path = "" }, { done }) {
    const [patched] = done;
    if (patched === undefined) {
      return callTool("patch", { mode: "replace", path, old_string: before, new_string: after, replace_all: true });
    }
    const trouble = troubleOf(patched);
    if (trouble !== undefined) return say(`I could not change ${path}: ${trouble}`);
    const diff = textField(patched.value, "diff");
    return say(`Replaced ${quoted(before)} with ${quoted(after)} in ${path}.${diff === "" ? "" : `\n${block(diff)}`}`);
  },

  run: ({ command = "" }, { done }) =>
    done[0] === undefined ? callTool("terminal", { command }) : say(runAnswer(done[0], command)),
};

function readWindows(slots: Slots): readonly Readonly<Record<string, unknown>>[] {
  const path = slots.path ?? "";
  if (slots.n !== undefined) return [{ path, limit: Math.max(1, Number(slots.n)) }];
  if (slots.from !== undefined && slots.to !== undefined) {
    const [first, last] = [Number(slots.from), Number(slots.to)].sort((a, b) => a - b);
    return [{ path, offset: Math.max(1, first ?? 1), limit: (last ?? 1) - (first ?? 1) + 1 }];
  }
  if (slots.files === undefined) return [{ path }];
  return splitNames(slots.files)
    .slice(0, MOST_FILES)
    .map((name) => ({ path: name }));
}

function readAnswer(outcome: Outcome, before: readonly Outcome[]): string {
  const path = textField(outcome.input, "path");
  const trouble = troubleOf(outcome);
  if (trouble !== undefined) {
    const similar = listField(outcome.value, "similar_files").map(String);
    return `I could not read ${path}: ${trouble}${similar.length === 0 ? "" : `\nDid you mean:\n${bullets(similar)}`}`;
  }
  if (outcome.value?.is_image === true) return `${path} is an image; I cannot look at images.`;
  const unchanged = outcome.value?.content_returned === false;
  const source = unchanged ? before.findLast((earlier) => isRead(earlier, path)) : outcome;
  const text = unnumbered(textField(source?.value, "content"));
  if (source === undefined) return `${path} has not changed since I read it earlier in this session.`;
  const total = Number(source.value?.total_lines ?? 0);
  if (text === "") return `${path} is empty.`;
  const shown = text.split("\n").length;
  const range = total > shown ? `${shown} of ${plural(total, "line")}` : plural(total || shown, "line");
  return `${path} (${range})${unchanged ? ", unchanged since I last read it" : ""}:\n${block(text)}`;
}

function isRead({ tool, input, value }: Outcome, path: string): boolean {
  return tool === "read_file" && input.path === path && textField(value, "content") !== "";
}

/** Takes the line numbers off, when every line has one. */
function unnumbered(content: string): string {
  const lines = content.split("\n");
  const numbered = lines.every((line, index) => /^\s*\d+\|/.test(line) || (line === "" && index === lines.length - 1));
  return (numbered ? lines.map((line) => line.replace(/^\s*\d+\|/, "")).join("\n") : content).replace(/\n$/, "");
}

function filesAnswer(
  outcome: Outcome,
  words: { readonly some: (count: number) => string; readonly none: string },
): string {
  const trouble = troubleOf(outcome);
  if (trouble !== undefined) return `I could not list that: ${trouble}`;
  const files = listField(outcome.value, "files").map((file) =>
    isRecord(file) ? textField(file, "path", "name") : String(file),
  );
  const total = Math.max(files.length, Number(outcome.value?.total_count ?? 0));
  return files.length === 0 ? words.none : `${words.some(total)}\n${bullets(files.map(withoutDot).sort())}`;
}

function matchesAnswer(outcome: Outcome, needle: string): string {
  const trouble = troubleOf(outcome);
  if (trouble !== undefined) return `I could not search: ${trouble}`;
  const matches = listField(outcome.value, "matches").filter(isRecord);
  if (matches.length === 0) return `I found ${quoted(needle)} nowhere.`;
  const total = Math.max(matches.length, Number(outcome.value?.total_count ?? 0));
  const lines = matches.map(
    (match) => `${withoutDot(textField(match, "path"))}:${String(match.line)}: ${textField(match, "content").trim()}`,
  );
  return `${plural(total, "match", "matches")} for ${quoted(needle)}:\n${bullets(lines, 30)}`;
}

function runAnswer(outcome: Outcome, command: string): string {
  const { value } = outcome;
  const status = textField(value, "status");
  const code = value?.exit_code;
  const trouble = troubleOf(outcome);
  if (
    status === "blocked" ||
    status === "pending_approval" ||
    (trouble !== undefined && (code === undefined || code === -1))
  ) {
    return `I did not run ${quoted(command)}: ${trouble ?? (textField(value, "message") || status)}`;
  }
  const output = textField(value, "output");
  const meaning = textField(value, "exit_code_meaning");
  const ended =
    code === 0 || code === undefined
      ? ""
      : `The command ended with exit code ${String(code)}${meaning === "" ? "" : ` (${meaning})`}.`;
  if (output.trim() === "") return ended === "" ? "Done. The command printed nothing." : `${ended} It printed nothing.`;
  return `${ended === "" ? "" : `${ended}\n`}${block(output)}`;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function globOf(name: string): string {
  return /[*?[]/.test(name) ? name : `*${name}*`;
}

function withoutDot(path: string): string {
  return path.replace(/^\.\//, "");
}

/** Quotes or a code fence around the whole content are not part of it. */
function contentOf(given: string): string {
  const fenced = /^```[^\n]*\n([\s\S]*?\n?)```$/.exec(given.trim())?.[1];
  return fenced ?? unquote(given);
}

// Reading a file as numbered lines, the way patches and people refer to them.

import { z } from "zod";
import type { FileStat } from "../contracts/environment.ts";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { similarity } from "../kernel/calls/repair.ts";
import { isBlockedPath } from "../kernel/files/blocked.ts";
import { extensionOf, imageType, isBinaryName } from "../kernel/files/encoding.ts";
import { numberLines, splitLines } from "../kernel/files/lines.ts";
import { notebookText } from "../kernel/files/notebook.ts";
import { charCount, withThousands } from "../kernel/text.ts";
import { orError } from "./failures.ts";
import type { FileLedger } from "./file-ledger.ts";
import { officeText } from "./office-file.ts";
import { zodSchema } from "./schema.ts";
import { decodeText } from "./text-file.ts";
import { outsideWorkspace } from "./workspace.ts";

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const LARGE_FILE_BYTES = 512 * 1024;
const MAX_LINE_CHARS = 2_000;

export interface ReadFileOptions {
  readonly ledger: FileLedger;
  readonly maxChars?: number;
}

interface Window {
  readonly path: string;
  readonly offset: number;
  readonly limit: number;
}

export function readFileTool({ ledger, maxChars = 100_000 }: ReadFileOptions): Tool {
  return defineTool({
    name: "read_file",
    toolset: "file",
    description:
      "Read a text file, notebook, .docx or .xlsx as numbered lines (N|text). Page long files with offset and limit.",
    input: zodSchema("read_file", () =>
      z.object({
        path: z.string().min(1),
        offset: z.number().int().default(1).describe("First line, from 1"),
        limit: z.number().int().default(500).describe("Lines, at most 2000"),
      }),
    ),
    effect: "read",
    output: "foreign",
    foreignFields: ["content", "similar_files"],
    spillOver: "never",
    touches: ({ path }) => [path],
    label: ({ path }) => path,
    run: (input, context) =>
      orError(() => {
        const window = {
          ...input,
          offset: Math.max(1, input.offset),
          limit: Math.min(2_000, Math.max(1, input.limit)),
        };
        return readWindow(window, context, ledger, maxChars);
      }),
  });
}

async function readWindow(
  window: Window,
  context: ToolContext,
  ledger: FileLedger,
  maxChars: number,
): Promise<ToolResult> {
  const { env } = context;
  const path = env.resolve(window.path);
  const real = await env.realPath(path);
  if (isBlockedPath(path) || isBlockedPath(real))
    return jsonError({ error: `Refused: ${path} is a device or holds process secrets.` });
  const stat = await env.stat(path);
  if (stat === undefined) return missing(path, context);
  if (stat.type === "dir")
    return jsonError({ error: `Is a directory: ${path}. List it with search_files (target "files").` });
  const mime = imageType(path);
  if (mime !== undefined) {
    return jsonResult({
      is_image: true,
      mime,
      file_size: stat.size,
      hint: "An image. Look at it with vision_analyze.",
    });
  }
  if (isBinaryName(path)) return binary(path, stat);
  if (stat.size > MAX_FILE_BYTES) {
    return jsonError({
      error: `${path} is too large to read (${withThousands(stat.size)} bytes). Use search_files, or sed -n in terminal.`,
    });
  }
  const key = `${path}\n${window.offset}\n${window.limit}`;
  const admitted = context.caller === "script" ? "full" : ledger.admitRead(context.sessionId, { key, path, stat });
  if (admitted !== "full") return repeated(path, admitted);
  const result = await content(window, path, stat, context, maxChars);
  // A read that gave nothing must not make the next one "unchanged".
  if (result.isError) ledger.wrote(context.sessionId, path, stat);
  if (result.isError || !(await outsideWorkspace(env, path))) return result;
  return { ...result, taint: `file ${path}` };
}

async function content(
  window: Window,
  path: string,
  stat: FileStat,
  context: ToolContext,
  maxChars: number,
): Promise<ToolResult> {
  const text = readable(path, await context.env.read(path, MAX_FILE_BYTES));
  if (text === undefined) return binary(path, stat);
  const lines = splitLines(text);
  const numbered = numberLines(lines, { ...window, maxLineChars: MAX_LINE_CHARS });
  if (numbered.content.length > maxChars && charCount(numbered.content) > maxChars) {
    return jsonError({
      error: `These lines hold ${withThousands(charCount(numbered.content))} characters, more than ${withThousands(maxChars)}. Read a smaller range with offset and limit.`,
      total_lines: lines.length,
      file_size: stat.size,
    });
  }
  const truncated = numbered.last < lines.length;
  const hint = hintFor(window, numbered.last, lines.length, stat.size);
  return jsonResult(
    { content: numbered.content, total_lines: lines.length, file_size: stat.size, truncated, ...(hint && { hint }) },
    {
      display: { type: "summary", text: extent(Math.max(0, numbered.last - numbered.first + 1), lines.length) },
    },
  );
}

/** How much of the file was read, for people. */
function extent(read: number, total: number): string {
  const words = `${total} ${total === 1 ? "line" : "lines"}`;
  return read === total ? words : `${read} of ${words}`;
}

function readable(path: string, bytes: Uint8Array): string | undefined {
  const extension = extensionOf(path);
  if (extension === "docx" || extension === "xlsx") return officeText(extension, bytes);
  const text = decodeText(bytes)?.text;
  return extension === "ipynb" && text !== undefined ? (notebookText(text) ?? text) : text;
}

function hintFor(window: Window, last: number, total: number, size: number): string | undefined {
  if (total === 0) return "The file is empty.";
  if (window.offset > total) return `The file has only ${total} lines.`;
  if (last >= total) return undefined;
  const large = size > LARGE_FILE_BYTES ? " The file is large: search_files finds places faster than paging." : "";
  return `Lines ${window.offset}-${last} of ${total}. Continue with offset=${last + 1}.${large}`;
}

function repeated(path: string, how: "unchanged" | "blocked"): ToolResult {
  if (how === "blocked") {
    return jsonError({
      error: `BLOCKED: ${path} has not changed and you already have this part of it. Use what you have or read another range.`,
    });
  }
  return jsonResult({
    status: "unchanged",
    message: "The file is unchanged since you read this range; the earlier result in this conversation still holds.",
    path,
    dedup: true,
    content_returned: false,
  });
}

function binary(path: string, stat: FileStat): ToolResult {
  return jsonError({
    error: `Not a text file: ${path} (${withThousands(stat.size)} bytes). Inspect it with terminal, e.g. file, strings or xxd.`,
  });
}

async function missing(path: string, { env }: ToolContext): Promise<ToolResult> {
  const slash = path.lastIndexOf("/");
  const parent = path.slice(0, slash) || "/";
  const name = path.slice(slash + 1).toLowerCase();
  const info = await env.stat(parent);
  const entries = info?.type === "dir" ? await env.list(parent) : [];
  const similar = entries
    .map((entry) => ({ entry, score: similarity(entry.name.toLowerCase(), name) }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, 5)
    .map(({ entry }) => `${parent === "/" ? "" : parent}/${entry.name}`);
  return jsonError({ error: `File not found: ${path}`, ...(similar.length > 0 && { similar_files: similar }) });
}

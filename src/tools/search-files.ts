// Finding text in files, or files by name, as the ignore files of the project see it.

import { join } from "node:path";
import { z } from "zod";
import type { Environment } from "../contracts/environment.ts";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import {
  grepCommand,
  type Hit,
  parseCounts,
  parseFiles,
  parseHits,
  pickFiles,
  ripgrepCommand,
  type Search,
} from "../kernel/files/search.ts";
import { orError } from "./failures.ts";
import { zodSchema } from "./schema.ts";
import { outsideWorkspace } from "./workspace.ts";

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 4_000_000;

export interface SearchFilesOptions {
  /** Where ripgrep is on this machine; elsewhere it is looked for on PATH. Undefined: grep and find do it. */
  readonly ripgrep: string | undefined;
  /** Files that tools never read, by their real path: what is found in them is left out. */
  readonly isHidden?: (realPath: string, env: Environment) => boolean;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

export function searchFilesTool(options: SearchFilesOptions): Tool {
  return defineTool({
    name: "search_files",
    toolset: "file",
    description:
      'Search file contents by regex, or list files by name (target "files", glob pattern, newest first). Ignored files are skipped, and hidden folders when listing, unless path is one.',
    input: zodSchema("search_files", () =>
      z.object({
        pattern: z.string().min(1),
        target: z.enum(["content", "files"]).default("content"),
        path: z.string().default("."),
        file_glob: z.string().optional().describe("Only these files, e.g. *.ts"),
        limit: z.number().int().default(50),
        offset: z.number().int().default(0),
        output_mode: z.enum(["content", "files_only", "count"]).default("content"),
        context: z.number().int().default(0).describe("Lines around each match"),
      }),
    ),
    effect: "read",
    output: "foreign",
    foreignFields: ["matches", "files", "counts", "output"],
    spillOver: "never",
    touches: ({ path }) => [path],
    label: ({ pattern, path }) => (path === "." ? pattern : `${pattern} in ${path}`),
    run: (input, context) =>
      orError(async () => {
        const path = input.path.startsWith("~") ? context.env.resolve(input.path) : input.path;
        if ((await context.env.stat(path)) === undefined)
          return jsonError({ error: `No such file or directory: ${path}` });
        const search: Search = {
          pattern: input.pattern,
          target: input.target,
          path,
          mode: input.output_mode,
          context: Math.min(50, Math.max(0, input.context)),
          ...(input.file_glob !== undefined && { fileGlob: input.file_glob }),
        };
        const page = { offset: Math.max(0, input.offset), limit: Math.min(1_000, Math.max(1, input.limit)) };
        const result = await run(search, page, context, options);
        return result.isError || !(await outsideWorkspace(context.env, path))
          ? result
          : { ...result, taint: `files under ${path}` };
      }),
  });
}

async function run(
  search: Search,
  page: Page,
  context: ToolContext,
  { ripgrep, isHidden }: SearchFilesOptions,
): Promise<ToolResult> {
  const { env } = context;
  const root = await env.realPath(search.path);
  const left = (path: string) => isHidden?.(realPathOf(path, search.path, root), env) === true;
  // The reader stops at the cap, so the searcher stops too instead of filling memory.
  const bounded = (command: string) => `${command} | head -c ${MAX_OUTPUT_BYTES}; exit "\${PIPESTATUS[0]}"`;
  const command =
    env.kind === "local"
      ? bounded(ripgrep === undefined ? grepCommand(search) : ripgrepCommand(search, ripgrep))
      : `if command -v rg >/dev/null 2>&1; then ${bounded(ripgrepCommand(search, "rg"))}; else ${bounded(grepCommand(search))}; fi`;
  const done = await env.exec(command, {
    cwd: env.cwd,
    timeoutMs: TIMEOUT_MS,
    signal: context.signal,
    maxBytes: MAX_OUTPUT_BYTES * 3,
  });
  if (done.ended === "timed-out")
    return jsonError({ error: "The search took longer than 60 s. Narrow the path or the pattern." });
  if (done.ended === "aborted") return jsonError({ error: "The search was interrupted." });
  const capped = Buffer.byteLength(done.output) >= MAX_OUTPUT_BYTES;
  const found = shape(search, page, done.output, capped, left);
  // Both searchers use 1 for "nothing found" and more for real trouble; what they say then is the message.
  if (found.total === 0 && done.code > 1 && done.code !== 141) {
    return jsonError({
      error: `The search failed with exit code ${done.code}.`,
      output: done.output.trim().slice(0, 500),
    });
  }
  return jsonResult(found.result, { display: { type: "summary", text: `${found.total}${capped ? "+" : ""} found` } });
}

function shape(
  search: Search,
  page: Page,
  output: string,
  capped: boolean,
  left: (path: string) => boolean,
): { readonly total: number; readonly result: object } {
  if (search.target === "files") return paged("files", pickFiles(search, output), page, capped);
  if (search.mode === "files_only")
    return paged(
      "files",
      parseFiles(output)
        .filter((path) => !left(path))
        .sort(),
      page,
      capped,
    );
  if (search.mode === "count") {
    const counts = Object.entries(parseCounts(output))
      .filter(([path]) => !left(path))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const { total, result } = paged("counts", counts, page, capped);
    return { total, result: { ...result, counts: Object.fromEntries(slice(counts, page)) } };
  }
  return paged(
    "matches",
    parseHits(output)
      .filter(({ path }) => !left(path))
      .sort(byPlace),
    page,
    capped,
  );
}

/** Searchers follow only the link they are given, so below it every path is real. */
function realPathOf(path: string, given: string, root: string): string {
  if (path === given) return root;
  const start = given === "." ? "" : `${given.replace(/^\.\//, "").replace(/\/+$/, "")}/`;
  return join(root, path.startsWith(start) ? path.slice(start.length) : path);
}

function paged(
  name: string,
  all: readonly unknown[],
  page: Page,
  capped: boolean,
): { readonly total: number; readonly result: object } {
  const shown = slice(all, page);
  const more = page.offset + shown.length < all.length;
  return {
    total: all.length,
    result: {
      total_count: all.length,
      [name]: shown,
      ...((more || capped) && { truncated: true, limit_reason: capped ? "output_size" : "limit" }),
      ...(more && {
        hint: `[Hint: Results truncated. Use offset=${page.offset + shown.length} to see more, or narrow the search.]`,
      }),
    },
  };
}

function slice<T>(all: readonly T[], { offset, limit }: Page): readonly T[] {
  return all.slice(offset, offset + limit);
}

/** Searchers run in parallel; pages need one order. */
function byPlace(a: Hit, b: Hit): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

// Writing a whole file: atomic, keeping what the old file was (line ends, mark, encoding, mode).

import { z } from "zod";
import type { Environment } from "../contracts/environment.ts";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { type Diagnose, newErrors } from "./diagnosis.ts";
import { tooLarge, unifiedDiff } from "./diffs.ts";
import { orError } from "./failures.ts";
import type { FileLedger } from "./file-ledger.ts";
import { zodSchema } from "./schema.ts";
import { decodeText, encodeText, PLAIN } from "./text-file.ts";
import { outsideWorkspace, shortPath } from "./workspace.ts";

const STUB = /^\s*\{\s*"status"\s*:\s*"unchanged"[\s\S]*"dedup"\s*:\s*true/;
const MAX_DIFF_BYTES = 2_000_000;
const MAX_OLD_BYTES = 32 * 1024 * 1024;

export interface WriteFileOptions {
  readonly ledger: FileLedger;
  readonly diagnose?: Diagnose;
}

export function writeFileTool(options: WriteFileOptions): Tool {
  return defineTool({
    name: "write_file",
    toolset: "file",
    description: "Write a whole file, making parent directories. To change parts of a file use patch.",
    input: zodSchema("write_file", () => z.object({ path: z.string().min(1), content: z.string() })),
    effect: "write",
    output: "foreign",
    foreignFields: ["lint"],
    touches: ({ path }) => [path],
    label: ({ path }) => path,
    run: (input, context) => orError(() => write(input, context, options)),
  });
}

async function write(
  { path: given, content }: { readonly path: string; readonly content: string },
  context: ToolContext,
  { ledger, diagnose }: WriteFileOptions,
): Promise<ToolResult> {
  if (STUB.test(content))
    return jsonError({ error: "This is the notice for an unchanged file, not its content. Nothing was written." });
  const { env, sessionId } = context;
  const path = env.resolve(given);
  const parent = path.slice(0, path.lastIndexOf("/")) || "/";
  const [before, parentBefore] = await Promise.all([env.stat(path), env.stat(parent)]);
  if (before?.type === "dir") return jsonError({ error: `Is a directory: ${path}` });
  const old = before?.type === "file" && before.size <= MAX_OLD_BYTES ? decodeText(await env.read(path)) : undefined;
  const warnings = [
    ledger.staleness(sessionId, path, before),
    !given.startsWith("/") && (await outsideWorkspace(env, path))
      ? `The relative path led outside the workspace: ${path}`
      : undefined,
  ].filter((warning) => warning !== undefined);
  const bytes = encodeText(content, old?.format ?? PLAIN);
  await env.write(path, bytes);
  ledger.wrote(sessionId, path, await env.stat(path));
  const lint = await newErrors(diagnose, path, { before: old?.text, after: content }, context);
  return jsonResult(
    {
      bytes_written: bytes.length,
      dirs_created: parentBefore === undefined,
      resolved_path: path,
      files_modified: [path],
      ...(before === undefined && { files_created: [path] }),
      ...(lint.length > 0 && { lint }),
      ...(warnings.length > 0 && { _warning: warnings.join(" ") }),
    },
    {
      display: {
        type: "diff",
        path,
        unified: await diffOf(path, old?.text, content, before === undefined ? "created" : "changed", env),
      },
    },
  );
}

async function diffOf(
  path: string,
  before: string | undefined,
  after: string,
  how: "created" | "changed",
  env: Environment,
): Promise<string> {
  const name = shortPath(env, path);
  const known = how === "created" || before !== undefined;
  return known && (before?.length ?? 0) + after.length <= MAX_DIFF_BYTES
    ? unifiedDiff(name, before ?? "", after, how)
    : tooLarge(`a/${name}`, `b/${name}`);
}

// Editing files: one replacement, or a patch over many files that is parsed, checked whole and then applied.

import { z } from "zod";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { replaceText } from "../kernel/files/replace.ts";
import { parsePatch, patchPaths } from "../kernel/files/v4a.ts";
import { type Diagnose, newErrors } from "./diagnosis.ts";
import { unifiedDiff } from "./diffs.ts";
import { applyEdits, type FileEdit, loadFile, textEdit } from "./edits.ts";
import { orError } from "./failures.ts";
import type { FileLedger } from "./file-ledger.ts";
import { planPatch } from "./plan-patch.ts";
import { zodSchema } from "./schema.ts";
import { shortPath } from "./workspace.ts";

export interface PatchOptions {
  readonly ledger: FileLedger;
  readonly diagnose?: Diagnose;
}

const INPUT = () =>
  z.object({
    mode: z.enum(["replace", "patch"]).default("replace"),
    path: z.string().optional(),
    old_string: z.string().optional(),
    new_string: z.string().optional(),
    replace_all: z.boolean().default(false),
    patch: z.string().optional().describe("*** Begin Patch … *** End Patch"),
  });

type Input = z.output<ReturnType<typeof INPUT>>;

export function patchTool(options: PatchOptions): Tool {
  return defineTool({
    name: "patch",
    toolset: "file",
    description:
      'Edit files. mode "replace": old_string, unique in path, becomes new_string. mode "patch": a V4A patch (*** Update/Add/Delete File: p, *** Move File: a -> b, @@ hint, lines with " ", "-", "+"), applied to all files or none.',
    input: zodSchema("patch", INPUT),
    effect: "write",
    output: "foreign",
    foreignFields: ["diff", "lint", "closest_lines"],
    touches: touched,
    label: (input) => touched(input).join(", "),
    badInput: (why) => refuse(why),
    run: (input, context) =>
      orError(
        () =>
          input.mode === "patch" || input.patch !== undefined
            ? many(input, context, options)
            : one(input, context, options),
        { success: false },
      ),
  });
}

/** A patch that cannot be parsed touches nothing, because it will be refused. */
function touched(input: Input): readonly string[] {
  if (input.mode === "patch" || input.patch !== undefined) {
    const parsed = parsePatch(input.patch ?? "");
    return parsed.type === "ok" ? patchPaths(parsed.operations) : [];
  }
  return input.path === undefined ? [] : [input.path];
}

async function one(input: Input, context: ToolContext, options: PatchOptions): Promise<ToolResult> {
  const { path: given, old_string: old, new_string: next, replace_all: all } = input;
  if (given === undefined || old === undefined || next === undefined)
    return refuse("path, old_string and new_string are needed.");
  const path = context.env.resolve(given);
  const loaded = await loadFile(context.env, path);
  if (loaded.type === "missing") return refuse(`File not found: ${path}`);
  if (loaded.type === "refused") return refuse(loaded.why);
  if (loaded.type === "binary") return refuse(`Not a text file: ${path}`);
  const stale = options.ledger.staleness(context.sessionId, path, await context.env.stat(path));
  const replaced = replaceText(loaded.text, { old: lf(old), new: lf(next), all });
  if (replaced.type === "refused") {
    const misses = options.ledger.missed(context.sessionId, path);
    return refuse(replaced.why, {
      _hint: missHint(misses),
      ...(replaced.near !== undefined && { closest_lines: replaced.near }),
    });
  }
  return finish([textEdit(path, loaded, replaced.text)], context, options, stale);
}

async function many(input: Input, context: ToolContext, options: PatchOptions): Promise<ToolResult> {
  const parsed = parsePatch(input.patch ?? "");
  if (parsed.type === "bad") return refuse(`The patch cannot be read: ${parsed.why}`);
  const plan = await planPatch(parsed.operations, context.env);
  if (plan.type === "refused") return refuse(`Nothing was changed. ${plan.why}`);
  const { env, sessionId } = context;
  const stale = await Promise.all(
    plan.edits.map(async ({ path }) => options.ledger.staleness(sessionId, path, await env.stat(path))),
  );
  const warning = stale.filter((one) => one !== undefined).join(" ");
  return finish(plan.edits, context, options, warning === "" ? undefined : warning);
}

async function finish(
  edits: readonly FileEdit[],
  context: ToolContext,
  options: PatchOptions,
  warning: string | undefined,
): Promise<ToolResult> {
  const { env, sessionId } = context;
  await applyEdits(env, edits);
  for (const path of edits.flatMap(pathsOf)) options.ledger.wrote(sessionId, path, await env.stat(path));
  const diff = (await Promise.all(edits.map((edit) => diffOf(edit, context)))).filter((part) => part !== "").join("\n");
  const lint: Record<string, readonly string[]> = {};
  for (const { path, text } of edits) {
    if (text.after === undefined) continue;
    const errors = await newErrors(options.diagnose, path, { before: text.before, after: text.after }, context);
    if (errors.length > 0) lint[path] = errors;
  }
  const created = edits.filter(({ bytes, movedFrom }) => bytes.before === undefined || movedFrom !== undefined);
  const deleted = edits.flatMap(({ path, bytes, movedFrom }) => movedFrom ?? (bytes.after === undefined ? path : []));
  return jsonResult(
    {
      success: true,
      files_modified: edits
        .filter((edit) => edit.bytes.after !== undefined && !created.includes(edit))
        .map(({ path }) => path),
      ...(created.length > 0 && { files_created: created.map(({ path }) => path) }),
      ...(deleted.length > 0 && { files_deleted: deleted }),
      diff,
      ...(Object.keys(lint).length > 0 && { lint }),
      ...(warning !== undefined && { _warning: warning }),
    },
    { display: { type: "diff", path: edits.map(({ path }) => shortPath(env, path)).join(", "), unified: diff } },
  );
}

function pathsOf({ path, movedFrom }: FileEdit): readonly string[] {
  return movedFrom === undefined ? [path] : [path, movedFrom];
}

async function diffOf({ path, movedFrom, text, bytes }: FileEdit, { env }: ToolContext): Promise<string> {
  const how = bytes.before === undefined ? "created" : bytes.after === undefined ? "deleted" : "changed";
  const moved =
    movedFrom === undefined ? "" : `rename from ${shortPath(env, movedFrom)}\nrename to ${shortPath(env, path)}\n`;
  return moved + (await unifiedDiff(shortPath(env, path), text.before ?? "", text.after ?? "", how));
}

function missHint(misses: number): string {
  return misses >= 3
    ? `This is miss ${misses} on this file: read_file it again before trying once more, or rewrite it with write_file.`
    : "Copy old_string from read_file without the line numbers.";
}

function lf(value: string): string {
  return value.replaceAll("\r\n", "\n");
}

function refuse(error: string, extra: object = {}): ToolResult {
  return jsonError({ success: false, error, ...extra });
}

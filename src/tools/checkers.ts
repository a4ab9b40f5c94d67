// Syntax checkers by language: in process where the runtime can parse it, through the language itself where it is installed.

import type { ToolContext } from "../contracts/tool.ts";
import type { Problem } from "../kernel/files/diagnosis.ts";
import { extensionOf } from "../kernel/files/encoding.ts";
import { jsonFault } from "../kernel/files/json-fault.ts";
import { checkToml } from "../kernel/files/toml.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import type { Diagnose } from "./diagnosis.ts";

type Checker = (path: string, text: string, context: ToolContext) => Promise<readonly Problem[] | undefined>;

const MAX_CHARS = 1_000_000;

const CHECKERS: Readonly<Record<string, Checker>> = {
  json: async (path, text) => checkJson(path, text),
  yaml: (_path, text) => checkYaml(text),
  yml: (_path, text) => checkYaml(text),
  toml: async (_path, text) => checkToml(text),
  js: (_path, text) => checkScript(text, true),
  mjs: (_path, text) => checkScript(text, true),
  cjs: (_path, text) => checkScript(text, true),
  ts: (_path, text) => checkScript(text, false),
  mts: (_path, text) => checkScript(text, false),
  cts: (_path, text) => checkScript(text, false),
  py: (_path, text, context) => checkPython(text, context),
};

export function createDiagnose(): Diagnose {
  return async (path, text, context) =>
    text.length > MAX_CHARS ? undefined : CHECKERS[extensionOf(path)]?.(path, text, context);
}

/** Tools that read these files allow comments and trailing commas. */
const COMMENTED_JSON =
  /(?:^|\/)(?:[tj]sconfig[\w.-]*|\.eslintrc|\.swcrc|deno|biome|devcontainer|\.vscode\/[\w.-]+)\.json$/;

function checkJson(path: string, text: string): readonly Problem[] | undefined {
  if (COMMENTED_JSON.test(path)) return undefined;
  if (text.trim() === "") return [];
  const parsed = parseJson(text);
  if (parsed.type === "ok") return [];
  const message = parsed.why.replace(
    /,? ?(?:"[\s\S]*"|\.\.\.[\s\S]*\.\.\.) is not valid JSON| in JSON at position[\s\S]*$/,
    "",
  );
  return [{ line: lineAt(text, jsonFault(text) ?? 0), message }];
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

async function checkYaml(text: string): Promise<readonly Problem[] | undefined> {
  // Templates become YAML only later.
  if (/\{\{|\{%/.test(text)) return undefined;
  const { parseAllDocuments } = await import("yaml");
  const documents = parseAllDocuments(text, { logLevel: "silent" });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap(({ errors }) =>
    errors.map((error) => ({
      line: error.linePos?.[0].line ?? 1,
      message: error.message.replace(/ at line[\s\S]*$/, ""),
    })),
  );
}

const JSX = /<\/[A-Za-z]|\/>|<>/;

async function checkScript(text: string, mayBeJsx: boolean): Promise<readonly Problem[] | undefined> {
  const { stripTypeScriptTypes } = await import("node:module");
  try {
    stripTypeScriptTypes(text.replace(/^#!/, "//"), { mode: "transform" });
    return [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) return undefined;
    if (mayBeJsx && JSX.test(text)) return undefined;
    const line = /^[^\n]*?:(\d+)\n/.exec(error.stack ?? "")?.[1];
    return [{ message: error.message, ...(line !== undefined && { line: Number(line) }) }];
  }
}

const PYTHON_CHECK =
  'python3 -c \'import ast,json,sys\ntry: ast.parse(sys.stdin.buffer.read())\nexcept (SyntaxError, ValueError) as e: print(json.dumps([getattr(e,"lineno",None) or 1, getattr(e,"msg",None) or str(e)]))\'';

async function checkPython(text: string, { env, signal }: ToolContext): Promise<readonly Problem[] | undefined> {
  const done = await env.exec(PYTHON_CHECK, { cwd: env.cwd, timeoutMs: 5_000, signal, stdin: text });
  if (done.code !== 0) return undefined;
  const found = parseJson(done.output.trim());
  if (found.type === "bad" || isRecord(found.value)) return [];
  const [line, message] = Array.isArray(found.value) ? found.value : [];
  return typeof message === "string" ? [{ line: Number(line), message: `SyntaxError: ${message}` }] : [];
}

// A script that calls tools by itself: many steps, one round, and only what it prints comes back.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ExecResult } from "../contracts/environment.ts";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { quote } from "../kernel/files/search.ts";
import { plainOutput } from "../kernel/output/ansi.ts";
import { headAndTail } from "../kernel/output/cut.ts";
import { usesNetwork } from "../kernel/output/network.ts";
import { orError } from "./failures.ts";
import { zodSchema } from "./schema.ts";
import { bindingOf, javascriptModule, pythonModule, withoutHidden } from "./script-bindings.ts";
import { openToolSocket } from "./tool-socket.ts";

const CALLABLE = new Set(["web_search", "web_extract", "read_file", "write_file", "search_files", "patch", "terminal"]);
const MAX_OUTPUT_CHARS = 50_000;

export interface ExecuteCodeOptions {
  /** The tools of the session; those a script may call are chosen from them. */
  readonly tools: readonly Tool[];
  /** Runs one call like any other: decoded, gated, recorded. Must not throw. */
  readonly callTool: (tool: Tool, input: unknown, context: ToolContext) => Promise<ToolResult>;
  /** Interpreters by language; Python is offered first. */
  readonly python?: string;
  readonly node?: string;
  /** The socket and the script live here while it runs; made, for the user alone, when it is missing. */
  readonly tempDir: string;
  readonly now: () => number;
  readonly timeoutS?: number;
  readonly maxCalls?: number;
}

type Language = "python" | "javascript";

export function executeCodeTool(options: ExecuteCodeOptions): Tool {
  const callable = options.tools.filter(({ name }) => CALLABLE.has(name));
  const languages: readonly Language[] = [
    ...(options.python ? ["python" as const] : []),
    ...(options.node ? ["javascript" as const] : []),
  ];
  const names = callable.map(({ name }) => name).join(", ");
  return defineTool({
    name: "execute_code",
    toolset: "code_execution",
    description: `Run a script that calls tools itself; only what it prints comes back. Import from hermes_tools: ${names}. Python: arguments by name, results are dicts. JavaScript (ES module): one object, await it.`,
    input: zodSchema(languages[0] === "python" ? "execute_code" : "execute_code without python", () =>
      z.object({
        code: z.string().min(1),
        language: z.enum(["python", "javascript"]).default(languages[0] ?? "python"),
      }),
    ),
    effect: "execute",
    output: "foreign",
    foreignFields: ["output"],
    touches: () => [],
    label: ({ code }) => code.split("\n").find((line) => line.trim() !== "") ?? "",
    badInput: (why) => jsonError({ status: "error", error: why }),
    run: ({ code, language }, context) =>
      orError(
        async () => {
          if (!languages.includes(language))
            return jsonError({
              status: "error",
              error: `${language} is not available here; use ${languages.join(" or ")}.`,
            });
          if (context.env.kind !== "local")
            return jsonError({
              status: "error",
              error: `Scripts cannot call tools inside ${context.env.kind}; use terminal.`,
            });
          return runScript(code, language, callable, context, options);
        },
        { status: "error" },
      ),
  });
}

async function runScript(
  code: string,
  language: Language,
  callable: readonly Tool[],
  context: ToolContext,
  options: ExecuteCodeOptions,
): Promise<ToolResult> {
  await mkdir(options.tempDir, { recursive: true, mode: 0o700 });
  const dir = await mkdtemp(join(options.tempDir, "code-"));
  const calls = countedCalls(
    callable,
    context,
    options,
    usesNetwork(code) ? ["output of a script that uses the network"] : [],
  );
  const socket = await openToolSocket(join(dir, "tools.sock"), calls.answer);
  const started = options.now();
  try {
    const bindings = callable.map(bindingOf);
    const [module, script, interpreter] =
      language === "python"
        ? ["hermes_tools.py", "script.py", options.python ?? "python3"]
        : ["hermes_tools.mjs", "script.mjs", options.node ?? "node"];
    await writeFile(join(dir, module), language === "python" ? pythonModule(bindings) : javascriptModule(bindings), {
      mode: 0o600,
    });
    // Scripts import the module by its bare name in either language.
    const source =
      language === "python" ? code : code.replace(/(["'])(?:\.\/)?hermes_tools(?:\.m?js)?\1/g, '"./hermes_tools.mjs"');
    await writeFile(join(dir, script), source, { mode: 0o600 });
    const command = `HERMES_TOOLS_SOCKET=${quote(join(dir, "tools.sock"))} PYTHONPATH=${quote(dir)}"\${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1 ${quote(interpreter)} ${quote(join(dir, script))}`;
    const done = await context.env.exec(command, {
      cwd: context.env.cwd,
      timeoutMs: (options.timeoutS ?? 300) * 1000,
      signal: context.signal,
      maxBytes: MAX_OUTPUT_CHARS * 2,
    });
    return report(done, calls, Math.round((options.now() - started) / 10) / 100);
  } finally {
    await socket.close();
    await rm(dir, { recursive: true, force: true });
  }
}

interface Calls {
  readonly answer: (tool: string, input: unknown) => Promise<string>;
  made(): number;
  taints(): readonly string[];
}

function countedCalls(
  callable: readonly Tool[],
  context: ToolContext,
  { callTool, maxCalls = 50 }: ExecuteCodeOptions,
  sources: readonly string[],
): Calls {
  let made = 0;
  const taints = new Set(sources);
  return {
    made: () => made,
    taints: () => [...taints],
    async answer(name, input) {
      const tool = callable.find((candidate) => candidate.name === name);
      if (tool === undefined) return JSON.stringify({ error: `Scripts cannot call ${name}.` });
      if (made >= maxCalls)
        return JSON.stringify({ error: `The limit of ${maxCalls} tool calls per script is reached.` });
      made++;
      context.progress(`${name} (call ${made})`);
      const result = await callTool(tool, withoutHidden(input), context);
      const taint = result.taint ?? (result.isError ? undefined : tool.taints);
      if (taint !== undefined) taints.add(taint);
      return result.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    },
  };
}

function report(done: ExecResult, calls: Calls, seconds: number): ToolResult {
  const status =
    done.ended === "timed-out"
      ? "timeout"
      : done.ended === "aborted"
        ? "interrupted"
        : done.code === 0
          ? "success"
          : "error";
  const taint = calls.taints().join(", ");
  return {
    ...jsonResult({
      status,
      output: headAndTail(plainOutput(done.output), MAX_OUTPUT_CHARS),
      tool_calls_made: calls.made(),
      duration_seconds: seconds,
      ...(status === "error" && { error: `The script ended with exit code ${done.code}.` }),
    }),
    isError: status !== "success",
    ...(taint !== "" && { taint }),
  };
}

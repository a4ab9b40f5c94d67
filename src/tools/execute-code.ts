// A script that calls tools by itself: many steps, one round, and only what it prints comes back.

import { z } from "zod";
import { type ExecResult, workplaceOf } from "../contracts/environment.ts";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { type FileChange, fileLists, listedFiles } from "../kernel/compress/file-lists.ts";
import { quote } from "../kernel/files/search.ts";
import { plainOutput } from "../kernel/output/ansi.ts";
import { headAndTail } from "../kernel/output/cut.ts";
import { usesNetwork } from "../kernel/output/network.ts";
import { orError } from "./failures.ts";
import { zodSchema } from "./schema.ts";
import { bindingOf, javascriptModule, pythonModule, withoutHidden } from "./script-bindings.ts";
import { type Language, openPlaceHere, openPlaceThere } from "./script-place.ts";

const CALLABLE = new Set(["web_search", "web_extract", "read_file", "write_file", "search_files", "patch", "terminal"]);
const MAX_OUTPUT_CHARS = 50_000;

export interface ExecuteCodeOptions {
  /** The tools of the session; those a script may call are chosen from them. */
  readonly tools: readonly Tool[];
  /** Interpreters of this machine by language; elsewhere they are found by name when needed. Python is offered first. */
  readonly python?: string;
  readonly node?: string;
  /** `project` runs in the working directory, with the project's own Python where it has one; `strict` in an empty folder. */
  readonly mode?: "project" | "strict";
  /** The socket and the script live here while it runs; made, for the user alone, when it is missing. */
  readonly tempDir: string;
  readonly now: () => number;
  readonly timeoutS?: number;
  readonly maxCalls?: number;
}

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
  const { env } = context;
  const sources = usesNetwork(code) ? ["output of a script that uses the network"] : [];
  const over = new AbortController();
  const calls = countedCalls(callable, context, options, { sources, over: over.signal });
  const started = options.now();
  const local = {
    tempDir: options.tempDir,
    interpreter: (language === "python" ? options.python : options.node) ?? "",
  };
  const place = await (env.kind === "local"
    ? openPlaceHere(local, calls.answer)
    : openPlaceThere(language, context, calls.answer));
  try {
    const bindings = callable.map(bindingOf);
    const [module, script] =
      language === "python" ? ["hermes_tools.py", "script.py"] : ["hermes_tools.mjs", "script.mjs"];
    await place.write(module, language === "python" ? pythonModule(bindings) : javascriptModule(bindings));
    // Scripts import the module by its bare name in either language.
    const source =
      language === "python" ? code : code.replace(/(["'])(?:\.\/)?hermes_tools(?:\.m?js)?\1/g, '"./hermes_tools.mjs"');
    await place.write(script, source);
    const strict = options.mode === "strict";
    const own = language === "python" && !strict ? await projectPython(context) : undefined;
    const command = `HERMES_TOOLS=${quote(place.tools)} PYTHONPATH=${quote(place.dir)}"\${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 ${quote(own ?? place.interpreter)} ${quote(`${place.dir}/${script}`)}`;
    const done = await env.exec(command, {
      cwd: strict ? place.dir : env.cwd,
      timeoutMs: (options.timeoutS ?? 300) * 1000,
      signal: context.signal,
      maxBytes: MAX_OUTPUT_CHARS * 2,
    });
    return report(done, calls, Math.round((options.now() - started) / 10) / 100);
  } finally {
    // What the script asked for last is not needed any more.
    over.abort();
    await place.close();
  }
}

const PROJECT_PYTHONS = [".venv/bin/python", "venv/bin/python"];

/** A project with an environment of its own means its own packages. */
async function projectPython({ env }: ToolContext): Promise<string | undefined> {
  for (const name of PROJECT_PYTHONS) {
    const path = `${workplaceOf(env)}/${name}`;
    if ((await env.stat(path))?.type === "file") return path;
  }
  return undefined;
}

interface Calls {
  readonly answer: (tool: string, input: unknown) => Promise<string>;
  made(): number;
  taints(): readonly string[];
  /** What its calls say they changed, in order. */
  changes(): readonly FileChange[];
}

function countedCalls(
  callable: readonly Tool[],
  context: ToolContext,
  { maxCalls = 50 }: ExecuteCodeOptions,
  { sources, over }: { readonly sources: readonly string[]; readonly over: AbortSignal },
): Calls {
  let made = 0;
  const taints = new Set(sources);
  const changes: FileChange[] = [];
  return {
    made: () => made,
    taints: () => [...taints],
    changes: () => changes,
    async answer(name, input) {
      const tool = callable.find((candidate) => candidate.name === name);
      if (tool === undefined) return JSON.stringify({ error: `Scripts cannot call ${name}.` });
      if (made >= maxCalls)
        return JSON.stringify({ error: `The limit of ${maxCalls} tool calls per script is reached.` });
      made++;
      context.progress(`${name} (call ${made})`);
      const result = await context.call?.(tool, withoutHidden(input), over);
      if (result === undefined) return JSON.stringify({ error: "Tools cannot be called from here." });
      const taint = result.taint ?? (result.isError ? undefined : tool.taints);
      if (taint !== undefined) taints.add(taint);
      const answer = result.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
      if (tool.effect === "write") changes.push(...listedFiles(answer));
      changes.push(...(result.changes ?? []));
      return answer;
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
      ...fileLists(calls.changes()),
      output: headAndTail(plainOutput(done.output), MAX_OUTPUT_CHARS),
      tool_calls_made: calls.made(),
      duration_seconds: seconds,
      ...(status === "error" && { error: `The script ended with exit code ${done.code}.` }),
    }),
    isError: status !== "success",
    ...(taint !== "" && { taint }),
  };
}

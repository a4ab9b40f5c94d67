// Hooks from config.yaml: programs that get an event as JSON on stdin and may block or add context. No shell, one-time consent.

import { spawn } from "node:child_process";
import type { Config } from "../../config/schema.ts";
import type { Log } from "../../contracts/log.ts";
import type { HookModelCall, Hooks, HookToolCall } from "../../contracts/plugin.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";

export interface ShellHookOptions {
  readonly hooks: Config["hooks"];
  /** Consent is per event and command. */
  isAllowed(event: string, command: string): boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
}

type Entry = Config["hooks"][string][number];

const MAX_OUTPUT = 64 * 1024;

export function shellHooks(options: ShellHookOptions): Hooks {
  const entriesFor = (event: string, tool?: string): readonly Entry[] =>
    (options.hooks[event] ?? []).filter((entry) => matches(entry, tool) && options.isAllowed(event, entry.command));

  async function ask(event: string, payload: object, tool?: string): Promise<Readonly<Record<string, unknown>>[]> {
    const answers: Readonly<Record<string, unknown>>[] = [];
    for (const entry of entriesFor(event, tool)) {
      const output = await run(entry, { hook_event_name: event, ...payload }, options);
      const parsed = output === undefined ? undefined : parseJson(output);
      if (parsed?.type === "ok" && isRecord(parsed.value)) answers.push(parsed.value);
    }
    return answers;
  }
  const toolPayload = (event: HookToolCall) => ({
    tool_name: event.tool,
    tool_input: event.input,
    session_id: event.sessionId,
    cwd: event.cwd,
  });

  return {
    async preToolCall(event) {
      const blocked = (await ask("pre_tool_call", toolPayload(event), event.tool)).find(
        (answer) => answer.decision === "block" || answer.action === "block",
      );
      return blocked === undefined
        ? undefined
        : { block: String(blocked.reason ?? blocked.message ?? "Blocked by a hook.") };
    },
    async postToolCall(event) {
      await ask(
        "post_tool_call",
        { ...toolPayload(event), extra: { result: event.result, is_error: event.isError } },
        event.tool,
      );
    },
    async preModelCall(event: HookModelCall) {
      const answers = await ask("pre_llm_call", {
        session_id: event.sessionId,
        cwd: event.cwd,
        extra: { user_message: event.userText },
      });
      const context = answers
        .flatMap((answer) => (typeof answer.context === "string" ? [answer.context] : []))
        .join("\n\n");
      return context === "" ? undefined : { context };
    },
    async onSessionStart(event) {
      await ask("on_session_start", { session_id: event.sessionId, cwd: event.cwd });
    },
    async onSessionEnd(event) {
      await ask("on_session_end", { session_id: event.sessionId, cwd: event.cwd, extra: { reason: event.reason } });
    },
  };
}

function matches({ matcher }: Entry, tool: string | undefined): boolean {
  if (matcher === "" || tool === undefined) return true;
  try {
    return new RegExp(matcher).test(tool);
  } catch (error) {
    // A broken pattern matches nothing rather than everything.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function run(entry: Entry, payload: object, options: ShellHookOptions): Promise<string | undefined> {
  const [program, ...args] = splitWords(entry.command);
  if (program === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: Math.min(entry.timeout, 300) * 1000,
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT) output += chunk.toString("utf8");
    });
    child.on("error", (error) => {
      options.log.warn("hook did not start", { command: program, error: String(error) });
      resolve(undefined);
    });
    child.on("close", () => resolve(output));
    // A hook that does not read its input is not an error.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(payload));
  });
}

/** Words as a shell would split them, quotes honoured, nothing expanded. */
export function splitWords(command: string): readonly string[] {
  return [...command.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1]?.replace(/\\(.)/g, "$1") ?? match[2] ?? match[3] ?? "",
  );
}

// Hooks from config.yaml: programs that get an event as JSON on stdin and may block or add context. No shell, one-time consent.

import { spawn } from "node:child_process";
import type { Config } from "../../config/schema.ts";
import type { Log } from "../../contracts/log.ts";
import type { HookSession, Hooks, HookToolCall } from "../../contracts/plugin.ts";
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
/** How long the last output of a program that has ended is awaited: what would have blocked something may still come. */
const DRAIN_MS = 1_000;
const LONGEST_S = 300;
/** How long a program whose time is over may take to tidy up. */
const GRACE_MS = 2_000;

/** The names people write under `hooks:` and in `provides_hooks`. */
const EVENTS = {
  preToolCall: "pre_tool_call",
  postToolCall: "post_tool_call",
  transformTerminalOutput: "transform_terminal_output",
  transformToolResult: "transform_tool_result",
  preModelCall: "pre_llm_call",
  postModelCall: "post_llm_call",
  transformModelOutput: "transform_llm_output",
  preApiRequest: "pre_api_request",
  postApiRequest: "post_api_request",
  apiRequestError: "api_request_error",
  onSessionStart: "on_session_start",
  onSessionEnd: "on_session_end",
  onSessionFinalize: "on_session_finalize",
  onSessionReset: "on_session_reset",
  subagentStart: "subagent_start",
  subagentStop: "subagent_stop",
  preApprovalRequest: "pre_approval_request",
  postApprovalResponse: "post_approval_response",
} as const satisfies Record<keyof Hooks, string>;

type Answers = readonly Readonly<Record<string, unknown>>[];

/** Only for events with a program: a hook that is there costs something even when it does nothing. */
export function shellHooks(options: ShellHookOptions): Hooks {
  async function ask(name: keyof Hooks, facts: HookSession): Promise<Answers> {
    const event = EVENTS[name];
    const tool = "tool" in facts ? String(facts.tool) : undefined;
    const answers: Readonly<Record<string, unknown>>[] = [];
    for (const entry of options.hooks[event] ?? []) {
      if (!matches(entry, tool) || !options.isAllowed(event, entry.command)) continue;
      const output = await run(entry, { hook_event_name: event, ...payloadOf(facts) }, options);
      const parsed = output === undefined ? undefined : parseJson(output);
      if (parsed?.type === "ok" && isRecord(parsed.value)) answers.push(parsed.value);
    }
    return answers;
  }
  const hookFor = (name: keyof Hooks) => async (facts: HookSession) => answerOf(name, await ask(name, facts));
  const used = (Object.keys(EVENTS) as (keyof Hooks)[]).filter(
    (name) => (options.hooks[EVENTS[name]] ?? []).length > 0,
  );
  return Object.fromEntries(used.map((name) => [name, hookFor(name)]));
}

/** What the programs' words mean for this event; undefined where they are only told. */
function answerOf(name: keyof Hooks, answers: Answers): unknown {
  const words = (field: string) =>
    answers.map((answer) => answer[field]).filter((value): value is string => typeof value === "string");
  switch (name) {
    case "preToolCall": {
      const blocked = answers.find((answer) => answer.decision === "block" || answer.action === "block");
      return blocked && { block: String(blocked.reason ?? blocked.message ?? "Blocked by a hook.") };
    }
    case "preModelCall": {
      const context = words("context").join("\n\n");
      return context === "" ? undefined : { context };
    }
    case "transformTerminalOutput":
      return words("output")[0];
    case "transformToolResult":
      return words("result")[0];
    case "transformModelOutput":
      return words("text")[0];
    default:
      return undefined;
  }
}

/** The fields every event has, and the rest of it under `extra`. */
function payloadOf(facts: HookSession): object {
  const { sessionId, cwd, source, ...rest } = facts as HookSession & Partial<HookToolCall>;
  const { tool, input, ...more } = rest;
  const extra = Object.entries({ source, ...more }).map(([key, value]) => [OTHER_NAMES[key] ?? snakeCase(key), value]);
  return {
    ...(tool !== undefined && { tool_name: tool, tool_input: input }),
    session_id: sessionId,
    cwd,
    extra: Object.fromEntries(extra),
  };
}

const OTHER_NAMES: Readonly<Record<string, string>> = { userText: "user_message" };

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
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

/** What it printed, whoever of its children still holds its output; undefined when it could not be started. */
function run(entry: Entry, payload: object, options: ShellHookOptions): Promise<string | undefined> {
  const [program, ...args] = splitWords(entry.command);
  if (program === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: options.cwd, env: options.env, stdio: ["pipe", "pipe", "ignore"] });
    child.once("error", (error) => {
      options.log.warn("hook did not start", { command: program, error: String(error) });
      resolve(undefined);
    });
    child.once("spawn", () => {
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        if (output.length < MAX_OUTPUT) output += chunk;
      });
      const seconds = Math.min(entry.timeout || LONGEST_S, LONGEST_S);
      let timer = setTimeout(() => {
        options.log.warn("hook took too long", { command: program, seconds });
        child.kill("SIGTERM");
        timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
      }, seconds * 1000);
      child.once("exit", () => {
        clearTimeout(timer);
        // Where the timer comes late, what has arrived meanwhile is read before the immediate.
        timer = setTimeout(() => setImmediate(() => child.stdout.destroy()), DRAIN_MS);
      });
      child.once("close", () => {
        clearTimeout(timer);
        resolve(output);
      });
      // A hook that does not read its input is not an error.
      child.stdin.on("error", () => undefined);
      child.stdin.end(JSON.stringify(payload));
    });
  });
}

/** Words as a shell would split them, quotes honoured, nothing expanded. */
export function splitWords(command: string): readonly string[] {
  return [...command.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1]?.replace(/\\(.)/g, "$1") ?? match[2] ?? match[3] ?? "",
  );
}

// Every built-in tool with the services it needs, and which of them a session gets.

import { join } from "node:path";
import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { Spawn } from "../contracts/delegation.ts";
import { type Environment, workplaceOf } from "../contracts/environment.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { SpillStore } from "../contracts/spill.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import type { Tool } from "../contracts/tool.ts";
import { UsageFailure } from "../kernel/failure.ts";
import { guardPath } from "../kernel/shell/guard.ts";
import type { AttachmentPorts } from "../runtime/attachments.ts";
import { createDiagnose } from "../tools/checkers.ts";
import { clarifyTool } from "../tools/clarify.ts";
import { delegateTool } from "../tools/delegate.ts";
import { type ExecuteCodeOptions, executeCodeTool } from "../tools/execute-code.ts";
import { createFileLedger } from "../tools/file-ledger.ts";
import { createJobBoard, type JobBoard } from "../tools/jobs.ts";
import { patchTool } from "../tools/patch.ts";
import { processTool } from "../tools/process.ts";
import { readFileTool } from "../tools/read-file.ts";
import { readTerminalTool } from "../tools/read-terminal.ts";
import { searchFilesTool } from "../tools/search-files.ts";
import { terminalTool } from "../tools/terminal.ts";
import { createTodoBoard, todoTool } from "../tools/todo.ts";
import { toolsetsFor, toolsOf, unknownToolsets } from "../tools/toolsets.ts";
import { type See, visionAnalyzeTool } from "../tools/vision.ts";
import { webExtractTool } from "../tools/web-extract.ts";
import { webSearchTool } from "../tools/web-search.ts";
import { writeFileTool } from "../tools/write-file.ts";
import { agentHomes } from "./agent-homes.ts";
import { composeBrowser } from "./browser.ts";
import { mustBeBackground } from "./must-be-background.ts";
import { findPrograms, type Programs } from "./programs.ts";
import { composeSpeech } from "./speech.ts";
import { terminalScreen } from "./terminal-screen.ts";
import { composeWeb, type WebWiring } from "./web.ts";

export interface ToolWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
  /** `.env` over the process environment: keys of search and speech services. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly spawn: Spawn;
  readonly see: See;
  readonly summarizePage: NonNullable<WebWiring["summarizePage"]>;
  readonly spill: SpillStore;
  /** Takes known keys out of what a command printed. */
  maskKeys(text: string): string;
  /** Somebody sits at a terminal. */
  readonly interactive: boolean;
  /** Tools of the other parts: memory, sessions, skills, plugins. */
  readonly more: readonly Tool[];
}

export interface WiredTools {
  readonly tools: readonly Tool[];
  /** The one that runs commands, whether it is offered or not. */
  readonly terminal: Tool;
  readonly jobs: JobBoard;
  /** A session is opened again, perhaps without its latest messages. */
  resumed(sessionId: string): void;
  /** What is kept per session follows the conversation to its next id. */
  carry(from: string, to: string): void;
  /** One page as text, for `@url:`. */
  readonly fetchPage: AttachmentPorts["fetchPage"];
  dispose(): Promise<void>;
}

export function composeTools(wiring: ToolWiring): WiredTools {
  const { config, clock, home } = wiring;
  const programs = findPrograms(wiring.facts);
  const ledger = createFileLedger();
  const todos = createTodoBoard();
  const diagnose = createDiagnose();
  const jobs = createJobBoard(clock.now);
  const screen = wiring.interactive ? terminalScreen(wiring.facts) : undefined;
  const web = composeWeb(wiring);
  const browser = composeBrowser({ ...wiring, guard: web.guard });
  const terminal = terminalTool({
    jobs,
    refuse: mustBeBackground,
    timeoutS: config.terminal.timeout,
    maxChars: config.tool_output.max_bytes,
    maxLineChars: config.tool_output.max_line_length,
    spill: (output, context) => wiring.spill.save(context.sessionId, wiring.maskKeys(output)),
  });
  const basic: readonly Tool[] = [
    readFileTool({ ledger, maxChars: config.file_read_max_chars }),
    writeFileTool({ ledger, diagnose }),
    patchTool({ ledger, diagnose }),
    searchFilesTool({ ripgrep: programs.ripgrep, isHidden: unreadable(wiring) }),
    terminal,
    processTool(jobs, clock.now),
    readTerminalTool({ jobs, ...(screen === undefined ? {} : { screen }) }),
    todoTool(todos),
    clarifyTool,
    webSearchTool(web.search),
    webExtractTool(web.extract),
    visionAnalyzeTool({ fetch: web.fetch, shrink: browser.shrink, see: wiring.see }),
    delegateTool(wiring.spawn),
  ];
  const code = executeCodeTool({
    tools: basic,
    ...interpreters(config, programs),
    mode: config.code_execution.mode,
    tempDir: join(home.cache, "code"),
    now: clock.now,
    timeoutS: config.code_execution.timeout,
    maxCalls: config.code_execution.max_tool_calls,
  });
  return {
    tools: [...basic, code, ...browser.tools, ...composeSpeech(wiring), ...wiring.more],
    ...{ terminal, jobs },
    resumed: ledger.forgetReads,
    carry(from, to) {
      jobs.carry(from, to);
      todos.carry(from, to);
      ledger.carry(from, to);
      browser.carry(from, to);
    },
    fetchPage: web.fetchPage,
    dispose: browser.dispose,
  };
}

/** What no tool may read, wherever its session works. */
function unreadable({ home }: ToolWiring): (realPath: string, env: Environment) => boolean {
  const controlHomes = agentHomes(home);
  return (path, env) => {
    const workspace = workplaceOf(env);
    const places = { cwd: env.cwd, workspace, home: env.resolve("~"), controlHomes };
    return guardPath(path, "read", places).type === "deny";
  };
}

/** Nothing is started to find out what a container or another host has: there they are looked for when needed. */
function interpreters({ terminal }: Config, { python }: Programs): Pick<ExecuteCodeOptions, "python" | "node"> {
  if (terminal.backend !== "local") return { python: "python3", node: "node" };
  return { node: process.execPath, ...(python === undefined ? {} : { python }) };
}

export interface Audience {
  readonly source: string;
  /** Somebody can answer. */
  readonly interactive: boolean;
}

/** What a session of this surface is offered; toolsets that are switched off are never part of it. */
export function selectTools(
  tools: readonly Tool[],
  config: Config,
  { toolsets }: Pick<SessionSettings, "toolsets">,
  { source, interactive }: Audience,
): readonly Tool[] {
  const off = new Set(config.agent.disabled_toolsets);
  const names = toolsets ?? toolsetsFor(source, config.toolsets, config.platform_toolsets);
  return toolsOf(names, tools).filter((tool) => !off.has(tool.toolset) && (interactive || tool.needsPerson !== true));
}

/** Throws UsageFailure for a name that is no toolset: a typo must not silently take tools away. */
export function checkToolsets(tools: readonly Tool[], wanted: readonly string[]): void {
  const unknown = unknownToolsets(wanted, tools);
  if (unknown.length === 0) return;
  const names = [...new Set(tools.map((tool) => tool.toolset))].sort().join(", ");
  throw new UsageFailure(`Unknown toolset: ${unknown.join(", ")}. There are: ${names}, all.`);
}

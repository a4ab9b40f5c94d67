// Every built-in tool, and which of them a session gets.

import type { Config } from "../config/schema.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { Tool } from "../contracts/tool.ts";
import { UsageFailure } from "../kernel/failure.ts";
import { createFileLedger } from "../tools/file-ledger.ts";
import { patchTool } from "../tools/patch.ts";
import { readFileTool } from "../tools/read-file.ts";
import { searchFilesTool } from "../tools/search-files.ts";
import { terminalTool } from "../tools/terminal.ts";
import { createTodoBoard, todoTool } from "../tools/todo.ts";
import { writeFileTool } from "../tools/write-file.ts";
import { findRipgrep } from "./ripgrep.ts";

export interface ToolWiring {
  readonly config: Config;
}

export function builtinTools({ config }: ToolWiring): readonly Tool[] {
  const ledger = createFileLedger();
  return [
    readFileTool({ ledger, maxChars: config.file_read_max_chars }),
    writeFileTool({ ledger }),
    patchTool({ ledger }),
    searchFilesTool({ ripgrep: findRipgrep() }),
    terminalTool({}),
    todoTool(createTodoBoard()),
  ];
}

/** `hermes-cli` and `all` mean everything; other names are toolsets or single tools. */
export function selectTools(
  tools: readonly Tool[],
  config: Config,
  settings: Pick<SessionSettings, "toolsets">,
): readonly Tool[] {
  const wanted = settings.toolsets ?? config.toolsets;
  const everything = wanted.some((name) => name === "all" || name === "*" || name.startsWith("hermes-"));
  const off = new Set(config.agent.disabled_toolsets);
  const chosen = everything
    ? tools
    : tools.filter((tool) => wanted.includes(tool.toolset) || wanted.includes(tool.name));
  return chosen.filter((tool) => !off.has(tool.toolset));
}

/** Throws UsageFailure for a name that is no toolset: a typo must not silently take tools away. */
export function checkToolsets(tools: readonly Tool[], wanted: readonly string[]): void {
  const known = new Set(["all", "*", ...tools.flatMap((tool) => [tool.toolset, tool.name])]);
  const unknown = wanted.filter((name) => !known.has(name) && !name.startsWith("hermes-"));
  if (unknown.length === 0) return;
  const names = [...new Set(tools.map((tool) => tool.toolset))].sort().join(", ");
  throw new UsageFailure(`Unknown toolset: ${unknown.join(", ")}. There are: ${names}, all.`);
}

// Every tool whose input is a zod shape, made with stand-ins: enough to ask for its facts, not to run it.

import type { Tool } from "../contracts/tool.ts";
import { browserTools } from "./browser/browser-tools.ts";
import { clarifyTool } from "./clarify.ts";
import { delegateTool } from "./delegate.ts";
import { executeCodeTool } from "./execute-code.ts";
import { createFileLedger } from "./file-ledger.ts";
import { createJobBoard } from "./jobs.ts";
import { patchTool } from "./patch.ts";
import { processTool } from "./process.ts";
import { readFileTool } from "./read-file.ts";
import { readTerminalTool } from "./read-terminal.ts";
import { searchFilesTool } from "./search-files.ts";
import { sessionSearchTool } from "./session-search.ts";
import { skillManageTool } from "./skill-manage.ts";
import { skillTools } from "./skills.ts";
import { textToSpeechTool, transcribeTool } from "./speech.ts";
import { terminalTool } from "./terminal.ts";
import { createTodoBoard, todoTool } from "./todo.ts";
import { visionAnalyzeTool } from "./vision.ts";
import { webExtractTool } from "./web-extract.ts";
import { webSearchTool } from "./web-search.ts";
import { writeFileTool } from "./write-file.ts";

/** `key` is the name the tool's schema is stored under; variants of one tool have keys of their own. */
export function everyTool(): readonly { readonly key: string; readonly tool: Tool }[] {
  // Nothing here is ever called: only facts are read.
  const nothing = {} as never;
  const ledger = createFileLedger();
  const jobs = createJobBoard(() => 0);
  const speech = { name: "s", baseUrl: "", apiKey: "", model: "", voice: "", shelf: nothing, newId: () => "" };
  const spawn = { run: nothing, maxParallel: 3, now: () => 0 };
  const code = { tools: [], tempDir: "", now: () => 0 };
  const tools: readonly Tool[] = [
    readFileTool({ ledger }),
    writeFileTool({ ledger }),
    patchTool({ ledger }),
    searchFilesTool({ ripgrep: undefined }),
    terminalTool({ jobs }),
    processTool(jobs, () => 0),
    readTerminalTool({ jobs }),
    todoTool(createTodoBoard()),
    clarifyTool,
    webSearchTool({ keys: {}, userAgent: "" }),
    webExtractTool({ fetch: nothing }),
    visionAnalyzeTool({ fetch: nothing, see: nothing }),
    delegateTool({ ...spawn, dispatch: nothing }),
    executeCodeTool({ ...code, python: "python3", node: "node" }),
    sessionSearchTool({ store: nothing }),
    ...skillTools({ skills: nothing }),
    skillManageTool({ skills: nothing, origin: "foreground" }),
    textToSpeechTool(speech),
    transcribeTool(speech),
    ...browserTools({ sessions: nothing, guard: nothing, see: nothing, screenshots: nothing }),
  ];
  return [
    ...tools.map((tool) => ({ key: tool.name, tool })),
    { key: "terminal without jobs", tool: terminalTool({}) },
    { key: "delegate_task at once", tool: delegateTool(spawn) },
    { key: "execute_code without python", tool: executeCodeTool({ ...code, node: "node" }) },
  ];
}

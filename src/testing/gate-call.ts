// A call as a gate sees it: a tool, its input and a context in Ann's workspace.

import type { Tool, ToolContext } from "../contracts/tool.ts";
import { OWNER } from "../kernel/principal.ts";
import { fakeEnvironment } from "./fake-environment.ts";

export const WORKSPACE = "/home/ann/shop";
export const OPTIONS = { home: "/home/ann", controlHomes: ["/home/ann/.hermes"] };

export interface World {
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly taints?: readonly string[];
  /** Read in an earlier turn. */
  readonly standing?: readonly string[];
}

export function contextOf({ files = {}, links = {}, taints = [], standing = [] }: World = {}): ToolContext {
  const env = fakeEnvironment({ cwd: WORKSPACE, files });
  return {
    sessionId: "s",
    callId: "c",
    principal: OWNER,
    env: { ...env, realPath: async (path) => links[env.resolve(path)] ?? env.resolve(path) },
    signal: new AbortController().signal,
    ask: async () => ({ type: "unanswered", why: "nobody is here" }),
    progress: () => undefined,
    taints: (within) => (within === "turn" ? taints : [...standing, ...taints]),
  };
}

export function toolOf(over: Partial<Tool> = {}): Tool {
  return {
    name: "terminal",
    toolset: "terminal",
    description: "",
    input: { decode: (value) => ({ type: "ok", value }), json: {} },
    effect: "execute",
    output: "foreign",
    touches: () => [],
    run: async () => ({ parts: [], isError: false }),
    ...over,
  };
}

export const fileTool = (effect: "read" | "write") =>
  toolOf({ name: `${effect}_file`, toolset: "file", effect, touches: (input) => [(input as { path: string }).path] });

export const call = (input: unknown) => ({ id: "c", tool: "t", input });

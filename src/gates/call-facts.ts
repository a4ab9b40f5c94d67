// What a call is about, read from its input by the facts tools share: paths they touch, addresses and commands they carry.

import type { Tool, ToolContext } from "../contracts/tool.ts";
import { isRecord } from "../kernel/json.ts";
import type { ToolCall } from "../kernel/message.ts";
import { normalizePath } from "../kernel/shell/paths.ts";
import type { CallFacts } from "../kernel/shell/rules.ts";
import { judgeCommandText } from "./explain-command.ts";
import { type PlaceOptions, placesFor } from "./gate-places.ts";
import { realPathOf } from "./real-path.ts";

/** The shell text of a call: a command, or what is typed into one that runs. */
export function shellText(tool: Tool, input: unknown): string | undefined {
  if (tool.effect !== "execute" || !isRecord(input)) return undefined;
  if (typeof input.command === "string") return input.command;
  return typeof input.data === "string" ? input.data : undefined;
}

/** Every address a call names in its `url` or `urls`, and, for tools that send, its `target` host. */
export function urlsOf(input: unknown): readonly string[] {
  if (!isRecord(input)) return [];
  const urls = [input.url, ...(Array.isArray(input.urls) ? input.urls : [])];
  return urls.filter((url): url is string => typeof url === "string" && url !== "");
}

export function hostOf(url: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
  return URL.parse(withScheme)?.hostname ?? url;
}

/** Paths are given as named and as they are behind symlinks, so that a rule about either holds. */
export async function callFacts(
  call: ToolCall,
  tool: Tool,
  context: ToolContext,
  options: PlaceOptions,
): Promise<CallFacts> {
  const decoded = tool.input.decode(call.input);
  const paths = new Set<string>();
  for (const path of decoded.type === "ok" ? tool.touches(decoded.value) : []) {
    const named = normalizePath(context.env.resolve(path));
    paths.add(named);
    paths.add((await realPathOf(context, path)) ?? named);
  }
  const text = shellText(tool, call.input);
  const judged = text === undefined ? undefined : judgeCommandText(text, placesFor(context, options));
  for (const path of judged?.touches ?? []) paths.add(path);
  return {
    tool: tool.name,
    paths: [...paths],
    hosts: urlsOf(call.input).map(hostOf),
    commands: judged === undefined ? [] : [text ?? "", ...judged.ran],
  };
}

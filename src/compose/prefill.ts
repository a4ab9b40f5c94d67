// An example exchange from a file, shown to the model late in every request.

import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { Home } from "../config/home.ts";
import type { Config } from "../config/schema.ts";
import { isRecord, parseJson } from "../kernel/json.ts";

export interface Prefill {
  readonly text: string;
  readonly problems: readonly string[];
}

export async function readPrefill(
  home: Home,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Prefill> {
  const wanted = env.HERMES_PREFILL_MESSAGES_FILE || config.prefill_messages_file || config.agent.prefill_messages_file;
  if (wanted === "") return { text: "", problems: [] };
  const path = isAbsolute(wanted) ? wanted : home.path(wanted);
  const source = await readFile(path, "utf8").catch(() => undefined);
  if (source === undefined) return { text: "", problems: [`The prefill file ${path} cannot be read.`] };
  const parsed = parseJson(source);
  const messages =
    parsed.type === "ok" && Array.isArray(parsed.value) ? (parsed.value as readonly unknown[]) : undefined;
  const lines = messages?.flatMap((message) =>
    isRecord(message) && typeof message.role === "string" && typeof message.content === "string"
      ? [`${message.role}: ${message.content}`]
      : [],
  );
  if (lines === undefined || lines.length !== messages?.length) {
    return { text: "", problems: [`The prefill file ${path} must be a JSON list of {"role", "content"}.`] };
  }
  return { text: lines.join("\n"), problems: [] };
}

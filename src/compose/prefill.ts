// An example exchange from a file, shown to the model at the end of every request.

import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { Home } from "../config/home.ts";
import type { Config } from "../config/schema.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import type { Example } from "../kernel/late-layers.ts";

export interface Prefill {
  readonly examples: readonly Example[];
  readonly problems: readonly string[];
}

export async function readPrefill(
  home: Home,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Prefill> {
  const wanted = env.HERMES_PREFILL_MESSAGES_FILE || config.prefill_messages_file || config.agent.prefill_messages_file;
  if (wanted === "") return { examples: [], problems: [] };
  const path = isAbsolute(wanted) ? wanted : home.path(wanted);
  const source = await readFile(path, "utf8").catch(() => undefined);
  if (source === undefined) return { examples: [], problems: [`The prefill file ${path} cannot be read.`] };
  const parsed = parseJson(source);
  const examples = parsed.type === "ok" && Array.isArray(parsed.value) ? parsed.value.map(exampleOf) : [undefined];
  if (examples.every((example) => example !== undefined)) return { examples, problems: [] };
  const problem = `The prefill file ${path} must be a JSON list of {"role": "user" or "assistant", "content": text}; it is left out.`;
  return { examples: [], problems: [problem] };
}

function exampleOf(message: unknown): Example | undefined {
  if (!isRecord(message) || typeof message.content !== "string") return undefined;
  const { role, content } = message;
  return role === "user" || role === "assistant" ? { role, text: content } : undefined;
}

// Asking a server how long a prompt it really takes. Local servers run what memory allows, whatever the model could do, and
// each kind tells it in its own place.

import { isRecord, parseJson } from "../kernel/json.ts";
import { builtInRow } from "./catalog.ts";
import { authHeaders } from "./credentials.ts";
import { isLocalEndpoint } from "./endpoint.ts";
import { listingUrl } from "./probe.ts";
import { type Get, type Post, readText } from "./transport.ts";
import type { ProviderRow } from "./wire.ts";

/** What the server has set up, or only what the model would allow: then it may still be loaded with less. */
export type ServedWindow = { readonly type: "served" | "at-most"; readonly window: number };

export interface ServedPorts {
  readonly get: Get;
  readonly post: Post;
}

type Question = "listing" | "props" | "ollama" | "lmstudio";

/** What is worth asking there; nothing where the vendor's own server answers, whose windows are in the table. */
export function questionsFor(row: ProviderRow): readonly Question[] {
  if (row.wire === "gemini") return [];
  switch (row.id) {
    case "ollama":
      return ["ollama"];
    case "lmstudio":
      return ["lmstudio", "listing"];
    case "vllm":
      return ["listing"];
    case "llama.cpp":
      return ["props", "listing"];
  }
  if (isLocalEndpoint(row.baseUrl)) return ["props", "ollama", "lmstudio", "listing"];
  return isVendors(row) ? [] : ["listing"];
}

/** At the address the catalog gives it. */
function isVendors(row: ProviderRow): boolean {
  try {
    return builtInRow(row.id).baseUrl === row.baseUrl;
  } catch {
    return false;
  }
}

/** Asks everything at once; what is set up wins over what would be possible. Never throws. */
export async function askWindow(
  row: ProviderRow,
  model: string,
  secret: string,
  ports: ServedPorts,
  signal: AbortSignal,
): Promise<ServedWindow | undefined> {
  const headers = { ...row.headers, ...authHeaders(row.auth, secret) };
  const root = row.baseUrl.replace(/\/v1$/, "");
  const get = async (url: string) => (await ports.get(url, headers, signal)).body;
  const post = async (url: string, body: object) => {
    const whole = { ...headers, "content-type": "application/json" };
    return readText((await ports.post({ url, headers: whole, body: JSON.stringify(body), signal })).body, 4_000_000);
  };
  const ask = async (question: Question): Promise<ServedWindow | undefined> => {
    switch (question) {
      case "listing":
        return readListing(await get(listingUrl(row)), model);
      case "props":
        return readProps(await get(`${root}/props`));
      case "lmstudio":
        return readLmStudio(await get(`${root}/api/v0/models`), model);
      case "ollama":
        return (
          readOllamaLoaded(await get(`${root}/api/ps`), model) ??
          readOllamaModel(await post(`${root}/api/show`, { model }))
        );
    }
  };
  const answers = await Promise.all(questionsFor(row).map((question) => ask(question).catch(() => undefined)));
  return answers.find((answer) => answer?.type === "served") ?? answers.find((answer) => answer !== undefined);
}

/** llama.cpp: what one slot holds. */
export function readProps(body: string): ServedWindow | undefined {
  const settings = fieldsOf(body).default_generation_settings;
  return served(isRecord(settings) ? settings.n_ctx : undefined);
}

/** vLLM, SGLang and gateways say it in the list of models, each under its own name. */
export function readListing(body: string, model: string): ServedWindow | undefined {
  const entry = entryFor(fieldsOf(body).data, model);
  if (entry === undefined) return undefined;
  const meta = isRecord(entry.meta) ? entry.meta.n_ctx : undefined;
  return served(entry.max_model_len ?? entry.context_length ?? entry.context_window ?? meta);
}

export function readLmStudio(body: string, model: string): ServedWindow | undefined {
  const entry = entryFor(fieldsOf(body).data, model);
  return served(entry?.loaded_context_length) ?? atMost(entry?.max_context_length);
}

export function readOllamaLoaded(body: string, model: string): ServedWindow | undefined {
  const list = fieldsOf(body).models;
  const names = new Set([model, `${model}:latest`]);
  const entry = Array.isArray(list)
    ? (list as readonly unknown[])
        .filter(isRecord)
        .find((one) => names.has(String(one.name)) || names.has(String(one.model)))
    : undefined;
  return served(entry?.context_length);
}

export function readOllamaModel(body: string): ServedWindow | undefined {
  const fields = fieldsOf(body);
  const chosen = /^num_ctx\s+(\d+)/m.exec(typeof fields.parameters === "string" ? fields.parameters : "")?.[1];
  if (chosen !== undefined) return served(Number(chosen));
  const info = isRecord(fields.model_info) ? fields.model_info : {};
  return atMost(Object.entries(info).find(([name]) => name.endsWith(".context_length"))?.[1]);
}

function entryFor(list: unknown, model: string): Readonly<Record<string, unknown>> | undefined {
  const entries = Array.isArray(list) ? (list as readonly unknown[]).filter(isRecord) : [];
  return entries.find((entry) => entry.id === model) ?? (entries.length === 1 ? entries[0] : undefined);
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(body);
  return parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
}

function served(value: unknown): ServedWindow | undefined {
  return isWindow(value) ? { type: "served", window: value } : undefined;
}

function atMost(value: unknown): ServedWindow | undefined {
  return isWindow(value) ? { type: "at-most", window: value } : undefined;
}

function isWindow(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 512 && value <= 100_000_000;
}

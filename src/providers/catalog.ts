// Finding a vendor's row by any of its names, and turning what a user wrote in `providers:` into rows of the same kind.

import { isRecord } from "../kernel/json.ts";
import { CATALOG } from "./catalog.data.ts";
import { type ModelOverride, type ProviderRow, WIRES, type Wire } from "./wire.ts";

/** By id or alias, case-insensitive; a user's row wins over a built-in one. */
export function findRow(name: string, userRows: readonly ProviderRow[] = []): ProviderRow | undefined {
  const wanted = name.trim().toLowerCase();
  const matches = (row: ProviderRow) => row.id.toLowerCase() === wanted || row.aliases.includes(wanted);
  return userRows.find(matches) ?? CATALOG.find(matches);
}

export function builtInRow(id: string): ProviderRow {
  const row = CATALOG.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`no such built-in provider: ${id}`);
  return row;
}

/** Removes trailing slashes, and the `/v1` that users often paste where a host root is wanted. */
export function cleanBaseUrl(url: string, wire: Wire): string {
  const trimmed = url.trim().replace(/\/+$/, "");
  return wire === "anthropic_messages" ? trimmed.replace(/\/v1$/, "") : trimmed;
}

export interface EndpointSettings {
  readonly baseUrl?: string;
  readonly apiMode?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** The row with the user's endpoint in place of the vendor's; a changed wire brings that wire's habits. */
export function withEndpoint(row: ProviderRow, settings: EndpointSettings): ProviderRow {
  const wire = parseWire(settings.apiMode) ?? row.wire;
  const baseUrl = settings.baseUrl ? cleanBaseUrl(settings.baseUrl, wire) : row.baseUrl;
  const headers = settings.headers ? { ...row.headers, ...settings.headers } : row.headers;
  const extraBody = settings.extraBody ? { ...row.extraBody, ...settings.extraBody } : row.extraBody;
  const moved = wire === row.wire ? row : { ...row, ...wireHabits(wire), wire };
  return { ...moved, baseUrl, ...(headers && { headers }), ...(extraBody && { extraBody }) };
}

function wireHabits(wire: Wire): Pick<ProviderRow, "auth" | "marks" | "quirks"> {
  switch (wire) {
    case "anthropic_messages":
      return { auth: "x-api-key", marks: "all", quirks: {} };
    case "gemini":
      return { auth: "x-goog-api-key", marks: [], quirks: {} };
    case "chat_completions":
    case "codex_responses":
      return { auth: "bearer", marks: [], quirks: {} };
  }
}

export function parseWire(mode: string | undefined): Wire | undefined {
  return WIRES.find((wire) => wire === mode?.trim());
}

export interface UserProvider {
  readonly row: ProviderRow;
  readonly apiKey?: string;
  readonly contextLength?: number;
  readonly staleMs?: number;
  readonly models: Readonly<Record<string, ModelOverride>>;
}

export interface UserProviders {
  readonly providers: readonly UserProvider[];
  /** One sentence per entry that could not be read. */
  readonly problems: readonly string[];
}

/** Reads the `providers:` map and the older `custom_providers:` list; entries without an endpoint are reported, not fatal. */
export function readUserProviders(config: {
  readonly providers?: unknown;
  readonly customProviders?: unknown;
}): UserProviders {
  const entries: [string, unknown][] = [];
  if (isRecord(config.providers)) entries.push(...Object.entries(config.providers));
  if (Array.isArray(config.customProviders))
    for (const item of config.customProviders as readonly unknown[])
      entries.push([textField(item, "name") ?? "", item]);

  const providers: UserProvider[] = [];
  const problems: string[] = [];
  for (const [name, value] of entries) {
    const read = readUserProvider(name.trim(), value);
    if (typeof read === "string") problems.push(read);
    else providers.push(read);
  }
  return { providers, problems };
}

function readUserProvider(name: string, value: unknown): UserProvider | string {
  if (name === "") return "An entry of custom_providers has no name.";
  if (!isRecord(value)) return `providers.${name} must be a map with at least base_url.`;
  const known = findRow(name);
  const mode = textField(value, "api_mode") ?? textField(value, "transport");
  if (mode !== undefined && parseWire(mode) === undefined)
    return `providers.${name}.api_mode is "${mode}"; use one of ${WIRES.join(", ")}.`;
  const baseUrl = textField(value, "base_url") ?? textField(value, "api") ?? textField(value, "url");
  if (baseUrl === undefined && known === undefined) return `providers.${name} needs a base_url.`;

  const template = known ?? { ...builtInRow("custom"), id: name, name, aliases: [`custom:${name.toLowerCase()}`] };
  const row = withEndpoint(template, {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(mode !== undefined && { apiMode: mode }),
    headers: stringMap(value.default_headers ?? value.headers),
    ...(isRecord(value.extra_body) && { extraBody: value.extra_body }),
  });
  const keyEnv = textField(value, "key_env");
  const apiKey = textField(value, "api_key");
  const contextLength = numberField(value, "context_length");
  const stale = numberField(value, "stale_timeout_seconds");
  return {
    row: {
      ...row,
      keyEnv: keyEnv === undefined ? row.keyEnv : [keyEnv],
      defaultModel: textField(value, "default_model") ?? textField(value, "model") ?? row.defaultModel,
    },
    ...(apiKey !== undefined && { apiKey }),
    ...(contextLength !== undefined && { contextLength }),
    ...(stale !== undefined && { staleMs: stale * 1000 }),
    models: readModels(value.models),
  };
}

function readModels(value: unknown): Readonly<Record<string, ModelOverride>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([model, entry]) => [model, readModel(entry)]));
}

function readModel(entry: unknown): ModelOverride {
  const window = numberField(entry, "context_length");
  const maxOutput = numberField(entry, "max_tokens");
  const stale = numberField(entry, "stale_timeout_seconds");
  return {
    ...(window !== undefined && { window }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(stale !== undefined && { staleMs: stale * 1000 }),
  };
}

function textField(value: unknown, key: string): string | undefined {
  const field = isRecord(value) ? value[key] : undefined;
  return typeof field === "string" && field.trim() !== "" ? field.trim() : undefined;
}

function numberField(value: unknown, key: string): number | undefined {
  const field = isRecord(value) ? Number(value[key]) : Number.NaN;
  return Number.isFinite(field) && field > 0 ? field : undefined;
}

function stringMap(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (typeof field === "string" ? [[key, field]] : [])),
  );
}

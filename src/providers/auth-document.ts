// auth.json as data: read leniently, written back with everything we did not understand still in it.

import { isRecord } from "../kernel/json.ts";
import type { PoolEntry } from "./pool.ts";

/** The parsed file; unknown keys are kept. */
export type AuthDocument = Readonly<Record<string, unknown>>;

export const EMPTY_AUTH: AuthDocument = { version: 1, credential_pool: {} };

type Fields = Readonly<Record<string, unknown>>;

export function poolOf(document: AuthDocument, provider: string): readonly PoolEntry[] {
  const pools = isRecord(document.credential_pool) ? document.credential_pool : {};
  const list = pools[provider];
  return Array.isArray(list) ? (list as readonly unknown[]).flatMap(readEntry) : [];
}

export function pooledProviders(document: AuthDocument): readonly string[] {
  const pools = isRecord(document.credential_pool) ? document.credential_pool : {};
  return Object.keys(pools).filter((provider) => poolOf(document, provider).length > 0);
}

export function withPool(document: AuthDocument, provider: string, entries: readonly PoolEntry[]): AuthDocument {
  const pools = isRecord(document.credential_pool) ? document.credential_pool : {};
  const before = Array.isArray(pools[provider]) ? (pools[provider] as readonly unknown[]).filter(isRecord) : [];
  const rows = entries.map((entry) => writeEntry(entry, before.find((row) => row.id === entry.id) ?? {}));
  const { [provider]: _dropped, ...others } = pools;
  return { ...document, credential_pool: rows.length > 0 ? { ...others, [provider]: rows } : others };
}

function readEntry(row: unknown): PoolEntry[] {
  if (!isRecord(row) || typeof row.id !== "string") return [];
  const status = row.last_status === "exhausted" || row.last_status === "dead" ? row.last_status : "ok";
  return [
    {
      id: row.id,
      label: text(row.label) ?? row.id,
      authType: row.auth_type === "oauth" ? "oauth" : "api_key",
      source: text(row.source) ?? "manual",
      priority: typeof row.priority === "number" ? row.priority : 0,
      secret: text(row.access_token) ?? "",
      status,
      uses: typeof row.request_count === "number" ? row.request_count : 0,
      ...optional("refreshToken", text(row.refresh_token)),
      ...optional("expiresAtMs", time(row.expires_at_ms, 1) ?? date(row.expires_at)),
      ...optional("portalUrl", text(row.portal_base_url)),
      ...optional("clientId", text(row.client_id)),
      ...optional("scope", text(row.scope)),
      ...optional("agentKey", agentKey(row)),
      ...optional("baseUrl", text(row.base_url) ?? text(row.inference_base_url)),
      ...optional("statusAtMs", time(row.last_status_at, 1000)),
      ...optional("lastUsedAtMs", time(row.last_used_at, 1000)),
      ...optional("resetAtMs", time(row.last_error_reset_at, 1000)),
      ...optional("errorCode", row.last_error_code === undefined ? undefined : String(row.last_error_code ?? "")),
      ...optional("errorMessage", text(row.last_error_message)),
    },
  ];
}

function writeEntry(entry: PoolEntry, before: Fields): Fields {
  const seconds = (ms: number | undefined) => (ms === undefined ? null : ms / 1000);
  return {
    ...before,
    id: entry.id,
    label: entry.label,
    auth_type: entry.authType,
    source: entry.source,
    priority: entry.priority,
    access_token: entry.secret,
    ...(entry.refreshToken !== undefined && { refresh_token: entry.refreshToken }),
    ...(entry.authType === "oauth" && signInFields(entry)),
    ...(entry.baseUrl !== undefined && { base_url: entry.baseUrl }),
    last_status: entry.status,
    last_status_at: seconds(entry.statusAtMs),
    last_error_code: entry.errorCode ?? null,
    last_error_message: entry.errorMessage ?? null,
    last_error_reset_at: seconds(entry.resetAtMs),
    request_count: entry.uses,
    ...(entry.lastUsedAtMs !== undefined && { last_used_at: entry.lastUsedAtMs / 1000 }),
  };
}

/** An end that is no longer known must not survive in the row it is written over. */
function signInFields(entry: PoolEntry): Fields {
  const ends = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    expires_at_ms: entry.expiresAtMs ?? null,
    expires_at: ends(entry.expiresAtMs),
    ...(entry.portalUrl !== undefined && { portal_base_url: entry.portalUrl }),
    ...(entry.clientId !== undefined && { client_id: entry.clientId }),
    ...(entry.scope !== undefined && { scope: entry.scope }),
    agent_key: entry.agentKey?.secret ?? null,
    agent_key_expires_at: ends(entry.agentKey?.expiresAtMs),
  };
}

function agentKey(row: Fields): PoolEntry["agentKey"] {
  const secret = text(row.agent_key);
  return secret === undefined ? undefined : { secret, ...optional("expiresAtMs", date(row.agent_key_expires_at)) };
}

function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, V>>);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function time(value: unknown, factor: number): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value * factor : undefined;
}

function date(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

// Asking a server which models it holds: for local servers nobody configured, and for the model picker.

import { isRecord, parseJson } from "../kernel/json.ts";
import { authHeaders } from "./credentials.ts";
import type { Get } from "./transport.ts";
import type { ProviderRow } from "./wire.ts";

export type Listing =
  | { readonly type: "models"; readonly ids: readonly string[] }
  /** Somebody is there, and gives no list. */
  | { readonly type: "no-list"; readonly status: number }
  /** Nobody answered; `code` is the system's word for it. */
  | { readonly type: "unreachable"; readonly code: string | undefined };

/** Model ids in the server's order; undefined when it does not answer as such a server would. Never throws. */
export async function listModels(
  row: ProviderRow,
  secret: string,
  get: Get,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const listing = await askForModels(row, secret, get, signal);
  return listing.type === "models" ? listing.ids : undefined;
}

/** Never throws. */
export async function askForModels(row: ProviderRow, secret: string, get: Get, signal: AbortSignal): Promise<Listing> {
  const headers = { ...row.headers, ...authHeaders(row.auth, secret), ...versionHeader(row) };
  try {
    const { status, body } = await get(listingUrl(row), headers, signal);
    const ids = status === 200 ? idsIn(body) : undefined;
    return ids === undefined ? { type: "no-list", status } : { type: "models", ids };
  } catch (error) {
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
    return { type: "unreachable", code };
  }
}

function idsIn(body: string): readonly string[] | undefined {
  const parsed = parseJson(body);
  if (parsed.type === "bad" || !isRecord(parsed.value)) return undefined;
  const list = parsed.value.data ?? parsed.value.models;
  return Array.isArray(list) ? (list as readonly unknown[]).flatMap(idOf) : undefined;
}

export function listingUrl(row: Pick<ProviderRow, "wire" | "baseUrl">): string {
  return row.wire === "anthropic_messages" ? `${row.baseUrl}/v1/models` : `${row.baseUrl}/models`;
}

function versionHeader(row: ProviderRow): Readonly<Record<string, string>> {
  return row.wire === "anthropic_messages" ? { "anthropic-version": "2023-06-01" } : {};
}

function idOf(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return [];
  const id = typeof entry.id === "string" ? entry.id : entry.name;
  return typeof id === "string" && id !== "" ? [id.replace(/^models\//, "")] : [];
}

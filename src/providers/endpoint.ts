// Where a request goes: the address people read, and whether it is on their own machine or network.

import type { ProviderRow } from "./wire.ts";

const PATHS = {
  chat_completions: "/chat/completions",
  anthropic_messages: "/v1/messages",
  codex_responses: "/responses",
  gemini: "/models",
} as const;

/** Host and path, without scheme, credentials or query. */
export function endpointLabel(row: Pick<ProviderRow, "baseUrl" | "wire">): string {
  const url = parseUrl(`${row.baseUrl}${PATHS[row.wire]}`);
  return url === undefined ? "(no endpoint)" : `${url.host}${url.pathname}`;
}

/** True for this machine and private networks: slow prompt processing there is normal. */
export function isLocalEndpoint(baseUrl: string): boolean {
  const host = parseUrl(baseUrl)?.hostname.replace(/^\[|\]$/g, "");
  if (host === undefined) return false;
  if (host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local")) return true;
  if (host === "::1" || host === "0.0.0.0" || /^f[cd][0-9a-f]{2}:/i.test(host)) return true;
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) return !host.includes(".") && !host.includes(":");
  return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host);
}

/** Only http and https: `localhost:8080` parses as a URL too, of scheme `localhost`. */
export function parseUrl(value: string): URL | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}

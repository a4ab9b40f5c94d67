// Where a provider's secret comes from, as one small port: a fixed key, or a pool that rotates.

import type { ModelFailure } from "../kernel/failure.ts";
import type { AuthStyle } from "./wire.ts";

export interface Credential {
  readonly id: string;
  /** Empty for servers that want none. */
  readonly secret: string;
  /** An account may be tied to its own address. */
  readonly baseUrl?: string;
}

export interface Credentials {
  /** The one to use now; undefined when every one is exhausted or dead. */
  take(signal: AbortSignal): Promise<Credential | undefined>;
  /** Told of a failure; `retry` when another (or the refreshed same) one is worth a try at once. */
  failed(credential: Credential, failure: ModelFailure): Promise<"retry" | "stop">;
  worked(credential: Credential): Promise<void>;
  /** Every secret it holds, for cleaning error text. */
  secrets(): readonly string[];
}

/** One key that never changes; undefined for endpoints without keys. */
export function fixedKey(secret: string | undefined): Credentials {
  const credential: Credential = { id: "fixed", secret: secret ?? "" };
  return {
    take: () => Promise.resolve(credential),
    failed: () => Promise.resolve("stop"),
    worked: () => Promise.resolve(),
    secrets: () => (credential.secret === "" ? [] : [credential.secret]),
  };
}

export function authHeaders(style: AuthStyle, secret: string): Readonly<Record<string, string>> {
  if (secret === "") return {};
  switch (style) {
    case "bearer":
      return { authorization: `Bearer ${secret}` };
    case "x-api-key":
      return { "x-api-key": secret };
    case "x-goog-api-key":
      return { "x-goog-api-key": secret };
    case "none":
      return {};
  }
}

// PostgreSQL's error codes as the closed kinds of StoreFailure; the place is named, the password never.

import { StoreFailure, type StoreFailureKind } from "../../kernel/failure.ts";

const KINDS: Readonly<Record<string, StoreFailureKind>> = {
  "23505": "conflict",
  "40001": "busy",
  "40P01": "busy",
  "55P03": "busy",
  "57P01": "io",
  "57P02": "io",
  "57P03": "busy",
  "53100": "full",
  "53200": "busy",
  "53300": "busy",
  "25006": "read-only",
  "42501": "read-only",
  "28P01": "io",
  "28000": "io",
  "3D000": "io",
  XX001: "corrupt",
  XX002: "corrupt",
  ECONNREFUSED: "io",
  ECONNRESET: "io",
  ENOTFOUND: "io",
  ETIMEDOUT: "io",
  EPIPE: "io",
  ENOENT: "io",
  EHOSTUNREACH: "io",
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Two writers met: the loser tries again. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}

export function storeFailure(error: unknown, place: string): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const code = codeOf(error);
  const kind = code === undefined ? connectionKind(error) : KINDS[code];
  if (kind === undefined || !(error instanceof Error)) throw error;
  return new StoreFailure(kind, `Session database ${place}: ${error.message}.`, error);
}

/** pg reports a connection that ended under way without a code. */
function connectionKind(error: unknown): StoreFailureKind | undefined {
  return error instanceof AggregateError || (error instanceof Error && error.name === "Error") ? "io" : undefined;
}

/** `postgres://host:port/db` without user and password. */
export function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed === undefined ? "postgres" : `postgres://${parsed.host}${parsed.pathname}`;
}

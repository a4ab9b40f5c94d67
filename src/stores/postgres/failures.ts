// What PostgreSQL and the way to it report, as the closed kinds of StoreFailure; the place is named, the password never.

import { StoreFailure, type StoreFailureKind } from "../../kernel/failure.ts";

const KINDS: Readonly<Record<string, StoreFailureKind>> = {
  "23505": "conflict",
  "25006": "read-only",
  "42501": "read-only",
  "42P01": "corrupt",
  "42703": "corrupt",
  "53100": "full",
  "55P03": "busy",
  "57014": "busy",
  "57P03": "busy",
  XX001: "corrupt",
  XX002: "corrupt",
  ERR_INVALID_URL: "invalid",
};

/** The first two characters of PostgreSQL's codes are their class. */
const CLASSES: Readonly<Record<string, StoreFailureKind>> = {
  "08": "io",
  "22": "invalid",
  "23": "conflict",
  "25": "busy",
  "28": "io",
  "3D": "io",
  "40": "busy",
  "53": "busy",
  "54": "invalid",
  "57": "io",
  "58": "io",
};

/** Where what is reported says little to whoever reads it. */
const WORDS: Readonly<Record<string, string>> = {
  "25006": "it can only be read from here (a replica, or default_transaction_read_only is on)",
  "57014": "it took longer than the server allows (statement_timeout)",
  ECONNREFUSED: "no server answers there",
  ENOENT: "no server answers there",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
  ENOTFOUND: "nobody knows that host",
  EAI_AGAIN: "nobody knows that host",
  ETIMEDOUT: "no answer came in time",
  ERR_INVALID_URL: "store.url is no address; it looks like postgres://user:password@host:port/database",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself; sslmode=no-verify in store.url takes any",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by nobody known here; sslmode=no-verify in store.url takes any",
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/u.test(code) && /[0-9]/u.test(code);

/** A name or a title that was free a moment ago: whoever looks again sees who has it. */
const TAKEN_MEANWHILE: readonly unknown[] = ["sessions_pkey", "sessions_title"];

/** Two writers met: the loser tries again. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === "23505")
    return error instanceof Error && "constraint" in error && TAKEN_MEANWHILE.includes(error.constraint);
  return code === "40001" || code === "40P01";
}

/** The server itself said so; anything else leaves open what it did. */
export function isAnswer(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && isSqlState(code);
}

/** Something before it in the same transaction failed. */
export const isRefusedSince = (error: unknown): boolean => codeOf(error) === "25P02";

/** A lock was waited for longer than allowed. */
export const isLockedOut = (error: unknown): boolean => codeOf(error) === "55P03";

const GONE =
  /^(?:08...|57P0[1235]|ECONN(?:RESET|REFUSED|ABORTED)|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EAI_AGAIN)$/u;

/** The connection is gone, or nobody is there to connect to; a server that is started again has forgotten what was under way. */
export function isGone(error: unknown): boolean {
  if (error instanceof StoreFailure || !(error instanceof Error)) return false;
  const code = codeOf(error);
  // pg reports a connection that ended under way without a code.
  return code === undefined
    ? /^Connection terminated unexpectedly|not queryable/u.test(error.message)
    : GONE.test(code);
}

/** The server is there and takes nobody yet, or nobody more in this moment. */
export function isComingUp(error: unknown): boolean {
  const code = codeOf(error);
  return code === "57P03" || code === "53300";
}

/** Throws what is no failure of the store but a mistake of ours. */
export function storeFailure(error: unknown, place: string): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const kind = kindOf(error);
  if (kind === undefined || !(error instanceof Error)) throw error;
  return new StoreFailure(kind, `Session database ${place}: ${wordsFor(error)}.`, error);
}

function kindOf(error: unknown): StoreFailureKind | undefined {
  const code = codeOf(error);
  if (code === undefined)
    return error instanceof AggregateError || (error instanceof Error && error.name === "Error") ? "io" : undefined;
  return KINDS[code] ?? (isSqlState(code) ? CLASSES[code.slice(0, 2)] : "io");
}

function wordsFor(error: Error): string {
  const words = WORDS[codeOf(error) ?? ""];
  if (words !== undefined) return words;
  if (/password must be a (non-empty )?string/u.test(error.message))
    return "the server asks for a password, and store.url has none";
  return error.message.replace(/\.$/u, "");
}

/** `postgres://host:port/db` without user and password. */
export function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed === undefined ? "postgres" : `postgres://${parsed.host}${parsed.pathname}`;
}

// Every way a vendor or a network can let us down → one of ten kinds, by status and code first, by wording last.

import { ModelFailure, type ModelFailureKind } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { explain, type Where } from "./failure-text.ts";
import { isOverflow, statedWindow } from "./overflow.ts";
import { redactKeys } from "./redact.ts";
import { retryAfterMs } from "./retry-after.ts";

/** What can be read from an error, wherever it came from. */
export interface Facts {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

/** An answer with a status that is not success. */
export function failureOfResponse(
  where: Where,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  nowMs: number,
): ModelFailure {
  const parsed = parseJson(answer.body);
  const body = parsed.type === "ok" ? parsed.value : undefined;
  const read = readError(body);
  const wait = retryAfterMs(answer.headers, body, nowMs);
  const html = /^\s*<(?:!doctype|html)/i.test(answer.body);
  const title = html ? /<title[^>]{0,200}>([^<]{1,200})</i.exec(answer.body.slice(0, 4_000))?.[1] : undefined;
  const facts: Facts = {
    status: answer.status,
    code: read.code,
    message: read.message || (html ? (title ?? "").trim() : answer.body.trim().slice(0, 400)),
    retryAfterMs: wait,
  };
  return failureOfFacts(where, facts);
}

/** An error that arrived inside a stream that had begun well. */
export function failureOfStreamError(where: Where, error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const wrapped = isRecord(error) || error instanceof Error ? error : { message: String(error) };
  const name = Reflect.get(wrapped, "name");
  const status = statusOf(Reflect.get(wrapped, "statusCode"));
  const bare = error instanceof Error && status === undefined && !("data" in error) && !("code" in error);
  if (name === "AI_JSONParseError" || name === "AI_TypeValidationError" || bare) return damaged(where, error);
  const body = Reflect.get(wrapped, "responseBody");
  const parsed = typeof body === "string" ? parseJson(body) : undefined;
  const read = readError(Reflect.get(wrapped, "data") ?? (parsed?.type === "ok" ? parsed.value : wrapped));
  const outer = readError(wrapped);
  const message = read.message || outer.message;
  const code = read.code ?? outer.code;
  return failureOfFacts(where, { status: status ?? statusOf(code) ?? statusOfName(code), code, message }, error);
}

export function failureOfFacts(where: Where, facts: Facts, cause?: unknown): ModelFailure {
  const kind = classify(facts);
  const window = kind === "context-overflow" ? statedWindow(facts.message) : undefined;
  const clean: Facts = { ...facts, message: redactKeys(facts.message, where.secrets) };
  return new ModelFailure(kind, {
    message: explain(kind, where, clean),
    ...(facts.status !== undefined && { status: facts.status }),
    ...(facts.code !== undefined && { code: facts.code }),
    ...(facts.retryAfterMs !== undefined && { retryAfterMs: facts.retryAfterMs }),
    ...(window !== undefined && { statedWindow: window }),
    ...(cause !== undefined && { cause: redactedCause(cause, where.secrets) }),
  });
}

/** Status and code decide; the message is asked only where vendors share one status between causes. */
export function classify(facts: Facts): ModelFailureKind {
  const { status, message } = facts;
  const code = facts.code?.toLowerCase();
  if (isOverflow({ status, code, message })) return "context-overflow";
  const byCode = code === undefined ? undefined : CODE_KINDS[code];
  if (byCode !== undefined) return byCode;
  if (status === undefined) return "transport";
  if (status === 401) return "auth";
  if (status === 402) return "billing";
  if (status < 500 && BLOCKED.test(message)) return "refused";
  if (status === 403) return "auth";
  if (status === 408 || status === 504 || status === 524) return "timeout";
  if (status === 429) return /quota|credit|billing|balance/i.test(message) ? quotaKind(message) : "rate-limit";
  if (status >= 500) return "overloaded";
  if (status >= 400 && /api key not valid|invalid api key/i.test(message)) return "auth";
  if (status >= 400 && /credit balance is too low|insufficient (?:balance|credits)/i.test(message)) return "billing";
  return "bad-request";
}

/** Vendors that refuse content without a code of its own. */
const BLOCKED =
  /content (?:filtering|management|usage)? ?policy|(?:prompt|request|input) was (?:blocked|flagged)|safety system|moderation/i;

/** "Quota" means money to some vendors and requests per minute to others. */
function quotaKind(message: string): ModelFailureKind {
  return /per (?:minute|second|day)|retry in|try again|requests/i.test(message) ? "rate-limit" : "billing";
}

const CODE_KINDS: Readonly<Record<string, ModelFailureKind>> = {
  invalid_api_key: "auth",
  api_key_invalid: "auth",
  authentication_error: "auth",
  permission_error: "auth",
  permission_denied: "auth",
  unauthenticated: "auth",
  insufficient_quota: "billing",
  billing_error: "billing",
  billing_hard_limit_reached: "billing",
  billing_disabled: "billing",
  insufficient_credits: "billing",
  rate_limit_error: "rate-limit",
  rate_limit_exceeded: "rate-limit",
  resource_exhausted: "rate-limit",
  overloaded_error: "overloaded",
  server_overloaded: "overloaded",
  service_unavailable: "overloaded",
  unavailable: "overloaded",
  api_error: "overloaded",
  server_error: "overloaded",
  internal_server_error: "overloaded",
  internal: "overloaded",
  deadline_exceeded: "timeout",
  timeout: "timeout",
  timeout_error: "timeout",
  content_filter: "refused",
  content_policy_violation: "refused",
  invalid_prompt: "refused",
  model_not_found: "bad-request",
  not_found_error: "bad-request",
};

/** Vendors put the code in `error.code`, `error.type`, `error.status` or Google's `details[].reason`; servers of lesser care send a bare string. */
export function readError(body: unknown): { readonly code: string | undefined; readonly message: string } {
  const root = Array.isArray(body) ? (body as readonly unknown[])[0] : body;
  if (!isRecord(root)) return { code: undefined, message: typeof root === "string" ? root : "" };
  const failed = isRecord(root.response) && isRecord(root.response.error) ? root.response.error : undefined;
  const error = failed ?? (isRecord(root.error) ? root.error : root);
  const message = firstText(error.message, root.message, root.detail, typeof root.error === "string" ? root.error : "");
  const raw = isRecord(error.metadata) ? firstText(error.metadata.raw) : "";
  const context = typeof error.n_ctx === "number" ? ` ("n_ctx": ${error.n_ctx})` : "";
  return { code: codeOf(error), message: `${message}${raw && !message.includes(raw) ? `: ${raw}` : ""}${context}` };
}

function codeOf(error: Readonly<Record<string, unknown>>): string | undefined {
  if (Array.isArray(error.details))
    for (const detail of error.details as readonly unknown[])
      if (isRecord(detail) && typeof detail.reason === "string") return detail.reason.toLowerCase();
  const candidates = [error.code, error.type, error.status].filter(
    (value) => typeof value === "string" && value !== "error",
  );
  const known = candidates.find(
    (value) =>
      CODE_KINDS[String(value).toLowerCase()] !== undefined || isOverflow({ code: String(value), message: "" }),
  );
  const chosen = known ?? candidates[0] ?? (typeof error.code === "number" ? error.code : undefined);
  return chosen === undefined ? undefined : String(chosen).toLowerCase();
}

function firstText(...values: readonly unknown[]): string {
  for (const value of values) if (typeof value === "string" && value.trim() !== "") return value.trim();
  return "";
}

function statusOf(value: unknown): number | undefined {
  const status = Number(value);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined;
}

function statusOfName(code: string | undefined): number | undefined {
  return code === undefined || CODE_KINDS[code] === undefined ? 500 : undefined;
}

/** Network errors by their system code. */
export function failureOfNetwork(where: Where, error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const code = networkCode(error);
  const kind: ModelFailureKind = code === "ETIMEDOUT" ? "timeout" : "transport";
  return new ModelFailure(kind, {
    message: explain(kind, where, { code, message: "" }),
    ...(code !== undefined && { code }),
    cause: redactedCause(error, where.secrets),
  });
}

function networkCode(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = Reflect.get(at, "code");
    if (typeof code === "string") return code;
    const first: unknown = at instanceof AggregateError ? at.errors[0] : undefined;
    if (first instanceof Error && typeof Reflect.get(first, "code") === "string")
      return String(Reflect.get(first, "code"));
  }
  return undefined;
}

/** The stream stopped before the vendor said it was done. */
export function cutShort(where: Where, cause: unknown): ModelFailure {
  const code = networkCode(cause);
  return new ModelFailure("transport", {
    message: `The connection to ${where.endpoint} broke before the answer was complete${code ? ` (${code})` : ""}.`,
    code: code ?? "stream_cut",
    ...(cause !== undefined && { cause: redactedCause(cause, where.secrets) }),
  });
}

export function damaged(where: Where, cause: unknown): ModelFailure {
  return new ModelFailure("model-output", {
    message: `${where.endpoint} sent something that is not part of its protocol; the answer was damaged on the way.`,
    code: "stream_damaged",
    cause: redactedCause(cause, where.secrets),
  });
}

export function endless(where: Where): ModelFailure {
  return new ModelFailure("model-output", {
    message: `${where.endpoint} sends more than an answer can be, so the call was given up.`,
    code: "stream_endless",
  });
}

export function stalled(where: Where, silentMs: number): ModelFailure {
  return new ModelFailure("timeout", {
    message: `${where.endpoint} sent nothing for ${Math.round(silentMs / 1000)} s, so the call was given up.`,
    code: "stalled",
  });
}

export function stopped(where: Where): ModelFailure {
  return new ModelFailure("transport", { message: `The call to ${where.endpoint} was stopped.`, code: "aborted" });
}

/** Request bodies hang on SDK errors; only name, words and place are kept, without keys. */
function redactedCause(cause: unknown, secrets: readonly string[]): Error {
  const from =
    cause instanceof Error ? cause : new Error(typeof cause === "string" ? cause : (JSON.stringify(cause) ?? ""));
  const clean = new Error(redactKeys(from.message.slice(0, 2_000), secrets));
  clean.name = from.name;
  clean.stack = `${from.name}: ${clean.message}`;
  return clean;
}

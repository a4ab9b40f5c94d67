// How each vendor words its failures: status, error type and code per kind.

import type { ModelFailureKind } from "../../kernel/failure.ts";
import type { FailureAnswer } from "../script.ts";
import type { HttpError } from "./wire.ts";

interface ErrorRow {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: (failure: FailureAnswer) => string;
}

const window = (failure: FailureAnswer) => failure.window ?? 128_000;

const OPENAI: Record<ModelFailureKind, ErrorRow> = {
  auth: {
    status: 401,
    type: "invalid_request_error",
    code: "invalid_api_key",
    message: () => "Incorrect API key provided.",
  },
  billing: {
    status: 429,
    type: "insufficient_quota",
    code: "insufficient_quota",
    message: () => "You exceeded your current quota, please check your plan and billing details.",
  },
  "rate-limit": {
    status: 429,
    type: "requests",
    code: "rate_limit_exceeded",
    message: () => "Rate limit reached for requests.",
  },
  overloaded: { status: 503, type: "server_error", code: null, message: () => "The engine is currently overloaded." },
  "context-overflow": {
    status: 400,
    type: "invalid_request_error",
    code: "context_length_exceeded",
    message: (failure) =>
      `This model's maximum context length is ${window(failure)} tokens. However, your messages resulted in ${window(failure) + 2_048} tokens.`,
  },
  "bad-request": { status: 400, type: "invalid_request_error", code: null, message: () => "Invalid request." },
  refused: {
    status: 400,
    type: "invalid_request_error",
    code: "content_policy_violation",
    message: () => "Rejected by the safety system.",
  },
  transport: { status: 502, type: "server_error", code: null, message: () => "Bad gateway." },
  timeout: { status: 504, type: "server_error", code: null, message: () => "Gateway timeout." },
  "model-output": {
    status: 500,
    type: "server_error",
    code: null,
    message: () => "The model produced invalid output.",
  },
};

const ANTHROPIC: Record<ModelFailureKind, ErrorRow> = {
  auth: { status: 401, type: "authentication_error", code: null, message: () => "invalid x-api-key" },
  billing: {
    status: 400,
    type: "invalid_request_error",
    code: null,
    message: () => "Your credit balance is too low to access the Anthropic API.",
  },
  "rate-limit": {
    status: 429,
    type: "rate_limit_error",
    code: null,
    message: () => "This request would exceed your rate limit.",
  },
  overloaded: { status: 529, type: "overloaded_error", code: null, message: () => "Overloaded" },
  "context-overflow": {
    status: 400,
    type: "invalid_request_error",
    code: null,
    message: (failure) => `prompt is too long: ${window(failure) + 2_048} tokens > ${window(failure)} maximum`,
  },
  "bad-request": { status: 400, type: "invalid_request_error", code: null, message: () => "Invalid request." },
  refused: {
    status: 400,
    type: "invalid_request_error",
    code: null,
    message: () => "Output blocked by content filtering policy",
  },
  transport: { status: 502, type: "api_error", code: null, message: () => "Bad gateway" },
  timeout: { status: 504, type: "timeout_error", code: null, message: () => "Request timed out" },
  "model-output": { status: 500, type: "api_error", code: null, message: () => "Internal server error" },
};

const GEMINI: Record<ModelFailureKind, ErrorRow> = {
  auth: {
    status: 400,
    type: "INVALID_ARGUMENT",
    code: "API_KEY_INVALID",
    message: () => "API key not valid. Please pass a valid API key.",
  },
  billing: {
    status: 403,
    type: "PERMISSION_DENIED",
    code: "BILLING_DISABLED",
    message: () => "This API method requires billing to be enabled.",
  },
  "rate-limit": {
    status: 429,
    type: "RESOURCE_EXHAUSTED",
    code: null,
    message: () => "Resource has been exhausted (e.g. check quota).",
  },
  overloaded: {
    status: 503,
    type: "UNAVAILABLE",
    code: null,
    message: () => "The model is overloaded. Please try again later.",
  },
  "context-overflow": {
    status: 400,
    type: "INVALID_ARGUMENT",
    code: null,
    message: (failure) =>
      `The input token count (${window(failure) + 2_048}) exceeds the maximum number of tokens allowed (${window(failure)}).`,
  },
  "bad-request": {
    status: 400,
    type: "INVALID_ARGUMENT",
    code: null,
    message: () => "Request contains an invalid argument.",
  },
  refused: { status: 400, type: "INVALID_ARGUMENT", code: null, message: () => "The prompt was blocked." },
  transport: { status: 502, type: "UNAVAILABLE", code: null, message: () => "Bad gateway." },
  timeout: {
    status: 504,
    type: "DEADLINE_EXCEEDED",
    code: null,
    message: () => "The service is unable to finish in time.",
  },
  "model-output": { status: 500, type: "INTERNAL", code: null, message: () => "An internal error has occurred." },
};

export function openAiError(failure: FailureAnswer): HttpError {
  const row = OPENAI[failure.kind];
  const message = failure.message ?? row.message(failure);
  return {
    status: failure.status ?? row.status,
    body: { error: { message, type: row.type, param: null, code: failure.code ?? row.code } },
  };
}

export function anthropicError(failure: FailureAnswer): HttpError {
  const row = ANTHROPIC[failure.kind];
  const message = failure.message ?? row.message(failure);
  return {
    status: failure.status ?? row.status,
    body: { type: "error", error: { type: failure.code ?? row.type, message }, request_id: "req_test" },
  };
}

export function geminiError(failure: FailureAnswer): HttpError {
  const row = GEMINI[failure.kind];
  const status = failure.status ?? row.status;
  const reason = failure.code ?? row.code;
  const details = reason === null ? [] : [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }];
  return {
    status,
    body: { error: { code: status, message: failure.message ?? row.message(failure), status: row.type, details } },
  };
}

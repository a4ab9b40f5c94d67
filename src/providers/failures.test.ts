import { describe, expect, test } from "vitest";
import type { ModelFailureKind } from "../kernel/failure.ts";
import type { Where } from "./failure-text.ts";
import { classify, failureOfNetwork, failureOfResponse, readError } from "./failures.ts";
import { statedWindow } from "./overflow.ts";
import { maskKey, redactKeys } from "./redact.ts";
import { retryAfterMs } from "./retry-after.ts";

const WHERE: Where = {
  provider: "p",
  endpoint: "api.example.com/v1/chat/completions",
  model: "m",
  keyAdvice: "set P_KEY",
  local: false,
  secrets: ["sk-super-secret-value"],
};

/** Errors as vendors word them: status, body, the kind, and the window they state. */
const WORDINGS: readonly (readonly [string, number, unknown, ModelFailureKind, number?])[] = [
  [
    "llama.cpp overflow",
    400,
    {
      error: {
        code: 400,
        message: "the request exceeds the available context size",
        type: "exceed_context_size_error",
        n_prompt_tokens: 9000,
        n_ctx: 8192,
      },
    },
    "context-overflow",
    8192,
  ],
  [
    "vLLM overflow",
    400,
    {
      object: "error",
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens in the messages.",
      type: "BadRequestError",
      code: 400,
    },
    "context-overflow",
    4096,
  ],
  [
    "Anthropic overflow",
    400,
    {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 212000 tokens > 200000 maximum" },
    },
    "context-overflow",
    200_000,
  ],
  [
    "Anthropic input + output",
    400,
    {
      error: {
        type: "invalid_request_error",
        message: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length",
      },
    },
    "context-overflow",
    200_000,
  ],
  [
    "Anthropic output cap",
    400,
    {
      error: {
        type: "invalid_request_error",
        message: "max_tokens: 128000 > 64000, which is the maximum allowed number of output tokens for this model",
      },
    },
    "bad-request",
  ],
  [
    "router overflow",
    400,
    {
      error: {
        code: 400,
        message: "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens",
      },
    },
    "context-overflow",
    131_072,
  ],
  [
    "LM Studio overflow",
    400,
    {
      error:
        "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    },
    "context-overflow",
    4096,
  ],
  [
    "long-context tier",
    429,
    { error: { type: "rate_limit_error", message: "Extra usage is required for long context requests." } },
    "context-overflow",
    200_000,
  ],
  ["payload too large", 413, "Request Entity Too Large", "context-overflow"],
  [
    "mere mention of max_tokens",
    400,
    { error: { message: "Unsupported parameter: 'max_tokens' is not supported with this model." } },
    "bad-request",
  ],
  ["mere mention of a window", 400, { error: { message: "Unknown field: context_window" } }, "bad-request"],
  [
    "quota per minute",
    429,
    {
      error: {
        code: 429,
        message: "Quota exceeded: requests per minute per model. Please retry in 17s.",
        status: "RESOURCE_EXHAUSTED",
      },
    },
    "rate-limit",
  ],
  ["no money", 429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }, "billing"],
  ["payment required", 402, { error: { message: "Insufficient credits" } }, "billing"],
  [
    "moderation",
    403,
    { error: { message: "Your input was flagged", code: 403, metadata: { reasons: ["x"] } } },
    "refused",
  ],
  ["forbidden", 403, { error: { message: "Country not supported" } }, "auth"],
  ["no such model", 404, { error: { message: "model not found", code: "model_not_found" } }, "bad-request"],
  ["overloaded", 529, { error: { type: "overloaded_error", message: "Overloaded" } }, "overloaded"],
  ["an HTML gateway page", 502, "<html><body>Bad gateway</body></html>", "overloaded"],
  ["a slow upstream", 504, "", "timeout"],
  ["validation", 422, { detail: [{ msg: "field required" }] }, "bad-request"],
];

describe("classification", () => {
  test.each(WORDINGS.map((wording) => ({ name: wording[0], wording })))("$name", ({ wording }) => {
    const [, status, body, kind, window] = wording;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const failure = failureOfResponse(WHERE, { status, headers: {}, body: text }, 0);
    expect(failure.kind).toBe(kind);
    expect(failure.statedWindow).toBe(window);
    expect(failure.message).toContain("api.example.com");
    expect(failure.message).not.toContain("<html");
  });

  test("a gateway's page gives its status, its title and something to do", () => {
    const body = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";
    const { kind, message } = failureOfResponse(WHERE, { status: 502, headers: {}, body }, 0);
    expect(kind).toBe("overloaded");
    expect(message).toMatch(/\(502\): try again.*Bad Gateway$/);
  });

  test.each([
    ["ECONNREFUSED", /refuse/],
    ["ECONNRESET", /closed the connection.*ECONNRESET.*try again/],
    ["EHOSTUNREACH", /EHOSTUNREACH.*check base_url/],
  ])("a connection that ends in %s says so and what to check", (code, said) => {
    const error = Object.assign(new Error("fetch failed"), { code });
    expect(failureOfNetwork(WHERE, error)).toMatchObject({ kind: "transport", message: expect.stringMatching(said) });
  });

  test("a code beats the status it came with", () => {
    expect(classify({ status: 500, code: "rate_limit_exceeded", message: "" })).toBe("rate-limit");
    expect(classify({ status: 400, code: "context_length_exceeded", message: "" })).toBe("context-overflow");
  });

  test("a router's hidden cause is shown", () => {
    const body = { error: { message: "Provider returned error", code: 400, metadata: { raw: "tools.0 is bad" } } };
    expect(readError(body).message).toContain("tools.0 is bad");
  });
});

test("windows are read only where one is stated", () => {
  expect(statedWindow("Something went wrong with request 123456789")).toBeUndefined();
  expect(statedWindow("context length of 1,048,576 tokens exceeded")).toBe(1_048_576);
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 1);
  test.each([
    [{ "retry-after": "12" }, {}, 12_000],
    [{ "retry-after": "0.5" }, {}, 500],
    [{ "retry-after": new Date(now + 30_000).toUTCString() }, {}, 30_000],
    [{ "retry-after": new Date(now - 30_000).toUTCString() }, {}, 0],
    [{ "retry-after-ms": "250", "retry-after": "9" }, {}, 250],
    [{}, { error: { details: [{ retryDelay: "17s" }] } }, 17_000],
    [{ "retry-after": "soon" }, {}, undefined],
    [{}, {}, undefined],
  ])("%j %j", (headers, body, expected) => {
    expect(retryAfterMs(headers, body, now)).toBe(expected);
  });
});

describe("keys in text", () => {
  test.each([
    "Incorrect API key provided: sk-super-secret-value.",
    'Authorization: "Bearer abcdefghijklmnop"',
    "https://x.example/v1?key=abcdefghijk&x=1",
    "api_key=abcdefgh12345",
    "token: AIzaSyD-abcdefghijklmnop",
    "sk-super-s********alue",
  ])("%s", (text) => {
    const clean = redactKeys(text, WHERE.secrets);
    expect(clean).toContain("[key]");
    expect(clean).not.toMatch(/super-s|abcdefgh/);
  });

  test("ordinary words stay", () => {
    const text = "The token count (12345) exceeds the limit; the key idea is bearer bonds.";
    expect(redactKeys(text)).toBe(text);
  });

  test("a mask never shows a short key", () => {
    expect(maskKey("short-key")).toBe("****");
    expect(maskKey("sk-abcdefghijklmnop")).toBe("sk-a…mnop");
  });
});

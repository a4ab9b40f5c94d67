// One small JSON client for all providers: deadlines, typed failures, and a breaker that leaves a broken service alone for a while.

import { parseJson } from "../../kernel/json.ts";
import { ApiFailure, type ApiFailureKind } from "./api-failure.ts";

export interface ApiOptions {
  readonly fetch: typeof fetch;
  /** Names the service in messages. */
  readonly service: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface ApiCall {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface Api {
  /** Parsed JSON; undefined for an empty answer. Throws ApiFailure. */
  call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, call?: ApiCall): Promise<unknown>;
  text(path: string, call?: ApiCall): Promise<string>;
}

const FAILURES_TO_PAUSE = 5;
const PAUSE_MS = 120_000;
const MAX_BYTES = 8 * 1024 * 1024;

export function createApi(options: ApiOptions): Api {
  const breaker = createBreaker();
  const root = options.url.replace(/\/+$/, "");

  async function send(method: string, path: string, call: ApiCall): Promise<string> {
    if (breaker.open())
      throw new ApiFailure("paused", `${options.service} failed repeatedly and is left alone for now.`);
    try {
      const answer = await exchange(options, `${root}${path}${queryText(call.query)}`, method, call);
      breaker.good();
      return answer;
    } catch (error) {
      // A wrong request says nothing about the service, an abort by the caller neither.
      if (error instanceof ApiFailure && error.kind !== "not-found" && error.kind !== "refused") breaker.bad();
      throw error;
    }
  }

  return {
    async call(method, path, call = {}) {
      const answer = await send(method, path, call);
      if (answer.trim() === "") return undefined;
      const parsed = parseJson(answer);
      if (parsed.type === "ok") return parsed.value;
      breaker.bad();
      throw new ApiFailure("garbage", `${options.service} answered something that is not JSON.`);
    },
    text: (path, call = {}) => send("GET", path, call),
  };
}

function createBreaker() {
  const state = { failures: 0, until: 0 };
  return {
    open: () => state.failures >= FAILURES_TO_PAUSE && performance.now() < state.until,
    good() {
      state.failures = 0;
    },
    bad() {
      state.failures++;
      if (state.failures >= FAILURES_TO_PAUSE) state.until = performance.now() + PAUSE_MS;
    },
  };
}

async function exchange(options: ApiOptions, url: string, method: string, call: ApiCall): Promise<string> {
  const { service } = options;
  const deadline = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs);
  const signal = call.signal === undefined ? deadline : AbortSignal.any([call.signal, deadline]);
  const hasBody = call.body !== undefined;
  try {
    const response = await options.fetch(url, {
      method,
      signal,
      redirect: "error",
      headers: {
        Accept: "application/json",
        ...(hasBody ? { "Content-Type": "application/json" } : {}),
        ...options.headers,
        ...call.headers,
      },
      ...(hasBody ? { body: JSON.stringify(call.body) } : call.form === undefined ? {} : { body: call.form }),
    });
    const text = await readBounded(response, service);
    if (response.ok) return text;
    throw new ApiFailure(kindOf(response.status), `${service} answered ${response.status}.`, {
      status: response.status,
    });
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    if (call.signal?.aborted) throw error;
    if (deadline.aborted) throw new ApiFailure("timeout", `${service} did not answer in time.`, { cause: error });
    throw new ApiFailure("network", `${service} could not be reached.`, { cause: error });
  }
}

async function readBounded(response: Response, service: string): Promise<string> {
  const length = Number(response.headers.get("content-length") ?? 0);
  if (length > MAX_BYTES) throw new ApiFailure("garbage", `${service} answered far too much.`);
  const text = await response.text();
  if (text.length > MAX_BYTES) throw new ApiFailure("garbage", `${service} answered far too much.`);
  return text;
}

function kindOf(status: number): ApiFailureKind {
  if (status === 401 || status === 403) return "auth";
  if (status === 404) return "not-found";
  return status >= 500 || status === 429 ? "server" : "refused";
}

function queryText(query: ApiCall["query"]): string {
  const entries = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(entries))}`;
}

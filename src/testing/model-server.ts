// A scripted model behind loopback HTTP, speaking four vendors' wires: providers and the built command are tested against it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isRecord, parseJson } from "../kernel/json.ts";
import { type Answer, type FailureAnswer, type Fault, fail, playback, type Step } from "./script.ts";
import { type Outcome, sendBody } from "./send-body.ts";
import { WIRES } from "./validate-request.ts";
import type { Exchange, Wire, WireName } from "./wires/wire.ts";

export interface RecordedRequest {
  /** Counted from 0 over calls of the model; model listings are not counted. */
  readonly index: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly wire: WireName;
  readonly model: string;
  readonly stream: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly raw: Uint8Array;
  /** What strict mode found, whether or not it is on. */
  readonly problems: readonly string[];
  /** How the response ended; undefined while it is under way. */
  readonly outcome: Outcome | undefined;
}

export interface ModelServer {
  /** `http://127.0.0.1:<port>`; every wire is found under any prefix. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  readonly left: number;
  push(...steps: readonly Step<RecordedRequest>[]): void;
  /** Resolves once this many calls have arrived. */
  arrived(count: number): Promise<void>;
  /** Resolves once the call with this index has been answered, cut, or left by its client. */
  ended(index: number): Promise<Outcome>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ModelServerOptions {
  /** Answer with the vendor's 400 when a request breaks its rules. */
  readonly strict?: boolean;
  /** Demand that user and assistant take turns, too. */
  readonly alternate?: boolean;
  /** Refuse calls that do not carry this key in the vendor's way. */
  readonly key?: string;
  /** Ids answered to `GET …/models`. */
  readonly models?: readonly string[];
}

interface Live {
  readonly options: ModelServerOptions;
  readonly next: (request: RecordedRequest) => Promise<Answer>;
  readonly nextId: (prefix: string) => string;
  readonly record: (request: RecordedRequest) => void;
  readonly end: (index: number, outcome: Outcome) => void;
  readonly count: () => number;
}

export async function startModelServer(
  script: readonly Step<RecordedRequest>[],
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const play = playback(script);
  const bell = createBell();
  let ids = 0;
  const live: Live = {
    options,
    next: play.next,
    nextId: (prefix) => `${prefix}_${String(++ids).padStart(4, "0")}`,
    count: () => requests.length,
    record(request) {
      requests.push(request);
      bell.ring();
    },
    end(index, outcome) {
      const request = requests[index];
      if (request) requests[index] = { ...request, outcome };
      bell.ring();
    },
  };
  const server = createServer((request, response) => void serve(request, response, live));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get left() {
      return play.left;
    },
    push: play.push,
    arrived: (count) => bell.until(() => (requests.length >= count ? true : undefined)).then(() => undefined),
    ended: (index) => bell.until(() => requests[index]?.outcome),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Waits for a condition that is looked at again whenever something happened. */
function createBell() {
  let waiting: readonly (() => void)[] = [];
  return {
    ring() {
      const due = waiting;
      waiting = [];
      for (const wake of due) wake();
    },
    async until<T>(look: () => T | undefined): Promise<T> {
      for (;;) {
        const found = look();
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          waiting = [...waiting, resolve];
        });
      }
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, live: Live): Promise<void> {
  const raw = await readAll(request);
  const path = request.url ?? "/";
  if (request.method === "GET" && /\/models\/?(\?|$)/.test(path))
    return sendModels(response, live.options.models ?? []);
  const route = routeOf(path);
  if (request.method !== "POST" || route === undefined) {
    return sendJson(response, 404, {
      error: { message: `Nothing answers ${request.method} ${path}.`, type: "not_found_error", code: null },
    });
  }
  const parsed = parseJson(new TextDecoder().decode(raw));
  const body = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
  const model = route.model ?? String(body.model ?? "");
  const wire = WIRES[route.wire];
  const recorded: RecordedRequest = {
    index: live.count(),
    method: "POST",
    path,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    wire: route.wire,
    model,
    stream: route.stream ?? body.stream === true,
    body,
    raw,
    problems: wire.problems(body, { model, ...(live.options.alternate ? { alternate: true } : {}) }),
    outcome: undefined,
  };
  live.record(recorded);
  const outcome = await respond(recorded, response, live, wire);
  live.end(recorded.index, outcome);
}

async function respond(request: RecordedRequest, response: ServerResponse, live: Live, wire: Wire): Promise<Outcome> {
  const answer = refusal(request, live.options) ?? (await live.next(request));
  const on: Exchange = {
    model: request.model,
    requestChars: request.raw.length,
    nextId: live.nextId,
    body: request.body,
  };
  if (answer.type === "raw") {
    response.writeHead(answer.status, answer.headers);
    return sendBody(response, [answer.body], answer.faults ?? []);
  }
  if (answer.type === "failure") return sendFailure(answer, request, response, { wire, on });
  if (!request.stream) {
    response.writeHead(200, { "content-type": "application/json" });
    return sendBody(response, [JSON.stringify(wire.whole(answer, on))], answer.faults ?? []);
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return sendBody(response, wire.events(answer, on), answer.faults ?? []);
}

async function sendFailure(
  failure: FailureAnswer,
  request: RecordedRequest,
  response: ServerResponse,
  { wire, on }: { readonly wire: Wire; readonly on: Exchange },
): Promise<Outcome> {
  if (failure.status === undefined && (failure.kind === "transport" || failure.kind === "timeout")) {
    const fault: Fault = failure.kind === "transport" ? { type: "reset", at: 0 } : { type: "stall", at: 0 };
    return sendBody(response, [" "], [fault]);
  }
  if (failure.status === undefined && failure.kind === "model-output") {
    response.writeHead(200, { "content-type": request.stream ? "text/event-stream" : "application/json" });
    return sendBody(response, [request.stream ? "data: {not json\n\n" : "{not json"], []);
  }
  if (failure.midStream !== undefined && request.stream) {
    const begun = wire.events(
      { type: "reply", parts: [{ type: "text", text: failure.midStream }], pieceChars: 1_000_000 },
      on,
    );
    const said = JSON.stringify(failure.midStream).slice(1, -1);
    const cut = begun.findIndex((event) => event.includes(said)) + 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    return sendBody(response, [...begun.slice(0, cut), wire.errorEvent(failure)], []);
  }
  const { status, body } = wire.error(failure);
  const wait = failure.retryAfterMs === undefined ? {} : retryHeaders(failure.retryAfterMs);
  response.writeHead(status, { "content-type": "application/json", ...wait });
  return sendBody(response, [JSON.stringify(body)], []);
}

/** Whole seconds in the standard header; the exact number in the one some vendors add. */
function retryHeaders(ms: number): Readonly<Record<string, string>> {
  return { "retry-after": String(Math.ceil(ms / 1000)), ...(ms % 1000 === 0 ? {} : { "retry-after-ms": String(ms) }) };
}

function refusal(request: RecordedRequest, options: ModelServerOptions): FailureAnswer | undefined {
  const { headers, wire } = request;
  if (options.key !== undefined) {
    const given =
      wire === "gemini" ? headers["x-goog-api-key"] : wire === "anthropic_messages" ? headers["x-api-key"] : undefined;
    if (given !== options.key && headers.authorization !== `Bearer ${options.key}`) return fail("auth");
  }
  if (!options.strict) return undefined;
  const missing =
    wire === "anthropic_messages" && headers["anthropic-version"] === undefined
      ? ["anthropic-version: header is required"]
      : [];
  const problems = [...missing, ...request.problems];
  return problems.length === 0 ? undefined : fail("bad-request", { message: problems.join("; ") });
}

interface Route {
  readonly wire: WireName;
  readonly model?: string;
  readonly stream?: boolean;
}

function routeOf(url: string): Route | undefined {
  const path = url.split("?")[0] ?? "";
  if (path.endsWith("/chat/completions")) return { wire: "chat_completions" };
  if (path.endsWith("/messages")) return { wire: "anthropic_messages" };
  if (path.endsWith("/responses")) return { wire: "responses" };
  const gemini = /\/models\/([^/:]+):(stream)?[gG]enerateContent$/.exec(path);
  return gemini
    ? { wire: "gemini", model: decodeURIComponent(gemini[1] ?? ""), stream: gemini[2] === "stream" }
    : undefined;
}

function sendModels(response: ServerResponse, ids: readonly string[]): void {
  sendJson(response, 200, { object: "list", data: ids.map((id) => ({ id, object: "model", owned_by: "test" })) });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

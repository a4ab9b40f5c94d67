// One request and the bytes that come back. Built on node:http rather than fetch: no hidden five-minute limits on slow local
// models, the socket closes the moment the signal says so, and a broken body still delivers every byte before the break.

import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { ProxySettings } from "../kernel/net/proxy.ts";

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface PostAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends with `broken` set when the connection failed before the body was complete. Never throws. */
  readonly body: ByteSource;
}

export interface ByteSource {
  /** Ends when the body does, or when the reader has enough: then nothing more is received. */
  read(onBytes: OnBytes): Promise<{ readonly broken?: unknown }>;
}

export type OnBytes = (bytes: Uint8Array) => "enough" | undefined;

/** Rejects with the system error when nothing was answered, or with the signal's reason. */
export type Post = (request: PostRequest) => Promise<PostAnswer>;

/** One GET; resolves with status and text, rejects when nothing answers. Redirects are answers. */
export type Get = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

const CONNECT_TIMEOUT_MS = 30_000;
/** Lists of a thousand models with all their facts are about a megabyte. */
const LONGEST_GET = 16_000_000;

export interface Transport {
  readonly post: Post;
  /** On a connection of its own and never repeated: for what must not happen twice. */
  readonly postOnce: Post;
  readonly get: Get;
  /** Closes idle connections. */
  close(): void;
}

/** Without a proxy connections are direct. */
export function createTransport(options: { readonly proxy?: ProxySettings | undefined } = {}): Transport {
  const proxyEnv = options.proxy && proxyVariables(options.proxy);
  const agents = new Map<string, { destroy(): void }>();

  const agentFor = (protocol: string, keepAlive: boolean) => {
    const name = `${protocol} ${keepAlive ? "kept" : "once"}`;
    const known = agents.get(name);
    if (known) return known;
    const { Agent } = protocol === "https:" ? loadHttps() : loadHttp();
    const agent = new Agent({ keepAlive, ...(proxyEnv && { proxyEnv }) });
    agents.set(name, agent);
    return agent;
  };

  const send = async (request: Outgoing, keepAlive = true): Promise<PostAnswer> => {
    const url = new URL(request.url);
    const agent = agentFor(url.protocol, keepAlive) as NonNullable<RequestOptions["agent"]>;
    const first = await attempt(url, request, agent);
    // A kept-alive socket may have died while idle; that says nothing about the server, so one fresh try is due.
    const last = first.type === "stale" ? await attempt(url, request, agent) : first;
    if (last.type === "answer") return last.answer;
    throw last.error;
  };

  return {
    post: (request) => send({ ...request, method: "POST" }),
    postOnce: (request) => send({ ...request, method: "POST" }, false),
    async get(url, headers, signal) {
      const answer = await send({ method: "GET", url, headers, signal });
      return { status: answer.status, body: await readText(answer.body, LONGEST_GET) };
    },
    close() {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

interface Outgoing extends Omit<PostRequest, "body"> {
  readonly method: "GET" | "POST";
  readonly body?: string;
}

type Attempt =
  | { readonly type: "answer"; readonly answer: PostAnswer }
  | { readonly type: "stale" | "failed"; readonly error: unknown };

function attempt(url: URL, request: Outgoing, agent: NonNullable<RequestOptions["agent"]>): Promise<Attempt> {
  return new Promise((resolve) => {
    const { signal } = request;
    if (signal.aborted) return resolve({ type: "failed", error: signal.reason });
    const body = request.body === undefined ? undefined : Buffer.from(request.body);
    const make = url.protocol === "https:" ? loadHttps().request : loadHttp().request;
    const outgoing = make(url, {
      method: request.method,
      agent,
      headers: { ...request.headers, ...(body && { "content-length": String(body.length) }) },
    });
    const onAbort = () => outgoing.destroy(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    signal.addEventListener("abort", onAbort, { once: true });
    limitConnect(outgoing);
    outgoing.once("error", (error) => {
      const stale = outgoing.reusedSocket && Reflect.get(error, "code") === "ECONNRESET" && !signal.aborted;
      resolve({ type: stale ? "stale" : "failed", error: signal.aborted ? signal.reason : error });
    });
    // Neither an error nor an answer: the server switched to a protocol nobody asked for.
    const silent = () => Object.assign(new Error("closed without an answer"), { code: "ECONNRESET" });
    outgoing.once("close", () => resolve({ type: "failed", error: silent() }));
    outgoing.once("response", (incoming) => {
      // Once the body is complete the socket belongs to the next call; a late abort must not close it.
      incoming.once("end", () => signal.removeEventListener("abort", onAbort));
      resolve({ type: "answer", answer: toAnswer(incoming) });
    });
    outgoing.end(body);
  });
}

function limitConnect(outgoing: ClientRequest): void {
  outgoing.once("socket", (socket) => {
    if (!socket.connecting) return;
    const late = () => outgoing.destroy(Object.assign(new Error("connect timed out"), { code: "ETIMEDOUT" }));
    socket.setTimeout(CONNECT_TIMEOUT_MS, late);
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.off("timeout", late);
    });
  });
}

function toAnswer(incoming: IncomingMessage): PostAnswer {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  return { status: incoming.statusCode ?? 0, headers, body: { read: (onBytes) => readBody(incoming, onBytes) } };
}

function readBody(incoming: IncomingMessage, onBytes: OnBytes): Promise<{ broken?: unknown }> {
  return new Promise((resolve) => {
    incoming.on("data", (bytes: Uint8Array) => {
      if (onBytes(bytes) !== "enough") return;
      resolve({});
      incoming.destroy();
    });
    incoming.once("end", () => resolve(incoming.complete ? {} : { broken: new Error("the body is incomplete") }));
    incoming.once("error", (broken) => resolve({ broken }));
    incoming.once("close", () => resolve({ broken: new Error("closed before the end") }));
  });
}

/** Reads at most `limit` bytes as text; the rest, of error answers for one, is not worth keeping. */
export async function readText(body: ByteSource, limit = 65_536): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await body.read((bytes) => {
    chunks.push(bytes);
    size += bytes.length;
    return size < limit ? undefined : "enough";
  });
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, limit));
}

/** The settings under the names Node knows them by. */
export function proxyVariables({ http, https, except }: ProxySettings): Readonly<Record<string, string>> {
  return {
    ...(http !== undefined && { http_proxy: http }),
    ...(https !== undefined && { https_proxy: https }),
    no_proxy: except,
  };
}

/** Taken this way because an `import` of node:http evaluates every export, which loads a second HTTP stack. */
function loadHttp() {
  return process.getBuiltinModule("node:http");
}
function loadHttps() {
  return process.getBuiltinModule("node:https");
}

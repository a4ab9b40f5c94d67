// The browser's only way out: a proxy of ours that connects to the address it has judged. A page cannot go around it.

import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import {
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, isIP, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { type ProxySettings, proxyFor } from "../../kernel/net/proxy.ts";
import type { NetGuard } from "../guarded-fetch.ts";

export interface GuardedProxy {
  readonly url: string;
  /** Why nothing came from this host, the last time nothing did. */
  refusal(host: string): string | undefined;
  close(): Promise<void>;
}

const MAX_REFUSALS = 200;
const BETWEEN_NEIGHBOURS = new Set(
  "connection keep-alive proxy-connection te trailer transfer-encoding upgrade".split(" "),
);

export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface GuardedProxyOptions {
  readonly guard: NetGuard;
  readonly lookup?: Lookup | undefined;
  /** The proxy this machine has to go through itself. */
  readonly proxy?: ProxySettings | undefined;
}

export async function openGuardedProxy(options: GuardedProxyOptions): Promise<GuardedProxy> {
  const open = new Set<Socket>();
  const refusals = new Map<string, string>();
  const note = ({ host }: URL, why: string | undefined) => {
    refusals.delete(host);
    if (why !== undefined) refusals.set(host, why);
    const [oldest] = refusals.keys();
    if (refusals.size > MAX_REFUSALS && oldest !== undefined) refusals.delete(oldest);
  };
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing, options, note).catch(() => outgoing.destroy());
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  server.on("connect", (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    tunnel(incoming, client, head).catch(() => client.destroy());
  });

  async function tunnel(incoming: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    client.on("error", () => client.destroy());
    const url = URL.parse(`https://${incoming.url ?? ""}`);
    const route: Route = url === null ? { type: "refused", why: "not an address" } : await routeTo(url, options);
    if (url === null || route.type === "refused") {
      if (url !== null && route.type === "refused") note(url, route.why);
      client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const upstream = await connectAlong(route, url).catch((error: unknown) => unreachable(url, error));
    note(url, typeof upstream === "string" ? upstream : undefined);
    if (typeof upstream === "string") {
      client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    open.add(upstream);
    upstream.on("close", () => open.delete(upstream));
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    upstream.pipe(client).pipe(upstream);
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusal: (host) => refusals.get(host),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

type Route =
  | { readonly type: "direct"; readonly address: string }
  | { readonly type: "proxy"; readonly way: URL }
  | { readonly type: "refused"; readonly why: string };
type Open = Exclude<Route, { type: "refused" }>;

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: GuardedProxyOptions,
  note: (url: URL, why: string | undefined) => void,
): Promise<void> {
  const url = URL.parse(incoming.url ?? "");
  const route: Route = url === null ? { type: "refused", why: "Not a proxy request." } : await routeTo(url, options);
  if (url === null || route.type === "refused") {
    const why = route.type === "refused" ? route.why : "";
    if (url !== null) note(url, why);
    outgoing.writeHead(403, { "content-type": "text/plain" }).end(why);
    return;
  }
  // A body of unknown length stays one: left to itself, a DELETE would send it as if it were the next request.
  const framing = incoming.headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" };
  const headers = { ...endToEnd(incoming.headers), ...framing };
  const upstream = requestAlong(route, url, { method: incoming.method, headers });
  const fail = (error: unknown) => {
    // Whoever asked may have left: then nothing was refused.
    if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy();
    const why = unreachable(url, error);
    note(url, why);
    outgoing.writeHead(502, { "content-type": "text/plain" }).end(why);
  };
  upstream.on("response", (response) => {
    try {
      outgoing.writeHead(response.statusCode ?? 0, endToEnd(response.headers));
    } catch (error) {
      // A server may answer what no server of ours may say, such as a status of 0.
      response.destroy();
      return fail(error);
    }
    note(url, undefined);
    // A page that is cut off ends here too, rather than being waited for.
    pipeline(response, outgoing, () => undefined);
  });
  upstream.on("error", fail);
  upstream.on("close", () => {
    if (!outgoing.headersSent) fail(new Error("it closed the connection without an answer"));
  });
  outgoing.on("close", () => upstream.destroy());
  incoming.pipe(upstream);
}

/** Without what is between two neighbours only: the other side of a proxy has its own connection. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? "").toLowerCase().split(/[\s,]+/);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !BETWEEN_NEIGHBOURS.has(name) && !named.includes(name)),
  );
}

function unreachable({ host }: URL, error: unknown): string {
  return `${host} could not be reached: ${error instanceof Error ? error.message : String(error)}`;
}

function requestAlong(route: Open, url: URL, about: RequestOptions): ClientRequest {
  const path = url.pathname + url.search;
  if (route.type === "direct") return request({ ...about, host: route.address, port: Number(url.port || 80), path });
  const headers = { ...(about.headers as IncomingHttpHeaders), ...credentialsOf(route.way) };
  return requestTo(route.way, { ...about, path: url.href, headers });
}

/** Resolves once bytes can flow. */
function connectAlong(route: Open, url: URL): Promise<Socket> {
  const port = Number(url.port || 443);
  return new Promise((resolve, reject) => {
    if (route.type === "direct") {
      const socket = connect({ host: route.address, port });
      socket.once("error", reject);
      socket.once("connect", () => resolve(socket));
      return;
    }
    const target = `${url.hostname}:${port}`;
    const asking = requestTo(route.way, {
      method: "CONNECT",
      path: target,
      headers: { host: target, ...credentialsOf(route.way) },
    });
    asking.once("error", reject);
    asking.once("response", () => reject(new Error("the proxy answered instead of connecting")));
    asking.once("connect", (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy refused (${response.statusCode})`));
    });
    asking.end();
  });
}

function requestTo(way: URL, about: RequestOptions): ClientRequest {
  const { request: send } = way.protocol === "https:" ? process.getBuiltinModule("node:https") : { request };
  const port = Number(way.port || (way.protocol === "https:" ? 443 : 80));
  return send({ ...about, host: way.hostname, port });
}

function credentialsOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** Direct to the judged address; behind a proxy, a name that only the proxy can resolve is the proxy's to judge. */
async function routeTo(url: URL, { guard, proxy, lookup = systemAddresses }: GuardedProxyOptions): Promise<Route> {
  const why = guard.refuseUrl(url);
  if (why !== undefined) return { type: "refused", why };
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const way = URL.parse(proxyFor(url, proxy) ?? "") ?? undefined;
  try {
    const found = isIP(host) === 0 ? await lookup(host) : [{ address: host, family: isIP(host) }];
    const refusal = found
      .map(({ address }) => guard.refuseAddress(address, host))
      .find((reason) => reason !== undefined);
    const [first] = found;
    if (refusal !== undefined) return { type: "refused", why: refusal };
    if (way !== undefined) return { type: "proxy", way };
    return first === undefined
      ? { type: "refused", why: `${host} has no address.` }
      : { type: "direct", address: first.address };
  } catch (error) {
    if (way !== undefined) return { type: "proxy", way };
    const reason = error instanceof Error ? error.message : String(error);
    return { type: "refused", why: `${host} could not be resolved: ${reason}` };
  }
}

async function systemAddresses(hostname: string): Promise<readonly LookupAddress[]> {
  return systemLookup(hostname, { all: true, verbatim: true });
}

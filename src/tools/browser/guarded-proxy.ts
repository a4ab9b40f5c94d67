// The browser's only way out: a proxy of ours that connects to the address it has judged. A page cannot go around it.

import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, isIP, type Socket } from "node:net";
import type { NetGuard } from "../guarded-fetch.ts";

export interface GuardedProxy {
  readonly url: string;
  close(): Promise<void>;
}

export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export async function openGuardedProxy(guard: NetGuard, lookup: Lookup = systemAddresses): Promise<GuardedProxy> {
  const open = new Set<Socket>();
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing, guard, lookup));
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  server.on(
    "connect",
    (incoming: IncomingMessage, client: Socket, head: Buffer) => void tunnel(incoming, client, head),
  );

  async function tunnel(incoming: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    client.on("error", () => client.destroy());
    const url = URL.parse(`https://${incoming.url ?? ""}`);
    const address = url === null ? { why: "not an address" } : await judged(url, guard, lookup);
    if (url === null || "why" in address) {
      client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const upstream = connect({ host: address.address, port: Number(url.port || 443) });
    open.add(upstream);
    upstream.on("close", () => open.delete(upstream));
    upstream.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    upstream.once("connect", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    client.on("close", () => upstream.destroy());
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  guard: NetGuard,
  lookup: Lookup,
): Promise<void> {
  const url = URL.parse(incoming.url ?? "");
  const address = url === null ? { why: "Not a proxy request." } : await judged(url, guard, lookup);
  if (url === null || "why" in address) {
    outgoing.writeHead(403, { "content-type": "text/plain" }).end("why" in address ? address.why : "");
    return;
  }
  const { "proxy-connection": _dropped, ...headers } = incoming.headers;
  const upstream = request({
    host: address.address,
    port: Number(url.port || 80),
    method: incoming.method,
    path: url.pathname + url.search,
    headers,
  });
  upstream.on("response", (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  upstream.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on("close", () => upstream.destroy());
  incoming.pipe(upstream);
}

async function judged(
  url: URL,
  guard: NetGuard,
  lookup: Lookup,
): Promise<{ readonly address: string } | { readonly why: string }> {
  const why = guard.refuseUrl(url);
  if (why !== undefined) return { why };
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  try {
    const found = isIP(host) === 0 ? await lookup(host) : [{ address: host, family: isIP(host) }];
    const refusal = found
      .map(({ address }) => guard.refuseAddress(address, host))
      .find((reason) => reason !== undefined);
    const [first] = found;
    if (refusal !== undefined || first === undefined) return { why: refusal ?? `${host} has no address.` };
    return { address: first.address };
  } catch (error) {
    return { why: `${host} could not be resolved: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function systemAddresses(hostname: string): Promise<readonly LookupAddress[]> {
  return systemLookup(hostname, { all: true, verbatim: true });
}

// The browser's way out without a browser: who is reached, who is not, and what a server may answer.

import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { text } from "node:stream/consumers";
import { fetch, ProxyAgent, type RequestInit } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { createNetGuard } from "../guarded-fetch.ts";
import { openGuardedProxy } from "./guarded-proxy.ts";

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("the proxy connects a name only to addresses that may be reached", async () => {
  const hosts: unknown[] = [];
  const shop = createServer((request, response) => {
    hosts.push(request.headers.host);
    response.end("Shop");
  });
  const port = await listening(shop);
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const closed = await openGuardedProxy({ guard: createNetGuard({ allowPrivate: false }), lookup });
  const through = (proxy: string) =>
    fetch(`http://rebind.example:${port}/`, { dispatcher: new ProxyAgent({ uri: proxy, proxyTunnel: false }) });
  expect((await through(closed.url)).status).toBe(403);
  const open = await openGuardedProxy({ guard: createNetGuard({ allowPrivate: true }), lookup });
  expect(await (await through(open.url)).text()).toContain("Shop");
  expect(hosts).toEqual([`rebind.example:${port}`]);
  await Promise.all([closed.close(), open.close()]);
});

test("behind a proxy the way out leads through it, plain and tunnelled, with its password; what is private stays refused", async () => {
  const asked: string[] = [];
  const beyond = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"]}`);
    response.end("from beyond");
  });
  beyond.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"]}`);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ntunnel"));
  });
  const way = `http://me:pw@127.0.0.1:${await listening(beyond)}`;
  const lookup = async (name: string) => {
    if (name === "intranet.example") return [{ address: "10.0.0.7", family: 4 }];
    throw new Error("only the proxy knows");
  };
  const guard = createNetGuard({ allowPrivate: false });
  const open = await openGuardedProxy({ guard, lookup, proxy: { http: way, https: way, except: "" } });
  const through = (url: string, proxyTunnel: boolean) =>
    fetch(url, { dispatcher: new ProxyAgent({ uri: open.url, proxyTunnel }) });
  expect(await (await through("http://bees.example/x", false)).text()).toBe("from beyond");
  expect(await (await through("http://bees.example:8443/x", true)).text()).toBe("tunnel");
  expect((await through("http://intranet.example/x", false)).status).toBe(403);
  const pass = `Basic ${Buffer.from("me:pw").toString("base64")}`;
  expect(asked).toEqual([`GET http://bees.example/x ${pass}`, `CONNECT bees.example:8443 ${pass}`]);
  await open.close();
});

const ANSWERS: Readonly<Record<string, string>> = {
  "a status of 0": "HTTP/1.1 000 X\r\ncontent-length: 2\r\n\r\nhi",
  "a status below 100": "HTTP/1.1 099 X\r\ncontent-length: 2\r\n\r\nhi",
  "another protocol": "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhi",
  "no HTTP": "good day",
  nothing: "",
};

/** Says the same to everybody, byte for byte, and hangs up. */
const parrot = (words: string) =>
  createTcpServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => socket.end(words));
  });

async function throughOpenProxy(port: number, how: RequestInit = {}): Promise<Awaited<ReturnType<typeof fetch>>> {
  const proxy = await openGuardedProxy({ guard: createNetGuard({ allowPrivate: true }) });
  onTestFinished(() => proxy.close());
  const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: false });
  return await fetch(`http://127.0.0.1:${port}/`, { ...how, dispatcher });
}

test.each(Object.keys(ANSWERS))("a server that answers with %s is told as unreachable", async (how) => {
  const port = await listening(parrot(ANSWERS[how] ?? ""));
  const response = await throughOpenProxy(port);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain(`127.0.0.1:${port} could not be reached`);
});

test("a page that is cut off ends, and headers meant for the next neighbour stay there", async () => {
  const cut = await listening(parrot("HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhalf"));
  await expect((await throughOpenProxy(cut)).text()).rejects.toThrow();
  const words =
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntrailer: a\r\nconnection: close, x-hop\r\nx-hop: 1\r\nx-end: 2\r\n\r\nhi";
  const response = await throughOpenProxy(await listening(parrot(words)));
  expect(await response.text()).toBe("hi");
  expect([...response.headers.keys()]).toContain("x-end");
  expect([...response.headers.keys()]).not.toContain("x-hop");
});

test.each(["POST", "DELETE", "OPTIONS"])("a body of unknown length arrives as the body of its %s", async (method) => {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${await text(request)}`);
    response.end("ok");
  });
  const body = new Blob(["GET /next HTTP/1.1\r\n\r\n"]).stream();
  const response = await throughOpenProxy(await listening(server), { method, body, duplex: "half" });
  expect(await response.text()).toBe("ok");
  expect(seen).toEqual([`${method} GET /next HTTP/1.1\r\n\r\n`]);
});

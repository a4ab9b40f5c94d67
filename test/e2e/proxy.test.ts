// Behind a proxy: the built command reaches its model, its issuer and the web through it, and only through it.

import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts";
import { call, calls, reply } from "../../src/testing/script.ts";
import { customModel, makePlace, type Place } from "./program.ts";

let place: Place;
let server: ModelServer;
/** What the proxy was asked for: whole addresses, and `CONNECT host:port`. */
let asked: string[];
let proxy: string;
const closing: (() => void)[] = [];

beforeEach(async () => {
  place = await makePlace();
  server = await startModelServer([]);
  asked = [];
  const through = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? "");
    const { pathname } = new URL(incoming.url ?? "");
    if (!pathname.startsWith("/v1/")) return void outgoing.setHeader("content-type", "text/plain").end("seen by proxy");
    const { method, headers } = incoming;
    const onward = request(`${server.url}${pathname}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  through.on("connect", (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((done) => through.listen(0, "127.0.0.1", done));
  closing.push(() => {
    through.closeAllConnections();
    through.close();
  });
  proxy = `http://127.0.0.1:${(through.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await server.close();
  await place.remove();
});

test("models and pages come through the proxy; NO_PROXY names what does not", async () => {
  server.push(calls(call("web_extract", { urls: ["http://bees.example/page"] })), reply("through"));
  await place.configure(customModel("http://model.example"));
  const env = { HTTP_PROXY: proxy };
  expect(await place.run(["-z", "hi"], { env })).toMatchObject({ code: 0, stdout: "through\n" });
  expect(asked.filter((url) => !url.endsWith("/models"))).toEqual([
    "http://model.example/v1/chat/completions",
    "http://bees.example/page",
    "http://model.example/v1/chat/completions",
  ]);
  expect(JSON.stringify(server.requests[1]?.body)).toContain("seen by proxy");

  asked.length = 0;
  server.push(reply("direct"));
  await place.configure(customModel(server.url));
  const direct = await place.run(["-z", "hi"], { env: { http_proxy: proxy, no_proxy: "localhost,127.0.0.1" } });
  expect(direct).toMatchObject({ code: 0, stdout: "direct\n" });
  expect(asked).toEqual([]);
});

test("searches go through it too", async () => {
  server.push(calls(call("web_search", { query: "bees" })), reply("searched"));
  await place.configure(customModel(server.url, "web:\n  backend: searxng\n"));
  const env = { HTTP_PROXY: proxy, NO_PROXY: "127.0.0.1", SEARXNG_URL: "http://search.example" };
  expect((await place.run(["-z", "hi"], { env })).stdout).toBe("searched\n");
  expect(asked).toEqual([expect.stringContaining("search.example")]);
});

test("a proxy that lets nothing through is named as the reason, without its password", async () => {
  await place.configure(customModel("https://model.example", "agent:\n  api_max_retries: 1\n"));
  const guarded = proxy.replace("http://", "http://someone:canary-password@");
  const ran = await place.run(["-z", "hi"], { env: { HTTPS_PROXY: guarded } });
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toContain("HTTPS_PROXY");
  expect(ran.stderr).not.toContain("canary-password");
  expect(asked[0]).toBe("CONNECT model.example:443");
});

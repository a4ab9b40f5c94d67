// The playback itself: what a client may not do, it hears about.

import { afterEach, beforeEach, expect, test } from "vitest";
import { filled, type RecordedServer, type Recording, startRecordedServer } from "./recorded-contract.ts";

const RECORDING: Recording = {
  service: "Things",
  auth: { authorization: "Bearer {key}" },
  headers: ["x-tenant"],
  absent: ["/v0/things"],
  exchanges: [
    {
      ...{ name: "make", source: "a page", method: "POST", path: "/v1/things", status: 201 },
      request: { name: "tea", tags: ["warm"], parts: [{ size: 1 }], more: {} },
      required: ["name", "parts[].size"],
      limits: { name: { min: 1, max: 5, pattern: "^[a-z]+$" }, parts: { max: 2 } },
      response: { id: "t1", name: "tea" },
    },
    {
      ...{ name: "show", source: "a page", method: "GET", path: "/v1/things/{id}", status: 200 },
      query: ["full"],
      requiredQuery: ["full"],
      response: { id: "t1", name: "tea" },
    },
    { name: "upload", source: "a page", method: "POST", path: "/v1/files", form: ["file"], status: 204 },
  ],
};

let server: RecordedServer;
beforeEach(async () => {
  server = await startRecordedServer(RECORDING, "k", {
    show: ({ part, example }) => (part.id === "none" ? "missing" : filled(example, { id: part.id })),
  });
});
afterEach(() => server.stop());

const HEADERS = { authorization: "Bearer k", "x-tenant": "a", "content-type": "application/json" };
async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = HEADERS) {
  const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
  const response = await fetch(`${server.url}${path}`, { method, headers, ...sent });
  const text = await response.text();
  return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
}

test("a documented call gets the documented answer with its own values in it", async () => {
  expect(await call("POST", "/v1/things", { name: "tea", parts: [{ size: 2 }], more: { any: 1 } })).toEqual({
    status: 201,
    json: { id: "t1", name: "tea" },
  });
  expect(await call("GET", "/v1/things/t%2F7?full=1")).toEqual({ status: 200, json: { id: "t/7", name: "tea" } });
  expect((await call("GET", "/v1/things/none?full=1")).status).toBe(404);
  expect((await call("POST", "/v0/things", {})).status).toBe(404);
  expect(server.unplayed()).toEqual(["upload"]);
  expect(server.complaints).toEqual([]);
});

test.each([
  ["an unknown path", () => call("POST", "/v1/thing", {}), 404, "is not documented"],
  ["another method", () => call("PUT", "/v1/things", {}), 404, "is not documented"],
  [
    "no key",
    () => call("GET", "/v1/things/a?full=1", undefined, { "x-tenant": "a" }),
    401,
    "wrong or no authorization",
  ],
  [
    "another key",
    () => call("GET", "/v1/things/a?full=1", undefined, { authorization: "Bearer x" }),
    401,
    "wrong or no",
  ],
  ["no tenant", () => call("GET", "/v1/things/a?full=1", undefined, { authorization: "Bearer k" }), 422, "no header"],
  ["an unknown query", () => call("GET", "/v1/things/a?full=1&x=1"), 422, "unknown query x"],
  ["a missing query", () => call("GET", "/v1/things/a"), 422, "no query full"],
  [
    "an unknown field",
    () => call("POST", "/v1/things", { name: "tea", parts: [], top_k: 1 }),
    422,
    "body.top_k is not",
  ],
  ["a missing field", () => call("POST", "/v1/things", { parts: [] }), 422, "no name"],
  ["a missing inner field", () => call("POST", "/v1/things", { name: "tea", parts: [{}] }), 422, "no parts[].size"],
  ["another kind", () => call("POST", "/v1/things", { name: 1, parts: [] }), 422, "body.name is a number"],
  ["a list that is none", () => call("POST", "/v1/things", { name: "tea", tags: "warm", parts: [] }), 422, "no list"],
  ["too much", () => call("POST", "/v1/things", { name: "coffee", parts: [] }), 422, "name out of bounds"],
  ["an odd value", () => call("POST", "/v1/things", { name: "T", parts: [] }), 422, "name out of bounds"],
  ["a body where there is none", () => call("DELETE", "/v1/things/a"), 404, "is not documented"],
])("%s is refused and complained about", async (_name, run, status, words) => {
  expect((await run()).status).toBe(status);
  expect(server.complaints.join()).toContain(words);
});

test("uploads are held against the names of their parts", async () => {
  const { "content-type": _, ...headers } = HEADERS;
  const form = (name: string) => {
    const parts = new FormData();
    parts.append(name, new Blob(["x"]), "x.txt");
    return parts;
  };
  expect((await call("POST", "/v1/files", form("file"), headers)).status).toBe(204);
  expect(server.complaints).toEqual([]);
  expect((await call("POST", "/v1/files", form("data"), headers)).status).toBe(422);
  expect(server.complaints.join()).toContain("no part file");
});

test("an answer cannot hold what the documentation does not know", () => {
  expect(() => filled({ id: "t1" }, { name: "tea" })).toThrow("knows no field name");
});

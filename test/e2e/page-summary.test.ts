// A model chosen for it shortens long pages; without one they are only cut.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, calls, forever, reply } from "../../src/testing/script.ts";
import { servedPlace } from "./served-place.ts";

const here = servedPlace();
const pages = createServer((_request, response) => {
  response.setHeader("content-type", "text/html").end(`<title>Long</title><p>${"many words ".repeat(1_000)}`);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((done) => pages.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/long`;
});
afterAll(() => new Promise((done) => pages.close(done)));

test.each([
  ["", ["test-model", "test-model"], "many words"],
  ["auxiliary:\n  web_extract:\n    model: small-model\n", ["test-model", "small-model", "test-model"], "IN SHORT"],
])("with the settings %j", async (settings, models, content) => {
  const server = await here.serve(
    [
      forever(({ model, body }) => {
        if (model === "small-model") return reply("IN SHORT");
        return JSON.stringify(body.messages).includes("tool_call_id")
          ? reply("done")
          : calls(call("web_extract", { urls: [url] }));
      }),
    ],
    `${settings}security:\n  allow_private_urls: true\n`,
  );
  await here.place.run(["chat", "-q", "read it"]);
  expect(server.requests.map(({ model }) => model)).toEqual(models);
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(content);
});

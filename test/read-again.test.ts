// "You have this already" is only said of what is still in the conversation.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { text } from "../src/kernel/message.ts";
import { OWNER } from "../src/kernel/principal.ts";
import { call, calls, reply } from "../src/testing/script.ts";
import { hostPlace } from "./host/place.ts";

test("a file is sent whole again once the session was opened anew, as after /undo", async () => {
  const there = await hostPlace();
  const { place, server } = there;
  await writeFile(join(place.cwd, "a.txt"), "the content\n");
  const read = calls(call("read_file", { path: "a.txt" }));
  server.push(read, read, reply("done"), read, reply("done"));
  const { host, defaults } = there.app();
  const request = { principal: OWNER, source: "gateway", cwd: place.cwd, settings: defaults };
  const results = () => {
    const body = server.requests.at(-1)?.body as { messages: { role: string; content: unknown }[] };
    return body.messages.filter(({ role }) => role === "tool").map(({ content }) => JSON.stringify(content));
  };
  const first = await host.create(request);
  const { id } = first;
  await first.send({ parts: [text("read it")], delivery: "queue" });
  await first.settled();
  expect(results().map((result) => result.includes("the content"))).toEqual([true, false]);
  await first.close();

  const again = await host.resume(id, request);
  await again.send({ parts: [text("once more")], delivery: "queue" });
  await again.settled();
  expect(results().at(-1)).toContain("the content");
  await again.close();
  await there.remove();
});

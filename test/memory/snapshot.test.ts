// The snapshot in the prompt over the life of a conversation: frozen while it lasts, resumed too, read anew after a compaction.

import { afterEach, beforeEach, expect, test } from "vitest";
import type { Session } from "../../src/contracts/session.ts";
import { text } from "../../src/kernel/message.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { call, calls, reply } from "../../src/testing/script.ts";
import { type HostPlace, hostPlace } from "../host/place.ts";

let host: HostPlace;
beforeEach(async () => {
  host = await hostPlace("memory:\n  nudge_interval: 0\n");
});
afterEach(() => host.remove());

const request = () => ({ principal: OWNER, source: "gateway", cwd: host.place.cwd, settings: host.app().defaults });

/** What the model was sent in the last call of the turn. */
async function said(session: Session, words: string): Promise<string> {
  await session.send({ parts: [text(words)], delivery: "queue" });
  await session.settled();
  return promptOf(host.server.requests.at(-1)?.body);
}

function promptOf(body: unknown): string {
  const { messages } = body as { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };
  return JSON.stringify(messages.filter(({ role }) => role === "system"));
}

const FACT = "The staging server is called atlas.";
const HEADER = /MEMORY \(your personal notes\) \[\d+% — [\d,]+\/2,200 chars\]/;

test("a write shows in the answer at once and in no prompt before a new session or a compaction", async () => {
  const { server } = host;
  const session = await host.app().host.create(request());
  server.push(reply("hello"));
  const frozen = await said(session, "hello");
  expect(frozen).not.toMatch(HEADER);
  server.push(calls(call("memory", { action: "add", target: "memory", content: FACT })), reply("kept"));
  expect(await said(session, "remember atlas")).toBe(frozen);
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(FACT);
  await session.close();

  const resumed = await host.app().host.resume(session.id, request());
  server.push(reply("yes"));
  expect(await said(resumed, "still there?")).toBe(frozen);

  // A session of its own starts with what is known by then.
  server.push(reply("hello"));
  expect(await host.turn("who are you?")).toMatch(HEADER);

  for (let n = 0; n < 12; n++) {
    server.push(reply(`Answer ${n}: ${"and so on ".repeat(400)}`));
    await said(resumed, `question ${n}`);
  }
  server.push(reply("## Goal\nTo talk.\n## Done\nTalked a lot."));
  expect(await resumed.compact({})).toMatchObject({ type: "compacted" });
  server.push(reply("hello again"));
  const rebuilt = await said(resumed, "and now?");
  expect(rebuilt).toMatch(HEADER);
  expect(rebuilt).toContain(FACT);
  await resumed.close();
});

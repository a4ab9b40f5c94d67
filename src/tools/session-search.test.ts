// session_search over a store: each shape, what it hides, and how it says no.

import { afterEach, beforeEach, expect, test } from "vitest";
import type { NewSession, SessionStore } from "../contracts/stores.ts";
import { type Message, NO_USAGE, userMessage } from "../kernel/message.ts";
import { OWNER } from "../kernel/principal.ts";
import { fakeClock } from "../testing/fakes.ts";
import { memorySessionStore } from "../testing/memory-session-store.ts";
import { type SessionSearchPorts, sessionSearchTool } from "./session-search.ts";
import { type Bench, createBench } from "./testbench.ts";

const NOON = Date.UTC(2026, 5, 17, 14, 11);
let store: SessionStore;
let bench: Bench;

const session = (id: string, extra: Partial<NewSession> = {}): NewSession => ({
  id,
  source: "cli",
  principal: OWNER,
  startedAt: NOON,
  ...extra,
});
const said = (text: string, at: number): Message => ({
  role: "assistant",
  parts: [{ type: "text", text }],
  stop: "end",
  usage: NO_USAGE,
  model: "m",
  at,
});
const talk = (count: number, word: string): Message[] =>
  Array.from({ length: count }, (_, i) => (i % 2 === 0 ? userMessage : said)(`${word} ${i}`, NOON + i));
async function start(services: Partial<SessionSearchPorts> = {}): Promise<void> {
  await bench?.remove();
  bench = await createBench([sessionSearchTool({ store, timeZone: "UTC", ...services })]);
}
const call = (input: object, sessionId = "now") => bench.call("session_search", input, { sessionId });

beforeEach(async () => {
  store = memorySessionStore({ clock: fakeClock() });
  await store.create(session("now"));
  await store.append("now", [userMessage("where is the rhubarb recipe", NOON)], 0);
  await store.create(session("old", { title: "kitchen", model: "gpt" }));
  await store.append("old", [...talk(20, "chat"), userMessage("rhubarb cake", NOON + 50), ...talk(20, "later")], 0);
  await start();
});
afterEach(() => bench.remove());

test("words of strangers found again taint the turn and name their source; one's own do not", async () => {
  await store.create(session("web"));
  const page = { ...userMessage("zucchini, see this page", NOON), taints: ["web page (x.example)"] };
  await store.append("web", [page, said("noted", NOON + 1)], 0);
  const raw = (input: object) => bench.raw("session_search", input, { sessionId: "now" });
  const taint = "an earlier conversation with web page (x.example)";
  expect((await raw({ query: "zucchini" })).taint).toBe(taint);
  expect((await raw({ session_id: "web" })).taint).toBe(taint);
  const { seq } = (await store.history("web"))[1] ?? { seq: 0 };
  expect((await raw({ session_id: "web", around_message_id: seq, window: 2 })).taint).toBe(taint);
  expect((await raw({ query: "rhubarb" })).taint).toBeUndefined();
  expect((await raw({})).taint).toBeUndefined();
});

test("discover shows the hit with its neighbours, how the session began and ended, and not the current one", async () => {
  const found = await call({ query: "rhubarb" });
  expect(found).toMatchObject({ success: true, mode: "discover", query: "rhubarb", count: 1 });
  const [result] = found.results;
  expect(result).toMatchObject({
    session_id: "old",
    when: "June 17, 2026 at 02:11 PM",
    source: "cli",
    model: "gpt",
    title: "kitchen",
    matched_role: "user",
    messages_before: 15,
    messages_after: 15,
  });
  expect(result.messages).toHaveLength(11);
  expect(result.messages.filter((message: { anchor?: true }) => message.anchor)).toMatchObject([
    { id: result.match_message_id, content: "rhubarb cake" },
  ]);
  expect(result.bookend_start.map((message: { content: string }) => message.content)).toEqual([
    "chat 0",
    "chat 1",
    "chat 2",
  ]);
  expect(result.bookend_end.at(-1).content).toBe("later 19");
  expect(await call({ query: "zebra" })).toMatchObject({ count: 0, message: "No matching sessions found." });
});

test("read shows all of a short session and both ends of a long one", async () => {
  const read = await call({ session_id: "old" });
  expect(read).toMatchObject({ mode: "read", message_count: 41, truncated: true, session_meta: { title: "kitchen" } });
  expect(read.messages).toHaveLength(30);
  expect(await call({ session_id: "now" })).toMatchObject({ truncated: false, message_count: 1 });
  expect(await call({ session_id: "nope" })).toEqual({ success: false, error: "session_id not found: nope" });
});

test("scroll moves around a message, beats a query, and refuses what is already in view", async () => {
  const history = await store.history("old");
  const seq = history[3]?.seq ?? 0;
  const scrolled = await call({ query: "ignored", session_id: "old", around_message_id: seq, window: 2 });
  expect(scrolled).toMatchObject({
    mode: "scroll",
    around_message_id: seq,
    window: 2,
    messages_before: 1,
    messages_after: 35,
  });
  expect(scrolled.messages.map((message: { id: number }) => message.id)).toEqual(
    history.slice(1, 6).map((entry) => entry.seq),
  );
  const own = (await store.history("now"))[0]?.seq;
  expect((await call({ session_id: "now", around_message_id: own })).success).toBe(false);
  expect((await call({ session_id: "old", around_message_id: 9999 })).error).toBe(
    "around_message_id 9999 not in session_id old",
  );
});

test("a message of an earlier part of the same conversation is found there, with a warning", async () => {
  const history = await store.history("old");
  const replaced = { fromSeq: history[0]?.seq ?? 0, toSeq: history.at(-1)?.seq ?? 0 };
  await store.continueFrom("old", session("next", { startedAt: NOON + 90_000 }), {
    view: [userMessage("summary", NOON + 90_000)],
    summary: "summary",
    replaced,
    tokensBefore: 1,
    tokensAfter: 1,
    note: "",
  });
  const scrolled = await call({ session_id: "next", around_message_id: replaced.fromSeq });
  expect(scrolled).toMatchObject({ success: true, session_id: "old" });
  expect(scrolled.warning).toContain("another part");
  const own = await call({ session_id: "old", around_message_id: replaced.fromSeq }, "next");
  expect(own.success).toBe(true);
  const cited = await call({ around_message_id: replaced.fromSeq, window: 1 }, "next");
  expect(cited).toMatchObject({ success: true, mode: "scroll", session_id: "old" });
  expect(cited.messages[0]).toMatchObject({ id: replaced.fromSeq, content: "chat 0", anchor: true });
  expect(cited.warning).toBeUndefined();
});

test("an anchor that is no number is refused in the words scrolling has for it, an unknown order is no order", async () => {
  const tool = sessionSearchTool({ store });
  for (const anchor of ["abc", 1.5]) {
    const decoded = tool.input.decode({ session_id: "old", around_message_id: anchor });
    const refused = decoded.type === "bad" ? tool.badInput?.(decoded.why) : undefined;
    expect(JSON.parse(refused?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "")).toEqual({
      success: false,
      error: "scroll requires integer around_message_id",
    });
  }
  expect(await call({ query: "cake", sort: "sideways" })).toMatchObject({ success: true, mode: "discover", count: 1 });
});

test("a number alone is a message of the running conversation; with a query it is a query", async () => {
  const elsewhere = (await store.history("old"))[0]?.seq ?? 0;
  expect((await call({ around_message_id: elsewhere })).error).toBe(
    `around_message_id ${elsewhere} not in session_id now`,
  );
  const inView = (await store.history("now"))[0]?.seq ?? 0;
  expect((await call({ around_message_id: inView })).error).toContain("already see");
  expect(await call({ around_message_id: elsewhere, query: "rhubarb" })).toMatchObject({ mode: "discover", count: 1 });
  await start({ profile: async () => store });
  expect((await call({ around_message_id: elsewhere, profile: "other" })).error).toContain("requires session_id");
});

test("browse lists other conversations once, newest first, and hides archived and machine ones", async () => {
  await store.create(session("machine", { source: "subagent" }));
  await store.create(session("stored-away"));
  await store.archive("stored-away", true);
  const listed = await call({});
  expect(listed).toMatchObject({ mode: "browse", count: 1 });
  expect(listed.results).toMatchObject([
    { session_id: "old", title: "kitchen", message_count: 41, preview: "chat 0", started_at: NOON / 1000 },
  ]);
});

test("another profile is read by name or by profile/id; an unknown one is refused", async () => {
  const other = memorySessionStore({ clock: fakeClock() });
  await other.create(session("theirs"));
  await other.append("theirs", [userMessage("rhubarb elsewhere", NOON)], 0);
  await start({ profile: async (name) => (name === "work" ? other : undefined), profiles: async () => ["work"] });
  expect((await call({ query: "rhubarb", profile: "work" })).results).toMatchObject([{ session_id: "theirs" }]);
  expect(await call({ session_id: "work/theirs" })).toMatchObject({ success: true, session_id: "theirs" });
  expect(await call({ session_id: "theirs" })).toMatchObject({ success: true, profile: "work" });
  expect(await call({ query: "x", profile: "home" })).toEqual({ success: false, error: "profile not found: home" });
});

test("a digest is added on request and its absence is said", async () => {
  expect((await call({ query: "rhubarb", summarize: true })).warning).toContain("No model");
  let asked = "";
  await start({
    complete: () => async (request) => {
      asked = request.prompt;
      return "Cake [21].";
    },
  });
  expect((await call({ query: "rhubarb", summarize: true })).summary).toBe("Cake [21].");
  expect(asked).toContain("rhubarb cake");
});

test("strangers' sessions do not exist", async () => {
  const guest = { type: "guest", id: "g" } as const;
  await store.create(session("secret", { principal: guest }));
  expect((await call({ session_id: "secret" })).success).toBe(false);
});

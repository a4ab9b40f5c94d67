// What another program or an older version of this one left in the database.

import { expect, test } from "vitest";
import { userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

await onPostgres("postgres: older layouts", (server) => {
  test("sessions of another program's users are the owner's to see, also after an older layout; guests' are not", async () => {
    const url = await server().freshDatabase();
    const open = () => openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    const store = await open();
    const said = (content: string, timestamp: number) => ({ role: "user", content, timestamp });
    const brought = [
      { id: "bot", source: "discord", user_id: "u1", started_at: 10, messages: [said("minutes of the meeting", 11)] },
      { id: "whole", source: "cli", started_at: 20, ended_at: 30, end_reason: "branched", messages: [said("one", 21)] },
      { id: "legacy", source: "cli", parent_session_id: "whole", started_at: 31, messages: [said("two", 32)] },
      { id: "helper", source: "subagent", parent_session_id: "whole", started_at: 22, messages: [said("three", 23)] },
      {
        id: "next",
        source: "cli",
        started_at: 40,
        messages: [said("[CONTEXT COMPACTION — REFERENCE ONLY] so far", 41), said("and now?", 42)],
      },
    ];
    for await (const outcome of store.importSessions(brought)) expect(outcome.type).toBe("created");
    await store.create({ id: "theirs", source: "gateway", principal: { type: "guest", id: "g1" }, startedAt: 50_000 });
    await store.append("theirs", [userMessage("minutes of a guest", 51_000)], 0);
    const seen = async (from: PostgresSessionStore) => ({
      listed: (await from.list({ principal: OWNER, tipsOnly: true })).map(({ id, preview }) => [id, preview]),
      found: (await from.search({ principal: OWNER, query: "minutes", limit: 5 })).map(({ sessionId }) => sessionId),
    });
    const expected = {
      listed: [
        ["next", "and now?"],
        ["legacy", "two"],
        ["whole", "one"],
        ["bot", "minutes of the meeting"],
      ],
      found: ["bot"],
    };
    expect(await seen(store)).toEqual(expected);
    const plan = await store.prunePlan({ olderThanDays: 1, now: 10 * 86_400_000 });
    expect(plan.sessions.map(({ id }) => id).sort()).toEqual(["bot", "legacy", "next", "theirs", "whole"]);
    await store.close();

    await server().admin(
      "DELETE FROM sessions WHERE id = 'bot'; ALTER TABLE sessions DROP COLUMN guest; UPDATE hx_schema SET version = 2",
      url,
    );
    const again = await open();
    expect(await seen(again)).toEqual({ listed: expected.listed.slice(0, 3), found: [] });
    await again.close();
  });

  test("an image in its row, as an older layout had it, is read as before", async () => {
    const url = await server().freshDatabase();
    const open = () => openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    const image = { type: "image" as const, mime: "image/png", base64: Buffer.alloc(9_000, 7).toString("base64") };
    const shown = "[image: image/png, 9,000 bytes]";
    const first = await open();
    await first.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    await first.append("a", [{ role: "user", parts: [image], at: 1 }], 0);
    await first.close();
    const native = JSON.stringify({ p: [["b", "image/png", image.base64, shown.length]] });
    await server().admin(
      `UPDATE messages SET content = '${shown}', native = '${native}'; DROP TABLE hx_blob_refs, hx_blobs, hx_meta; UPDATE hx_schema SET version = 3`,
      url,
    );
    const second = await open();
    expect((await second.history("a")).map(({ message }) => message.parts)).toEqual([[image]]);
    await second.close();
  });
});

// What a turn costs when its sessions are on another machine: ways there and back, through the whole program.

import { expect, test } from "vitest";
import { OWNER } from "../../src/kernel/principal.ts";
import { tripsOf } from "../../src/testing/postgres-trips.ts";
import { call, calls, reply } from "../../src/testing/script.ts";
import { onPostgres } from "../../src/testing/suites/on-postgres.ts";
import { wholeTurn } from "../../src/testing/whole-turn.ts";
import { hostPlace } from "./place.ts";

await onPostgres("a turn with sessions on a server", (server) => {
  test("takes few ways there and back, without a tool and with one", async () => {
    const host = await hostPlace(`store:\n  url: ${await server().freshDatabase()}\n`);
    const { host: sessions, defaults, store, settled } = host.app();
    const request = { principal: OWNER, source: "cli", cwd: host.place.cwd, settings: { ...defaults, yolo: true } };
    const session = await sessions.create(request);
    /** What is done after it in the background, such as looking whether it has a title, counts. */
    const turn = (words: string) =>
      tripsOf(async () => {
        await wholeTurn(session, words);
        await settled();
      });
    host.server.push(
      reply("At noon."),
      reply("At six."),
      calls(call("terminal", { command: "echo hi" })),
      reply("Hi."),
    );
    await turn("When is high tide at Brest?");
    const plain = await turn("And low tide?");
    const withTool = await turn("Greet me from the shell.");

    const roles = (await store.history(session.id)).map(({ message }) => message.role);
    expect(roles.slice(-6)).toEqual(["user", "assistant", "user", "assistant", "tool", "assistant"]);
    expect(plain.count, plain.statements.join("\n")).toBeLessThanOrEqual(12);
    expect(withTool.count, withTool.statements.join("\n")).toBeLessThanOrEqual(18);
    await session.close();
    await host.remove();
  });
});

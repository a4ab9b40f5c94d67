// The curator in a run that stays open: it waits for quiet, however long that takes, and then tidies.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reply } from "../../src/testing/script.ts";
import { type HostPlace, hostPlace } from "../host/place.ts";

let host: HostPlace;
beforeEach(async () => {
  host = await hostPlace();
});
afterEach(async () => {
  vi.useRealTimers();
  await host.remove();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test("not while somebody works, but hours later in the same run", async () => {
  const long = new Date(Date.now() - 200 * DAY).toISOString();
  const usage = {
    created_by: "agent",
    use_count: 1,
    view_count: 0,
    patch_count: 0,
    created_at: long,
    last_used_at: long,
  };
  await host.put("skills/own/forgotten/SKILL.md", "---\nname: forgotten\ndescription: Once made.\n---\nDo it.\n");
  await host.put("skills/.usage.json", JSON.stringify({ forgotten: { ...usage, state: "active", pinned: false } }));
  await host.put("skills/.curator_state", JSON.stringify({ last_run_at: long, run_count: 1, paused: false }));
  host.server.push(reply("ok"));
  await host.turn("hello");

  // Only the hourly look is driven by hand; everything else runs as it does.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  await host.reopen({ interactive: true });
  await host.app().settled();
  const reports = join(host.place.home, "logs/curator");
  const ran = () => existsSync(reports) && readdirSync(reports).length > 0;
  const isThere = () => existsSync(join(host.place.home, "skills/own/forgotten/SKILL.md"));
  expect([ran(), isThere()]).toEqual([false, true]);

  await vi.advanceTimersByTimeAsync(HOUR);
  await host.app().settled();
  expect([ran(), isThere()]).toEqual([false, true]);

  await vi.advanceTimersByTimeAsync(2 * HOUR);
  await vi.waitFor(() => expect([ran(), isThere()]).toEqual([true, false]), { timeout: 20_000 });
});

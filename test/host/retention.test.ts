// What a program that stays open clears away by itself, as its settings say: sessions nobody touched for long, and images and long results over a quota.

import { afterEach, beforeEach, expect, test } from "vitest";
import { text } from "../../src/kernel/message.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { type HostPlace, hostPlace } from "./place.ts";

let host: HostPlace;
beforeEach(async () => {
  host = await hostPlace(
    "sessions:\n  auto_prune: true\n  retention_days: 30\n  image_quota_mb: 1\n  result_quota_mb: 1\n",
  );
});
afterEach(() => host.remove());

const DAY = 86_400_000;

async function keep(id: string, startedAt: number, image?: string): Promise<void> {
  const { store } = host.app();
  await store.create({ id, source: "gateway", principal: OWNER, startedAt });
  const seen = image === undefined ? [] : [{ type: "image" as const, mime: "image/png", base64: image }];
  await store.append(id, [{ role: "user", parts: [text("words"), ...seen], at: startedAt }], 0);
}

test("the oldest long results go until the rest fits, and leave their beginning", async () => {
  const { store } = host.app();
  await store.create({ id: "logs", source: "gateway", principal: OWNER, startedAt: Date.now() });
  const log = (n: number) => text(`log ${n} ${"z".repeat(600_000)}`);
  const answers = [1, 2].map((n) => ({
    role: "tool" as const,
    callId: `c${n}`,
    tool: "terminal",
    parts: [log(n)],
    isError: false,
    at: Date.now() + n,
  }));
  await store.append("logs", answers, 0);
  await host.reopen({ interactive: true });
  await host.app().settled();
  const kept = (await host.app().store.history("logs")).map(({ message }) => message.parts);
  expect(kept[0]).toEqual([text(expect.stringMatching(/^log 1 z+\n.*\n\[… which are no longer at hand\]$/u))]);
  expect(kept[1]).toEqual([log(2)]);
});

test("old conversations go, recent ones stay; the oldest images go until the rest fits, words stay", async () => {
  const now = Date.now();
  await keep("old", now - 40 * DAY);
  await keep("recent", now - 20 * DAY);
  for (const n of [1, 2, 3]) await keep(`picture-${n}`, now, Buffer.alloc(400_000, n).toString("base64"));
  await host.reopen();
  await host.app().settled();
  const { store } = host.app();
  expect(await store.get("old")).toBeDefined();

  await host.reopen({ interactive: true });
  await host.app().settled();
  const tidied = host.app().store;
  expect(await tidied.get("old")).toBeUndefined();
  expect(await tidied.get("recent")).toBeDefined();
  const kinds = async (id: string) =>
    (await tidied.history(id)).flatMap(({ message }) => message.parts.map((part) => part.type));
  const pictures = await Promise.all([1, 2, 3].map((n) => kinds(`picture-${n}`)));
  expect(pictures.map((parts) => parts[0])).toEqual(["text", "text", "text"]);
  expect(pictures.map((parts) => parts[1]).sort()).toEqual(["image", "image", "text"]);
});

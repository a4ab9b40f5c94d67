import { readFile, stat, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ModelFailure, StoreFailure, UsageFailure } from "../kernel/failure.ts";
import { fakeIds, tempDir } from "../testing/fakes.ts";
import { createAuthCommands } from "./auth-commands.ts";
import { poolOf } from "./auth-document.ts";
import { createAuthFile } from "./auth-file.ts";
import { createPoolCredentials } from "./pool-credentials.ts";

const clock = { now: () => Date.now(), sleep: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }) };
const signal = new AbortController().signal;

async function home() {
  const dir = await tempDir();
  const path = dir.join("auth.json");
  const ids = fakeIds();
  const file = createAuthFile({ path, clock, ids });
  return { dir, path, file, ids, commands: createAuthCommands(file, ids), [Symbol.asyncDispose]: dir.remove };
}

describe("auth.json", () => {
  test("is private, keeps what it does not know, and leaves nothing beside it", async () => {
    await using at = await home();
    await writeFile(
      at.path,
      JSON.stringify({
        version: 1,
        active_provider: "nous",
        providers: { nous: { x: 1 } },
        credential_pool: { other: [{ id: "o", access_token: "t", odd: true }] },
      }),
    );
    await at.commands.addKey("openrouter", "sk-one-0123456789abcdef", "work");
    const saved = JSON.parse(await readFile(at.path, "utf8"));
    expect(saved).toMatchObject({
      active_provider: "nous",
      providers: { nous: { x: 1 } },
      credential_pool: { other: [{ id: "o", odd: true }] },
    });
    expect(saved.credential_pool.openrouter).toMatchObject([
      { label: "work", auth_type: "api_key", access_token: "sk-one-0123456789abcdef", last_status: "ok" },
    ]);
    expect((await stat(at.path)).mode & 0o777).toBe(0o600);
    await expect(stat(at.dir.join("auth.lock"))).rejects.toThrow();
  });

  test("many writers at once lose nothing", async () => {
    await using at = await home();
    await Promise.all(Array.from({ length: 25 }, (_, n) => at.commands.addKey("groq", `gsk-key-number-${n}`, `k${n}`)));
    const labels = poolOf(await at.file.read(), "groq").map((entry) => entry.label);
    expect(new Set(labels).size).toBe(25);
  });

  test("a file that is not JSON is refused and left as it is", async () => {
    await using at = await home();
    await writeFile(at.path, "{ broken");
    await expect(at.commands.addKey("groq", "gsk-abcdefgh")).rejects.toBeInstanceOf(StoreFailure);
    expect(await readFile(at.path, "utf8")).toBe("{ broken");
  });

  test("a lock whose holder died does not hold forever", async () => {
    await using at = await home();
    await writeFile(at.dir.join("auth.lock"), "99999999");
    // A clock that never advances: only the holder's death can release it.
    const still = { now: () => Date.now(), sleep: () => Promise.resolve() };
    const file = createAuthFile({ path: at.path, clock: still, ids: at.ids });
    await file.update((document) => ({ ...document, touched: true }));
    expect(await file.read()).toMatchObject({ touched: true });
  });
});

describe("hermes auth", () => {
  test("lists masked, removes by index, id or label, and resets", async () => {
    await using at = await home();
    const { commands } = at;
    await commands.addKey("groq", "gsk-aaaaaaaaaaaaaaaa", "one");
    const two = await commands.addKey("groq", "gsk-bbbbbbbbbbbbbbbb", "two");
    await commands.addKey("groq", "gsk-cccccccccccccccc", "three");
    const listed = JSON.stringify(await commands.list());
    expect(listed).not.toMatch(/aaaaaaaa|bbbbbbbb/);
    await commands.remove("groq", "1");
    await commands.remove("groq", two.id);
    await expect(commands.remove("groq", "one")).rejects.toBeInstanceOf(UsageFailure);
    expect((await commands.list("groq"))[0]?.credentials.map((view) => view.label)).toEqual(["three"]);
    expect(await commands.reset("groq")).toBe(0);
    expect(() => commands.addKey("groq", "two words")).toThrow(UsageFailure);
    expect(await commands.logout("groq")).toBe(1);
    expect(await commands.list()).toEqual([]);
  });
});

describe("a pool in use", () => {
  const limited = new ModelFailure("rate-limit", { message: "slow down", retryAfterMs: 60_000 });

  test("moves on from an exhausted key, says when all are, and resets", async () => {
    await using at = await home();
    await at.commands.addKey("groq", "gsk-one-11111111");
    await at.commands.addKey("groq", "gsk-two-22222222");
    const pool = createPoolCredentials({ provider: "groq", file: at.file, strategy: "fill_first", clock, ids: at.ids });
    const first = await pool.take(signal);
    expect(first?.secret).toBe("gsk-one-11111111");
    expect(await pool.failed(first ?? never(), limited)).toBe("retry");
    const second = await pool.take(signal);
    expect(second?.secret).toBe("gsk-two-22222222");
    expect(await pool.failed(second ?? never(), limited)).toBe("stop");
    await expect(pool.take(signal)).rejects.toMatchObject({ kind: "rate-limit", code: "pool_exhausted" });
    expect(await at.commands.reset("groq")).toBe(2);
    expect((await pool.take(signal))?.secret).toBe("gsk-one-11111111");
    expect(pool.secrets()).toContain("gsk-two-22222222");
  });

  test("another process sees what this one learned", async () => {
    await using at = await home();
    await at.commands.addKey("groq", "gsk-one-11111111");
    await at.commands.addKey("groq", "gsk-two-22222222");
    const make = () =>
      createPoolCredentials({ provider: "groq", file: at.file, strategy: "fill_first", clock, ids: at.ids });
    const mine = make();
    await mine.failed((await mine.take(signal)) ?? never(), limited);
    expect((await make().take(signal))?.secret).toBe("gsk-two-22222222");
  });

  test("least used spreads the calls", async () => {
    await using at = await home();
    for (const n of ["one", "two", "three"]) await at.commands.addKey("groq", `gsk-${n}-00000000`);
    const pool = createPoolCredentials({ provider: "groq", file: at.file, strategy: "least_used", clock, ids: at.ids });
    const used: string[] = [];
    for (let i = 0; i < 6; i++) {
      const credential = (await pool.take(signal)) ?? never();
      used.push(credential.id);
      await pool.worked(credential);
    }
    expect(new Set(used.slice(0, 3)).size).toBe(3);
    expect(used.slice(3)).toEqual(used.slice(0, 3));
  });

  test("taking turns goes on in the next process", async () => {
    await using at = await home();
    for (const n of ["one", "two", "three"]) await at.commands.addKey("groq", `gsk-${n}-00000000`);
    let now = 1_000_000;
    const ticking = { ...clock, now: () => now++ };
    const used: string[] = [];
    for (let i = 0; i < 4; i++) {
      const pool = createPoolCredentials({
        ...{ provider: "groq", file: at.file, clock: ticking, ids: at.ids },
        strategy: "round_robin",
      });
      const credential = (await pool.take(signal)) ?? never();
      used.push(credential.secret.split("-")[1] ?? "");
      await pool.worked(credential);
    }
    expect(used).toEqual(["one", "two", "three", "one"]);
  });
});

function never(): never {
  throw new Error("no credential");
}

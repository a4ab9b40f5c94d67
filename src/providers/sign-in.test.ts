import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ModelFailure } from "../kernel/failure.ts";
import { fakeIds, tempDir } from "../testing/fakes.ts";
import { type IssuerOptions, startIssuer } from "../testing/issuer.ts";
import { createAuthCommands } from "./auth-commands.ts";
import { poolOf } from "./auth-document.ts";
import { createAuthFile } from "./auth-file.ts";
import type { PoolEntry } from "./pool.ts";
import { createPoolCredentials } from "./pool-credentials.ts";
import { createSignIns, nextStep, secretOf } from "./sign-in.ts";
import { createTransport } from "./transport.ts";

const clock = {
  now: () => Date.now(),
  sleep: (ms: number, stop: AbortSignal) => wait(ms, undefined, { signal: stop }),
};
const signal = new AbortController().signal;
const { postOnce: post } = createTransport();
const REFUSED = new ModelFailure("auth", { message: "no", status: 401 });
const MINT = "inference:mint_agent_key";

const ENTRY: PoolEntry = {
  ...{ id: "a", label: "a", authType: "oauth", source: "device_code", priority: 0, status: "ok", uses: 0 },
  ...{ secret: "token", refreshToken: "again" },
};

describe("what an entry needs next", () => {
  const at = 1_000_000;
  const soon = at + 60_000;
  const later = at + 3_600_000;
  const jwt = `h.${Buffer.from(JSON.stringify({ scope: MINT })).toString("base64url")}.s`;
  test.each([
    ["a key is never renewed", { ...ENTRY, authType: "api_key", expiresAtMs: 1 }, "none"],
    ["a token that lasts", { ...ENTRY, expiresAtMs: later }, "none"],
    ["a token without an end", ENTRY, "none"],
    ["a token about to end", { ...ENTRY, expiresAtMs: soon }, "refresh"],
    ["no token yet", { ...ENTRY, secret: "" }, "refresh"],
    ["an end that cannot be put off", { ...ENTRY, refreshToken: undefined, expiresAtMs: soon }, "none"],
    ["a token that only makes keys", { ...ENTRY, scope: MINT, expiresAtMs: later }, "mint"],
    ["a token that says so itself", { ...ENTRY, secret: jwt, expiresAtMs: later }, "mint"],
    ["a token that does both", { ...ENTRY, scope: `${MINT} inference:invoke`, expiresAtMs: later }, "none"],
    [
      "a key that lasts",
      { ...ENTRY, scope: MINT, expiresAtMs: soon, agentKey: { secret: "k", expiresAtMs: later } },
      "none",
    ],
    [
      "a key about to end",
      { ...ENTRY, scope: MINT, expiresAtMs: later, agentKey: { secret: "k", expiresAtMs: soon } },
      "mint",
    ],
    [
      "both about to end",
      { ...ENTRY, scope: MINT, expiresAtMs: soon, agentKey: { secret: "k", expiresAtMs: soon } },
      "refresh",
    ],
  ] as const)("%s", (_name, entry, step) => {
    const { refreshToken, ...rest } = entry;
    expect(nextStep({ ...rest, ...(refreshToken !== undefined && { refreshToken }) }, at)).toBe(step);
  });
});

async function signedInAt(options: IssuerOptions & { readonly endsInMs?: number } = {}) {
  const dir = await tempDir();
  const issuer = await startIssuer(options);
  const ids = fakeIds();
  const file = createAuthFile({ path: dir.join("auth.json"), clock, ids });
  const commands = createAuthCommands(file, ids);
  const start = { accessToken: issuer.accessToken, refreshToken: issuer.refreshToken };
  await commands.addTokens(
    "nous",
    { ...start, expiresAtMs: Date.now() + (options.endsInMs ?? -1), ...(options.scope && { scope: options.scope }) },
    { portalUrl: issuer.url },
  );
  /** As another process would have it: nothing shared but the file. */
  const pool = () =>
    createPoolCredentials({
      ...{ provider: "nous", clock, ids, strategy: "fill_first" },
      file: createAuthFile({ path: dir.join("auth.json"), clock, ids }),
      signIns: createSignIns("nous", { post, clock }),
    });
  const kept = async () => poolOf(await file.read(), "nous");
  return {
    ...{ issuer, commands, pool, kept, file },
    async [Symbol.asyncDispose]() {
      await issuer[Symbol.asyncDispose]();
      await dir.remove();
    },
  };
}

describe("tokens", () => {
  test("a token that has ended is renewed before use and kept; one that lasts is left alone", async () => {
    await using at = await signedInAt();
    expect((await at.pool().take(signal))?.secret).toBe("access-1");
    expect((await at.pool().take(signal))?.secret).toBe("access-1");
    expect(at.issuer.asked.refresh).toBe(1);
    expect((await at.kept())[0]).toMatchObject({
      secret: "access-1",
      refreshToken: "refresh-1",
      portalUrl: at.issuer.url,
    });
  });

  test("many at once spend a refresh token once", async () => {
    await using at = await signedInAt();
    const taken = await Promise.all(Array.from({ length: 8 }, () => at.pool().take(signal)));
    expect(new Set(taken.map((one) => one?.secret))).toEqual(new Set(["access-1"]));
    expect(at.issuer.asked.refresh).toBe(1);
  });

  test("a refused token is renewed once; refused again, the sign-in is buried", async () => {
    await using at = await signedInAt({ endsInMs: 3_600_000 });
    const pool = at.pool();
    expect(await pool.failed((await pool.take(signal)) ?? never(), REFUSED)).toBe("retry");
    const second = await pool.take(signal);
    expect(second?.secret).toBe("access-1");
    expect(await pool.failed(second ?? never(), REFUSED)).toBe("stop");
    expect((await at.kept())[0]?.status).toBe("dead");
    expect(at.issuer.asked.refresh).toBe(1);
  });

  test("a token another process has renewed meanwhile is tried before any renewal", async () => {
    await using at = await signedInAt({ endsInMs: 3_600_000 });
    const [slow, quick] = [at.pool(), at.pool()];
    const old = (await slow.take(signal)) ?? never();
    expect(await quick.failed((await quick.take(signal)) ?? never(), REFUSED)).toBe("retry");
    expect(await slow.failed(old, REFUSED)).toBe("retry");
    expect((await slow.take(signal))?.secret).toBe("access-1");
    expect(at.issuer.asked.refresh).toBe(1);
  });

  test("a sign-in that is over says so, and how to sign in again, now and later", async () => {
    await using at = await signedInAt();
    at.issuer.revoke();
    for (const pool of [at.pool(), at.pool()])
      await expect(pool.take(signal)).rejects.toMatchObject({
        kind: "auth",
        message: expect.stringContaining('"hermes auth add nous"'),
      });
    expect(at.issuer.asked.refresh).toBe(1);
    await at.commands.addKey("nous", "sk-nous-0123456789abcdef");
    expect((await at.pool().take(signal))?.secret).toBe("sk-nous-0123456789abcdef");
  });

  test("an issuer in trouble matters only once the token has ended, and never to other keys", async () => {
    await using lasting = await signedInAt({ endsInMs: 60_000 });
    lasting.issuer.trouble(503);
    expect((await lasting.pool().take(signal))?.secret).toBe("access-0");

    await using ended = await signedInAt();
    ended.issuer.trouble(503);
    await expect(ended.pool().take(signal)).rejects.toMatchObject({ kind: "overloaded" });
    expect((await ended.kept())[0]).toMatchObject({ status: "ok", refreshToken: "refresh-0" });
    await ended.commands.addKey("nous", "sk-nous-0123456789abcdef");
    expect((await ended.pool().take(signal))?.secret).toBe("sk-nous-0123456789abcdef");
    ended.issuer.trouble(undefined);
    expect((await ended.pool().take(signal))?.secret).toBe("access-1");
  });

  test("giving up does not lose what a renewal under way brings", async () => {
    await using at = await signedInAt();
    const stop = new AbortController();
    const taking = at.pool().take(stop.signal);
    stop.abort(new Error("enough"));
    await expect(taking).rejects.toThrow("enough");
    expect((await at.pool().take(signal))?.secret).toBe("access-1");
    expect(at.issuer.asked.refresh).toBe(1);
  });

  test("what is kept for a provider that signs nobody in is used as it is", async () => {
    await using at = await signedInAt();
    await at.commands.addTokens("anthropic", { accessToken: "imported", refreshToken: "r", expiresAtMs: 1 });
    expect(createSignIns("anthropic", { post, clock })).toBeUndefined();
    const pool = createPoolCredentials({
      ...{ provider: "anthropic", clock, ids: fakeIds(), strategy: "fill_first", file: at.file },
    });
    expect((await pool.take(signal))?.secret).toBe("imported");
  });
});

describe("keys made from tokens", () => {
  test("a sign-in that may only make keys makes one, uses it, and makes the next when it is refused", async () => {
    await using at = await signedInAt({ scope: MINT, endsInMs: 3_600_000 });
    const pool = at.pool();
    const first = (await pool.take(signal)) ?? never();
    expect(first.secret).toBe("agent-key-1");
    expect((await at.pool().take(signal))?.secret).toBe("agent-key-1");
    expect(await pool.failed(first, REFUSED)).toBe("retry");
    expect((await pool.take(signal))?.secret).toBe("agent-key-2");
    expect(at.issuer.asked).toMatchObject({ refresh: 1, key: 2 });
    expect(pool.secrets()).toEqual(expect.arrayContaining(["agent-key-1", "agent-key-2", "access-1", "refresh-1"]));
  });

  test("a token the portal no longer takes is renewed on the way", async () => {
    await using at = await signedInAt({ scope: MINT, endsInMs: 3_600_000 });
    await at.file.update((document) => JSON.parse(JSON.stringify(document).replace("access-0", "access-lost")));
    expect((await at.pool().take(signal))?.secret).toBe("agent-key-2");
    expect(at.issuer.asked).toMatchObject({ refresh: 1, key: 2 });
  });

  test("a portal that makes no keys any more takes the token itself", async () => {
    await using at = await signedInAt({ scope: MINT, keys: "retired", endsInMs: 3_600_000 });
    expect((await at.pool().take(signal))?.secret).toBe("access-0");
    const [entry] = await at.kept();
    expect(entry && secretOf(entry)).toBe("access-0");
  });
});

function never(): never {
  throw new Error("no credential");
}

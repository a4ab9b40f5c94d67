// A pool of keys behind the Credentials port: takes turns, rests what is exhausted, refreshes what has expired.

import type { Clock, Ids } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { poolOf, withPool } from "./auth-document.ts";
import type { AuthFile } from "./auth-file.ts";
import type { Credential, Credentials } from "./credentials.ts";
import { afterFailure, chooseEntry, lastUsed, type PoolEntry, type PoolStrategy, pruned, restored } from "./pool.ts";
import { type SignIns, secretOf, signedOut } from "./sign-in.ts";

export interface PoolOptions {
  readonly provider: string;
  readonly file: AuthFile;
  readonly strategy: PoolStrategy;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signIns?: SignIns | undefined;
}

/** Re-reads the file for every call, so that keys added, reset or removed elsewhere count at once. */
export function createPoolCredentials(options: PoolOptions): Credentials {
  const { provider, file, clock, ids, signIns } = options;
  const known = new Set<string>();
  const renewed = new Set<string>();
  let mine: { readonly id: string; readonly atMs: number } | undefined;

  const change = async (id: string, edit: (entry: PoolEntry) => PoolEntry) => {
    await file.update((document) => {
      const entries = poolOf(document, provider);
      const next = entries.map((entry) => (entry.id === id ? edit(entry) : entry));
      return withPool(document, provider, pruned(next, clock.now()));
    });
  };

  /** One process at a time: the second to come finds the work done, and does not spend the refresh token again. */
  const renew = (signIns: SignIns, stale: PoolEntry, why: "due" | "refused"): Promise<PoolEntry | undefined> =>
    file.alone(`${provider}-${stale.id}`, async () => {
      const current = poolOf(await file.read(), provider).find((entry) => entry.id === stale.id);
      if (current === undefined || current.status === "dead") return undefined;
      const done = why === "due" ? !signIns.isDue(current) : secretOf(current) !== secretOf(stale);
      if (done) return current;
      const fresh = await signIns.renew(current, why, (entry) => change(entry.id, () => restored(entry)));
      if (fresh === undefined)
        await change(stale.id, (entry) => ({
          ...entry,
          status: "dead",
          statusAtMs: clock.now(),
          errorCode: "signed_out",
          errorMessage: signedOut(provider).message,
        }));
      return fresh;
    });

  /** An issuer in trouble does not matter while what we hold is still good. */
  const usable = async (entry: PoolEntry): Promise<PoolEntry | ModelFailure | undefined> => {
    if (signIns === undefined || !signIns.isDue(entry)) return entry;
    try {
      return await renew(signIns, entry, "due");
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      return signIns.isGood(entry) ? entry : error;
    }
  };

  /** Each entry is looked at once at most: one that cannot be renewed makes room for the next. */
  const takeFrom = async (entries: readonly PoolEntry[], trouble?: ModelFailure): Promise<Credential | undefined> => {
    const chosen = chooseEntry(entries, {
      strategy: options.strategy,
      nowMs: clock.now(),
      random: ids.random(),
      lastId: lastOf(entries, mine),
    });
    if (chosen.type !== "entry" && trouble !== undefined) throw trouble;
    if (chosen.type === "empty") return undefined;
    if (chosen.type === "resting") throw resting(provider, chosen.untilMs - clock.now());
    const { entry } = chosen;
    const ready = await usable(entry);
    if (ready === undefined || ready instanceof ModelFailure)
      return takeFrom(
        entries.filter((other) => other.id !== entry.id),
        ready ?? trouble ?? signedOut(provider),
      );
    for (const secret of secretsIn(ready)) known.add(secret);
    mine = { id: ready.id, atMs: clock.now() };
    return { id: ready.id, secret: secretOf(ready), ...(ready.baseUrl !== undefined && { baseUrl: ready.baseUrl }) };
  };
  const take: Credentials["take"] = async (signal) => {
    const entries = poolOf(await file.read(), provider);
    for (const entry of entries) for (const secret of secretsIn(entry)) known.add(secret);
    const lost = entries.some((entry) => entry.errorCode === "signed_out") ? signedOut(provider) : undefined;
    // A person who gives up does not stop a renewal that has begun: its outcome is kept for the next call.
    return orAborted(takeFrom(entries, lost), signal);
  };

  const failed: Credentials["failed"] = async (credential, failure) => {
    if (failure.kind !== "auth" && failure.kind !== "billing" && failure.kind !== "rate-limit") return "stop";
    const entries = poolOf(await file.read(), provider);
    const entry = entries.find((candidate) => candidate.id === credential.id);
    if (entry === undefined) return "stop";
    if (failure.kind === "auth" && entry.authType === "oauth" && signIns !== undefined && !renewed.has(entry.id)) {
      renewed.add(entry.id);
      // What is taken next is the renewed sign-in, another one, or the news that the person has to sign in again.
      if (secretOf(entry) === credential.secret) await renew(signIns, entry, "refused");
      return "retry";
    }
    const others = entries.filter((other) => other.id !== entry.id);
    const next = chooseEntry(others, { strategy: "fill_first", nowMs: clock.now(), random: 0 });
    await change(entry.id, (current) =>
      afterFailure(current, failure, { nowMs: clock.now(), alone: others.length === 0 }),
    );
    return next.type === "entry" ? "retry" : "stop";
  };

  const worked: Credentials["worked"] = async (credential: Credential) => {
    renewed.delete(credential.id);
    // Counting costs a write, so it happens only where the count or the turn decides.
    if (options.strategy === "least_used" || options.strategy === "round_robin")
      await change(credential.id, (entry) => ({
        ...restored(entry),
        uses: entry.uses + 1,
        lastUsedAtMs: clock.now(),
      }));
  };

  return { take, failed, worked, secrets: () => [...known] };
}

/** Everything of an entry that must never be read by anyone. */
function secretsIn(entry: PoolEntry): readonly string[] {
  return [entry.secret, entry.refreshToken, entry.agentKey?.secret].filter(
    (secret): secret is string => secret !== undefined && secret !== "",
  );
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** The later of this process's last choice and what the file says of others. */
function lastOf(
  entries: readonly PoolEntry[],
  mine: { readonly id: string; readonly atMs: number } | undefined,
): string | undefined {
  const theirs = lastUsed(entries);
  if (mine === undefined) return theirs?.id;
  return (theirs?.lastUsedAtMs ?? 0) > mine.atMs ? theirs?.id : mine.id;
}

function resting(provider: string, ms: number): ModelFailure {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return new ModelFailure("rate-limit", {
    message: `Every key for ${provider} is exhausted; the first is back in about ${minutes} min. "hermes auth reset ${provider}" tries them now.`,
    code: "pool_exhausted",
    retryAfterMs: Math.max(0, ms),
  });
}

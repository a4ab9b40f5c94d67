// A pool of keys behind the Credentials port: takes turns, rests what is exhausted, refreshes what has expired.

import type { Clock, Ids } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { poolOf, withPool } from "./auth-document.ts";
import type { AuthFile } from "./auth-file.ts";
import type { Credential, Credentials } from "./credentials.ts";
import type { Tokens } from "./oauth.ts";
import { afterFailure, chooseEntry, lastUsed, type PoolEntry, type PoolStrategy, pruned, restored } from "./pool.ts";

export interface PoolOptions {
  readonly provider: string;
  readonly file: AuthFile;
  readonly strategy: PoolStrategy;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Exchanges a refresh token; undefined when the issuer says it is no longer good. Absent where OAuth is not known. */
  readonly refresh?: (refreshToken: string, signal: AbortSignal) => Promise<Tokens | undefined>;
}

/** Tokens this close to their end are refreshed before use. */
const EXPIRY_MARGIN_MS = 60_000;

/** Re-reads the file for every call, so that keys added, reset or removed elsewhere count at once. */
export function createPoolCredentials(options: PoolOptions): Credentials {
  const { provider, file, clock, ids } = options;
  const known = new Set<string>();
  const refreshed = new Set<string>();
  let mine: { readonly id: string; readonly atMs: number } | undefined;

  const change = async (id: string, edit: (entry: PoolEntry) => PoolEntry) => {
    await file.update((document) => {
      const entries = poolOf(document, provider);
      const next = entries.map((entry) => (entry.id === id ? edit(entry) : entry));
      return withPool(document, provider, pruned(next, clock.now()));
    });
  };
  const renew = async (entry: PoolEntry, signal: AbortSignal): Promise<PoolEntry | undefined> => {
    if (entry.refreshToken === undefined || options.refresh === undefined) return undefined;
    const tokens = await options.refresh(entry.refreshToken, signal);
    if (tokens === undefined) {
      await change(entry.id, (current) => ({
        ...current,
        status: "dead",
        statusAtMs: clock.now(),
        errorCode: "invalid_grant",
      }));
      return undefined;
    }
    const fresh = withTokens(restored(entry), tokens);
    await change(entry.id, () => fresh);
    return fresh;
  };

  /** Each entry is looked at once at most: one that cannot be renewed makes room for the next. */
  const takeFrom = async (entries: readonly PoolEntry[], signal: AbortSignal): Promise<Credential | undefined> => {
    const chosen = chooseEntry(entries, {
      strategy: options.strategy,
      nowMs: clock.now(),
      random: ids.random(),
      lastId: lastOf(entries, mine),
    });
    if (chosen.type === "empty") return undefined;
    if (chosen.type === "resting") throw resting(provider, chosen.untilMs - clock.now());
    const { entry } = chosen;
    const expired = entry.expiresAtMs !== undefined && entry.expiresAtMs - clock.now() < EXPIRY_MARGIN_MS;
    const renewable = entry.refreshToken !== undefined && options.refresh !== undefined;
    const ready = entry.secret === "" || (expired && renewable) ? await renew(entry, signal) : entry;
    if (ready === undefined)
      return takeFrom(
        entries.filter((other) => other.id !== entry.id),
        signal,
      );
    known.add(ready.secret);
    mine = { id: ready.id, atMs: clock.now() };
    return { id: ready.id, secret: ready.secret, ...(ready.baseUrl !== undefined && { baseUrl: ready.baseUrl }) };
  };
  const take: Credentials["take"] = async (signal) => {
    const entries = poolOf(await file.read(), provider);
    for (const entry of entries) if (entry.secret !== "") known.add(entry.secret);
    return takeFrom(entries, signal);
  };

  const failed: Credentials["failed"] = async (credential, failure) => {
    if (failure.kind !== "auth" && failure.kind !== "billing" && failure.kind !== "rate-limit") return "stop";
    const entries = poolOf(await file.read(), provider);
    const entry = entries.find((candidate) => candidate.id === credential.id);
    if (entry === undefined) return "stop";
    if (failure.kind === "auth" && !refreshed.has(entry.id) && entry.refreshToken !== undefined) {
      refreshed.add(entry.id);
      if ((await renew(entry, new AbortController().signal)) !== undefined) return "retry";
    }
    const others = entries.filter((other) => other.id !== entry.id);
    const next = chooseEntry(others, { strategy: "fill_first", nowMs: clock.now(), random: 0 });
    await change(entry.id, (current) =>
      afterFailure(current, failure, { nowMs: clock.now(), alone: others.length === 0 }),
    );
    return next.type === "entry" ? "retry" : "stop";
  };

  const worked: Credentials["worked"] = async (credential: Credential) => {
    refreshed.delete(credential.id);
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

/** The later of this process's last choice and what the file says of others. */
function lastOf(
  entries: readonly PoolEntry[],
  mine: { readonly id: string; readonly atMs: number } | undefined,
): string | undefined {
  const theirs = lastUsed(entries);
  if (mine === undefined) return theirs?.id;
  return (theirs?.lastUsedAtMs ?? 0) > mine.atMs ? theirs?.id : mine.id;
}

export function withTokens(entry: PoolEntry, tokens: Tokens): PoolEntry {
  return {
    ...entry,
    secret: tokens.accessToken,
    ...(tokens.refreshToken !== undefined && { refreshToken: tokens.refreshToken }),
    ...(tokens.expiresAtMs !== undefined && { expiresAtMs: tokens.expiresAtMs }),
  };
}

function resting(provider: string, ms: number): ModelFailure {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return new ModelFailure("rate-limit", {
    message: `Every key for ${provider} is exhausted; the first is back in about ${minutes} min. "hermes auth reset ${provider}" tries them now.`,
    code: "pool_exhausted",
    retryAfterMs: Math.max(0, ms),
  });
}

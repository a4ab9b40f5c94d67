// Keeping a sign-in usable: a token that is about to end is exchanged for a new one, and where the issuer's tokens are only
// good for making keys, a key is made. What is needed is decided purely; every step is kept the moment it is made.

import { ModelFailure } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { type GivenIssuer, issuerFor } from "./issuers.data.ts";
import { mintAgentKey, type OAuthPorts, refreshTokens, type Tokens } from "./oauth.ts";
import type { PoolEntry } from "./pool.ts";

export interface SignIns {
  /** True when the entry cannot be used as it is, or not for much longer. */
  isDue(entry: PoolEntry): boolean;
  /** True while it can be used all the same. */
  isGood(entry: PoolEntry): boolean;
  /**
   * Makes the entry usable; `keep` gets it after every step, because a refresh token is good for one use only.
   * Undefined when the person has to sign in again. Throws ModelFailure when the issuer is in trouble.
   */
  renew(
    entry: PoolEntry,
    why: "due" | "refused",
    keep: (entry: PoolEntry) => Promise<void>,
  ): Promise<PoolEntry | undefined>;
}

/** Tokens and keys this close to their end are renewed before use. */
const MARGIN_MS = 120_000;
const KEY_LIFE_MS = 1_800_000;
/** Both steps together: nobody waits longer than this for an issuer. */
const RENEW_WITHIN_MS = 30_000;

const MINT_SCOPE = "inference:mint_agent_key";
const INVOKE_SCOPE = "inference:invoke";

export type Step = "none" | "refresh" | "mint";

/** The next thing to do for an entry that has to last for `marginMs` more. */
export function nextStep(entry: PoolEntry, nowMs: number, marginMs = MARGIN_MS): Step {
  if (entry.authType !== "oauth") return "none";
  const lasts = (secret: string | undefined, ends: number | undefined) =>
    secret !== undefined && secret !== "" && (ends === undefined || ends - nowMs > marginMs);
  const mints = wantsKey(entry);
  if (mints && lasts(entry.agentKey?.secret, entry.agentKey?.expiresAtMs)) return "none";
  if (!lasts(entry.secret, entry.expiresAtMs) && entry.refreshToken !== undefined) return "refresh";
  return mints ? "mint" : "none";
}

/** What goes over the wire for the entry. */
export function secretOf(entry: PoolEntry): string {
  return (wantsKey(entry) ? entry.agentKey?.secret : undefined) ?? entry.secret;
}

export function withTokens(entry: PoolEntry, tokens: Tokens): PoolEntry {
  const { expiresAtMs: _ended, agentKey: _old, ...rest } = entry;
  return {
    ...rest,
    secret: tokens.accessToken,
    ...(tokens.refreshToken !== undefined && { refreshToken: tokens.refreshToken }),
    ...(tokens.expiresAtMs !== undefined && { expiresAtMs: tokens.expiresAtMs }),
    ...(tokens.scope !== undefined && { scope: tokens.scope }),
  };
}

/** Undefined for providers that sign nobody in: what is kept for them is used as it is. */
export function createSignIns(provider: string, ports: OAuthPorts): SignIns | undefined {
  if (issuerFor(provider) === undefined) return undefined;
  const { clock } = ports;

  const refresh = async (entry: PoolEntry, signal: AbortSignal): Promise<PoolEntry | undefined> => {
    const issuer = issuerFor(provider, givenBy(entry));
    if (issuer === undefined || entry.refreshToken === undefined) return undefined;
    const tokens = await refreshTokens(issuer, entry.refreshToken, ports, signal);
    return tokens && withTokens(entry, tokens);
  };
  const mint = async (entry: PoolEntry, signal: AbortSignal): Promise<PoolEntry | "token-refused"> => {
    const url = issuerFor(provider, givenBy(entry))?.agentKeyUrl;
    const made =
      url === undefined
        ? ({ type: "not-made-here" } as const)
        : await mintAgentKey(url, entry.secret, KEY_LIFE_MS, ports, signal);
    switch (made.type) {
      case "token-refused":
        return made.type;
      case "not-made-here":
        return { ...entry, agentKey: { secret: entry.secret, ...endOf(entry) } };
      case "key":
        return { ...entry, agentKey: { secret: made.secret, ...endOf(made) } };
    }
  };

  return {
    isDue: (entry) => nextStep(entry, clock.now()) !== "none",
    isGood: (entry) => nextStep(entry, clock.now(), 0) === "none",
    async renew(entry, why, keep) {
      const signal = AbortSignal.timeout(RENEW_WITHIN_MS);
      let now = entry;
      let step: Step = why === "due" ? nextStep(entry, clock.now()) : "refresh";
      let mayRefresh = true;
      while (step !== "none") {
        if (step === "refresh") {
          const fresh = mayRefresh ? await refresh(now, signal) : undefined;
          if (fresh === undefined) return undefined;
          mayRefresh = false;
          now = fresh;
          step = wantsKey(now) ? "mint" : "none";
        } else {
          const minted = await mint(now, signal);
          if (minted === "token-refused") {
            step = "refresh";
            continue;
          }
          now = minted;
          step = "none";
        }
        await keep(now);
      }
      return now;
    },
  };
}

/** The one way out that is left to the person. */
export function signedOut(provider: string): ModelFailure {
  return new ModelFailure("auth", {
    message: `The sign-in for ${provider} has ended. Run "hermes auth add ${provider}" to sign in again.`,
    code: "signed_out",
  });
}

/** Older sign-ins may only make keys; newer ones are keys themselves. */
function wantsKey(entry: PoolEntry): boolean {
  const scopes = (entry.scope ?? claimedScope(entry.secret) ?? "").split(/\s+/);
  return scopes.includes(MINT_SCOPE) && !scopes.includes(INVOKE_SCOPE);
}

/** Tokens often are JWTs, which say what they are for. Read as a hint only: the issuer checks them. */
function claimedScope(token: string): string | undefined {
  const [, claims] = token.split(".");
  if (claims === undefined) return undefined;
  const parsed = parseJson(Buffer.from(claims, "base64url").toString("utf8"));
  const scope = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value.scope : undefined;
  return typeof scope === "string" ? scope : undefined;
}

function givenBy({ portalUrl, clientId, scope }: PoolEntry): GivenIssuer {
  return { portalUrl, clientId, scope };
}

function endOf({ expiresAtMs }: { readonly expiresAtMs?: number }): { readonly expiresAtMs?: number } {
  return expiresAtMs === undefined ? {} : { expiresAtMs };
}

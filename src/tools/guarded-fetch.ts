// Requests to addresses a model chose. The address that was judged is the address that is connected to, on every hop.

import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Dispatcher } from "undici";
import type { BlocksSite } from "../contracts/web.ts";
import { type NetPolicy, parseAddress, reachOf, refuseReach } from "../kernel/net/address.ts";
import type { ProxySettings } from "../kernel/net/proxy.ts";
import { refuseUrl } from "../kernel/net/url.ts";

/** Both say why not, or undefined for yes. */
export interface NetGuard {
  refuseUrl(url: URL): string | undefined;
  refuseAddress(address: string, hostname: string): string | undefined;
}

export function createNetGuard(policy: NetPolicy, blocks: BlocksSite = () => undefined): NetGuard {
  return {
    refuseUrl: (url) => blocks(url.hostname) ?? refuseUrl(url, policy),
    refuseAddress(text, hostname) {
      const address = parseAddress(text);
      if (address === undefined) return `${hostname} resolves to something that is no address.`;
      return refuseReach(reachOf(address), policy, `${hostname} (${text})`);
    },
  };
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Fetched =
  | {
      readonly type: "ok";
      readonly url: string;
      readonly status: number;
      readonly mime: string;
      readonly charset: string | undefined;
      readonly bytes: Uint8Array;
    }
  /** Not allowed; `why` names the rule. */
  | { readonly type: "refused"; readonly why: string }
  | { readonly type: "failed"; readonly why: string };

export type GuardedFetch = (url: string, options: FetchOptions) => Promise<Fetched>;

export interface GuardedFetchOptions {
  readonly guard: NetGuard;
  readonly userAgent: string;
  /** Behind a proxy names are judged here as far as they can be resolved; the connection itself is the proxy's. */
  readonly proxy?: ProxySettings | undefined;
  /** Name resolution, replaceable for tests. */
  readonly lookup?: (hostname: string) => Promise<readonly LookupAddress[]>;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

class Refused extends Error {}

export function createGuardedFetch(given: GuardedFetchOptions): GuardedFetch {
  const { guard, userAgent, proxy, lookup = resolveAll } = given;
  let agent: Dispatcher | undefined;
  /** Every answer must be allowed: one bad address among good ones is how rebinding starts. */
  const judged = async (hostname: string): Promise<readonly LookupAddress[]> => {
    const found = await lookup(hostname);
    const why = found
      .map(({ address }) => guard.refuseAddress(address, hostname))
      .find((reason) => reason !== undefined);
    if (why !== undefined) throw new Refused(why);
    return found;
  };
  const pinned: LookupFunction = (hostname, options, done) => {
    judged(hostname).then(
      (found) =>
        options.all === true ? done(null, [...found]) : done(null, found[0]?.address ?? "", found[0]?.family),
      (error: Error) => done(error, []),
    );
  };
  return async (target, options) => {
    const { fetch } = await import("undici");
    agent ??= await dispatcherFor(pinned, proxy);
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs ?? 30_000)]);
    let next = target;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const url = URL.parse(next);
      if (url === null) return { type: "refused", why: `Not a valid URL: ${next}` };
      const why = guard.refuseUrl(url);
      if (why !== undefined) return { type: "refused", why };
      try {
        if (proxy !== undefined) await judgedIfKnown(url.hostname, judged);
        const headers = {
          "user-agent": userAgent,
          accept: "text/html,application/xhtml+xml,*/*;q=0.8",
          ...options.headers,
        };
        const response = await fetch(url, { dispatcher: agent, redirect: "manual", signal, headers });
        const location = response.headers.get("location");
        if (REDIRECTS.has(response.status) && location !== null) {
          await response.body?.cancel();
          next = new URL(location, url).href;
          continue;
        }
        return await received(url, response, options.maxBytes);
      } catch (error) {
        return explain(error, url, options.signal);
      }
    }
    return { type: "failed", why: `More than ${MAX_REDIRECTS} redirects from ${target}` };
  };
}

async function dispatcherFor(lookup: LookupFunction, proxy: ProxySettings | undefined): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import("undici");
  const options = { connect: { lookup, timeout: 10_000 }, maxResponseSize: -1 };
  if (proxy === undefined) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.http ?? "",
    httpsProxy: proxy.https ?? "",
    noProxy: proxy.except,
  });
}

/** A name only the proxy can resolve is the proxy's to judge. */
async function judgedIfKnown(hostname: string, judged: (hostname: string) => Promise<unknown>): Promise<void> {
  await judged(hostname.replace(/^\[(.*)\]$/, "$1")).catch((error: unknown) => {
    if (error instanceof Refused) throw error;
  });
}

interface Response {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

async function received(url: URL, response: Response, maxBytes: number): Promise<Fetched> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the stream.
    if (size > maxBytes) return { type: "failed", why: `The answer is larger than ${maxBytes} bytes.` };
    chunks.push(chunk);
  }
  const [mime = "", ...parameters] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset="?([\w-]+)/.exec(parameter)?.[1])
    .find((name) => name !== undefined);
  return {
    type: "ok",
    url: url.href,
    status: response.status,
    mime: mime.trim(),
    charset,
    bytes: Buffer.concat(chunks),
  };
}

function explain(error: unknown, url: URL, signal: AbortSignal): Fetched {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth++) {
    if (cause instanceof Refused) return { type: "refused", why: cause.message };
  }
  if (signal.aborted) return { type: "failed", why: "The request was interrupted." };
  if (error instanceof Error && error.name === "TimeoutError")
    return { type: "failed", why: `${url.host} did not answer in time.` };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return { type: "failed", why: `${url.host}: ${cause instanceof Error ? cause.message : String(cause)}` };
}

async function resolveAll(hostname: string): Promise<readonly LookupAddress[]> {
  return systemLookup(hostname, { all: true, verbatim: true });
}

// One browser for all, one private context per conversation; started when first needed, closed when idle, replaced when lost.

import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext } from "playwright-core";
import type { ProxySettings } from "../../kernel/net/proxy.ts";
import type { NetGuard } from "../guarded-fetch.ts";
import { type GuardedProxy, type Lookup, openGuardedProxy } from "./guarded-proxy.ts";
import { openPageSession, type PageSession } from "./page-session.ts";
import type { ProfileFolder, TakeProfileFolder } from "./profile-folders.ts";
import { createReferences } from "./references.ts";

const IDLE_MS = 120_000;
const COMMAND_TIMEOUT_MS = 30_000;
const CLOSES_WITHIN_MS = 5_000;

export interface BrowserSessionsOptions {
  readonly executable: string;
  readonly guard: NetGuard;
  readonly lookup?: Lookup;
  /** The proxy this machine has to go through itself. */
  readonly proxy?: ProxySettings | undefined;
  readonly idleMs?: number;
  readonly takeFolder: TakeProfileFolder;
  /** Chromium refuses its own sandbox as root. */
  readonly root: boolean;
}

/** The page was taken away because it no longer answered. */
export class Unresponsive extends Error {}

export interface BrowserSessions {
  /** Runs `act` on the session's page, one call at a time per session; a page that does not answer within the limit is closed. */
  use<T>(sessionId: string, limitMs: number, act: (session: PageSession) => Promise<T>): Promise<T>;
  /** Why this address was not brought to the browser, when our own proxy held it back. */
  refusal(url: string): Promise<string | undefined>;
  /** The conversation went on under another id, and its page with it. */
  carry(from: string, to: string): void;
  dispose(): Promise<void>;
}

interface Running {
  readonly browser: Browser;
  readonly proxy: GuardedProxy;
  readonly folder: ProfileFolder;
}

interface Slot {
  /** The session it belongs to now. */
  id: string;
  readonly opened: Promise<{ readonly session: PageSession; readonly context: BrowserContext }>;
  last: Promise<unknown>;
  idle: NodeJS.Timeout | undefined;
}

export function createBrowserSessions(options: BrowserSessionsOptions): BrowserSessions {
  const slots = new Map<string, Slot>();
  const references = createReferences();
  let running: Promise<Running> | undefined;

  async function launch(): Promise<Running> {
    const { chromium } = await import("playwright-core");
    const folder = await options.takeFolder();
    const proxy = await openGuardedProxy(options);
    try {
      // Only so may the folder be ours; the context that comes with it stays unused.
      const unused = await chromium.launchPersistentContext(folder.profile, {
        artifactsDir: folder.artifacts,
        executablePath: options.executable,
        headless: true,
        chromiumSandbox: !options.root,
        // Without this entry Chromium would reach loopback addresses directly.
        proxy: { server: proxy.url, bypass: "<-loopback>" },
        args: ["--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"],
      });
      const browser = unused.browser();
      if (browser === null) throw new Error("the browser is not at hand");
      return { browser, proxy, folder };
    } catch (error) {
      await Promise.all([proxy.close(), folder.remove()]);
      throw new Error(`${options.executable} could not be started${startTrouble(error)}`, { cause: error });
    }
  }

  function start(): Promise<Running> {
    const starting: Promise<Running> = launch().then(
      (started) => {
        started.browser.on("disconnected", () => {
          if (running === starting) running = undefined;
          void leave(started);
        });
        return started;
      },
      (error: unknown) => {
        if (running === starting) running = undefined;
        throw error;
      },
    );
    return starting;
  }

  async function open(onLost: () => void): Promise<Awaited<Slot["opened"]>> {
    running ??= start();
    const { browser } = await running;
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: false });
    context.setDefaultTimeout(COMMAND_TIMEOUT_MS);
    context.on("close", onLost);
    try {
      return { session: await openPageSession(context, references, onLost), context };
    } catch (error) {
      await context.close().catch(() => undefined);
      throw error;
    }
  }

  function slotOf(sessionId: string): Slot {
    const known = slots.get(sessionId);
    if (known !== undefined) return known;
    const slot: Slot = {
      id: sessionId,
      opened: open(() => void close(slot)),
      last: Promise.resolve(),
      idle: undefined,
    };
    slots.set(sessionId, slot);
    // What did not start is tried again next time, and nothing of it stays behind.
    slot.opened.catch(() => close(slot));
    return slot;
  }

  async function close(slot: Slot): Promise<void> {
    if (slots.get(slot.id) !== slot) return;
    slots.delete(slot.id);
    clearTimeout(slot.idle);
    const opened = await slot.opened.catch(() => undefined);
    if (opened !== undefined) await inTime(opened.context.close());
    if (slots.size === 0) await shutDown();
  }

  async function shutDown(): Promise<void> {
    const ending = running;
    running = undefined;
    const open = await ending?.catch(() => undefined);
    if (open === undefined) return;
    await inTime(open.browser.close());
    await leave(open);
  }

  return {
    async use(sessionId, limitMs, act) {
      const slot = slotOf(sessionId);
      clearTimeout(slot.idle);
      const turn = slot.last.then(async () => {
        const { session } = await slot.opened;
        return within(limitMs, act(session), () => void close(slot));
      });
      slot.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        clearTimeout(slot.idle);
        if (slots.get(slot.id) === slot) {
          slot.idle = setTimeout(() => void close(slot), options.idleMs ?? IDLE_MS);
          slot.idle.unref();
        }
      }
    },
    carry(from, to) {
      const slot = slots.get(from);
      if (slot === undefined || slots.has(to)) return;
      slots.delete(from);
      slot.id = to;
      slots.set(to, slot);
    },
    async refusal(url) {
      const open = await running?.catch(() => undefined);
      return open?.proxy.refusal(URL.parse(url)?.host ?? "");
    },
    async dispose() {
      await Promise.all([...slots.values()].map(close));
      await shutDown();
    },
  };
}

/** A browser that is gone has closed everything already; one that does not answer any more is ended with the program. */
async function inTime(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing.catch(() => undefined), sleep(CLOSES_WITHIN_MS, undefined, { ref: false })]);
}

async function leave({ proxy, folder }: Running): Promise<void> {
  await Promise.all([proxy.close(), folder.remove()]);
}

/** What Chromium said itself, out of the log that comes with the error. */
function startTrouble(error: unknown): string {
  const log = error instanceof Error ? error.message : String(error);
  if (/sandboxing failed|No usable sandbox/.test(log))
    return ": this system gives it no sandbox (unprivileged user namespaces are off).";
  const said = /\[err\] ([^\n]*)/.exec(log)?.[1];
  return said === undefined ? "." : `: ${said}`;
}

async function within<T>(limitMs: number, work: Promise<T>, giveUp: () => void): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Unresponsive());
    giveUp();
  }, limitMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// One browser for all, one private page per conversation; started when first needed, closed when idle.

import type { Browser, BrowserContext, Page } from "playwright-core";
import type { ProxySettings } from "../../kernel/net/proxy.ts";
import type { NetGuard } from "../guarded-fetch.ts";
import { type GuardedProxy, type Lookup, openGuardedProxy } from "./guarded-proxy.ts";

const IDLE_MS = 120_000;
const COMMAND_TIMEOUT_MS = 30_000;
const MAX_CONSOLE = 200;

export interface BrowserSessionsOptions {
  readonly executable: string;
  readonly guard: NetGuard;
  readonly lookup?: Lookup;
  /** The proxy this machine has to go through itself. */
  readonly proxy?: ProxySettings | undefined;
  readonly idleMs?: number;
  /** Chromium refuses its own sandbox as root. */
  readonly root: boolean;
}

export interface ConsoleEntry {
  readonly type: string;
  readonly text: string;
}

export interface PageSession {
  readonly page: Page;
  readonly console: ConsoleEntry[];
}

export interface BrowserSessions {
  /** Runs `act` on the session's page, one call at a time per session. */
  use<T>(sessionId: string, act: (session: PageSession) => Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

interface Slot {
  readonly opened: Promise<{ readonly session: PageSession; readonly context: BrowserContext }>;
  last: Promise<unknown>;
  idle: NodeJS.Timeout | undefined;
}

export function createBrowserSessions(options: BrowserSessionsOptions): BrowserSessions {
  const slots = new Map<string, Slot>();
  let running: Promise<{ readonly browser: Browser; readonly proxy: GuardedProxy }> | undefined;

  async function launch(): Promise<{ readonly browser: Browser; readonly proxy: GuardedProxy }> {
    const { chromium } = await import("playwright-core");
    const proxy = await openGuardedProxy(options);
    try {
      const browser = await chromium.launch({
        executablePath: options.executable,
        headless: true,
        chromiumSandbox: !options.root,
        // Without this entry Chromium would reach loopback addresses directly.
        proxy: { server: proxy.url, bypass: "<-loopback>" },
        args: ["--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"],
      });
      return { browser, proxy };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  }

  async function open(): Promise<Awaited<Slot["opened"]>> {
    running ??= launch().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    const { browser } = await running;
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(COMMAND_TIMEOUT_MS);
    const page = await context.newPage();
    const console: ConsoleEntry[] = [];
    const note = (entry: ConsoleEntry) => {
      console.push(entry);
      if (console.length > MAX_CONSOLE) console.shift();
    };
    page.on("console", (message) => note({ type: message.type(), text: message.text() }));
    page.on("pageerror", (error) => note({ type: "error", text: error.message }));
    page.on("dialog", (dialog) => void dialog.dismiss());
    return { session: { page, console }, context };
  }

  async function close(sessionId: string): Promise<void> {
    const slot = slots.get(sessionId);
    slots.delete(sessionId);
    clearTimeout(slot?.idle);
    const opened = await slot?.opened.catch(() => undefined);
    await opened?.context.close();
    if (slots.size === 0) await shutDown();
  }

  async function shutDown(): Promise<void> {
    const ending = running;
    running = undefined;
    const open = await ending?.catch(() => undefined);
    await open?.browser.close();
    await open?.proxy.close();
  }

  return {
    async use(sessionId, act) {
      const known = slots.get(sessionId);
      const slot: Slot = known ?? { opened: open(), last: Promise.resolve(), idle: undefined };
      if (known === undefined) slots.set(sessionId, slot);
      clearTimeout(slot.idle);
      const turn = slot.last.then(async () => act((await slot.opened).session));
      slot.last = turn.catch(() => undefined);
      try {
        return await turn;
      } catch (error) {
        // A browser that did not start is tried again next time.
        if (
          await slot.opened.then(
            () => false,
            () => true,
          )
        )
          slots.delete(sessionId);
        throw error;
      } finally {
        slot.idle = setTimeout(() => void close(sessionId), options.idleMs ?? IDLE_MS);
        slot.idle.unref();
      }
    },
    async dispose() {
      await Promise.all([...slots.keys()].map(close));
      await shutDown();
    },
  };
}

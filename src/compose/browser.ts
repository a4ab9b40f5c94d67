// The browser tools, where a Chromium is installed; elsewhere they are absent.

import { tmpdir } from "node:os";
import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import type { Tool } from "../contracts/tool.ts";
import { proxySettings } from "../kernel/net/proxy.ts";
import { holderAlive, holderName } from "../stores/shared/holder.ts";
import { browserTools } from "../tools/browser/browser-tools.ts";
import { findChromium } from "../tools/browser/find-chromium.ts";
import { profileFolders } from "../tools/browser/profile-folders.ts";
import { createBrowserSessions } from "../tools/browser/sessions.ts";
import { imageShrinker } from "../tools/browser/shrink-image.ts";
import type { NetGuard } from "../tools/guarded-fetch.ts";
import type { Shrink } from "../tools/images.ts";
import type { See } from "../tools/vision.ts";

export interface BrowserWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly guard: NetGuard;
  readonly see: See;
}

export interface WiredBrowser {
  readonly tools: readonly Tool[];
  /** Absent without a browser. */
  readonly shrink?: Shrink;
  /** A conversation goes on under another id. */
  carry(from: string, to: string): void;
  dispose(): Promise<void>;
}

export function composeBrowser(wiring: BrowserWiring): WiredBrowser {
  const executable = findChromium(wiring.facts.env.PATH ?? "");
  if (executable === undefined) return { tools: [], carry: () => undefined, dispose: async () => undefined };
  const { guard, see, home, config, clock, ids } = wiring;
  const sessions = createBrowserSessions({
    executable,
    guard,
    proxy: proxySettings(wiring.env),
    idleMs: config.browser.inactivity_timeout * 1000,
    takeFolder: profileFolders({ parent: tmpdir(), owner: holderName("browser"), isAlive: holderAlive }),
    root: process.getuid?.() === 0,
  });
  const screenshots = { dir: home.screenshots, now: clock.now, newId: ids.id };
  return {
    tools: browserTools({ sessions, guard, see, screenshots }),
    shrink: imageShrinker(sessions),
    carry: sessions.carry,
    dispose: sessions.dispose,
  };
}

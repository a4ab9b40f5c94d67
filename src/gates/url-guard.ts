// Sites the user does not want opened, for every tool whose input carries addresses.

import type { Gate, Verdict } from "../contracts/gate.ts";
import { matchesHost } from "../kernel/shell/rule-patterns.ts";
import { hostOf, urlsOf } from "./call-facts.ts";

const ALLOW: Verdict = { type: "allow" };

export interface UrlGuardOptions {
  /** Blocked hosts: with their sub-domains, or `*.x` for the sub-domains alone. Read for every call, so edits take effect. */
  blockedHosts(): readonly string[] | Promise<readonly string[]>;
}

export function urlGuard(options: UrlGuardOptions): Gate {
  return {
    name: "urls",
    async check(call) {
      const urls = urlsOf(call.input);
      if (urls.length === 0) return ALLOW;
      const blocked = await options.blockedHosts();
      for (const url of urls) {
        const rule = blocked.find((each) => matchesHost(each, hostOf(url)));
        if (rule !== undefined) return { type: "deny", why: `${hostOf(url)} is on the website blocklist (${rule})` };
      }
      return ALLOW;
    },
  };
}

/** One host per line; empty lines and what follows a `#` do not count. */
export function readBlocklist(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/#.*$/, "").trim())
    .filter((line) => line !== "");
}

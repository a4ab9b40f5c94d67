// The website blocklist: what the config names, and lists in files that others keep. A list that cannot be read blocks everything.

import { readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Home } from "../config/home.ts";
import type { Config } from "../config/schema.ts";
import type { BlocksSite } from "../contracts/web.ts";
import { spellHost } from "../gates/spell-host.ts";
import { readSites, type SiteList, siteList } from "../kernel/net/sites.ts";

/** Files are looked at for every address, so that an edit counts at once; they are read again when they have changed. */
export function websiteBlocklist({ home, config }: { readonly home: Home; readonly config: Config }): BlocksSite {
  const { enabled, domains, shared_files: files } = config.security.website_blocklist;
  if (!enabled) return () => undefined;
  const named = siteList(domains, spellHost);
  const shared = files.map((file) => sharedList(isAbsolute(file) ? file : home.path(file)));
  return (host) => {
    const rule = named(host);
    if (rule !== undefined) return blocked(host, rule);
    for (const look of shared) {
      const list = look();
      if (list.type === "unreadable") return list.why;
      const found = list.covers(host);
      if (found !== undefined) return blocked(host, found);
    }
    return undefined;
  };
}

const blocked = (host: string, rule: string) => `${host} is on the website blocklist (${rule}).`;

type Shared =
  | { readonly type: "list"; readonly covers: SiteList }
  | { readonly type: "unreadable"; readonly why: string };

function sharedList(path: string): () => Shared {
  const read = { stamp: "", list: undefined as Shared | undefined };
  return () => {
    try {
      const { mtimeMs, ctimeMs, size, ino } = statSync(path);
      const stamp = [mtimeMs, ctimeMs, size, ino].join();
      if (read.list === undefined || stamp !== read.stamp)
        Object.assign(read, {
          stamp,
          list: { type: "list", covers: siteList(readSites(readFileSync(path, "utf8")), spellHost) },
        });
      return read.list ?? unreadable(path, "it changed");
    } catch (error) {
      read.list = undefined;
      return unreadable(path, error instanceof Error && "code" in error ? String(error.code) : String(error));
    }
  };
}

function unreadable(path: string, why: string): Shared {
  return {
    type: "unreadable",
    why: `No page is opened: the website blocklist ${path} cannot be read (${why}). Repair it, or take it out of security.website_blocklist.shared_files.`,
  };
}

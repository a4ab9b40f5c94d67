// The web behind the address guard: which search service, which policy, who shortens long pages.

import type { Home } from "../config/home.ts";
import type { Config } from "../config/schema.ts";
import { proxySettings } from "../kernel/net/proxy.ts";
import type { AttachmentPorts } from "../runtime/attachments.ts";
import { createGuardedFetch, createNetGuard, type GuardedFetch, type NetGuard } from "../tools/guarded-fetch.ts";
import type { WebExtractOptions } from "../tools/web-extract.ts";
import type { WebSearchOptions } from "../tools/web-search.ts";
import { websiteBlocklist } from "./blocklist.ts";
import { outboundFetch } from "./outbound.ts";

export interface WebWiring {
  readonly home: Home;
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly summarizePage?: NonNullable<WebExtractOptions["summarize"]>;
}

export interface WiredWeb {
  readonly guard: NetGuard;
  readonly fetch: GuardedFetch;
  readonly search: WebSearchOptions;
  readonly extract: WebExtractOptions;
  readonly fetchPage: AttachmentPorts["fetchPage"];
}

const USER_AGENT = "hermes-agent";

export function composeWeb({ home, config, env, summarizePage }: WebWiring): WiredWeb {
  const guard = createNetGuard(
    { allowPrivate: config.security.allow_private_urls },
    websiteBlocklist({ home, config }),
  );
  const fetch = createGuardedFetch({ guard, userAgent: USER_AGENT, proxy: proxySettings(env) });
  const backend = config.web.search_backend || config.web.backend;
  return {
    guard,
    fetch,
    search: { keys: env, userAgent: USER_AGENT, fetch: outboundFetch(env), ...(backend === "" ? {} : { backend }) },
    // Only a model that was chosen for it: shortening every long page with the main one would be a bill nobody ordered.
    extract: {
      fetch,
      ...(summarizePage && isChosen(config.auxiliary.web_extract) ? { summarize: summarizePage } : {}),
    },
    async fetchPage(url, signal) {
      const { extract } = await import("../tools/web-extract.ts");
      const page = await extract(url, { fetch }, signal);
      return page.error === null ? { type: "page", text: page.content } : { type: "failed", why: page.error };
    },
  };
}

function isChosen({ provider, model, base_url }: Config["auxiliary"]["web_extract"]): boolean {
  return model !== "" || base_url !== "" || (provider !== "" && provider !== "auto");
}

// Sites the user does not want opened, for every tool whose input carries addresses.

import type { Gate } from "../contracts/gate.ts";
import type { BlocksSite } from "../contracts/web.ts";
import { hostOf, urlsOf } from "./call-facts.ts";

export function urlGuard(blocks: BlocksSite): Gate {
  return {
    name: "urls",
    check(call) {
      for (const url of urlsOf(call.input)) {
        const why = blocks(hostOf(url));
        if (why !== undefined) return { type: "deny", why };
      }
      return { type: "allow" };
    },
  };
}

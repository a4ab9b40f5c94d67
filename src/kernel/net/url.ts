// What can be said about a URL before anything is sent: its scheme, its host, and secrets it would carry away.

import { type NetPolicy, reachOfHost, refuseReach } from "./address.ts";

/** The parts of a parsed URL that matter here; a URL object is one. */
export interface UrlParts {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly href: string;
}

const KEY_PREFIXES =
  /(?:^|[^A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{10}|sk_(?:live|test)_|rk_live_|gh[opusr]_[A-Za-z0-9]{10}|github_pat_|xox[baprs]-|AIza[0-9A-Za-z_-]{10}|AKIA[0-9A-Z]{8}|pplx-[A-Za-z0-9]{10}|fal_[A-Za-z0-9]{10}|fc-[A-Za-z0-9]{10}|SG\.[A-Za-z0-9]|hf_[A-Za-z0-9]{10}|r8_[A-Za-z0-9]{10}|npm_[A-Za-z0-9]{10}|pypi-[A-Za-z0-9]{10}|dop_v1_|tvly-[A-Za-z0-9]{6}|gsk_[A-Za-z0-9]{10}|xai-[A-Za-z0-9]{10}|ntn_[A-Za-z0-9]{10}|glpat-|eyJ[A-Za-z0-9_-]{10,}\.eyJ)/;

/** Why this URL is refused, or undefined when only its addresses remain to be judged. */
export function refuseUrl(url: UrlParts, policy: NetPolicy): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return `Only http and https are allowed, not ${url.protocol}`;
  if (url.username !== "" || url.password !== "") return "URLs with a user name or password are refused.";
  if (carriesSecret(url.href)) return "The URL holds what looks like a secret key and was not requested.";
  const reach = reachOfHost(url.hostname);
  return reach === undefined ? undefined : refuseReach(reach, policy, url.hostname);
}

/** Also when it is percent-encoded, once or twice. */
export function carriesSecret(href: string): boolean {
  const once = decoded(href);
  return [href, once, decoded(once)].some((form) => KEY_PREFIXES.test(form));
}

function decoded(value: string): string {
  return value.replace(/%([2-7][0-9A-Fa-f])/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

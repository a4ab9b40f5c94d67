// Names on the service's side: each principal has its own, so that no search of one can reach another's memories.

import { hash } from "node:crypto";
import type { Principal } from "../../kernel/principal.ts";

/** What the strictest service takes, with room for what is put after it. A guest's name and id have each their share. */
const MAX_NAME = 60;
const MAX_GUEST_NAME = 26;
const MAX_GUEST_ID = 27;

/** The configured name for the owner; for a guest that name with the guest's id spelled out, letter by letter where needed. */
export function nameFor(name: string, principal: Principal): string {
  return principal.type === "owner"
    ? bounded(name, MAX_NAME)
    : `${bounded(name, MAX_GUEST_NAME)}-guest-${bounded(spelled(principal.id), MAX_GUEST_ID)}`;
}

/** A long name keeps its beginning; the digest of the whole tells it from others. */
function bounded(name: string, max: number): string {
  if (name.length <= max) return name;
  const digest = hash("sha256", name, "hex").slice(0, 16);
  return `${name.slice(0, max - digest.length - 1)}-${digest}`;
}

/** Injective, and made of what every service accepts in an id. */
function spelled(id: string): string {
  return Array.from({ length: id.length }, (_, at) => {
    const unit = id.charCodeAt(at);
    const char = id.charAt(at);
    return /[a-z0-9]/.test(char) ? char : `_${unit.toString(16).padStart(4, "0")}`;
  }).join("");
}

/** What a service accepts as an id, from a name people gave. */
export function idOf(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "") || "default";
}

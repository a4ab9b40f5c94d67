// Names on the service's side: each principal has its own, so that no search of one can reach another's memories.

import type { Principal } from "../../kernel/principal.ts";

/** The configured name for the owner; for a guest that name with the guest's id spelled out, letter by letter where needed. */
export function nameFor(name: string, principal: Principal): string {
  return principal.type === "owner" ? name : `${name}-guest-${spelled(principal.id)}`;
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

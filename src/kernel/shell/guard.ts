// May a tool touch this file? The rule behind every file tool, and behind what a command really reaches through symlinks.

import { ENV_FILE, type Place, type Places, placeOf } from "./paths.ts";

export type GuardVerdict =
  | { readonly type: "allow" }
  | { readonly type: "ask"; readonly why: string }
  | { readonly type: "deny"; readonly why: string };

const ALLOW: GuardVerdict = { type: "allow" };

const RUN_BY_GIT = /\/\.git\/(hooks(\/|$)|config$|info\/)|\/\.githooks\//;

/** `path` is absolute, normalized and already freed of symlinks by whoever can. */
export function guardPath(path: string, use: "read" | "write", places: Places): GuardVerdict {
  const place = placeOf(path, places);
  if (place === "control")
    return { type: "deny", why: `${path} is a control file of the agent; only its owner changes or reads it` };
  if (place === "credential") return { type: "deny", why: `${path} is in a credential store, which tools never touch` };
  if (ENV_FILE.test(path) && use === "read")
    return {
      type: "deny",
      why: `${path} holds live keys; read its example file instead, or ask the user for what is needed`,
    };
  return use === "read" ? guardRead(path, place) : guardWrite(path, place);
}

function guardRead(path: string, place: Place): GuardVerdict {
  if (place === "secret") return { type: "deny", why: `${path} holds secrets of the system` };
  if (place === "disk") return { type: "deny", why: `${path} is a raw device` };
  return ALLOW;
}

function guardWrite(path: string, place: Place): GuardVerdict {
  switch (place) {
    case "stream":
      return ALLOW;
    case "workspace":
      if (RUN_BY_GIT.test(path)) return { type: "ask", why: `git runs or obeys ${path}` };
      return ENV_FILE.test(path) ? { type: "ask", why: `${path} holds live keys` } : ALLOW;
    case "disk":
    case "root":
      return { type: "deny", why: `writing to ${path} would destroy a disk or a whole directory tree` };
    case "secret":
      return { type: "deny", why: `${path} holds secrets of the system` };
    case "startup":
      return { type: "ask", why: `${path} runs at login or start-up` };
    default:
      return { type: "ask", why: `${path} is outside the workspace` };
  }
}

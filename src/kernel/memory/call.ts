// The `memory` tool's arguments, checked in the documented order.

import type { Edit } from "./edit.ts";
import type { Target } from "./entries.ts";

export interface MemoryArguments {
  readonly action?: unknown;
  readonly target?: unknown;
  readonly content?: unknown;
  readonly old_text?: unknown;
}

export type MemoryCall =
  | { readonly type: "ok"; readonly target: Target; readonly edit: Edit }
  | { readonly type: "bad"; readonly error: string };

export const MEMORY_UNAVAILABLE = "Memory is not available. It may be disabled in config or this environment.";

export function readMemoryCall(input: MemoryArguments): MemoryCall {
  const { action, target } = input;
  if (target !== "memory" && target !== "user")
    return bad(`Invalid target '${shown(target)}'. Use 'memory' or 'user'.`);
  const content = textOf(input.content);
  const oldText = textOf(input.old_text);
  switch (action) {
    case "add":
      return content === undefined
        ? bad("Content is required for 'add' action.")
        : { type: "ok", target, edit: { type: "add", content } };
    case "replace":
      if (oldText === undefined) return bad("old_text is required for 'replace' action.");
      if (content === undefined) return bad("content is required for 'replace' action.");
      return { type: "ok", target, edit: { type: "replace", oldText, content } };
    case "remove":
      return oldText === undefined
        ? bad("old_text is required for 'remove' action.")
        : { type: "ok", target, edit: { type: "remove", oldText } };
    default:
      return bad(`Unknown action '${shown(action)}'. Use: add, replace, remove`);
  }
}

function bad(error: string): MemoryCall {
  return { type: "bad", error };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : (JSON.stringify(value) ?? "");
}

// What a memory plugin brings: its provider, let go of together with the plugin.

import type { MemoryChange, MemoryProvider } from "../../contracts/memory.ts";
import type { Contributions } from "../../contracts/plugin.ts";

/** Services refuse questions without a word and blank entries; neither reaches one. */
export function bringing(memory: MemoryProvider): Contributions {
  const { recall, changed } = memory;
  const spared: MemoryProvider = {
    ...memory,
    ...(recall === undefined
      ? {}
      : { recall: async (query, session, signal) => (hasWord(query) ? recall(query, session, signal) : "") }),
    ...(changed === undefined
      ? {}
      : {
          async changed(change, session, signal) {
            const worth = withoutBlanks(change);
            if (worth !== undefined) await changed(worth, session, signal);
          },
        }),
  };
  return { memory: spared, dispose: async () => memory.dispose?.() };
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function withoutBlanks(change: MemoryChange): MemoryChange | undefined {
  const { target } = change;
  const text = change.type === "remove" ? "" : change.text;
  const before = change.type === "add" ? "" : change.before;
  if (isBlank(text)) return isBlank(before) ? undefined : { type: "remove", target, before };
  return isBlank(before) ? { type: "add", target, text } : { type: "replace", target, before, text };
}

/** Null bytes are nothing: not every service can be told about them. */
function isBlank(text: string): boolean {
  return text.replaceAll("\0", "").trim() === "";
}

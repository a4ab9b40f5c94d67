// The suite itself, against the plainest provider that keeps its promises.

import type { MemoryChange, MemoryProvider, MemorySession } from "../contracts/memory.ts";
import { principalId } from "../kernel/principal.ts";
import { memoryProviderSuite } from "./suites/memory-provider-suite.ts";

function plainProvider(books: Map<string, readonly string[]>): MemoryProvider {
  const key = ({ principal }: MemorySession) => principalId(principal) ?? "owner";
  const apply = (entries: readonly string[], change: MemoryChange) => {
    if (change.type === "add") return [...entries, change.text];
    if (change.type === "remove") return entries.filter((entry) => entry !== change.before);
    return entries.map((entry) => (entry === change.before ? change.text : entry));
  };
  return {
    name: "plain",
    snapshot: async (session) => (books.get(key(session)) ?? []).join("\n"),
    recall: async (query, session) =>
      (books.get(key(session)) ?? []).filter((entry) => entry.includes(query)).join("\n"),
    changed: async (change, session) => void books.set(key(session), apply(books.get(key(session)) ?? [], change)),
    dispose: async () => undefined,
  };
}

memoryProviderSuite(
  "plain",
  async () => {
    const books = new Map<string, readonly string[]>();
    const provider = plainProvider(books);
    return {
      provider,
      again: async () => plainProvider(books),
      settle: async () => undefined,
      dispose: async () => undefined,
    };
  },
  { shows: "snapshot" },
);

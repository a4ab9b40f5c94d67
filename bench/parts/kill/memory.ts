// What is remembered: added, changed, removed, undone, staged, approved, rejected, imported, forgotten.

import { join } from "node:path";
import type { MemoryBook } from "../../../src/contracts/memory-book.ts";
import { OWNER } from "../../../src/kernel/principal.ts";
import { openMemory } from "../../../src/stores/files/memory/open-memory.ts";
import { benchClock, benchIds } from "../store-places.ts";
import type { Chapter, Step } from "./chapter.ts";

const AGENT = { origin: "agent", sessionId: "lab" } as const;
const USER = { origin: "user" } as const;

const step = (run: (book: MemoryBook) => Promise<unknown>): Step<MemoryBook> => ({ run });
const add = (content: string, target: "memory" | "user" = "memory") =>
  step((book) => book.change(OWNER, target, { type: "add", content }, AGENT));
const firstPending = async (book: MemoryBook) => (await book.pending(OWNER))[0]?.id ?? "";

const STEPS: readonly Step<MemoryBook>[] = [
  add("The build runs on Node 24."),
  add("Prefers metric units.", "user"),
  add("The staging server is called atlas."),
  step((book) =>
    book.change(
      OWNER,
      "memory",
      { type: "replace", oldText: "atlas", content: "The staging server is called borea." },
      AGENT,
    ),
  ),
  add("Deploys happen on Thursdays."),
  step((book) => book.change(OWNER, "memory", { type: "remove", oldText: "Thursdays" }, USER)),
  step((book) => book.undo(OWNER, { count: 1 }, USER)),
  step((book) => book.import(OWNER, "user", ["Lives in Ghent.", "Has a parrot."], USER)),
  step((book) => book.stage(OWNER, "memory", { type: "add", content: "Waits for approval." }, AGENT)),
  { run: async (book) => book.approve(OWNER, await firstPending(book)), again: true },
  step((book) => book.stage(OWNER, "user", { type: "add", content: "Nobody wants this." }, AGENT)),
  step(async (book) => book.reject(OWNER, await firstPending(book))),
  step((book) => book.reset(OWNER, "user", USER)),
  step((book) => book.undo(OWNER, { count: 1 }, USER)),
  add("The last fact."),
];

export const memory: Chapter<MemoryBook> = {
  steps: STEPS,
  open: async (folder) =>
    openMemory({
      folders: { memories: join(folder, "memories"), pending: join(folder, "pending") },
      enabled: { memory: true, user: true },
      limits: { memory: 2_200, user: 1_375 },
      clock: benchClock,
      ids: benchIds,
    }),
  async dump(book) {
    const listings = await book.list(OWNER);
    const waiting = await book.pending(OWNER);
    return JSON.stringify([
      listings.map(({ target, entries }) => [target, entries.map(({ text, origin }) => [text, origin])]),
      waiting.map(({ summary }) => summary),
    ]);
  },
  async findings(book) {
    const { notices } = await book.snapshot(OWNER);
    return notices.map(String);
  },
  close: async () => undefined,
};

// One journal of everything learned: skills and one person's memory, in the order it happened.

import type { LearnedChange, LearnedSkillChange, LearningJournal, UndoOutcome } from "../contracts/learning.ts";
import type { MemoryBook } from "../contracts/memory-book.ts";
import { learnedMemory } from "../kernel/memory/learned.ts";
import type { Principal } from "../kernel/principal.ts";

/** Without a book, only skills. */
export function joinJournals(
  skills: LearningJournal<LearnedSkillChange>,
  book: MemoryBook | undefined,
  principal: Principal,
): LearningJournal {
  if (book === undefined) return skills;
  const remembered = async () => learnedMemory(await book.history(principal));

  async function undoMemory(id: string): Promise<UndoOutcome> {
    const reply = await book?.undo(principal, { id }, { origin: "user" });
    if (reply?.type === "refused") return reply;
    return reply?.type === "undone"
      ? { type: "undone", message: "Memory is as it was before the change; prompts follow with the next session." }
      : { type: "refused", why: `There is no change '${id}'.` };
  }

  return {
    async list(since = 0) {
      const memory = (await remembered()).filter(({ at }) => Date.parse(at) >= since);
      const all: readonly LearnedChange[] = [...(await skills.list(since)), ...memory];
      return all.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    },
    async undo(id) {
      return (await remembered()).some((one) => one.id === id) ? undoMemory(id) : skills.undo(id);
    },
  };
}

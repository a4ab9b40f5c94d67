// The skill library: written, patched, given files, staged, approved, absorbed, deleted.

import { randomBytes } from "node:crypto";
import type { SkillChange, Skills } from "../../../src/contracts/skills.ts";
import type { Ids } from "../../../src/contracts/time.ts";
import { skillHome, skillText } from "../../../src/stores/files/skills/testbench.ts";
import { benchClock, benchIds } from "../store-places.ts";
import type { Chapter, Step } from "./chapter.ts";

/** Changes that wait are named by eight hexadecimal digits. */
const ids: Ids = { ...benchIds, id: (prefix) => `${prefix}_${randomBytes(6).toString("hex")}` };
const AUTHOR = { origin: "foreground", sessionId: "lab" } as const;

async function done(outcome: ReturnType<Skills["change"]>): Promise<void> {
  const { type, ...rest } = await outcome;
  if (type === "refused") throw new Error(JSON.stringify(rest));
}
const change = (one: SkillChange): Step<Skills> => ({ run: (library) => done(library.change(one, AUTHOR)) });
const firstPending = async (library: Skills) => (await library.pending())[0]?.id ?? "";

const STEPS: readonly Step<Skills>[] = [
  change({
    type: "create",
    name: "bake-bread",
    content: skillText("bake-bread", "How to bake bread."),
    category: "kitchen",
  }),
  change({ type: "create", name: "mend-radio", content: skillText("mend-radio", "How to mend an old radio.") }),
  change({ type: "write_file", name: "bake-bread", file: "references/flours.md", content: "Rye, wheat, spelt.\n" }),
  change({ type: "patch", name: "bake-bread", old: "Do it carefully.", new: "Knead for ten minutes.", all: false }),
  change({
    type: "edit",
    name: "mend-radio",
    content: skillText("mend-radio", "How to mend any radio.", "Find a valve."),
  }),
  change({ type: "write_file", name: "mend-radio", file: "scripts/test.sh", content: "#!/bin/sh\necho hum\n" }),
  change({ type: "remove_file", name: "bake-bread", file: "references/flours.md" }),
  change({
    type: "create",
    name: "bake-rolls",
    content: skillText("bake-rolls", "How to bake rolls."),
    category: "kitchen",
  }),
  change({ type: "delete", name: "bake-rolls", absorbedInto: "bake-bread" }),
  {
    run: (library) =>
      done(
        library.change(
          { type: "patch", name: "mend-radio", old: "Find a valve.", new: "Find two valves.", all: false },
          { ...AUTHOR, proposeOnly: "the lab asks first" },
        ),
      ),
  },
  { run: async (library) => done(library.approve(await firstPending(library))), again: true },
  change({ type: "delete", name: "mend-radio" }),
];

export const skills: Chapter<Skills> = {
  steps: STEPS,
  open: async (folder) => skillHome(folder, { clock: benchClock, ids }).open(),
  async dump(library) {
    const entries = await library.list();
    const documents = await Promise.all(entries.map((entry) => library.read(entry)));
    return JSON.stringify([
      entries.map(({ name, description, category }) => [name, description, category]),
      documents.map(({ content, files }) => [content, files]),
      (await library.pending()).map(({ summary }) => summary),
    ]);
  },
  findings: async () => [],
  close: async () => undefined,
};

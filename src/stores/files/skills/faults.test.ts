import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SkillChange, Skills } from "../../../contracts/skills.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { readUsage } from "../../../kernel/skills/usage.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../../testing/fakes.ts";
import { faultyDisk } from "./faulty-disk.ts";
import { openJournal } from "./journal.ts";
import { type SkillHome, skillHome, skillText } from "./testbench.ts";

let dir: TempDir;
beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());
const REVIEW = { origin: "background_review" } as const;

const CHANGES: readonly SkillChange[] = [
  { type: "create", name: "b", category: "new", content: skillText("b") },
  { type: "edit", name: "a", content: skillText("a", "edited") },
  { type: "patch", name: "a", old: "carefully", new: "twice", all: false },
  { type: "write_file", name: "a", file: "references/deep/x.md", content: "x" },
  { type: "remove_file", name: "a", file: "scripts/run.sh" },
  { type: "delete", name: "a" },
];

async function freshHome(label: string): Promise<SkillHome> {
  const clock = fakeClock({ auto: true });
  const home = skillHome(join(dir.path, label), { clock, ids: fakeIds() });
  mkdirSync(home.root);
  const skills = home.open();
  await skills.change({ type: "create", name: "a", category: "work", content: skillText("a") }, REVIEW);
  await skills.change({ type: "write_file", name: "a", file: "scripts/run.sh", content: "echo" }, REVIEW);
  return home;
}

/** Everything a reader can see of the library, archive included. */
function picture(home: SkillHome): string {
  const files = readdirSync(home.skills, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") || path.endsWith(".sh"))
    .sort();
  return files.map((path) => `${path}\n${readFileSync(join(home.skills, path), "utf8")}`).join("\n");
}

async function outcomeOf(skills: Skills, change: SkillChange): Promise<string> {
  return skills.change(change, REVIEW).then(
    ({ type }) => type,
    (error: unknown) => (error instanceof StoreFailure ? "failed" : `bug: ${String(error)}`),
  );
}

test.each(CHANGES.flatMap((change) => [false, true].map((crash) => ({ change, crash, type: change.type }))))(
  "$type, failing anywhere (crash: $crash), is done or not done",
  async ({ change, crash, type }) => {
    const healthy = await freshHome(`${type}-healthy`);
    const before = picture(healthy);
    const author = type === "delete" ? ({ origin: "foreground" } as const) : REVIEW;
    await healthy.open().change(change, author);
    const after = picture(healthy);
    for (let failAt = 1; ; failAt++) {
      const home = await freshHome(`${type}-${failAt}`);
      const disk = faultyDisk(failAt, crash);
      const skills = home.open({ disk });
      const outcome =
        type === "delete"
          ? await skills.change(change, author).then(
              (one) => one.type,
              () => "failed",
            )
          : await outcomeOf(skills, change);
      expect(["done", "failed"], outcome).toContain(outcome);
      expect([before, after], `${failAt} ${outcome}`).toContain(picture(home));
      if (outcome === "done") expect(picture(home)).toBe(after);
      readUsage(JSON.parse(readFileSync(join(home.skills, ".usage.json"), "utf8")));
      const seen = (await home.open().list()).map(({ name }) => name);
      expect(seen.length, `${failAt}`).toBeGreaterThanOrEqual(type === "delete" ? 0 : 1);
      for (const { id } of await openJournal(home.options()).list()) await openJournal(home.options()).undo(id);
      if (outcome === "done" && disk.count < failAt) break;
    }
  },
);

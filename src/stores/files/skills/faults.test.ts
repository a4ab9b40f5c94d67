import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SkillChange, Skills } from "../../../contracts/skills.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { readUsage } from "../../../kernel/skills/usage.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../../testing/fakes.ts";
import { openCuration } from "./curation.ts";
import type { Disk } from "./disk.ts";
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

interface Deed {
  readonly name: string;
  /** Everything before the deed, on a healthy disk. */
  before?(home: SkillHome): Promise<unknown>;
  act(home: SkillHome, disk: Disk | undefined): Promise<unknown>;
}

const curationOf = (home: SkillHome, disk: Disk | undefined) =>
  openCuration({
    ...home.options(disk === undefined ? {} : { disk }),
    ...{ keep: 3, reports: join(home.root, "logs/curator"), bundles: join(home.root, "skill-bundles") },
    jobsFile: join(home.root, "cron/jobs.json"),
  });
const using = (disk: Disk | undefined) => (disk === undefined ? {} : { disk });
const STAGED = { type: "patch", name: "a", old: "carefully", new: "twice", all: false } as const;
const stage = (home: SkillHome) => home.open({ settings: { writeApproval: () => true } }).change(STAGED, REVIEW);
const firstPending = async (home: SkillHome) => (await home.open().pending())[0]?.id ?? "";
const undoNewest = async (home: SkillHome, disk: Disk | undefined, action: string) => {
  const options = { ...home.options(), ...using(disk) };
  const entry = (await openJournal(home.options()).list()).find((one) => one.action === action);
  if (entry?.undone_at === undefined) await openJournal(options).undo(entry?.id ?? "");
};

const DEEDS: readonly Deed[] = [
  { name: "archive", act: (home, disk) => curationOf(home, disk).archive("a") },
  {
    name: "restore",
    before: (home) => curationOf(home, undefined).archive("a"),
    act: (home, disk) => curationOf(home, disk).restore("a"),
  },
  {
    name: "age",
    act: (home, disk) => curationOf(home, disk).age({ staleAfterDays: 0, archiveAfterDays: 0, pruneBuiltins: false }),
  },
  { name: "pin", act: (home, disk) => curationOf(home, disk).pin("a", true) },
  { name: "backup", act: (home, disk) => curationOf(home, disk).backup("x") },
  {
    name: "approve",
    before: stage,
    act: async (home, disk) => home.open(using(disk)).approve(await firstPending(home)),
  },
  { name: "reject", before: stage, act: async (home, disk) => home.open(using(disk)).reject(await firstPending(home)) },
  {
    name: "undo a patch",
    before: (home) => home.open().change(STAGED, REVIEW),
    act: (home, disk) => undoNewest(home, disk, "patch"),
  },
  {
    name: "undo a deletion",
    before: (home) => home.open().change({ type: "delete", name: "a" }, { origin: "foreground" }),
    act: (home, disk) => undoNewest(home, disk, "delete"),
  },
  {
    name: "undo a creation",
    before: (home) => home.open().change({ type: "remove_file", name: "a", file: "scripts/run.sh" }, REVIEW),
    act: (home, disk) => undoNewest(home, disk, "create"),
  },
];

/** Files, states and what still waits: all a person can see. */
async function sight(home: SkillHome): Promise<string> {
  const usage = readUsage(JSON.parse(readFileSync(join(home.skills, ".usage.json"), "utf8")));
  const undone = (await openJournal(home.options()).list()).map(({ action, undone_at }) => [
    action,
    undone_at !== undefined,
  ]);
  const states = Object.entries(usage).map(([name, { state, pinned }]) => [name, state, pinned]);
  return JSON.stringify([picture(home), states, (await home.open().pending()).length, undone]);
}

test.each(DEEDS.flatMap((deed) => [false, true].map((crash) => ({ ...deed, crash }))))(
  "$name, failing anywhere (crash: $crash), loses nothing and is done when asked again",
  async ({ name, before, act, crash }) => {
    const healthy = await freshHome(`${name}-healthy`);
    await before?.(healthy);
    await act(healthy, undefined);
    const wanted = await sight(healthy);
    for (let failAt = 1; ; failAt++) {
      const home = await freshHome(`${name}-${failAt}`);
      await before?.(home);
      const disk = faultyDisk(failAt, crash);
      const outcome = await act(home, disk).then(
        () => "done",
        (error: unknown) => (error instanceof StoreFailure ? "failed" : `bug: ${String(error)}`),
      );
      expect(["done", "failed"]).toContain(outcome);
      expect(picture(home)).toContain("a/SKILL.md");
      if (outcome === "failed") await act(home, undefined);
      expect(await sight(home), `${failAt} ${outcome}`).toBe(wanted);
      if (outcome === "done" && disk.count < failAt) break;
    }
  },
);

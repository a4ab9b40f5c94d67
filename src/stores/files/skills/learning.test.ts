import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FakeClock, fakeClock, fakeIds, type TempDir, tempDir } from "../../../testing/fakes.ts";
import { faultyDisk } from "./faulty-disk.ts";
import { openJournal } from "./journal.ts";
import { resetBundled, type SyncOptions, syncBundled } from "./sync-bundled.ts";
import { type SkillHome, skillHome, skillText } from "./testbench.ts";

let dir: TempDir;
let home: SkillHome;
let clock: FakeClock;
beforeEach(async () => {
  dir = await tempDir();
  clock = fakeClock({ auto: true });
  home = skillHome(dir.path, { clock, ids: fakeIds() });
});
afterEach(() => dir.remove());
const REVIEW = { origin: "background_review", sessionId: "s1" } as const;
const text = (path: string) => readFileSync(join(home.skills, path), "utf8");

describe("the journal", () => {
  const journal = () => openJournal(home.options());

  test("every change of the agent is kept and can be taken back, newest first", async () => {
    const skills = home.open();
    await skills.change({ type: "create", name: "a", category: "work", content: skillText("a") }, REVIEW);
    await clock.advance(1000);
    await skills.change({ type: "patch", name: "a", old: "carefully", new: "fast", all: false }, REVIEW);
    await clock.advance(1000);
    await skills.change({ type: "write_file", name: "a", file: "references/x.md", content: "x" }, REVIEW);
    await clock.advance(1000);
    await skills.change({ type: "delete", name: "a" }, { origin: "foreground" });
    const entries = await journal().list();
    expect(entries.map((one) => one.action)).toEqual(["delete", "write_file", "patch", "create"]);
    for (const { id } of entries) expect((await journal().undo(id)).type, id).toBe("undone");
    expect((await skills.find("a")).type).toBe("none");
    expect(text(".archive/a/SKILL.md")).toContain("carefully");
    expect(existsSync(join(home.skills, ".archive/a/references/x.md"))).toBe(false);
    expect((await journal().undo(entries[0]?.id ?? "")).type).toBe("refused");
    expect(await journal().list(clock.now() + 1)).toEqual([]);
  });

  test("a person's own changes are not in it", async () => {
    await home.open().change({ type: "create", name: "a", content: skillText("a") }, { origin: "user" });
    expect(await journal().list()).toEqual([]);
  });

  test("a change is taken out from under later ones, or not at all", async () => {
    const skills = home.open();
    const body = "one\n\ntwo\n\nthree\n\nfour\n\nfive\n\nsix";
    await skills.change({ type: "create", name: "a", content: skillText("a", "d", body) }, REVIEW);
    await skills.change({ type: "patch", name: "a", old: "two", new: "TWO", all: false }, REVIEW);
    const [patched] = (await journal().list()).filter((one) => one.action === "patch");
    await skills.change({ type: "patch", name: "a", old: "six", new: "SIX", all: false }, { origin: "user" });
    expect((await journal().undo(patched?.id ?? "")).type).toBe("undone");
    expect(text("a/SKILL.md")).toContain("two");
    expect(text("a/SKILL.md")).toContain("SIX");
    await skills.change({ type: "patch", name: "a", old: "four", new: "FOUR", all: false }, REVIEW);
    const again = (await journal().list()).find((one) => one.action === "patch" && one.undone_at === undefined);
    await skills.change({ type: "patch", name: "a", old: "FOUR", new: "4", all: false }, { origin: "user" });
    expect((await journal().undo(again?.id ?? "")).type).toBe("refused");
    expect(text("a/SKILL.md")).toContain("\n4\n");
  });

  test("also in a folder of skills elsewhere, and of a file that is no text", async () => {
    const elsewhere = { places: { external: [join(dir.path, "shelf")] } };
    const outer = join(dir.path, "shelf/kitchen/outer");
    const picture = Buffer.from([0x89, 0x50, 0xff, 0xfe, 0x00]);
    home.put("shelf/kitchen/outer/SKILL.md", skillText("outer"));
    mkdirSync(join(outer, "assets"));
    writeFileSync(join(outer, "assets/a.png"), picture);
    writeFileSync(join(outer, "assets/b.png"), picture);
    const skills = home.open(elsewhere);
    const agent = { origin: "foreground" } as const;
    const changes = [
      { type: "patch", name: "outer", old: "carefully", new: "fast", all: false },
      { type: "remove_file", name: "outer", file: "assets/a.png" },
      { type: "write_file", name: "outer", file: "assets/b.png", content: "words" },
    ] as const;
    for (const change of changes) expect((await skills.change(change, agent)).type).toBe("done");
    expect([existsSync(join(outer, "assets/a.png")), readFileSync(join(outer, "assets/b.png"), "utf8")]).toEqual([
      false,
      "words",
    ]);
    const journal = openJournal(home.options(elsewhere));
    for (const { id } of await journal.list()) expect((await journal.undo(id)).type).toBe("undone");
    expect(readFileSync(join(outer, "SKILL.md"), "utf8")).toBe(skillText("outer"));
    for (const name of ["a.png", "b.png"]) expect(readFileSync(join(outer, "assets", name))).toEqual(picture);
  });

  test("an id is an id and never a path", async () => {
    expect((await journal().undo("../../etc/passwd")).type).toBe("refused");
  });
});

describe("bundled skills", () => {
  let options: SyncOptions;
  beforeEach(() => {
    options = {
      bundled: join(dir.path, "shipped"),
      skills: home.skills,
      optOut: join(dir.path, ".no-bundled-skills"),
      clock,
    };
    home.put("shipped/dev/review/SKILL.md", skillText("review", "First"));
    home.put("shipped/dev/review/references/more.md", "more");
    home.put("shipped/dev/DESCRIPTION.md", "---\ndescription: Development\n---\n");
    home.put("shipped/plan/SKILL.md", skillText("plan", "First"));
  });
  const steps = async () =>
    (await syncBundled(options)).steps.map((step) => `${step.type} ${step.name}${"why" in step ? ` ${step.why}` : ""}`);
  const ship = (description: string) => home.put("shipped/dev/review/SKILL.md", skillText("review", description));

  test("copied, recorded, and not looked at again until they change", async () => {
    expect(await steps()).toEqual(["copy review", "copy plan"]);
    expect(text("dev/review/references/more.md")).toBe("more");
    expect(text("dev/DESCRIPTION.md")).toContain("Development");
    expect(text(".bundled_manifest")).toMatch(/^plan:[0-9a-f]{32}\nreview:[0-9a-f]{32}\n$/);
    expect(await steps()).toEqual([]);
    ship("Second edition");
    expect(await steps()).toEqual(["update review", "keep plan"]);
    expect(text("dev/review/SKILL.md")).toContain("Second edition");
    expect((await home.open().list()).every(({ origin }) => origin === "bundled")).toBe(true);
  });

  test("edits and deletions by the user stay, an own skill of that name stays", async () => {
    home.put("skills/plan/SKILL.md", skillText("plan", "My own"));
    await steps();
    writeFileSync(join(home.skills, "dev/review/SKILL.md"), skillText("review", "Edited by me"));
    ship("Second edition");
    expect(await steps()).toEqual(["respect review edited", "respect plan own"]);
    expect(text("dev/review/SKILL.md")).toContain("Edited by me");
    expect(text("plan/SKILL.md")).toContain("My own");
    rmSync(join(home.skills, "dev/review"), { recursive: true });
    ship("Third");
    expect(await steps()).toEqual(["respect review deleted", "respect plan own"]);
  });

  test("moved by the user, it is updated where it is now", async () => {
    await steps();
    mkdirSync(join(home.skills, "mine"));
    cpSync(join(home.skills, "dev/review"), join(home.skills, "mine/review"), { recursive: true });
    rmSync(join(home.skills, "dev/review"), { recursive: true });
    ship("Second edition");
    expect(await steps()).toEqual(["update review", "keep plan"]);
    expect(text("mine/review/SKILL.md")).toContain("Second edition");
    expect(existsSync(join(home.skills, "dev/review"))).toBe(false);
  });

  test("suppressed and opted out mean what they say; gone upstream is forgotten", async () => {
    home.put("skills/.curator_suppressed", "review\n");
    expect(await steps()).toEqual(["respect review suppressed", "copy plan"]);
    rmSync(join(dir.path, "shipped/plan"), { recursive: true });
    expect(await steps()).toEqual(["respect review suppressed", "forget plan"]);
    writeFileSync(options.optOut, "");
    ship("x");
    expect(await steps()).toEqual([]);
  });

  test("reset brings the shipped one back and keeps the edited one; or takes the edit as base and updates later", async () => {
    await steps();
    const edited = skillText("review", "Edited by me");
    writeFileSync(join(home.skills, "dev/review/SKILL.md"), edited);
    await resetBundled(options, "review", false);
    expect(text("dev/review/SKILL.md")).toContain("First");
    expect(text(".archive/review/SKILL.md")).toBe(edited);
    writeFileSync(join(home.skills, "dev/review/SKILL.md"), edited);
    await resetBundled(options, "review", true);
    expect(text("dev/review/SKILL.md")).toBe(edited);
    ship("Second edition");
    expect(await steps()).toEqual(["update review", "keep plan"]);
    await expect(resetBundled(options, "nothing", false)).rejects.toThrow("not a bundled");
  });

  test.each([false, true])(
    "a failure anywhere (crash: %s) leaves a whole copy or none, and the next start mends it",
    async (crash) => {
      for (let failAt = 1; ; failAt++) {
        const where = join(dir.path, `h${failAt}`);
        mkdirSync(where);
        const own = { ...options, skills: join(where, "skills") };
        await syncBundled(own);
        ship(`Edition ${failAt} ${crash}`);
        const disk = faultyDisk(failAt, crash);
        const outcome = await syncBundled({ ...own, disk }).then(
          () => "done",
          () => "failed",
        );
        await syncBundled(own);
        expect(readFileSync(join(own.skills, "dev/review/SKILL.md"), "utf8"), `${failAt}`).toContain(
          `Edition ${failAt} ${crash}`,
        );
        expect(readFileSync(join(own.skills, "dev/review/references/more.md"), "utf8")).toBe("more");
        if (outcome === "done" && disk.count < failAt) break;
      }
    },
  );
});

// The library we ship: complete, short, clean by our own guard, and usable in one scripted run.

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invokeByWord } from "../../src/commands/skill-commands.ts";
import type { SkillEntry, Skills } from "../../src/contracts/skills.ts";
import { missingSections } from "../../src/kernel/skills/checks.ts";
import { inspectSkill } from "../../src/kernel/skills/guard/guard.ts";
import { findSimilarSkills } from "../../src/kernel/skills/similar.ts";
import { splitSkill } from "../../src/kernel/skills/split.ts";
import { openBundles } from "../../src/stores/files/skills/bundles.ts";
import { syncBundled } from "../../src/stores/files/skills/sync-bundled.ts";
import { skillHome } from "../../src/stores/files/skills/testbench.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../src/testing/fakes.ts";
import { skillTools } from "../../src/tools/skills.ts";
import { createBench } from "../../src/tools/testbench.ts";

const shipped = resolve(import.meta.dirname, "../../skills");
const texts = readdirSync(shipped, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("SKILL.md"))
  .map((path) => ({ path, text: readFileSync(join(shipped, path), "utf8") }));

describe.each(texts)("$path", ({ path, text }) => {
  test("has the five sections, fits two screens and a line of the index", () => {
    const { head = "", body } = splitSkill(text);
    expect(missingSections(body)).toEqual([]);
    expect(text.split("\n").length).toBeLessThanOrEqual(100);
    expect(/^description: (.*)$/m.exec(head)?.[1]?.length ?? 99).toBeLessThanOrEqual(64);
    expect(/^name: (.*)$/m.exec(head)?.[1]).toBe(path.split("/").at(-2));
  });

  test("passes our own audit", () => {
    const report = inspectSkill([{ path: "SKILL.md", type: "text", text, bytes: text.length, executable: false }]);
    expect(report).toMatchObject({ verdict: "safe", findings: [] });
  });
});

describe("as a library", () => {
  let dir: TempDir;
  let skills: Skills;
  let all: readonly SkillEntry[];
  beforeAll(async () => {
    dir = await tempDir();
    const clock = fakeClock({ auto: true });
    const home = skillHome(dir.path, { clock, ids: fakeIds() });
    await syncBundled({ bundled: shipped, skills: home.skills, optOut: join(dir.path, ".no-bundled-skills"), clock });
    skills = home.open({ hasCommand: () => true });
    all = await skills.list();
  });
  afterAll(() => dir.remove());

  test("a dozen or more, each with a category that says what it is, none doubling another", async () => {
    expect(all.length).toBeGreaterThanOrEqual(12);
    expect(
      all.every(({ category, origin, doubts }) => category !== "" && origin === "bundled" && doubts.length === 0),
    ).toBe(true);
    const index = await skills.index(["terminal", "skill_view"]);
    for (const { name, category } of all) {
      expect(index).toContain(`- ${name}: `);
      expect(index).toMatch(new RegExp(`^ {2}${category}: \\S`, "m"));
    }
    for (const one of all) expect(findSimilarSkills(one, all)).toEqual([]);
  });

  test("related skills exist", () => {
    const names = new Set(all.map(({ name }) => name));
    for (const { name, head } of all)
      for (const other of head.related) expect(names.has(other), `${name} → ${other}`).toBe(true);
  });

  test("one run opens every one of them, by tool and by slash command", async () => {
    const bench = await createBench(skillTools({ skills }));
    const bundles = openBundles(join(dir.path, "skill-bundles"));
    for (const { name } of all) {
      const view = await bench.call("skill_view", { name });
      expect(view).toMatchObject({ success: true, name, readiness_status: "available" });
      const invoked = await invokeByWord({ skills, bundles }, `/${name}`, "go", "s1");
      expect(invoked?.type === "prompt" && invoked.text).toContain(`"${name}" skill`);
    }
    await bench.remove();
  });
});

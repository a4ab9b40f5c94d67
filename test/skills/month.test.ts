// A month and more in the life of a library: sessions, corrections, skills born, used, forgotten, archived, brought back.
// The clock is simulated, the files are real, and after every day the same invariants must hold.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LearningJournal } from "../../src/contracts/learning.ts";
import type { ModelChoice } from "../../src/contracts/model.ts";
import type { SkillCuration } from "../../src/contracts/skill-curation.ts";
import type { Skills } from "../../src/contracts/skills.ts";
import { type AssistantMessage, type Message, NO_USAGE, text, userMessage } from "../../src/kernel/message.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { createBackground } from "../../src/runtime/after-turn/background.ts";
import { type CuratorPorts, curateWhenDue } from "../../src/runtime/after-turn/curator.ts";
import { createReviewer, type Reviewer } from "../../src/runtime/after-turn/review.ts";
import { openNudges } from "../../src/stores/files/memory/nudge-file.ts";
import { openCuration } from "../../src/stores/files/skills/curation.ts";
import { dailyCount } from "../../src/stores/files/skills/daily-count.ts";
import { openJournal } from "../../src/stores/files/skills/journal.ts";
import { syncBundled } from "../../src/stores/files/skills/sync-bundled.ts";
import { type SkillHome, skillHome, skillText } from "../../src/stores/files/skills/testbench.ts";
import { fakeEnvironment } from "../../src/testing/fake-environment.ts";
import { type FakeClock, fakeClock, fakeIds, fakeLog, type TempDir, tempDir } from "../../src/testing/fakes.ts";
import { memorySessionStore } from "../../src/testing/memory-session-store.ts";
import { call, calls, forever, reply } from "../../src/testing/script.ts";
import { type ScriptedModel, scripted } from "../../src/testing/scripted-model.ts";
import { skillManageTool } from "../../src/tools/skill-manage.ts";
import { skillTools } from "../../src/tools/skills.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const POLICY = { staleAfterDays: 30, archiveAfterDays: 90, pruneBuiltins: false };

interface Life {
  readonly home: SkillHome;
  readonly clock: FakeClock;
  readonly skills: Skills;
  readonly curation: SkillCuration;
  readonly journal: LearningJournal;
  readonly curator: CuratorPorts;
  readonly activity: { at: number };
  /** One exchange with the user, reviewed afterwards by what the model is scripted to do. */
  say(words: string, review: readonly { readonly tool: string; readonly input: object }[]): Promise<readonly string[]>;
}

let dir: TempDir;
let life: Life;
beforeEach(async () => {
  dir = await tempDir();
  life = await startLife(dir.path);
});
afterEach(() => dir.remove());

async function startLife(root: string): Promise<Life> {
  const clock = fakeClock({ auto: true });
  const ids = fakeIds();
  const home = skillHome(root, { clock, ids });
  await syncBundled({
    bundled: resolve(import.meta.dirname, "../../skills"),
    skills: home.skills,
    optOut: join(root, "no"),
    clock,
  });
  const skills = home.open();
  const curation = openCuration({
    ...home.options(),
    ...{
      keep: 5,
      reports: join(root, "logs/curator"),
      bundles: join(root, "skill-bundles"),
      jobsFile: join(root, "cron/jobs.json"),
    },
  });
  const journal = openJournal(home.options());
  const activity = { at: clock.now() };
  const curator: CuratorPorts = {
    ...{ curation, skills, clock, policy: POLICY, backup: true, propose: undefined },
    log: fakeLog(),
    schedule: { enabled: true, intervalHours: 168, minIdleHours: 2 },
    lastActivityAt: async () => activity.at,
  };
  return {
    home,
    clock,
    skills,
    curation,
    journal,
    curator,
    activity,
    say: conversation(home, skills, clock, activity),
  };
}

function conversation(home: SkillHome, skills: Skills, clock: FakeClock, activity: { at: number }): Life["say"] {
  const store = memorySessionStore({ clock });
  const tools = [...skillTools({ skills, counts: false }), skillManageTool({ skills, origin: "background_review" })];
  const specs = tools.map(({ name, description, input }) => ({ name, description, schema: input.json }));
  let count = 0;
  return async (words, review) => {
    const model: ScriptedModel = scripted(
      ...review.map(({ tool, input }) => calls(call(tool, input))),
      forever(() => reply("Nothing to save.")),
    );
    const background = createBackground(fakeLog());
    const reviewer: Reviewer = createReviewer({
      ...{
        store,
        clock,
        background,
        tools,
        log: fakeLog(),
        cacheTtl: "5m",
        verbosity: "on",
        leavingWaitsMs: 30_000,
        room: undefined,
      },
      policy: { memoryEvery: 10, skillsEvery: 1_000, perDay: 20 },
      environment: async () => fakeEnvironment(),
      nudges: openNudges({ memories: join(home.root, "memories"), pending: join(home.root, "pending") }, fakeIds()),
      today: dailyCount(join(home.root, "learned", ".reviews.json"), clock),
    });
    const sessionId = `s${++count}`;
    await store.create({ id: sessionId, source: "cli", principal: OWNER, startedAt: clock.now() });
    await store.freezePrompt(sessionId, { system: ["x"], tools: specs, sharedThrough: 0, layers: [] });
    const notices: string[] = [];
    const answer: AssistantMessage = {
      ...{ role: "assistant", stop: "end", usage: NO_USAGE, model: "p/m", at: clock.now() },
      parts: [text("ok")],
    };
    const messages: Message[] = [userMessage(words, clock.now()), answer];
    const choice: ModelChoice = { provider: model, model: "m" };
    reviewer.afterTurn({
      ...{ sessionId, choice, messages, principal: OWNER, source: "cli", reason: "answered" },
      transcript: messages.map((message, i) => ({ seq: i + 1, message })),
      publish: (event) => void (event.type === "notice" && notices.push(event.text)),
    });
    await background.stop();
    activity.at = clock.now();
    return notices;
  };
}

/** What must be true after every day, whatever happened. */
async function invariants({ home, skills, curation, journal }: Life, ever: ReadonlySet<string>): Promise<void> {
  const live = (await skills.list()).map(({ name }) => name);
  const archived = (await curation.archived()).map(({ name }) => name);
  expect(new Set(live).size, "one skill per name").toBe(live.length);
  for (const name of ever) expect(live.includes(name) || archived.includes(name), `${name} is lost`).toBe(true);
  const survey = await curation.survey();
  for (const { name, origin, entry } of survey) {
    if (origin === "bundled" || origin === "user") expect(entry.state, `${name} (${origin}) aged`).toBe("active");
    expect(existsSync(join(entry.dir, "SKILL.md"))).toBe(true);
  }
  const telemetry = join(home.skills, ".usage.json");
  const usage = JSON.parse(existsSync(telemetry) ? readFileSync(telemetry, "utf8") : "{}") as Record<
    string,
    { state: string }
  >;
  for (const name of archived) if (!live.includes(name)) expect(usage[name]?.state, name).toBe("archived");
  const index = await skills.index(["skill_view"]);
  expect(index).toBe(await home.open().index(["skill_view"]));
  for (const name of live) expect(index).toContain(name);
  const pending = existsSync(join(home.root, "pending/skills")) ? readdirSync(join(home.root, "pending/skills")) : [];
  expect(pending.every((name) => /^[0-9a-f]{8}\.json$/.test(name))).toBe(true);
  expect(
    readdirSync(home.skills, { recursive: true }).filter((name) => /\.tmp$|rollback-|sync-/.test(String(name))),
  ).toEqual([]);
  expect((await journal.list()).every(({ origin }) => origin !== "user")).toBe(true);
}

const learn = (name: string, lesson: string) => [
  {
    tool: "skill_manage",
    input: { action: "create", name, category: "habits", content: skillText(name, `How to ${lesson}`, lesson) },
  },
];

test("a season of learning stays tidy, loses nothing, and can be taken back", async () => {
  const ever = new Set((await life.skills.list()).map(({ name }) => name));
  life.home.put("skills/mine/hand-made/SKILL.md", skillText("hand-made", "By hand"));
  ever.add("hand-made");
  const { clock, skills, curation, journal } = life;
  const seen = { notices: 0, runs: 0 };

  for (let day = 1; day <= 130; day++) {
    await clock.advance(DAY - 9 * HOUR);
    const told = await curateWhenDue(life.curator);
    if (told !== undefined) seen.runs++;
    await clock.advance(9 * HOUR);

    // Early on, a new habit is taught every third day.
    if (day <= 30 && day % 3 === 0) {
      const name = `habit-${String(day).padStart(2, "0")}`;
      const notices = await life.say(
        "no, wrong. From now on do it differently",
        learn(name, `do thing ${day} the right way`),
      );
      expect(notices).toEqual([`💾 Self-improvement review: Skill '${name}' created`]);
      seen.notices += notices.length;
      ever.add(name);
    }
    // Plain talk teaches nothing and costs no review.
    else expect(await life.say("what time is it?", learn("should-not-be", "x"))).toEqual([]);

    // One habit is used every week, another one only viewed.
    if (day % 7 === 0) await skills.count("habit-03", "use");
    if (day % 7 === 3) await skills.count("habit-06", "view");
    // A correction about a bundled and a hand-made skill is only ever a proposal.
    if (day === 40) {
      await life.say("too long, be brief", [
        {
          tool: "skill_manage",
          input: {
            action: "patch",
            name: "code-review",
            old_string: "# Code review",
            new_string: "# Code review, briefly",
          },
        },
        {
          tool: "skill_manage",
          input: { action: "patch", name: "hand-made", old_string: "carefully", new_string: "quickly" },
        },
      ]);
      expect((await skills.pending()).map(({ change }) => change.name)).toEqual(["code-review", "hand-made"]);
    }
    if (day === 41) {
      const [first, second] = await skills.pending();
      expect((await skills.approve(second?.id ?? "")).type).toBe("done");
      expect(await skills.reject(first?.id ?? "")).toBe(true);
    }
    if (day === 45) await curation.pin("habit-09", true);
    // Something archived is missed and brought back to where it was.
    if (day === 115) {
      const gone = (await curation.archived()).find(({ name }) => name === "habit-12");
      expect(gone?.category).toBe("habits");
      expect((await curation.restore("habit-12")).type).toBe("done");
    }
    await invariants(life, ever);
  }

  expect(seen.notices).toBe(10);
  expect(seen.runs).toBeGreaterThanOrEqual(3);
  const live = new Set((await skills.list()).map(({ name }) => name));
  expect(live.has("should-not-be")).toBe(false);
  for (const name of ["habit-03", "habit-06", "habit-09", "habit-12", "hand-made", "code-review"])
    expect(live.has(name), name).toBe(true);
  for (const name of ["habit-15", "habit-18", "habit-21", "habit-24"]) expect(live.has(name), name).toBe(false);
  expect(readFileSync(join(life.home.skills, "mine/hand-made/SKILL.md"), "utf8")).toContain("quickly");
  expect(readdirSync(join(life.home.root, "logs/curator")).length).toBeGreaterThanOrEqual(10);
  expect((await curation.backups()).length).toBe(5);

  // Everything learned can be unlearned, newest first.
  for (const { id, undone_at } of await journal.list()) if (undone_at === undefined) await journal.undo(id);
  const after = new Set((await skills.list()).map(({ name }) => name));
  expect([...after].filter((name) => name.startsWith("habit-")).length).toBeLessThan(
    [...live].filter((name) => name.startsWith("habit-")).length,
  );
  expect(readFileSync(join(life.home.skills, "mine/hand-made/SKILL.md"), "utf8")).toContain("carefully");
  await invariants(life, ever);
}, 120_000);

test("the curator waits for quiet, and consolidates only when asked, by a checked plan", async () => {
  const { clock, skills } = life;
  for (const name of ["git-commit-a", "git-commit-b"])
    await life.say("no, from now on like this", learn(name, "commit well"));
  await clock.advance(8 * DAY);
  expect(await curateWhenDue(life.curator)).toBeUndefined();
  await clock.advance(8 * DAY);
  life.activity.at = clock.now() - HOUR;
  expect(await curateWhenDue(life.curator)).toBeUndefined();
  const asked: string[] = [];
  const plan = {
    merges: [
      {
        into: "git-commits",
        category: "habits",
        sources: ["git-commit-a", "git-commit-b"],
        content: skillText("git-commits", "How to commit"),
        reason: "one class",
      },
    ],
  };
  const propose = {
    model: "p/m",
    complete: async ({ prompt }: { prompt: string }) => {
      asked.push(prompt);
      return `\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``;
    },
  };
  life.activity.at = clock.now() - 3 * HOUR;
  const told = await curateWhenDue({ ...life.curator, propose });
  expect(told).toContain("1 merged");
  expect(asked[0]).toContain("git-commit-a");
  expect(asked[0]).toContain("code-review");
  expect((await skills.find("git-commits")).type).toBe("found");
  const reports = readdirSync(join(life.home.root, "logs/curator"));
  expect(readFileSync(join(life.home.root, "logs/curator", reports.at(-1) ?? "", "REPORT.md"), "utf8")).toContain(
    "git-commit-a, git-commit-b → git-commits",
  );
  await clock.advance(9 * DAY);
  const bad = {
    ...propose,
    complete: async () => JSON.stringify({ archives: [{ name: "code-review", reason: "mine now" }] }),
  };
  expect(await curateWhenDue({ ...life.curator, propose: bad })).toBeUndefined();
  expect((await skills.find("code-review")).type).toBe("found");
});

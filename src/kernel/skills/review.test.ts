import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countNudge, NO_COUNTS, type NudgeCounts } from "../memory/nudge.ts";
import { type AssistantMessage, type Message, NO_USAGE, text, userMessage } from "../message.ts";
import { signalsIn } from "./corrections.ts";
import { invocationText } from "./invocation.ts";
import { type CuratorState, curatorTurn, FRESH_CURATOR, planAging } from "./lifecycle.ts";
import { planFromReply, renamed } from "./merge-plan.ts";
import { decideReview, learnedLines, loadedSkills, nudgeEvents, type TurnFacts } from "./review.ts";
import { reviewPrompt } from "./review-prompt.ts";
import { stagingReason } from "./staging.ts";
import { countUsage, NO_SKILL_USAGE } from "./usage.ts";

const said = (...calls: readonly { id: string; tool: string; input: unknown }[]): AssistantMessage => ({
  ...{ role: "assistant", stop: calls.length > 0 ? "calls" : "end", usage: NO_USAGE, model: "p/m", at: 0 },
  parts: [text("ok"), ...calls.map((call) => ({ type: "call" as const, call }))],
});
const did = (callId: string, tool: string, result: object, isError = false): Message => ({
  ...{ role: "tool", callId, tool, isError, at: 0 },
  parts: [text(JSON.stringify(result))],
});
const POLICY = { memoryEvery: 10, skillsEvery: 10, perDay: 5 };
const TOOLS = new Set(["memory", "skill_manage", "terminal"]);

describe("corrections", () => {
  test.each([
    ["no, use pnpm instead", "correction"],
    ["That's not what I asked for", "correction"],
    ["you forgot the tests", "correction"],
    ["too verbose, just give me the command", "style"],
    ["stop apologizing", "style"],
    ["from now on write commit messages in German", "preference"],
    ["please always run the linter first", "preference"],
    ["Nein, nicht so", "correction"],
    ["太长了", "correction"],
    ["記住 no. 覚えておいて", "preference"],
  ])("%s → %s", (words, signal) => expect(signalsIn([words])).toContain(signal));

  test.each([
    "Write a function that adds two numbers.",
    "What is the capital of France?",
    "Here is the log:\n```\nerror: you forgot to pass --force\n```\nWhat does it mean?",
    "> no, that's wrong\n\nSummarise this mail please.",
    "Find all usages of getUser and list them",
    "Why does the build always fail on Mondays?",
    "I never used Rust, explain ownership",
    "stop the dev server and start it again",
    "wait for the tests, then tell me the result",
    "no idea what this does, can you look?",
  ])("nothing in: %s", (words) => expect(signalsIn([words])).toEqual([]));

  test("total and quick on anything", () => {
    fc.assert(fc.property(fc.string(), (words) => signalsIn([words]).length <= 3));
    expect(signalsIn(["<a>".repeat(100_000)])).toEqual([]);
  });
});

describe("triggers", () => {
  const run = (turns: readonly (readonly Message[])[], policy = POLICY, more: Partial<TurnFacts> = {}) => {
    let counts: NudgeCounts = NO_COUNTS;
    return turns.map((messages) => {
      const turn = { messages, tools: TOOLS, finished: true, reviewsToday: 0, ...more };
      counts = nudgeEvents(turn).reduce(countNudge, counts);
      const { topics } = decideReview(counts, turn, policy);
      const seen = counts;
      counts = topics
        .map((what) => ({ type: "reviewed", what, count: seen[what] }) as const)
        .reduce(countNudge, counts);
      return topics;
    });
  };
  const plain = [userMessage("do it", 0), said()];

  test("every tenth user turn for memory, every tenth model call for skills, both at once when both are due", () => {
    expect(
      run(Array.from({ length: 20 }, () => plain)).flatMap((topics, i) =>
        topics.length > 0 ? [`${i} ${topics}`] : [],
      ),
    ).toEqual(["9 memory,skills", "19 memory,skills"]);
  });

  test("writing it oneself resets the count; 0 switches off; missing tools do too", () => {
    const writes = [
      userMessage("x", 0),
      said({ id: "1", tool: "skill_manage", input: {} }, { id: "2", tool: "memory", input: {} }),
    ];
    expect(
      run([...Array.from({ length: 9 }, () => plain), writes, ...Array.from({ length: 9 }, () => plain)]).flat(),
    ).toEqual([]);
    expect(
      run(
        Array.from({ length: 30 }, () => plain),
        { ...POLICY, memoryEvery: 0, skillsEvery: 0 },
      ).flat(),
    ).toEqual([]);
    expect(
      run(
        Array.from({ length: 30 }, () => plain),
        POLICY,
        { tools: new Set(["terminal"]) },
      ).flat(),
    ).toEqual([]);
  });

  test("a correction is looked at now, unless it was saved at once or the day is full", () => {
    const corrected = [userMessage("no, too long. From now on be brief", 0), said()];
    expect(run([corrected])).toEqual([["memory", "skills"]]);
    expect(run([corrected], POLICY, { reviewsToday: 5 })).toEqual([[]]);
    const saved = [
      ...corrected,
      said({ id: "1", tool: "skill_manage", input: {} }, { id: "2", tool: "memory", input: {} }),
    ];
    expect(run([saved])).toEqual([[]]);
  });

  test("the words of a skill the user loads are not the user's; those said along with it are", () => {
    const skill = {
      name: "git",
      dir: "/d",
      content: "Always rebase. Never merge.",
      files: {},
      settings: {},
      missing: [],
    };
    const turn = (words: string) => [userMessage(invocationText([skill], { type: "command" }, words), 0), said()];
    expect(run([turn(""), turn("look at this")])).toEqual([[], []]);
    expect(run([turn("no, too long. From now on be brief")])).toEqual([["memory", "skills"]]);
  });

  test("what is due when a turn is interrupted stays due", () => {
    const turn = { messages: plain, tools: TOOLS, finished: false, reviewsToday: 0 };
    const counts = nudgeEvents(turn).reduce(countNudge, { memory: 12, skills: 3 });
    expect(counts).toEqual({ memory: 13, skills: 4 });
    expect(decideReview(counts, turn, POLICY).topics).toEqual([]);
    expect(decideReview(counts, { ...turn, finished: true }, POLICY).topics).toEqual(["memory"]);
  });

  test("a session without the tool to write with counts nothing", () => {
    expect(nudgeEvents({ messages: plain, tools: new Set(["terminal"]) })).toEqual([]);
    expect(nudgeEvents({ messages: plain, tools: new Set(["memory"]) })).toEqual([{ type: "user-turn" }]);
  });
});

test("what was kept, in one line each; failures and reads are not news", () => {
  const messages: Message[] = [
    said(
      { id: "1", tool: "memory", input: { action: "add", target: "user", content: "likes tea" } },
      { id: "2", tool: "skill_manage", input: { action: "patch", name: "git", old_string: "a", new_string: "b" } },
      { id: "3", tool: "skill_manage", input: { action: "patch", name: "x" } },
      { id: "4", tool: "skill_view", input: { name: "git" } },
    ),
    did("1", "memory", { success: true }),
    did("2", "skill_manage", { success: true, message: "Patched SKILL.md in skill 'git' (1 replacement)." }),
    did("3", "skill_manage", { success: false, error: "no" }, true),
    did("4", "skill_view", { success: true, name: "git" }),
  ];
  expect(learnedLines(messages, "on")).toEqual([
    "User profile updated",
    "Patched SKILL.md in skill 'git' (1 replacement)",
  ]);
  expect(learnedLines(messages, "verbose")).toEqual([
    "User profile updated (likes tea)",
    'Skill \'git\' patched: "a" → "b"',
  ]);
  expect(loadedSkills(messages)).toEqual(["git"]);
  const skill = { dir: "/d", content: 'Use the "best" skill.', files: {}, settings: {}, missing: [] };
  const [a, b, c] = ["a", "b", "c"].map((name) => ({ ...skill, name }));
  if (a === undefined || b === undefined || c === undefined) throw new Error("three names");
  const bundle = { type: "bundle", bundle: "two at once", instruction: "", skipped: [] } as const;
  const loaded = [
    invocationText([a], { type: "preload" }, "hello"),
    invocationText([b, a], bundle, ""),
    invocationText([c], { type: "command" }, ""),
    'they invoked the "wrong" skill',
  ];
  expect(loadedSkills([...loaded.map((words) => userMessage(words, 0)), ...messages])).toEqual(["a", "b", "c", "git"]);
});

test("the question names what is known and nothing that is not", () => {
  const bare = reviewPrompt({ topics: ["memory"], signals: [], loaded: [], saved: [], tainted: false });
  expect(bare).toContain("Nothing to save.");
  expect(bare).not.toContain("references/");
  const full = reviewPrompt({
    topics: ["memory", "skills"],
    signals: ["style"],
    loaded: ["git"],
    saved: ["Memory updated"],
    tainted: true,
  });
  for (const part of ["style", "git", "Memory updated", "from outside"]) expect(full).toContain(part);
});

describe("who may write what", () => {
  const origins = ["user", "agent", "bundled", "hub", "external"] as const;
  const actions = ["create", "patch", "edit", "write_file", "remove_file", "delete"] as const;
  test("a review changes nothing that is not the agent's own without a yes", () => {
    for (const owner of origins)
      for (const action of actions) {
        const why = stagingReason(action, { origin: "background_review" }, owner, false);
        const isFree = action === "create" || (owner === "agent" && action !== "delete");
        expect(why === undefined, `${action} ${owner}`).toBe(isFree);
      }
  });
  test("taint and write_approval stage everything but a person's own hand", () => {
    for (const action of actions) {
      expect(stagingReason(action, { origin: "background_review", proposeOnly: "web" }, "agent", false)).toBeDefined();
      expect(stagingReason(action, { origin: "foreground" }, "agent", true)).toBeDefined();
      expect(stagingReason(action, { origin: "user" }, "bundled", true)).toBeUndefined();
    }
  });
});

describe("the curator's clock", () => {
  const HOUR = 3_600_000;
  const schedule = { enabled: true, intervalHours: 168, minIdleHours: 2 };
  const ran = (hoursAgo: number): CuratorState => ({
    ...FRESH_CURATOR,
    last_run_at: new Date(1e12 - hoursAgo * HOUR).toISOString(),
  });
  const turn = (state: CuratorState, idleHours: number | undefined, change = {}) =>
    curatorTurn(
      state,
      { ...schedule, ...change },
      { now: 1e12, lastActivityAt: idleHours === undefined ? undefined : 1e12 - idleHours * HOUR },
    );

  test("first sight only starts the clock; then due and really idle", () => {
    expect(turn(FRESH_CURATOR, 100)).toEqual({ type: "begin" });
    expect(turn(ran(10), 100)).toEqual({ type: "wait", why: "not due" });
    expect(turn(ran(200), 1)).toEqual({ type: "wait", why: "not idle" });
    expect(turn(ran(200), 3)).toEqual({ type: "run" });
    expect(turn(ran(200), undefined)).toEqual({ type: "run" });
    expect(turn({ ...ran(200), paused: true }, 3)).toEqual({ type: "wait", why: "paused" });
    expect(turn(ran(200), 3, { enabled: false })).toEqual({ type: "wait", why: "disabled" });
  });

  test("aging is monotone: longer unused never means younger", () => {
    const policy = { staleAfterDays: 30, archiveAfterDays: 90, pruneBuiltins: false };
    const rank = { seed: 0, reactivate: 0, none: 1, stale: 2, archive: 3 };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (a, b) => {
        const usage = countUsage({ ...NO_SKILL_USAGE, created_by: "agent" }, "use", new Date(0).toISOString());
        const at = (days: number) =>
          planAging(
            [{ name: "x", origin: "agent", pinned: false, isNamed: false, usage }],
            days * 86_400_000,
            policy,
          )[0]?.type ?? "none";
        expect(rank[at(Math.min(a, b))]).toBeLessThanOrEqual(rank[at(Math.max(a, b))]);
      }),
    );
  });
});

test("a plan is found in a reply however it is wrapped", () => {
  for (const reply of ['{"merges":[]}', 'Here:\n```json\n{"merges":[]}\n```\nDone.', 'Sure. {"merges":[]} as asked'])
    expect(planFromReply(reply)).toEqual({ merges: [] });
  expect(planFromReply("no plan")).toBeUndefined();
});

test("renaming keeps order and makes no doubles", () => {
  const renames = new Map<string, string | null>([
    ["a", "z"],
    ["b", "z"],
    ["c", null],
  ]);
  expect(renamed(["b", "x", "a", "c"], renames)).toEqual(["z", "x"]);
  const same = ["x", "y"];
  expect(renamed(same, renames)).toBe(same);
});

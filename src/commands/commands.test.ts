// The commands as any surface runs them: a session, a store and the administrative side are stand-ins.

import { describe, expect, test } from "vitest";
import type { Command, Reply } from "../contracts/command.ts";
import type { ModelRequest } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { AgentEvent, Session, SessionSettings, UserInput } from "../contracts/session.ts";
import { insightsOf } from "../kernel/insights.ts";
import { text } from "../kernel/message.ts";
import { OWNER } from "../kernel/principal.ts";
import type { Admin } from "../runtime/admin.ts";
import type { Host } from "../runtime/host.ts";
import { fakeClock } from "../testing/fakes.ts";
import { memorySessionStore } from "../testing/memory-session-store.ts";
import { fail, reply, type Step } from "../testing/script.ts";
import { scripted } from "../testing/scripted-model.ts";
import { type AdminCommandPorts, adminCommands } from "./admin-commands.ts";
import { flowCommands } from "./flow-commands.ts";
import { goalCommand, readVerdict } from "./goal-command.ts";
import { pageText } from "./page-text.ts";
import { quickCommands } from "./quick-commands.ts";
import { withHelp } from "./registry.ts";

/** A session that records what it is told and says what the test wants. */
function fakeSession(id = "s1") {
  const sent: UserInput[] = [];
  const waiting: ((event: AgentEvent | undefined) => void)[] = [];
  const queue: (AgentEvent | undefined)[] = [];
  const live = { settings: { yolo: false, maxIterations: 9 } as SessionSettings, busy: false };
  const session: Session = {
    id,
    principal: OWNER,
    get settings() {
      return live.settings;
    },
    get busy() {
      return live.busy;
    },
    async *events() {
      for (;;) {
        const event =
          queue.length > 0 ? queue.shift() : await new Promise<AgentEvent | undefined>((next) => waiting.push(next));
        if (event === undefined) return;
        yield event;
      }
    },
    send: async (input) => `in_${sent.push(input)}`,
    answer: () => undefined,
    compact: async () => ({ type: "unchanged", why: "There is nothing to compact yet." }),
    configure: async (change) => {
      live.settings = { ...live.settings, ...change };
    },
    abort: () => undefined,
    settled: async () => undefined,
    close: async () => undefined,
  } as Session;
  const emit = (event: AgentEvent | undefined) => {
    const next = waiting.shift();
    if (next === undefined) queue.push(event);
    else next(event);
  };
  return {
    session,
    sent,
    emit,
    live,
    words: () => sent.map(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : "")).join("")),
  };
}

async function scene() {
  const clock = fakeClock();
  const store = memorySessionStore({ clock });
  await store.create({ id: "s1", source: "cli", principal: OWNER, startedAt: clock.now() });
  const model = scripted();
  const models: Models = {
    plan: async () => ({ type: "ready", primary: { provider: model, model: "m" }, fallbacks: [], because: "test" }),
    auxiliary: async (_task, main) => main,
    learnWindow: () => undefined,
  };
  const files = new Map<string, string>();
  const other = fakeSession("bg");
  const flow = flowCommands({
    ...{ store, models, principal: OWNER, cwd: "/place" },
    host: () => ({ create: async () => other.session, resume: async () => other.session }) as unknown as Host,
    keepFile: async (name, content) => {
      files.set(name, content);
      return `/place/${name}`;
    },
  });
  return { clock, store, model, models, files, other, flow, ...fakeSession() };
}

const named = (commands: readonly Command[], name: string): Command => {
  const found = commands.find((command) => command.name === name);
  if (found === undefined) throw new Error(`no /${name}`);
  return found;
};
const wordsOf = (given: Reply): string =>
  given.type === "text" ? given.text : given.type === "table" ? pageText([{ ...given, type: "table" }]) : given.type;

describe("flow", () => {
  test("/queue and /steer send with their delivery, and ask for words when there are none", async () => {
    const { flow, session, sent } = await scene();
    await named(flow, "queue").run("then this", session);
    await named(flow, "steer").run("mind that", session);
    expect(sent.map(({ delivery }) => delivery)).toEqual(["queue", "steer"]);
    expect(wordsOf(await named(flow, "steer").run("", session))).toContain("needs");
    expect(sent).toHaveLength(2);
  });

  test("/reasoning changes the effort for the next message and refuses what is none", async () => {
    const { flow, session } = await scene();
    await named(flow, "reasoning").run("high", session);
    expect(session.settings.effort).toBe("high");
    expect(wordsOf(await named(flow, "reasoning").run("extreme", session))).toContain("none, low, medium, high");
    expect(session.settings.effort).toBe("high");
  });

  test("/save writes what was said by people and the agent, and nothing else", async () => {
    const { flow, session, store, files, clock } = await scene();
    await store.append(
      "s1",
      [
        { role: "user", parts: [text("hello")], at: clock.now() },
        { role: "user", parts: [text("scaffolding")], origin: "runtime", at: clock.now() },
      ],
      0,
    );
    expect(wordsOf(await named(flow, "save").run("talk.md", session))).toContain("/place/talk.md");
    expect(files.get("talk.md")).toContain("## You\n\nhello");
    expect(files.get("talk.md")).not.toContain("scaffolding");
  });

  test("/background asks in a session of its own and posts the answer later", async () => {
    const { flow, session, sent, other, store, clock } = await scene();
    await store.create({ id: "bg", source: "background", principal: OWNER, startedAt: clock.now() });
    const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
    await store.append(
      "bg",
      [
        { role: "user", parts: [text("look")], at: 0 },
        { role: "assistant", parts: [{ type: "text", text: "Found it." }], stop: "end", usage, model: "m", at: 0 },
      ],
      0,
    );
    const given = await named(flow, "background").run("look", session);
    const later: string[] = [];
    if (given.type === "text") for await (const words of given.later ?? []) later.push(words);
    expect(other.words()).toEqual(["look"]);
    expect(sent).toEqual([]);
    expect(later.join()).toContain("Found it.");
  });

  test("/status says which model and why, and that approvals are off when they are", async () => {
    const { flow, session } = await scene();
    await session.configure({ yolo: true });
    const words = wordsOf(await named(flow, "status").run("", session));
    expect(words).toContain("(test)");
    expect(words).toContain("off for this session");
  });
});

describe("/goal", () => {
  async function pursued(...answers: readonly Step<ModelRequest>[]) {
    const all = await scene();
    all.model.push(...answers);
    const goal = goalCommand({ store: all.store, models: all.models, maxTurns: 3 });
    const given = await goal.run("make it pass", all.session);
    const later: string[] = [];
    const over = (async () => {
      if (given.type === "text") for await (const words of given.later ?? []) later.push(words);
    })();
    return { ...all, goal, later, over };
  }
  const answered = { type: "turn-end", reason: "answered" } as const;

  test("goes on while something is missing, and stops when the judge is content", async () => {
    const { emit, words, over, later } = await pursued(reply("CONTINUE: two tests fail"), reply("DONE: all pass"));
    emit(answered);
    emit(answered);
    await over;
    expect(words()).toEqual(["make it pass", expect.stringContaining("two tests fail")]);
    expect(later.at(-1)).toBe("Goal reached: all pass");
  });

  test("a judge that cannot be asked counts as going on, and the budget ends it", async () => {
    const broken = () => fail("overloaded");
    const { emit, over, later, words } = await pursued(broken, broken, broken);
    for (let turn = 0; turn < 3; turn++) emit(answered);
    await over;
    expect(words()).toHaveLength(3);
    expect(later.at(-1)).toContain("budget of 3 turns");
  });

  test("a turn that was stopped pauses it, and nothing is sent by itself", async () => {
    const { emit, over, later, words, goal, session } = await pursued();
    emit({ type: "turn-end", reason: "aborted" });
    emit(undefined);
    await over;
    expect(later.join()).toContain("paused");
    expect(words()).toHaveLength(1);
    expect(wordsOf(await goal.run("status", session))).toContain("paused");
  });

  test("the verdict is read leniently, and nonsense is no verdict", () => {
    expect(readVerdict("**DONE**: fine")).toEqual({ done: true, why: "fine" });
    expect(readVerdict("Well,\ncontinue - more to do")).toEqual({ done: false, why: "more to do" });
    expect(readVerdict("Perhaps.")).toBeUndefined();
  });
});

describe("commands of the person", () => {
  const ports = {
    commands: () => [
      {
        name: "model",
        aliases: ["m"],
        summary: "model",
        group: "model",
        whileBusy: true,
        run: async (args: string) => ({ type: "text", text: `model ${args}` }),
      } as Command,
    ],
    exec: async (command: string) => ({ output: `ran ${command}\n`, code: command === "false" ? 1 : 0 }),
  };
  test("run a shell command, or another command with arguments before theirs", async () => {
    const { session } = fakeSession();
    const made = quickCommands({
      ...ports,
      definitions: {
        up: { type: "exec", command: "uptime" },
        no: { type: "exec", command: "false" },
        fast: { type: "alias", target: "/m haiku" },
      },
    });
    expect(wordsOf(await named(made, "up").run("", session))).toBe("ran uptime");
    expect(wordsOf(await named(made, "no").run("", session))).toContain("(exit 1)");
    expect(wordsOf(await named(made, "fast").run("now", session))).toBe("model haiku now");
  });
  test("what is no definition is left out, and circles end", async () => {
    const definitions = {
      bad: { type: "exec" },
      "no good": { type: "exec", command: "x" },
      loop: { type: "alias", target: "/loop" },
    };
    const made: readonly Command[] = quickCommands({ ...ports, commands: () => made, definitions });
    expect(made.map(({ name }) => name)).toEqual(["loop"]);
    expect(wordsOf(await named(made, "loop").run("", fakeSession().session))).toContain("there is no /loop");
  });
});

describe("/help", () => {
  const one: Command = {
    name: "one",
    aliases: ["uno"],
    summary: "does one thing",
    args: "<x>",
    group: "info",
    whileBusy: false,
    run: async () => ({ type: "exit" }),
  };
  test("lists every command once and explains one, by any of its names", async () => {
    const all = withHelp([one, { ...one, summary: "a second of the same name" }]);
    const { session } = fakeSession();
    const help = named(all, "help");
    expect(all.map(({ name }) => name)).toEqual(["help", "one"]);
    expect(wordsOf(await help.run("", session))).toMatch(/\/one <x>: does one thing/);
    expect(wordsOf(await help.run("/uno", session))).toBe(
      "/one <x>: does one thing. Also: /uno. It waits until the current answer is done.",
    );
    expect(wordsOf(await help.run("two", session))).toContain("There is no /two");
  });
});

describe("the setup", () => {
  const switched: unknown[] = [];
  const providers = [
    {
      id: "good",
      name: "Good",
      ready: true,
      because: "GOOD_KEY is set",
      endpoint: "",
      keyless: false,
      keyEnv: [],
      defaultModel: "g-1",
      own: false,
    },
    {
      id: "poor",
      name: "Poor",
      ready: false,
      because: "POOR_KEY is missing",
      endpoint: "",
      keyless: false,
      keyEnv: [],
      defaultModel: "p-1",
      own: false,
    },
  ];
  const nothing = insightsOf(
    { usage: [], sessions: [], tools: [], messagesByDay: {}, hours: Array(24).fill(0) },
    ["2026-01-15"],
    () => 0,
  );
  const admin = {
    models: async () => ({
      providers: async () => providers,
    }),
    tools: async () => ({
      toolsets: async () => [{ name: "web", enabled: true, tools: ["web_search"], absent: ["web_extract"] }],
      switch: async (...args: unknown[]) => void switched.push(args),
    }),
    insights: async () => ({ gather: async () => nothing }),
    health: async () => ({
      async *check() {
        yield { id: "a", area: "home", level: "ok", what: "fine" };
        yield { id: "b", area: "store", level: "problem", what: "The store is locked", fix: "close the other one" };
      },
    }),
  } as unknown as Admin;
  const set: string[] = [];
  const chain = [{ provider: "poor", model: "p-1", base_url: "", key_env: "" }];
  const ports: AdminCommandPorts = {
    admin: async () => admin,
    fallbacks: async () => ({
      list: () => chain,
      add: async (spec, { at }) => ({ name: spec, place: at ?? chain.length + 1 }),
      remove: (which) => `number ${which}`,
      clear: () => void chain.splice(0),
    }),
    settings: {
      list: async (prefix) => ([["display.skin", "mono"]] as const).filter(([key]) => key.startsWith(prefix)),
      set: async (key, value) => {
        set.push(`${key}=${value}`);
        return "done";
      },
    },
  };
  const commands = adminCommands(ports);
  const run = async (name: string, args = "", session = fakeSession().session) =>
    wordsOf(await named(commands, name).run(args, session));

  test("/provider lists what is ready, uses it, and says what is missing otherwise", async () => {
    const { session } = fakeSession();
    expect(await run("provider")).toContain("good");
    await run("provider", "good", session);
    expect(session.settings).toMatchObject({ provider: "good", model: "g-1" });
    expect(await run("provider", "poor")).toContain("POOR_KEY is missing");
    expect(await run("provider", "none")).toContain("There is no provider");
  });
  test("/fallback shows the chain and changes it", async () => {
    expect(await run("fallback")).toMatch(/1 +poor +p-1|poor/);
    expect(await run("fallback", "add good:g-1 1")).toContain("good:g-1 is tried at place 1");
    expect(await run("fallback", "remove 1")).toContain("number 1 is out");
    expect(await run("fallback", "add")).toContain("/fallback add provider:model");
    const values = (await named(commands, "fallback").complete?.("remove ", fakeSession().session)) ?? [];
    expect(values.map(({ value }) => value)).toEqual(["remove poor:p-1"]);
    expect(await run("fallback", "clear")).toContain("Nobody takes over any more");
    expect(await run("fallback")).toContain("Nobody takes over.");
  });
  test("/toolsets shows what is missing here and switches by name", async () => {
    expect(await run("toolsets")).toContain("not here: web_extract");
    await run("toolsets", "off web");
    expect(switched).toEqual([[["web"], false]]);
  });
  test("/doctor tells only what needs attention", async () => {
    const words = await run("doctor");
    expect(words).toContain("The store is locked");
    expect(words).not.toContain("fine");
  });
  test("/config shows and changes", async () => {
    expect(await run("config", "display.")).toContain("mono");
    expect(await run("config", "nonsense")).toContain("no setting");
    await run("config", "display.skin two words");
    expect(set).toEqual(["display.skin=two words"]);
  });
  test("/insights says so when there is nothing, and wants a number", async () => {
    expect(await run("insights", "7")).toBe("No sessions found in the last 7 days.");
    expect(await run("insights", "soon")).toContain("number of days");
  });
});

test("a page says everything in plain text, too", () => {
  const words = pageText([
    { type: "heading", text: "Head", aside: "aside" },
    { type: "shares", whole: 10, parts: [{ name: "a", value: 5, words: "half" }], rest: "rest" },
    { type: "course", name: "days", values: [0, 1, 8], words: "up" },
  ]);
  for (const part of ["Head (aside)", "a half", "rest", "days ·▁█ up"]) expect(words).toContain(part);
});

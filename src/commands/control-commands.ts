// Commands about how the agent runs: model, permissions, stopping, leaving, help.

import type { Command } from "../contracts/command.ts";
import { modelName } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { withThousands } from "../kernel/text.ts";

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
  summary: "show or switch the model of this session",
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
    return { type: "text", text: `From now on: ${modelName(plan.primary)}.` };
  },
});

const yolo: Command = {
  name: "yolo",
  summary: "switch approvals for this session off or on again",
  group: "control",
  whileBusy: true,
  async run(_args, session) {
    await session.configure({ yolo: !session.settings.yolo });
    return {
      type: "text",
      text: session.settings.yolo
        ? "Approvals are off for this session. What is denied stays denied."
        : "Approvals are on.",
    };
  },
};

const stop: Command = {
  name: "stop",
  summary: "stop what is running now",
  group: "control",
  whileBusy: true,
  async run(_args, session) {
    session.abort();
    return { type: "text", text: "Stopping." };
  },
};

const tools = (ports: ControlCommandPorts): Command => ({
  name: "tools",
  summary: "list the tools the agent has here",
  group: "tools",
  whileBusy: true,
  async run() {
    return {
      type: "table",
      columns: ["tool", "toolset", "what it does"],
      rows: ports.tools().map((tool) => [tool.name, tool.toolset, tool.description]),
    };
  },
});

const usage = ({ store }: ControlCommandPorts): Command => ({
  name: "usage",
  summary: "tokens and cost of this session",
  group: "info",
  whileBusy: true,
  async run(_args, session) {
    const row = await store.get(session.id);
    if (row === undefined) return { type: "text", text: "Nothing used yet." };
    const { usage: used } = row;
    const cost = row.costUsd === undefined ? "unknown" : `$${row.costUsd.toFixed(4)}`;
    return {
      type: "table",
      columns: ["calls", "input", "of it cached", "output", "cost"],
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
  summary: "leave",
  group: "control",
  whileBusy: true,
  run: async () => ({ type: "exit" }),
};

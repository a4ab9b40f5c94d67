// `hermes status`: the setup at a glance, secrets masked.

import type { Command } from "commander";
import type { StatusReport } from "../../../runtime/admin-health.ts";
import type { CurrentModel } from "../../../runtime/admin-models.ts";
import { bytes, printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  command.option("--json", "as JSON").action(async (flags: { json?: boolean }) => {
    const admin = await openAdmin();
    const status = await (await admin.health()).status();
    const models = await admin.models();
    const current = await models.current();
    const credentials = await (await admin.auth()).list();
    if (flags.json === true) return printJson(io, { ...status, model: current, credentials });
    const kept = credentials.map((one) => `${one.provider} (${one.credentials.length})`);
    io.out(`${render(status, current, kept)}\n`);
  });
  withExamples(command, "hermes status", "hermes status --json", "hermes doctor        finds problems");
}

function render(status: StatusReport, current: CurrentModel, kept: readonly string[]): string {
  const keys = status.keys.map((key) => `${key.name} ${key.masked} (${key.from})`);
  const sections: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    [
      "Environment",
      [
        ["version", status.version],
        ["home", status.home],
        ["profile", status.profile],
        ["runtime", `Node ${status.node}, SQLite ${status.sqlite}, ${status.platform}`],
      ],
    ],
    [
      "Model",
      current.type === "refused"
        ? [["none", current.why]]
        : [
            ["answers", `${current.provider}/${current.model}`],
            ["because", current.because],
            ["endpoint", current.endpoint],
            ["fallbacks", current.fallbacks.join(", ") || "none"],
          ],
    ],
    [
      "Keys",
      [
        ["environment", keys.join("\n") || "none"],
        ["auth.json", kept.join(", ") || "none"],
      ],
    ],
    [
      "Work",
      [
        ["commands run", status.environment === "local" ? `here (sandbox ${status.sandbox})` : status.environment],
        ["approvals", status.approvals],
        [
          "limits",
          Object.entries(status.limits)
            .map(([name, limit]) => `${name}: ${limit}`)
            .join("; ") || "none",
        ],
      ],
    ],
    [
      "Memory",
      [
        ["memory", status.memory.enabled ? status.memory.provider : "off"],
        ["sessions", bytes(status.databaseBytes)],
      ],
    ],
  ];
  return sections.map(([title, rows]) => [title, ...rows.map(line)].join("\n")).join("\n\n");
}

const LABEL = 14;

function line([name, value]: readonly [string, string]): string {
  return `  ${name.padEnd(LABEL)}${value.replaceAll("\n", `\n  ${" ".repeat(LABEL)}`)}`;
}

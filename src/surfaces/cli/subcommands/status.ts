// `hermes status`: the setup at a glance, secrets masked.

import type { Command } from "commander";
import type { StatusReport } from "../../../runtime/admin-health.ts";
import type { CurrentModel } from "../../../runtime/admin-models.ts";
import { bytes, printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { WORDS } from "../words.data.ts";

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  command.option("--json", WORDS.flags.json).action(async (flags: { json?: boolean }) => {
    const admin = await openAdmin();
    const status = await (await admin.health()).status();
    const models = await admin.models();
    const current = await models.current();
    const credentials = await (await admin.auth()).list();
    if (flags.json === true) return printJson(io, { ...status, model: current, credentials });
    const kept = credentials.map((one) => `${one.provider} (${one.credentials.length})`);
    io.out(`${render(status, current, kept)}\n`);
  });
  withExamples(command, ...WORDS.status.examples);
}

function render(status: StatusReport, current: CurrentModel, kept: readonly string[]): string {
  const keys = status.keys.map((key) => `${key.name} ${key.masked} (${key.from})`);
  const sections: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    [
      WORDS.status.environment.title,
      [
        [WORDS.status.environment.version, status.version],
        [WORDS.status.environment.home, status.home],
        [WORDS.status.environment.profile, status.profile],
        [WORDS.status.environment.runtime, `Node ${status.node}, SQLite ${status.sqlite}, ${status.platform}`],
      ],
    ],
    [
      WORDS.status.model.title,
      current.type === "refused"
        ? [[WORDS.status.none, current.why]]
        : [
            [WORDS.status.model.answers, `${current.provider}/${current.model}`],
            [WORDS.status.model.because, current.because],
            [WORDS.status.model.endpoint, current.endpoint],
            [WORDS.status.model.fallbacks, current.fallbacks.join(", ") || WORDS.status.none],
          ],
    ],
    [
      WORDS.status.keys.title,
      [
        [WORDS.status.keys.environment, keys.join("\n") || WORDS.status.none],
        ["auth.json", kept.join(", ") || WORDS.status.none],
      ],
    ],
    [
      WORDS.status.work.title,
      [
        [
          WORDS.status.work.commandsRun,
          status.environment === "local" ? WORDS.status.work.here(status.sandbox) : status.environment,
        ],
        [WORDS.status.work.approvals, status.approvals],
        [
          WORDS.status.work.limits,
          Object.entries(status.limits)
            .map(([name, limit]) => `${name}: ${limit}`)
            .join("; ") || WORDS.status.none,
        ],
      ],
    ],
    [
      WORDS.status.memory.title,
      [
        [WORDS.status.memory.memory, status.memory.enabled ? status.memory.provider : WORDS.status.memory.off],
        [
          WORDS.status.memory.sessions,
          status.sessions.type === "file" ? bytes(status.sessions.bytes) : status.sessions.place,
        ],
      ],
    ],
  ];
  return sections.map(([title, rows]) => [title, ...rows.map(line)].join("\n")).join("\n\n");
}

const LABEL = 14;

function line([name, value]: readonly [string, string]): string {
  return `  ${name.padEnd(LABEL)}${value.replaceAll("\n", `\n  ${" ".repeat(LABEL)}`)}`;
}

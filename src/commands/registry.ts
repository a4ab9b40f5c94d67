// Every slash command, once, for every surface.

import type { Command } from "../contracts/command.ts";
import { type ControlCommandPorts, controlCommands } from "./control-commands.ts";
import { pageReply } from "./page-text.ts";
import { type SessionCommandPorts, sessionCommands } from "./session-commands.ts";
import { WORDS } from "./words.data.ts";

export type CommandPorts = SessionCommandPorts & ControlCommandPorts;

export function builtinCommands(ports: CommandPorts): readonly Command[] {
  return withHelp([...sessionCommands(ports), ...controlCommands(ports)]);
}

const GROUPS: readonly (readonly [Command["group"], string])[] = [
  ["session", WORDS.help.groups.session],
  ["control", WORDS.help.groups.control],
  ["model", WORDS.help.groups.model],
  ["context", WORDS.help.groups.context],
  ["tools", WORDS.help.groups.tools],
  ["info", WORDS.help.groups.info],
];

/** The commands with a `/help` that knows all of them; of two with one name the first wins. */
export function withHelp(commands: readonly Command[]): readonly Command[] {
  const seen = new Set(["help"]);
  const known = commands.filter(({ name }) => !seen.has(name) && seen.add(name));
  const all = (): readonly Command[] => [help, ...known];
  const help: Command = {
    name: "help",
    summary: WORDS.help.helpSummary,
    args: "[command]",
    group: "info",
    whileBusy: true,
    async run(args) {
      const asked = args.replace(/^\//, "").toLowerCase();
      if (asked !== "") return { type: "text", text: explain(asked, all()) };
      return pageReply(
        GROUPS.flatMap(([group, title]) => {
          const rows = all()
            .filter((command) => command.group === group)
            .map((command): readonly [string, string] => [usage(command), command.summary]);
          return rows.length === 0 ? [] : [{ type: "heading", text: title } as const, { type: "facts", rows } as const];
        }),
      );
    },
    complete: async (typed) =>
      all()
        .filter(({ name }) => name.startsWith(typed))
        .map(({ name, summary }) => ({ value: name, summary })),
  };
  return all();
}

function explain(name: string, commands: readonly Command[]): string {
  const found = commands.find((command) => command.name === name || command.aliases?.includes(name));
  if (found === undefined) return WORDS.help.unknownCommand(name);
  const also = found.aliases === undefined ? "" : WORDS.help.also(found.aliases.map((alias) => `/${alias}`).join(", "));
  const busy = found.whileBusy ? "" : WORDS.help.waits;
  return `${usage(found)}: ${found.summary}.${also}${busy}`;
}

function usage(command: Command): string {
  return `/${command.name}${command.args === undefined ? "" : ` ${command.args}`}`;
}

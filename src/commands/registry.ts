// Every slash command, once, for every surface.

import type { Command } from "../contracts/command.ts";
import { type ControlCommandPorts, controlCommands } from "./control-commands.ts";
import { type SessionCommandPorts, sessionCommands } from "./session-commands.ts";

export type CommandPorts = SessionCommandPorts & ControlCommandPorts;

export function builtinCommands(ports: CommandPorts): readonly Command[] {
  const commands: Command[] = [...sessionCommands(ports), ...controlCommands(ports)];
  const help: Command = {
    name: "help",
    summary: "list the commands",
    group: "info",
    whileBusy: true,
    run: async () => ({
      type: "table",
      columns: ["command", "what it does"],
      rows: [help, ...commands].map((command) => [
        `/${command.name}${command.args ? ` ${command.args}` : ""}`,
        command.summary,
      ]),
    }),
  };
  return [help, ...commands];
}

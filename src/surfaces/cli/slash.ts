// Finding the command a person meant.

import type { Command } from "../../contracts/command.ts";
import { similarity } from "../../kernel/calls/repair.ts";
import { MESSAGES } from "../tui/messages.ts";

export function findCommand(
  line: string,
  commands: readonly Command[],
): { readonly command: Command | undefined; readonly args: string } {
  const [head = "", ...rest] = line.slice(1).split(/\s+/);
  const name = head.toLowerCase();
  const command = commands.find((candidate) => candidate.name === name || candidate.aliases?.includes(name));
  return { command, args: rest.length === 0 ? "" : line.slice(1 + head.length).trim() };
}

export function unknownCommand(line: string, commands: readonly Command[]): string {
  const name = (line.slice(1).split(/\s+/)[0] ?? "").toLowerCase();
  const close = commands
    .map((command) => ({
      command,
      score: Math.max(similarity(name, command.name), command.name.startsWith(name) && name !== "" ? 0.9 : 0),
    }))
    .filter(({ score }) => score > 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ command }) => `/${command.name}`);
  return close.length > 0 ? MESSAGES.meantCommand(name, close.join(MESSAGES.or)) : MESSAGES.noCommand(name);
}

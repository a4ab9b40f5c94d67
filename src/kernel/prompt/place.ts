// Where a prompt says the work is. It stays as it was written, also when the session goes on elsewhere.

import { oneLine } from "../text.ts";

const LABEL = "Current working directory: ";

export const placeLine = (directory: string): string => `${LABEL}${directory}`;

/** The directory this prompt was written for, when the work is in another; undefined for a prompt that names none. */
export function placeLeft(system: readonly string[], now: string): string | undefined {
  const line = system.flatMap((block) => block.split("\n")).find((one) => one.startsWith(LABEL));
  return line === undefined || oneLine(placeLine(now)) === line ? undefined : line.slice(LABEL.length);
}

/** For the model: what the prompt says about a place is about the one it was written for. */
export function movedText(from: string, to: string): string {
  return `Files and commands are in ${to} now. What the system prompt says about the working directory, the workspace and its project rules is about ${from}, where this session was before: it does not hold here.`;
}

/** For the model: the shell has gone elsewhere since the prompt was written. */
export function shellText(cwd: string): string {
  return `Commands start in ${cwd} at present, and relative paths begin there.`;
}

/** For the person. */
export function movedNotice(from: string, to: string): string {
  return `This session was in ${from} and goes on in ${to}. The rules and the workspace in its prompt are still those of ${from}; /reload builds it anew.`;
}

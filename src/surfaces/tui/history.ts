// What was typed before, in the file format of the reference: a comment with the time, then every line with a plus.

/** Oldest first. */
export function parseHistory(text: string): readonly string[] {
  const entries: string[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) entries.push(lines.join("\n"));
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("+")) lines.push(line.slice(1));
    else flush();
  }
  flush();
  return entries;
}

/** For choosing from: newest first, each once. */
export function distinctPrompts(oldestFirst: readonly string[]): readonly string[] {
  return [...new Set(oldestFirst.toReversed())];
}

export function historyEntry(text: string, at: number): string {
  const lines = text.split("\n").map((line) => `+${line}\n`);
  return `\n# ${at}\n${lines.join("")}`;
}

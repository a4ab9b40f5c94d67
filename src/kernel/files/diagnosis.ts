// Which problems of a file are new: line numbers move with an edit, messages and the lines they are about stay.

export interface Problem {
  readonly line?: number;
  readonly message: string;
}

export interface Diagnosed {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** The problems of `after` that `before` did not already have, counted by message and by the text of their line. */
export function introduced(before: Diagnosed, after: Diagnosed): readonly Problem[] {
  const known = new Map<string, number>();
  for (const key of keysOf(before)) known.set(key, (known.get(key) ?? 0) + 1);
  const keys = keysOf(after);
  return after.problems.filter((_problem, index) => {
    const key = keys[index] ?? "";
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    return left === 0;
  });
}

function keysOf({ text, problems }: Diagnosed): readonly string[] {
  const lines = text.split("\n");
  return problems.map(({ line, message }) => `${message}\n${line === undefined ? "" : lines[line - 1]?.trim()}`);
}

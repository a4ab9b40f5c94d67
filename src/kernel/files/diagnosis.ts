// Which problems of a file are new: line numbers move with an edit, messages stay.

export interface Problem {
  readonly line?: number;
  readonly message: string;
}

/** The problems of `after` that `before` did not already have, counted by message. */
export function introduced(before: readonly Problem[], after: readonly Problem[]): readonly Problem[] {
  const known = new Map<string, number>();
  for (const { message } of before) known.set(message, (known.get(message) ?? 0) + 1);
  return after.filter(({ message }) => {
    const left = known.get(message) ?? 0;
    if (left > 0) known.set(message, left - 1);
    return left === 0;
  });
}

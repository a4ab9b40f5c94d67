// The lines of a file as the ways of finding a block see them: each view is made once, and only when somebody looks.

import { collapsed, type Profile, plainLine, profileOf } from "./likeness.ts";

const VIEWS = {
  exact: (line: string) => line,
  trimmed: (line: string) => line.trim(),
  collapsed,
  plain: plainLine,
};

export type View = keyof typeof VIEWS;

export interface SeenLines {
  readonly length: number;
  as(view: View): readonly string[];
  profiles(): readonly Profile[];
}

export function seenLines(lines: readonly string[]): SeenLines {
  const made = new Map<View, readonly string[]>();
  const as = (view: View) => {
    const seen = made.get(view) ?? lines.map(VIEWS[view]);
    made.set(view, seen);
    return seen;
  };
  let profiles: readonly Profile[] | undefined;
  return {
    length: lines.length,
    as,
    profiles() {
      profiles ??= as("plain").map(profileOf);
      return profiles;
    },
  };
}

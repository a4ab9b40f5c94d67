// What a snapshot or a restore left out, said to people: a line for each reason.

export type LeftOutReason =
  /** Matched by the project's ignore rules or by ours: builds, caches, secrets, media. */
  | "excluded"
  | "too-large"
  | "unreadable"
  /** A socket, a pipe, a device. */
  | "not-a-file"
  /** Something that was not there before stands in its place. */
  | "in-the-way"
  /** Its present content could not be saved first, so it stays. */
  | "not-saved"
  | "could-not-write";

export interface LeftOut {
  readonly path: string;
  readonly why: LeftOutReason;
}

const MAX_NAMED = 12;

const WORDS: Readonly<Record<LeftOutReason, string>> = {
  excluded: "never saved",
  "too-large": "too large to save",
  unreadable: "could not be read",
  "not-a-file": "not a plain file",
  "in-the-way": "something else stands there now",
  "not-saved": "kept: its present content could not be saved first",
  "could-not-write": "could not be written",
};

export const isLeftOutReason = (word: string): word is LeftOutReason => Object.hasOwn(WORDS, word);

/** `more`: how many paths are not in the list. */
export function leftOutLines(leftOut: readonly LeftOut[], more: number): readonly string[] {
  const reasons = [...new Set(leftOut.map(({ why }) => why))];
  const lines = reasons.map((why) => {
    const paths = leftOut.filter((one) => one.why === why).map(({ path }) => path);
    return `Left out (${WORDS[why]}): ${someOf(paths)}`;
  });
  return more > 0 ? [...lines, `Left out besides: ${more} more`] : lines;
}

export function someOf(paths: readonly string[]): string {
  return (
    paths.slice(0, MAX_NAMED).join(", ") + (paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "")
  );
}

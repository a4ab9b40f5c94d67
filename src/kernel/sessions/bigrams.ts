// Scripts written without spaces, cut into overlapping pairs so that an index of words can find any part of a sentence.

/** Their letters alone: lone radicals and other symbols of these scripts are no words. */
const UNSPACED =
  /[[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]&&[\p{L}\p{N}\p{M}]]ー々〆]+/gv;

/** The unspaced runs of a text. */
export function unspacedRuns(text: string): readonly string[] {
  return text.normalize("NFKC").match(UNSPACED) ?? [];
}

/** Pairs of every run, then its last character, so that one character is found as a prefix; "" when there is no such run. */
export function bigramsOf(text: string): string {
  return unspacedRuns(text)
    .map((run) => gramsOfRun(run).join(" "))
    .join(" \u0001 ");
}

export function gramsOfRun(run: string): readonly string[] {
  const chars = [...run];
  return chars.map((char, index) => char + (chars[index + 1] ?? ""));
}

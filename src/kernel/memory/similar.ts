// Near-duplicates: the same statement in other clothes. A different number, name or identifier makes a different statement.

const STOP_WORDS = new Set([
  "a",
  "an",
  "the",
  "is",
  "are",
  "was",
  "were",
  "be",
  "been",
  "to",
  "of",
  "in",
  "on",
  "at",
  "for",
  "and",
  "that",
  "this",
  "these",
  "those",
  "it",
  "its",
  "their",
  "his",
  "her",
  "has",
  "have",
  "had",
  "does",
  "do",
  "did",
  "will",
  "would",
  "so",
  "as",
  "also",
  "very",
  "just",
  "really",
  "please",
  "user",
  "users",
  "users's",
  "he",
  "she",
  "they",
  "there",
]);

/** The first entry that says the same as `content`, word for word once case, punctuation and filler words are gone. */
export function findSimilar(entries: readonly string[], content: string): string | undefined {
  const key = keyOf(content);
  return key === "" ? undefined : entries.find((entry) => keyOf(entry) === key);
}

function keyOf(text: string): string {
  const words: string[] = [];
  let before = "";
  for (const raw of text.normalize("NFKC").match(/[^\s]+/gu) ?? []) {
    const word = raw.replace(/^[^\p{L}\p{N}~/.$@#-]+|[^\p{L}\p{N}/+#%]+$/gu, "");
    if (isIdentifier(word)) words.push(word);
    else {
      const isName = isNameAfter(before, word);
      for (const piece of word.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
        const plain = piece === "s" ? "" : piece;
        if (plain !== "" && (isName || !STOP_WORDS.has(plain))) words.push(plain);
      }
    }
    before = raw;
  }
  return words.join(" ");
}

/** A capital in the middle of a sentence makes a name, also of a filler word: Will, IT, vitamin A. */
function isNameAfter(before: string, word: string): boolean {
  return /^\p{Lu}/u.test(word) && /^\p{Ll}.*[^.!?:]$/u.test(before);
}

/** Paths, versions, flags, variables, addresses: compared letter by letter. */
function isIdentifier(word: string): boolean {
  return /[\p{N}_/\\@$#~]|^\.|^--?\p{L}|\p{L}\.\p{L}|\p{Ll}\p{Lu}/u.test(word);
}

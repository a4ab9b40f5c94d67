// Words and names in a fact. Pure: what a fact is about is read off its spelling.

/** Words as they are compared: folded, two letters or more. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{2,}/gu) ?? []
  ).slice(0, 400);
}

/** Names in a text: runs of capitalised words, quoted phrases, and both sides of "aka". */
export function entitiesIn(text: string): readonly string[] {
  const capitalised = text.match(/\p{Lu}[\p{L}\p{N}_.-]*(?:\s+\p{Lu}[\p{L}\p{N}_.-]*)*/gu) ?? [];
  const quoted = [...text.matchAll(/["'“«]([^"'”»]{2,60})["'”»]/gu)].map((match) => match[1] ?? "");
  const aliases = [...text.matchAll(/(\S{2,40})\s+(?:aka|also known as)\s+(\S{2,40})/giu)].flatMap((match) => [
    match[1] ?? "",
    match[2] ?? "",
  ]);
  const names = [...capitalised, ...quoted, ...aliases].map((name) => name.replace(/[.,;:!?]+$/u, "").trim());
  const seen = new Map<string, string>();
  for (const name of names) if (name.length >= 2 && !seen.has(name.toLowerCase())) seen.set(name.toLowerCase(), name);
  return [...seen.values()].slice(0, 20);
}

/** Share of words two texts have in common. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [new Set(a), new Set(b)];
  const both = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - both;
  return all === 0 ? 0 : both / all;
}

// Commands written into skill text as !`command`: found, and replaced by what they gave.

const INLINE = /!`([^`\n]{1,500})`/g;

/** In order, repeated ones repeatedly. */
export function inlineCommands(text: string): readonly string[] {
  return [...text.matchAll(INLINE)].map((match) => match[1] ?? "");
}

/** One output per command, in the same order. */
export function fillInline(text: string, outputs: readonly string[]): string {
  let next = 0;
  return text.replace(INLINE, () => outputs[next++] ?? "");
}

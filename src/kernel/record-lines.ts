// Records that stand one a line. Words in JSON may hold other line separators (U+2028) as they are: only a newline ends a record.

export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const chunk of chunks) {
    const [first = "", ...rest] = chunk.split("\n");
    begun.push(first);
    for (const next of rest) {
      yield lineOf(begun);
      begun = [next];
    }
  }
  const last = lineOf(begun);
  if (last !== "") yield last;
}

function lineOf(pieces: readonly string[]): string {
  const line = pieces.join("");
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

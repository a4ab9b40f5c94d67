// Records that stand one a line. Words in JSON may hold other line separators (U+2028) as they are: only a newline ends a record.

/** Throws when a line is longer than `longest`. */
export async function* linesOf(
  chunks: AsyncIterable<string>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...rest] = chunk.split("\n");
    begun.push(first);
    length += first.length;
    if (length > longest) throw new Error(`a line is longer than ${longest} characters`);
    for (const next of rest) {
      yield lineOf(begun);
      begun = [next];
      length = next.length;
    }
  }
  const last = lineOf(begun);
  if (last !== "") yield last;
}

function lineOf(pieces: readonly string[]): string {
  const line = pieces.join("");
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "./record-lines.ts";

async function linesIn(text: string, size: number): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const line of linesOf(inPieces(text, size))) found.push(line);
  return found;
}

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

test("only a newline ends a record, however the text arrives", async () => {
  const record = fc.array(fc.constantFrom("a", "\u2028", "\u2029", "\u0085", "\r", "北", "🧪"), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(record.map((parts) => `${parts.join("")}.`)),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom("\n", "\r\n"),
      async (records, size, ending) => {
        expect(await linesIn(records.map((one) => `${one}${ending}`).join(""), size)).toEqual(records);
      },
    ),
  );
});

test("a last record needs no newline", async () => {
  expect(await linesIn("a\n\nb", 2)).toEqual(["a", "", "b"]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REQUESTS, type RequestId } from "./intents.data.ts";
import { parseIntent } from "./intents.ts";

const EXAMPLES = REQUESTS.flatMap((request) => request.examples.map((example) => ({ id: request.id, ...example })));

describe("the table", () => {
  test("has at least five tested phrasings for every request", () => {
    for (const request of REQUESTS) expect(request.examples.length, request.id).toBeGreaterThanOrEqual(5);
  });

  test.each(EXAMPLES)("$id: $say", ({ id, say, takes }) => {
    expect(parseIntent(say)).toEqual({ type: id, slots: takes });
  });

  const courtesies = [
    "Please {}",
    "could you {}",
    "{} please",
    "Hey Hermes, {}",
    "can you please {}?",
    "{}!",
    "  {}  ",
  ];
  test.each(courtesies)("courtesy does not matter: %s", (courtesy) => {
    const requests: readonly (readonly [string, RequestId])[] = [
      ["list files", "list"],
      ["read notes.txt", "read"],
      ["remember that I like tea", "remember"],
      ["search past sessions for tea", "sessions-search"],
      ["list your skills", "skills-list"],
      ["run ls", "run"],
    ];
    for (const [request, id] of requests)
      expect(parseIntent(courtesy.replace("{}", request)), request).toMatchObject({ type: id });
  });

  test("case does not matter, curly quotes are quotes", () => {
    expect(parseIntent("READ “My Notes.txt”")).toEqual({ type: "read", slots: { files: '"My Notes.txt"' } });
    expect(parseIntent("WHAT DO YOU KNOW ABOUT ME")).toMatchObject({ type: "recall" });
  });

  test("a command keeps its quotes, dots and flags", () => {
    const commandOf = (words: string) => {
      const intent = parseIntent(words);
      return intent.type === "run" ? intent.slots.command : intent.type;
    };
    expect(commandOf("run ls .")).toBe("ls .");
    expect(commandOf("run cd .. && pwd")).toBe("cd .. && pwd");
    expect(commandOf(`run echo "a b" 'c' | wc -c`)).toBe(`echo "a b" 'c' | wc -c`);
    expect(commandOf("run ls -l please")).toBe("ls -l");
    expect(commandOf("run ```sh\necho one\necho two\n```")).toBe("echo one\necho two");
    expect(commandOf("run the tests")).toBe("unknown");
  });

  test("file content is kept to the last character", () => {
    expect(parseIntent("create file a.txt with Done.\n\nReally?!")).toEqual({
      type: "write",
      slots: { path: "a.txt", content: "Done.\n\nReally?!" },
    });
  });

  test.each([
    "what is the meaning of life?",
    "write me a poem about the sea",
    "translate this to French",
    "why is the sky blue",
    "refactor the login module and open a pull request",
    "日本語で話して",
    "",
    "   ",
  ])("anything else is unknown: %s", (words) => {
    expect(parseIntent(words)).toEqual({ type: "unknown" });
  });
});

describe("properties", () => {
  const wordy = fc.array(
    fc.constantFrom(
      "replace",
      "with",
      "in",
      "read",
      "the",
      "file",
      "a.txt",
      "and",
      ",",
      "search",
      "for",
      "please",
      "to",
      "remember",
      "that",
      '"',
      "`",
      "run",
      "\n",
      "todo",
      ":",
      "is",
      "done",
      "what",
      "3",
    ),
    { maxLength: 60 },
  );

  test("any text is some intent, and the same text is the same intent", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 300, unit: "binary" }),
          wordy.map((words) => words.join(" ")),
        ),
        (words) => {
          const intent = parseIntent(words);
          expect(parseIntent(words)).toEqual(intent);
          expect(typeof intent.type).toBe("string");
        },
      ),
      { numRuns: 500 },
    );
  });

  test("long repetitive texts are answered, too", () => {
    for (const piece of [
      "replace with in ",
      "a and b, ",
      "search for in ",
      "please ",
      "write to as in ",
      '"',
      "add to ",
    ]) {
      expect(typeof parseIntent(`replace ${piece.repeat(400)}`).type).toBe("string");
    }
    expect(parseIntent("read ".repeat(5_000))).toEqual({ type: "too-long" });
  });
});

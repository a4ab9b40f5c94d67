import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ModelEvent, type ModelRequest, NO_CACHE } from "../../contracts/model.ts";
import { ModelFailure } from "../../kernel/failure.ts";
import {
  type AssistantMessage,
  callsOf,
  type Message,
  type ToolMessage,
  textOf,
  userMessage,
} from "../../kernel/message.ts";
import { fakeClock } from "../../testing/fakes.ts";
import { arbitraryTranscript } from "../../testing/suites/arbitrary-transcript.ts";
import { leadingJson } from "./conversation.ts";
import { REQUESTS } from "./intents.data.ts";
import { offlineProvider } from "./offline.ts";

const ALL_TOOLS = [
  "read_file",
  "search_files",
  "terminal",
  "memory",
  "session_search",
  "skills_list",
  "skill_view",
  "todo",
  "write_file",
  "patch",
];
const toolSpecs = (names: readonly string[]) =>
  names.map((name) => ({ name, description: "", schema: { type: "object" } }));

function request(messages: readonly Message[], extra: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: "offline",
    system: ["You are Hermes."],
    messages,
    tools: toolSpecs(ALL_TOOLS),
    cache: NO_CACHE,
    ...extra,
  };
}

async function eventsFor(asked: ModelRequest, signal = new AbortController().signal): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of offlineProvider({ clock: fakeClock() }).stream(asked, signal)) events.push(event);
  return events;
}

async function answerTo(asked: ModelRequest): Promise<AssistantMessage> {
  const done = (await eventsFor(asked)).at(-1);
  if (done?.type !== "done") throw new Error("not done");
  return done.message;
}

/** Says one thing and answers each call from the table until the model has only words left. */
async function converse(
  words: string,
  results: (tool: string, input: Record<string, unknown>) => unknown,
  extra: Partial<ModelRequest> = {},
) {
  const messages: Message[] = [userMessage(words, 1)];
  const made: { tool: string; input: Record<string, unknown> }[] = [];
  for (let round = 0; round < 8; round++) {
    const message = await answerTo(request(messages, extra));
    messages.push(message);
    const calls = callsOf(message);
    if (calls.length === 0) return { said: textOf(message), made, messages };
    for (const call of calls) {
      const input = call.input as Record<string, unknown>;
      made.push({ tool: call.tool, input });
      messages.push(resultOf(call.id, call.tool, results(call.tool, input)));
    }
  }
  throw new Error("The model never stopped calling.");
}

function resultOf(callId: string, tool: string, value: unknown): ToolMessage {
  return {
    role: "tool",
    callId,
    tool,
    parts: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
    isError: false,
    at: 2,
  };
}

const OK: Record<string, unknown> = {
  read_file: { content: "1|one\n2|two", total_lines: 2, file_size: 8, truncated: false },
  search_files: { total_count: 1, matches: [{ path: "./a.ts", line: 3, content: "found it" }], files: ["./a.ts"] },
  terminal: { output: "printed", exit_code: 0, error: null },
  memory: {
    success: true,
    target: "user",
    entries: ["I like tea"],
    usage: "1% — 10/1,375 chars",
    entry_count: 1,
    message: "Entry added.",
  },
  session_search: {
    success: true,
    results: [{ session_id: "s1", title: "Garden", when: "June 17, 2026", snippet: "about >>>rhubarb<<<" }],
  },
  skills_list: { success: true, skills: [{ name: "git-review", description: "Reviews." }], count: 1 },
  skill_view: { success: true, name: "git-review", content: "# How to review" },
  todo: {
    todos: [
      { id: "1", content: "one", status: "pending" },
      { id: "2", content: "two", status: "pending" },
      { id: "3", content: "x", status: "pending" },
      { id: "4", content: "y", status: "pending" },
    ],
    summary: {},
  },
  write_file: { bytes_written: 5, resolved_path: "/w/a.txt" },
  patch: { success: true, diff: "--- a\n+++ b" },
};

describe("every documented example", () => {
  const examples = REQUESTS.flatMap((kind) => kind.examples.map(({ say }) => ({ id: kind.id, tool: kind.tool, say })));
  test.each(examples)("$id: $say", async ({ tool, say }) => {
    const { said, made } = await converse(say, (name) => OK[name] ?? {});
    expect(new Set(made.map((call) => call.tool))).toEqual(new Set(tool === undefined ? [] : [tool]));
    expect(said.trim()).not.toBe("");
    expect(said).not.toMatch(/did not understand|undefined|\[object|NaN/);
  });

  test.each(examples.filter(({ tool }) => tool !== undefined))(
    "without its tool it says so: $say",
    async ({ tool, say }) => {
      const { said, made } = await converse(say, () => ({}), {
        tools: toolSpecs(ALL_TOOLS.filter((name) => name !== tool)),
      });
      expect(made).toEqual([]);
      expect(said).toContain(`\`${tool}\``);
      expect(said).toContain("not enabled");
    },
  );

  test.each(examples.filter(({ tool }) => tool !== undefined))(
    "when the tool fails it says why: $say",
    async ({ say }) => {
      const { said } = await converse(say, () => ({ success: false, error: "The moon is full." }));
      if (!/forget|nothing in memory/.test(said)) expect(said).toContain("The moon is full.");
    },
  );
});

describe("answers", () => {
  test("a file is shown as it is, without line numbers", async () => {
    const { said, made } = await converse("read notes.txt", () => OK.read_file);
    expect(made).toEqual([{ tool: "read_file", input: { path: "notes.txt" } }]);
    expect(said).toContain("one\ntwo");
    expect(said).not.toContain("1|");
  });

  test("several files are read side by side", async () => {
    const messages = [userMessage("read a.txt, b.txt and 'c d.txt'", 1)];
    expect(callsOf(await answerTo(request(messages))).map((call) => call.input)).toEqual([
      { path: "a.txt" },
      { path: "b.txt" },
      { path: "c d.txt" },
    ]);
  });

  test("an unchanged file is shown from before", async () => {
    const first = await converse("read notes.txt", () => OK.read_file);
    const again = userMessage("read notes.txt", 9);
    const call = await answerTo(request([...first.messages, again]));
    const stub = { status: "unchanged", dedup: true, content_returned: false };
    const said = textOf(
      await answerTo(request([...first.messages, again, call, resultOf(callsOf(call)[0]!.id, "read_file", stub)])),
    );
    expect(said).toContain("one\ntwo");
  });

  test("a missing file comes with suggestions", async () => {
    const { said } = await converse("read nots.txt", () => ({
      error: "File not found: nots.txt",
      similar_files: ["notes.txt"],
    }));
    expect(said).toContain("File not found");
    expect(said).toContain("notes.txt");
  });

  test("fences, hints and warnings around a result do not show", async () => {
    const fenced = JSON.stringify({
      content: "<untrusted-a1b2>\n1|secret plan of the garden\n</untrusted-a1b2>",
      total_lines: 1,
    });
    const { said } = await converse("read a.txt", () => `${fenced}\n\n[Subdirectory hint: …]`);
    expect(said).toContain("secret plan of the garden");
    expect(said).not.toMatch(/untrusted|Subdirectory|1\|/);
  });

  test("a failing command tells its code; a refused one why", async () => {
    expect((await converse("run false", () => ({ output: "oops", exit_code: 1, error: null }))).said).toMatch(
      /exit code 1[\s\S]*oops/,
    );
    expect(
      (await converse("run rm -rf /", () => ({ status: "blocked", exit_code: -1, error: "Never allowed." }))).said,
    ).toContain("Never allowed.");
  });

  test("a needle is searched literally", async () => {
    const { made } = await converse("search the files for a.b(c)", () => OK.search_files);
    expect(made[0]?.input.pattern).toBe("a\\.b\\(c\\)");
  });

  test("facts about the user and other facts go to different places", async () => {
    const targetOf = async (words: string) => (await converse(words, () => OK.memory)).made[0]?.input.target;
    expect(await targetOf("remember that I like tea")).toBe("user");
    expect(await targetOf("remember that the server is atlas")).toBe("memory");
  });

  test("a list is planned, shown, added to and checked off with running numbers", async () => {
    const planned = await converse("plan a todo list: buy milk, call Bob and pay rent", () => OK.todo);
    expect(planned.made[0]?.input).toEqual({
      todos: ["buy milk", "call Bob", "pay rent"].map((content, index) => ({
        id: String(index + 1),
        content,
        status: "pending",
      })),
    });
    const added = await converse("add sweep to my todo list", () => OK.todo);
    expect(added.made[1]?.input).toEqual({ todos: [{ id: "5", content: "sweep", status: "pending" }], merge: true });
    const marked = await converse("mark 2 as done", () => OK.todo);
    expect(marked.made[1]?.input).toEqual({ todos: [{ id: "2", content: "two", status: "completed" }], merge: true });
  });

  test("a plan takes its items apart, or frames a bare goal", async () => {
    const contents = async (words: string) => {
      const { made } = await converse(words, () => OK.todo);
      return ((made[0]?.input.todos ?? []) as { content: string }[]).map(({ content }) => content);
    };
    expect(await contents("create a todo list with milk and bread")).toEqual(["milk", "bread"]);
    expect(await contents("plan my day: swim, eat, sleep")).toEqual(["swim", "eat", "sleep"]);
    expect(await contents("todo: sweep")).toEqual(["sweep"]);
    expect(await contents("todo list:\n- one, two\n2. three")).toEqual(["one, two", "three"]);
    const framed = await contents("make a todo list for the garden party");
    expect(framed.length).toBeGreaterThan(2);
    expect(framed.join()).toContain("the garden party");
  });

  test("file content may be quoted or fenced", async () => {
    const contentOf = async (words: string) => (await converse(words, () => OK.write_file)).made[0]?.input;
    expect(await contentOf('create file a.txt with "two words"')).toEqual({ path: "a.txt", content: "two words" });
    expect(await contentOf("create file a.sh with ```sh\necho hi\n```")).toEqual({
      path: "a.sh",
      content: "echo hi\n",
    });
  });

  test("anything else: it says honestly what it is and can do", async () => {
    const { said, made } = await converse("What is the meaning of life?", () => ({}));
    expect(made).toEqual([]);
    expect(said).toMatch(/not a language model/);
    expect(said).toMatch(/help/);
  });

  test("help names an example of every request", async () => {
    const { said } = await converse("help", () => ({}));
    for (const kind of REQUESTS.filter(({ tool }) => tool !== undefined)) expect(said).toContain(kind.does);
  });
});

describe("memory", () => {
  const rule = "═".repeat(46);
  const frozen = (
    entries: readonly string[],
    target: "MEMORY (your personal notes)" | "USER PROFILE (who the user is)",
  ) => {
    const body = entries.join("\n§\n");
    return `${rule}\n${target} [5% — ${[...body].length.toLocaleString("en-US")}/2,200 chars]\n${rule}\n${body}`;
  };
  const system = [
    "You are Hermes.",
    `${frozen(["The server is atlas 👩‍🔬"], "MEMORY (your personal notes)")}\n\n${frozen(["I like green tea", "My sister is Ada"], "USER PROFILE (who the user is)")}\n\nSession started today.`,
  ];

  test("is told as the prompt holds it", async () => {
    const { said } = await converse("what do you know about me?", () => ({}), { system });
    for (const fact of ["I like green tea", "My sister is Ada", "The server is atlas 👩‍🔬"])
      expect(said).toContain(`- ${fact}\n`.trim());
    expect(said).not.toContain("Session started");
  });

  test("of this session counts, too", async () => {
    const first = await converse("remember that I like tea", () => OK.memory);
    const said = textOf(await answerTo(request([...first.messages, userMessage("who am I?", 9)])));
    expect(said).toContain("I like tea");
  });

  test("an empty one is admitted", async () => {
    expect((await converse("who am I?", () => ({}))).said).toMatch(/nothing about you/);
  });

  test("forgets the entry that is meant, where it is", async () => {
    const inputOf = async (words: string) => (await converse(words, () => OK.memory, { system })).made[0]?.input;
    expect(await inputOf("forget about green tea")).toEqual({
      action: "remove",
      target: "user",
      old_text: "I like green tea",
    });
    expect(await inputOf("forget about the server")).toEqual({
      action: "remove",
      target: "memory",
      old_text: "The server is atlas 👩‍🔬",
    });
    expect(await inputOf("forget that I really like green tea")).toMatchObject({ old_text: "I like green tea" });
  });

  test("looks in both places before it gives up", async () => {
    const { said, made } = await converse(
      "forget about penguins",
      () => ({ success: false, error: "No entry matched." }),
      { system },
    );
    expect(made.map((call) => call.input.target)).toEqual(["user", "memory"]);
    expect(said).toMatch(/nothing in memory/);
  });

  test("asks which one is meant", async () => {
    const { said } = await converse("forget about tea", () => ({
      success: false,
      error: "Several match.",
      matches: ["green tea", "black tea"],
    }));
    expect(said).toContain("black tea");
  });
});

describe("side requests", () => {
  const side = async (system: string, prompt: string, maxOutput = 500) =>
    textOf(await answerTo(request([userMessage(prompt, 1)], { system: [system], tools: [], maxOutput })));

  test("a title comes from what the user said", async () => {
    const said = await side(
      "Give this conversation a title of 3 to 7 words.",
      "User: Please plan the garden party for June.\nAssistant: Sure, let us start.",
    );
    expect(said).toBe("Plan the garden party for June");
  });

  test("a summary keeps what was asked, answered and touched, within its limit", async () => {
    const talk = [
      "User: Fix the login in src/auth.ts",
      "Assistant: I changed the check.",
      "Tool: tests passed",
      "User: Now the docs",
    ].join("\n");
    const said = await side("Summarise the conversation for a handoff.", talk);
    for (const piece of ["Fix the login", "I changed the check", "Now the docs", "src/auth.ts"])
      expect(said).toContain(piece);
    expect((await side("Summarise this.", "word ".repeat(5_000), 100)).length).toBeLessThanOrEqual(300);
  });

  test("the same request gives the same words", async () => {
    const [a, b] = [
      await side("Summarize.", "User: a\nAssistant: b"),
      await side("Summarize.", "User: a\nAssistant: b"),
    ];
    expect(a).toBe(b);
  });
});

describe("the port", () => {
  test("streams in pieces that join to the message, then is done once", async () => {
    const events = await eventsFor(request([userMessage("help", 1)]));
    const deltas = events.flatMap((event) => (event.type === "text" ? [event.delta] : []));
    const done = events.at(-1);
    expect(deltas.length).toBeGreaterThan(10);
    expect(done?.type === "done" && textOf(done.message)).toBe(deltas.join(""));
    expect(events.filter((event) => event.type === "done")).toHaveLength(1);
  });

  test("background for the call is not taken for the user's words", async () => {
    const late: Message = {
      role: "user",
      origin: "runtime",
      parts: [{ type: "text", text: "read secrets.txt" }],
      at: 2,
    };
    const { messages } = { messages: [userMessage("hello", 1), late] };
    expect(callsOf(await answerTo(request(messages)))).toEqual([]);
  });

  test("makes no call when none may be made", async () => {
    const message = await answerTo(request([userMessage("run ls", 1)], { toolChoice: "none" }));
    expect(callsOf(message)).toEqual([]);
    expect(textOf(message)).not.toBe("");
  });

  test("call ids differ within a run", async () => {
    const provider = offlineProvider({ clock: fakeClock() });
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      for await (const event of provider.stream(
        request([userMessage("read a.txt and b.txt", 1)]),
        new AbortController().signal,
      )) {
        if (event.type === "done") ids.push(...callsOf(event.message).map(({ id }) => id));
      }
    }
    expect(new Set(ids).size).toBe(6);
  });

  test("an abort is a typed failure", async () => {
    await expect(eventsFor(request([userMessage("help", 1)]), AbortSignal.abort())).rejects.toBeInstanceOf(
      ModelFailure,
    );
  });

  test("any words: never throws, exactly one done, something said or called", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200, unit: "binary" }), async (words) => {
        const events = await eventsFor(request([userMessage(words, 1)]));
        expect(events.filter((event) => event.type === "done")).toHaveLength(1);
        const done = events.at(-1);
        expect(done?.type === "done" && (textOf(done.message) !== "" || callsOf(done.message).length > 0)).toBe(true);
      }),
    );
  });

  test("any transcript: never throws, exactly one done", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryTranscript({ models: ["offline/offline", "other/m"] }),
        fc.boolean(),
        async (messages, tools) => {
          const events = await eventsFor(request(messages, tools ? {} : { tools: [] }));
          expect(events.filter((event) => event.type === "done")).toHaveLength(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("odd results are read or left alone", () => {
    expect(leadingJson('{"a":"}\\"{"} tail')).toEqual({ a: '}"{' });
    for (const text of ["", "{", "no", '{"a":', "}{", "x {}", "[1]"]) expect(() => leadingJson(text)).not.toThrow();
  });
});

// Tools whose work is done by someone else: what they pass on and what they make of the answer.

import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { DelegatedTask } from "../contracts/delegation.ts";
import type { Answer, Question } from "../contracts/question.ts";
import type { Tool } from "../contracts/tool.ts";
import { tempDir } from "../testing/fakes.ts";
import { createAudioShelf } from "./audio-shelf.ts";
import { clarifyTool } from "./clarify.ts";
import { delegateTool } from "./delegate.ts";
import { createJobBoard } from "./jobs.ts";
import { readTerminalTool } from "./read-terminal.ts";
import { coerce } from "./schema.ts";
import { textToSpeechTool, transcribeTool } from "./speech.ts";
import { type Bench, type BenchOptions, createBench } from "./testbench.ts";
import { createTodoBoard, todoTool } from "./todo.ts";
import { visionAnalyzeTool } from "./vision.ts";

const benches: Bench[] = [];
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.remove()));
});
async function using(tool: Tool, options?: BenchOptions): Promise<Bench> {
  const bench = await createBench([tool], options);
  benches.push(bench);
  return bench;
}

test("clarify asks and hands back the words", async () => {
  let asked: Omit<Question, "id"> | undefined;
  const ask = (question: Omit<Question, "id">): Answer => {
    asked = question;
    return { type: "text", text: "blue" };
  };
  const bench = await using(clarifyTool, { ask });
  const choices = ["red", " ", "blue", "3", "4", "5"];
  expect(await bench.call("clarify", { question: "Which?", choices })).toEqual({
    question: "Which?",
    choices_offered: ["red", "blue", "3", "4"],
    user_response: "blue",
  });
  expect(asked).toMatchObject({ type: "clarify", text: "Which?" });
});

test("clarify without anybody there is told to go on, not answered for", async () => {
  const bench = await using(clarifyTool);
  expect((await bench.call("clarify", { question: "Which?" })).error).toContain("nobody is there");
});

test("delegation passes clean tasks on and refuses too many", async () => {
  const seen: (readonly DelegatedTask[])[] = [];
  const bench = await using(
    delegateTool({
      maxParallel: 2,
      now: () => 0,
      async run(tasks) {
        seen.push(tasks);
        return tasks.map((task, task_index) => ({
          task_index,
          status: "completed",
          summary: task.goal,
          api_calls: 1,
          duration_seconds: 1,
          model: "m",
          exit_reason: "answered",
          tokens: { input: 1, output: 1 },
          tool_trace: [],
          taints: [],
          changes: [{ path: `/w/${task.goal}`, state: "created" as const }],
        }));
      },
    }),
  );
  expect(await bench.call("delegate_task", { goal: "dig" })).toMatchObject({
    results: [{ status: "completed", summary: "dig" }],
    files_created: ["/w/dig"],
  });
  expect(
    (await bench.call("delegate_task", { tasks: '[{"goal":"a"},{"goal":"b","context":"c"}]' })).results,
  ).toHaveLength(2);
  expect(seen).toEqual([[{ goal: "dig" }], [{ goal: "a" }, { goal: "b", context: "c" }]]);
  expect((await bench.call("delegate_task", { tasks: [{ goal: "a" }, { goal: "b" }, { goal: "c" }] })).success).toBe(
    false,
  );
});

test("one task can be sent to the background, where there is one", async () => {
  const bench = await using(
    delegateTool({
      maxParallel: 2,
      now: () => 0,
      run: async () => [],
      dispatch: ({ goal }) =>
        goal === "full" ? { type: "refused", why: "too many" } : { type: "started", delegation_id: "deleg_00000000" },
    }),
  );
  const later = (more: object) => bench.call("delegate_task", { background: true, ...more });
  expect(await later({ goal: "x" })).toEqual({
    status: "dispatched",
    mode: "background",
    delegation_id: "deleg_00000000",
  });
  expect((await later({ goal: "full" })).error).toContain("too many");
  expect((await later({ tasks: [{ goal: "a" }, { goal: "b" }] })).success).toBe(false);
});

test("todo keeps a list per session and carries it on", async () => {
  const board = createTodoBoard();
  const bench = await using(todoTool(board));
  await bench.call("todo", { todos: [{ id: "1", content: "dig", status: "in_progress" }] });
  board.carry("s1", "s2");
  const merged = await bench.call("todo", { todos: [{ id: 2, content: "fill" }], merge: "true" }, { sessionId: "s2" });
  expect(merged.summary).toMatchObject({ total: 2, in_progress: 1, pending: 1 });
  expect((await bench.call("todo", {})).todos).toHaveLength(1);
  expect((await bench.call("todo", { todos: [{ id: "1", status: "nope" }] })).bad).toContain("status");
});

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const noFetch = async () => ({ type: "refused" as const, why: "no" });

test("an image is shown to a model that sees and described to one that does not", async () => {
  const seeing = await using(visionAnalyzeTool({ fetch: noFetch, see: async () => ({ type: "attach" }) }));
  await writeFile(join(seeing.root, "p.png"), PIXEL);
  const shown = await seeing.raw("vision_analyze", { image_url: "p.png", question: "what?" });
  expect(shown.parts[1]).toMatchObject({ type: "image", mime: "image/png" });
  const blind = await using(
    visionAnalyzeTool({
      fetch: noFetch,
      see: async (image, question) => ({ type: "described", text: `${image.mime}: ${question}` }),
    }),
  );
  const data = `data:image/png;base64,${PIXEL.toString("base64")}`;
  expect(await blind.call("vision_analyze", { image_url: data, question: "what?" })).toEqual({
    success: true,
    analysis: "image/png: what?",
  });
  expect((await blind.call("vision_analyze", { image_url: "https://x/y.png", question: "?" })).error).toBe("no");
  await writeFile(join(blind.root, "fake.png"), "text");
  expect((await blind.call("vision_analyze", { image_url: "fake.png", question: "?" })).error).toContain(
    "Not an image",
  );
});

test("an image beyond what models take is made smaller where something here can, and refused elsewhere", async () => {
  const wide = Buffer.from(PIXEL);
  wide.writeUInt32BE(9_000, 16);
  const image_url = `data:image/png;base64,${wide.toString("base64")}`;
  const see = async () => ({ type: "attach" }) as const;
  const plain = await using(visionAnalyzeTool({ fetch: noFetch, see }));
  expect((await plain.call("vision_analyze", { image_url, question: "?" })).error).toContain("make it smaller");
  const drawing = await using(visionAnalyzeTool({ fetch: noFetch, see, shrink: async () => PIXEL }));
  const shown = await drawing.raw("vision_analyze", { image_url, question: "?" });
  expect(shown.parts[1]).toMatchObject({ base64: PIXEL.toString("base64") });
});

test("speech goes to the provider and comes back as a file, and as text again", async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      bodies.push(body);
      if (request.headers.authorization !== "Bearer k") response.writeHead(401).end();
      else response.end(request.url === "/v1/audio/speech" ? "AUDIO" : '{"text":"hello"}');
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const place = await tempDir();
  const shelf = createAudioShelf(join(place.path, "audio"));
  const provider = { name: "test", baseUrl, apiKey: "k", model: "m", shelf };
  const speech = textToSpeechTool({ ...provider, voice: "v", newId: () => "speech_1", maxChars: 10 });
  const speak = await using(speech);
  expect(await speak.call("text_to_speech", { text: "hello" })).toMatchObject({
    success: true,
    file_path: join(place.path, "audio/speech_1.mp3"),
    media_tag: `MEDIA:${join(place.path, "audio/speech_1.mp3")}`,
    bytes: 5,
  });
  expect(await speak.call("text_to_speech", { text: "hello", output_path: "here.ogg" })).toMatchObject({
    file_path: join(speak.root, "here.ogg"),
    media_tag: `MEDIA:${join(speak.root, "here.ogg")}`,
  });
  const away = await using(speech, { env: (plain) => ({ ...plain, kind: "ssh" }) });
  expect(await away.call("text_to_speech", { text: "hello", output_path: "there.wav" })).toMatchObject({
    file_path: join(away.root, "there.wav"),
    media_tag: `MEDIA:${join(place.path, "audio/speech_1.wav")}`,
  });
  expect(JSON.parse(bodies[0] ?? "")).toEqual({ model: "m", voice: "v", input: "hello", response_format: "mp3" });
  expect((await speak.call("text_to_speech", { text: "much too long" })).error).toContain("10");
  const listen = await using(transcribeTool(provider));
  await writeFile(join(listen.root, "a.mp3"), "AUDIO");
  expect(await listen.call("transcribe", { path: "a.mp3" })).toMatchObject({ success: true, transcript: "hello" });
  const refused = await using(transcribeTool({ ...provider, apiKey: "wrong" }));
  await writeFile(join(refused.root, "a.mp3"), "AUDIO");
  expect((await refused.call("transcribe", { path: "a.mp3" })).error).toBe("test answered with status 401.");
  await new Promise((done) => server.close(done));
  await place.remove();
});

test("read_terminal shows the end of the screen, or of a job", async () => {
  const jobs = createJobBoard(() => 0);
  const bench = await using(readTerminalTool({ jobs, screen: async () => "a\nb\n\u001b[1mc\u001b[0m\n" }));
  expect(await bench.call("read_terminal", { lines: 2 })).toMatchObject({ output: "b\nc", total_lines: 3 });
  expect((await bench.call("read_terminal", { session_id: "proc_x" })).error).toContain("proc_x");
});

test("strings become what the schema asks for, and nothing else", () => {
  const schema = {
    type: "object",
    properties: {
      n: { type: "integer" },
      b: { type: "boolean" },
      l: { type: "array", items: { type: "number" } },
      s: { type: "string" },
    },
    required: ["s"],
  };
  expect(coerce(schema, { n: "5", b: "False", l: '[1,"2"]', s: 7, extra: "9" })).toEqual({
    n: 5,
    b: false,
    l: [1, 2],
    s: "7",
    extra: "9",
  });
  expect(coerce(schema, { n: "five", b: null, l: "3", s: "" })).toEqual({ n: "five", l: [3], s: "" });
  expect(coerce(schema, '{"n":"1"}')).toEqual({ n: 1 });
});

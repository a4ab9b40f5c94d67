// The promises of the model port, kept over a real wire against the loopback server.

import { afterEach, describe, expect, test } from "vitest";
import { type ModelEvent, type ModelProvider, type ModelRequest, modelName, NO_CACHE } from "../../contracts/model.ts";
import { ModelFailure, type ModelFailureKind } from "../../kernel/failure.ts";
import { type AssistantMessage, callsOf, type Message, textOf, userMessage } from "../../kernel/message.ts";
import { type ModelServer, type RecordedRequest, startModelServer } from "../model-server.ts";
import {
  type Answer,
  call,
  calls,
  fail,
  forever,
  overflow,
  rawCall,
  reply,
  type Step,
  says,
  thought,
  withFaults,
  words,
} from "../script.ts";
import type { WireName } from "../wires/wire.ts";

export interface ModelProviderHarness {
  readonly wire: WireName;
  /** The vendor's model id to ask for. */
  readonly model: string;
  /** A provider that talks to the server at this root (`http://127.0.0.1:port`) with this key. */
  readonly connect: (server: { readonly url: string; readonly key: string }) => ModelProvider | Promise<ModelProvider>;
  /** Whether thoughts come back signed on this wire. */
  readonly signsThoughts: boolean;
}

const KEY = "sk-test-key-0123456789";
const TOOLS = ["read_file", "terminal"].map((name) => ({
  name,
  description: `The ${name} tool.`,
  schema: { type: "object", properties: { path: { type: "string" } }, additionalProperties: true },
}));

export function modelProviderSuite(name: string, harness: ModelProviderHarness): void {
  const open: ModelServer[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  async function connect(...script: readonly Step<RecordedRequest>[]) {
    const server = await startModelServer(script, { strict: true, key: KEY });
    open.push(server);
    const provider = await harness.connect({ url: server.url, key: KEY });
    const ask = (
      messages: readonly Message[],
      extra: Partial<ModelRequest> = {},
      signal = new AbortController().signal,
    ) =>
      collect(
        provider.stream(
          { model: harness.model, system: ["You are terse."], messages, tools: TOOLS, cache: NO_CACHE, ...extra },
          signal,
        ),
      );
    return { server, provider, ask };
  }
  const hello = [userMessage("hello", 1_768_478_400_000)];

  describe(`model provider: ${name}`, () => {
    test("streams words, then is done exactly once", async () => {
      const { ask, provider } = await connect(reply("The quick brown fox — 日本 🧪 — jumps."));
      const { events, message } = await ask(hello);
      const deltas = events.flatMap((event) => (event.type === "text" ? [event.delta] : []));
      expect(deltas.length).toBeGreaterThan(1);
      expect(deltas.join("")).toBe("The quick brown fox — 日本 🧪 — jumps.");
      expect(textOf(message)).toBe(deltas.join(""));
      expect(events.filter((event) => event.type === "done")).toHaveLength(1);
      expect(events.at(-1)?.type).toBe("done");
      expect(message).toMatchObject({
        role: "assistant",
        stop: "end",
        model: modelName({ provider, model: harness.model }),
      });
    });

    test("sends the prompt, the words and the tools", async () => {
      const { ask, server } = await connect(reply("ok"));
      await ask(hello);
      const body = JSON.stringify(server.requests[0]?.body);
      for (const piece of ["You are terse.", "hello", "read_file", "terminal"]) expect(body).toContain(piece);
      expect(server.requests[0]?.wire).toBe(harness.wire);
      expect(server.requests[0]?.problems).toEqual([]);
    });

    test("announces calls while they are written and gives them parsed, in order", async () => {
      const { ask } = await connect(
        says([words("Looking."), call("read_file", { path: "a", deep: [{ x: 1 }] }), call("terminal", { path: "b" })]),
      );
      const { events, message } = await ask(hello);
      const made = callsOf(message);
      expect(made.map(({ tool, input }) => ({ tool, input }))).toEqual([
        { tool: "read_file", input: { path: "a", deep: [{ x: 1 }] } },
        { tool: "terminal", input: { path: "b" } },
      ]);
      expect(new Set(made.map(({ id }) => id)).size).toBe(2);
      expect(message.stop).toBe("calls");
      expect(new Set(events.flatMap((event) => (event.type === "call-building" ? [event.tool] : [])))).toEqual(
        new Set(["read_file", "terminal"]),
      );
    });

    test("goes on with results after calls, thoughts signed as they were", async () => {
      const { ask, server } = await connect(
        says([
          thought("I should look."),
          words("Looking."),
          call("read_file", { path: "a" }),
          call("terminal", { path: "b" }),
        ]),
        reply("Done."),
      );
      const first = await ask(hello);
      expect(first.events.some((event) => event.type === "reasoning")).toBe(true);
      const stored = JSON.parse(JSON.stringify(first.message)) as AssistantMessage;
      const results = callsOf(stored).map(
        (made): Message => ({
          role: "tool",
          callId: made.id,
          tool: made.tool,
          parts: [{ type: "text", text: '{"ok":true}' }],
          isError: false,
          at: 1,
        }),
      );
      const second = await ask([...hello, stored, ...results]);
      expect(textOf(second.message)).toBe("Done.");
      expect(server.requests[1]?.problems).toEqual([]);
      if (harness.signsThoughts) expect(JSON.stringify(server.requests[1]?.body)).toContain("I should look.");
    });

    test("counts every prompt token once, cached ones included", async () => {
      const { ask } = await connect(
        reply("ok", { usage: { input: 1_000, cacheRead: 700, cacheWrite: 0, output: 50, reasoning: 0 } }),
      );
      expect((await ask(hello)).message.usage).toMatchObject({ input: 1_000, output: 50, cacheRead: 700 });
    });

    test("says when an answer was cut or refused", async () => {
      const { ask } = await connect(reply("cut he", { stop: "length" }), reply("no", { stop: "refused" }));
      expect((await ask(hello)).message.stop).toBe("length");
      expect((await ask(hello)).message.stop).toBe("refused");
    });

    test("an answer of nothing is an empty message, not a failure", async () => {
      const { ask } = await connect(reply(""));
      const { message } = await ask(hello);
      expect(textOf(message)).toBe("");
      expect(callsOf(message)).toEqual([]);
    });

    if (harness.wire !== "gemini") {
      test("arguments that are not JSON stay as they were written", async () => {
        const { ask } = await connect(calls(rawCall("terminal", '{"path": "a')));
        expect(callsOf((await ask(hello)).message)[0]?.input).toBe('{"path": "a');
      });
    }

    describe("failures", () => {
      const kinds: readonly (readonly [string, Answer, ModelFailureKind])[] = [
        ["a refused key", fail("auth"), "auth"],
        ["no money", fail("billing"), "billing"],
        ["too many requests", fail("rate-limit", { retryAfterMs: 7_000 }), "rate-limit"],
        ["an overloaded vendor", fail("overloaded"), "overloaded"],
        ["a broken vendor", fail("model-output", { status: 500 }), "overloaded"],
        ["too long a conversation", overflow(65_536), "context-overflow"],
        ["a bad request", fail("bad-request", { message: "tools.0: no such field" }), "bad-request"],
        ["a connection reset at once", fail("transport"), "transport"],
        [
          "a connection reset on the way",
          withFaults(reply("words ".repeat(40)), { type: "reset", at: 400 }),
          "transport",
        ],
        ["half an event", withFaults(reply("words ".repeat(40)), { type: "half-event", event: 4 }), "transport"],
        ["an error in the stream", fail("overloaded", { midStream: "So far" }), "overloaded"],
      ];
      test.each(kinds)("%s", async (_what, answer, kind) => {
        const { ask, server } = await connect(forever(answer));
        const failure = await ask(hello).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(failure).toBeInstanceOf(ModelFailure);
        const found = failure as ModelFailure;
        expect(kind === "overloaded" ? ["overloaded", "transport"] : [kind]).toContain(found.kind);
        expect(JSON.stringify([found.message, String(found.cause)])).not.toContain(KEY);
        if (kind === "rate-limit") expect(found.retryAfterMs).toBe(7_000);
        if (kind === "context-overflow") expect(found.statedWindow).toBe(65_536);
        expect(server.requests).toHaveLength(1);
      });

      test("nobody listening", async () => {
        const { ask, server } = await connect();
        await server.close();
        await expect(ask(hello)).rejects.toMatchObject({ name: "ModelFailure", kind: "transport" });
      });
    });

    test("an abort ends the call and lets the server know", async () => {
      const { ask, server } = await connect(withFaults(reply("words ".repeat(40)), { type: "stall", at: 500 }));
      const stop = new AbortController();
      const asked = ask(hello, {}, stop.signal).catch((error: unknown) => error);
      await server.arrived(1);
      stop.abort();
      expect(await asked).toBeInstanceOf(ModelFailure);
      expect((await server.ended(0)).type).toBe("client-closed");
    });

    test("the same request is the same bytes", async () => {
      const { ask, server } = await connect(forever(reply("ok")));
      await ask(hello);
      await ask(hello);
      const [first, second] = server.requests.map((request) => Buffer.from(request.raw).toString());
      expect(first).toBe(second);
    });
  });
}

interface Collected {
  readonly events: readonly ModelEvent[];
  readonly message: AssistantMessage;
}

async function collect(stream: AsyncIterable<ModelEvent>): Promise<Collected> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  const done = events.findLast((event) => event.type === "done");
  if (done?.type !== "done") throw new Error("The stream ended without being done.");
  return { events, message: done.message };
}

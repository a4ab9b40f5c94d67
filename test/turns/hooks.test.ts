// A plugin's hooks, in their places around a turn.

import { expect, test } from "vitest";
import type { Gate } from "../../src/contracts/gate.ts";
import type { Hooks } from "../../src/contracts/plugin.ts";
import type { Tool } from "../../src/contracts/tool.ts";
import { text } from "../../src/kernel/message.ts";
import { createHookRunner } from "../../src/runtime/hooks.ts";
import { createHost } from "../../src/runtime/host.ts";
import { fakeLog } from "../../src/testing/fakes.ts";
import { call, calls, fail, reply } from "../../src/testing/script.ts";
import { scripted } from "../../src/testing/scripted-model.ts";
import { wholeTurn } from "../../src/testing/whole-turn.ts";
import { bench, echoTool, REQUEST, saidText } from "./bench.ts";

test("every hook of the contract fires, in its place, and changes only what it may", async () => {
  const seen: string[] = [];
  const note = (name: string) => async (): Promise<undefined> => void seen.push(name);
  const hooks: Required<Hooks> = {
    onSessionReset: async ({ previousId }) => void seen.push(`reset ${previousId}`),
    onSessionStart: async () => void seen.push("start"),
    preModelCall: note("pre-model"),
    preApiRequest: async ({ messages }) => void seen.push(`pre-request ${messages}`),
    apiRequestError: note("error"),
    postApiRequest: async ({ usage }) => void seen.push(`post-request ${usage.input > 0}`),
    postModelCall: async ({ text }) => void seen.push(`post-model ${text}`),
    transformModelOutput: async ({ text }) => text.toUpperCase(),
    preToolCall: note("pre-tool"),
    preApprovalRequest: async ({ tool, subject }) => void seen.push(`asking ${tool} ${subject}`),
    postApprovalResponse: async ({ answer }) => void seen.push(`answered ${answer.type}`),
    postToolCall: async ({ result }) => void seen.push(`post-tool ${result}`),
    transformTerminalOutput: async ({ command, output }) => `${command}: ${output}`,
    transformToolResult: async ({ result }) => `${result}!`,
    subagentStart: note("child"),
    subagentStop: note("child over"),
    onSessionEnd: async () => void seen.push("end"),
    onSessionFinalize: async () => void seen.push("finalize"),
  };
  const terminal: Tool = {
    ...echoTool(),
    name: "terminal",
    run: async () => ({ parts: [{ type: "text", text: '{"output":"quiet","exit_code":0}' }], isError: false }),
  };
  const asking: Gate = {
    name: "asks",
    check: async () => ({
      type: "ask",
      key: "k",
      text: "may it?",
      subject: "echo",
      reasons: ["new"],
      scopes: ["once"],
    }),
  };
  const model = scripted(calls(call("terminal", { word: "x", command: "echo" })), reply("done"));
  const { ports } = bench(model, { tools: [terminal], gates: [asking], answerTimeoutMs: 60_000 });
  const runner = createHookRunner([{ plugin: "p", hooks }], fakeLog(), () => undefined);
  const host = createHost({ ...ports, hooks: () => runner });
  const session = await host.create({ ...REQUEST, replaces: "old-one" });
  const events = session.events();
  await session.send({ parts: [text("go")], delivery: "queue" });
  let said = "";
  for await (const event of events) {
    if (event.type === "question") session.answer(event.question.id, { type: "yes", scope: "once" });
    if (event.type === "text") said += event.delta;
    if (event.type === "turn-end") break;
  }
  await session.close();
  expect(said).toBe("DONE");
  expect(seen).toEqual([
    ...["reset old-one", "start", "pre-model", "pre-request 1", "post-request true", "post-model "],
    ...["pre-tool", "asking terminal echo", "answered yes", 'post-tool {"output":"echo: quiet","exit_code":0}'],
    ...["pre-request 3", "post-request true", "post-model DONE", "end", "finalize"],
  ]);
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("echo: quiet");
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("}!");
});

test("a turn that is stopped waits for no hook that holds it up, and does not run what the hook was asked about", async () => {
  const asked = Promise.withResolvers<void>();
  const hooks: Hooks = {
    preToolCall() {
      asked.resolve();
      return new Promise(() => undefined);
    },
  };
  const ran: string[] = [];
  const tool: Tool = {
    ...echoTool(),
    async run() {
      ran.push("ran");
      return { parts: [], isError: false };
    },
  };
  const { ports } = bench(scripted(calls(call("echo", { word: "x" })), reply("done")), { tools: [tool] });
  const runner = createHookRunner([{ plugin: "p", hooks, deadlineMs: 3_600_000 }], fakeLog(), () => undefined);
  const session = await createHost({ ...ports, hooks: () => runner }).create(REQUEST);
  const turn = wholeTurn(session, "go");
  await asked.promise;
  session.abort();
  expect((await turn).at(-1)).toMatchObject({ type: "turn-end", reason: "aborted" });
  expect(ran).toEqual([]);
  await session.close();
});

test("a request that fails is told with its kind; words held back for a plugin are not lost with it", async () => {
  const seen: string[] = [];
  const hooks: Hooks = {
    apiRequestError: async ({ kind }) => void seen.push(kind),
    transformModelOutput: async ({ text: words }) => words.toUpperCase(),
  };
  const model = scripted(fail("overloaded", { midStream: "half" }), reply("whole"));
  const { ports } = bench(model);
  const runner = createHookRunner([{ plugin: "p", hooks }], fakeLog(), () => undefined);
  const session = await createHost({ ...ports, hooks: () => runner }).create(REQUEST);
  expect(saidText(await wholeTurn(session, "go"))).toBe("halfWHOLE");
  expect(seen).toEqual(["overloaded"]);
});

// Who may say yes to a call, and how long it holds.

import { expect, test } from "vitest";
import type { Gate } from "../../src/contracts/gate.ts";
import { jsonResult } from "../../src/contracts/tool.ts";
import { text } from "../../src/kernel/message.ts";
import { createHost } from "../../src/runtime/host.ts";
import { type Softener, smartApproval } from "../../src/runtime/smart-approval.ts";
import { call, calls, reply } from "../../src/testing/script.ts";
import { scripted } from "../../src/testing/scripted-model.ts";
import { wholeTurn } from "../../src/testing/whole-turn.ts";
import { bench, echoTool, REQUEST, SETTINGS } from "./bench.ts";

function rememberingTool() {
  const ran: string[] = [];
  const tool = echoTool(async (input) => {
    ran.push((input as { word: string }).word);
    return jsonResult({});
  });
  return { ran, tool };
}

test("a gate's deny stops the call, an ask without a person is refused with the way out, a yes runs it", async () => {
  const { ran, tool } = rememberingTool();
  const gate: Gate = {
    name: "test",
    check: (asked) => {
      const word = (asked.input as { word: string }).word;
      if (word === "deny") return { type: "deny", why: "never" };
      return {
        type: "ask",
        text: "May I?",
        subject: word,
        reasons: ["it is a test"],
        key: word,
        scopes: ["once", "session"],
      };
    },
  };
  const script = () =>
    scripted(calls(call("echo", { word: "deny" })), calls(call("echo", { word: "ask" })), reply("ok"));

  const headless = script();
  await wholeTurn(await createHost(bench(headless, { tools: [tool], gates: [gate] }).ports).create(REQUEST), "go");
  expect(ran).toEqual([]);
  expect(JSON.stringify(headless.requests.at(-1)?.messages)).toContain("--yolo");

  const asked = script();
  const session = await createHost(
    bench(asked, { tools: [tool], gates: [gate], answerTimeoutMs: 60_000 }).ports,
  ).create(REQUEST);
  const events = session.events();
  await session.send({ parts: [text("go")], delivery: "queue" });
  for await (const event of events) {
    if (event.type === "question") session.answer(event.question.id, { type: "yes", scope: "session" });
    if (event.type === "turn-end") break;
  }
  expect(ran).toEqual(["ask"]);

  const yolo = script();
  await wholeTurn(
    await createHost(bench(yolo, { tools: [tool], gates: [gate] }).ports).create({
      ...REQUEST,
      settings: { ...SETTINGS, yolo: true },
    }),
    "go",
  );
  expect(ran).toEqual(["ask", "ask"]);
});

test("a yes for the task ends with its turn, one for the session with the session; a broken book is said with the question", async () => {
  const gate: Gate = {
    name: "test",
    check: (asked) => {
      const key = (asked.input as { word: string }).word;
      return { type: "ask", text: "May I?", subject: key, reasons: ["why"], key, scopes: ["task", "session"] };
    },
  };
  const round = () => [calls(call("echo", { word: "task" })), calls(call("echo", { word: "session" }))];
  const { ports } = bench(scripted(...round(), ...round(), reply("1"), ...round(), reply("2")), {
    tools: [echoTool(async () => jsonResult({}))],
    gates: [gate],
    answerTimeoutMs: 60_000,
    grantTrouble: "The book cannot be read.",
  });
  const session = await createHost(ports).create(REQUEST);
  const asked: string[] = [];
  for (const words of ["one", "two"]) {
    const events = session.events();
    await session.send({ parts: [text(words)], delivery: "queue" });
    for await (const event of events) {
      if (event.type === "question" && event.question.type === "approve") {
        asked.push(event.question.subject);
        expect(event.question.reasons).toEqual(["why", "The book cannot be read."]);
        const scope = event.question.subject === "task" ? "task" : "session";
        session.answer(event.question.id, { type: "yes", scope });
      }
      if (event.type === "turn-end") break;
    }
  }
  expect(asked).toEqual(["task", "session", "task"]);
  expect(await ports.grants.has(session.id, "session")).toBe(true);
  await session.close();
  expect(await ports.grants.has(session.id, "session")).toBe(false);
});

test("smart approval turns a question into a yes, never more", async () => {
  const { ran, tool } = rememberingTool();
  const gate: Gate = {
    name: "test",
    check: ({ input }) => {
      const { word } = input as { word: string };
      if (word === "deny") return { type: "deny", why: "never" };
      const only = { lasting: "person", tainted: "person-or-yolo" } as const;
      const bound = word === "lasting" || word === "tainted" ? { only: only[word] } : {};
      return { type: "ask", text: word, subject: word, reasons: ["test"], key: word, scopes: ["once"], ...bound };
    },
  };
  const says = (word: string): Softener => smartApproval(async () => async () => word);
  const script = () =>
    scripted(calls(...["deny", "lasting", "tainted", "plain"].map((word) => call("echo", { word }))), reply("ok"));
  await wholeTurn(
    await createHost(bench(script(), { tools: [tool], gates: [gate], soften: says("APPROVE.") }).ports).create(REQUEST),
    "go",
  );
  expect(ran).toEqual(["plain"]);
  await wholeTurn(
    await createHost(
      bench(script(), { tools: [tool], gates: [gate], soften: says("APPROVE everything, it says") }).ports,
    ).create(REQUEST),
    "go",
  );
  expect(ran).toEqual(["plain"]);
});

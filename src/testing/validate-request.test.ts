import { describe, expect, test } from "vitest";
import { issueSignature } from "./signatures.ts";
import { validateRequest } from "./validate-request.ts";
import type { CheckOptions, WireName } from "./wires/wire.ts";

type Case = readonly [what: string, body: object, wanted: RegExp | undefined, options?: CheckOptions];

const tool = (schema: object, name = "t") => ({ type: "function", function: { name, parameters: schema } });
const OBJECT = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const u = { role: "user", content: "hi" };
const chatCall = (id: string, args = "{}", name = "t") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const chat = (...messages: object[]) => ({ model: "m", messages });
const asks = (...ids: string[]) => ({ role: "assistant", content: null, tool_calls: ids.map((id) => chatCall(id)) });
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "{}" });

const CHAT: readonly Case[] = [
  ["plain", chat(u), undefined],
  [
    "prompt, calls and results",
    chat({ role: "system", content: "s" }, u, asks("a", "b"), result("b"), result("a")),
    undefined,
  ],
  ["an empty result", chat(u, asks("a"), { ...result("a"), content: "" }), undefined],
  ["no model", { messages: [u] }, /model/],
  ["nothing said", chat(), /at least one/],
  ["assistant first", chat({ role: "assistant", content: "x" }, u), /first message/],
  ["assistant last", chat(u, { role: "assistant", content: "x" }), /last message/],
  ["late prompt", chat(u, { role: "system", content: "s" }, u), /beginning/],
  ["orphan result", chat(u, result("a")), /must be a response/],
  ["missing result", chat(u, asks("a", "b"), result("a")), /did not have response.*b/],
  ["result after another message", chat(u, asks("a"), u, result("a")), /did not have response|must be a response/],
  ["result twice", chat(u, asks("a"), result("a"), result("a")), /duplicate result/],
  ["id used twice", chat(u, asks("a"), result("a"), asks("a"), result("a")), /duplicate tool call id/],
  ["empty words", chat({ role: "user", content: "" }), /non-whitespace/],
  ["empty part", chat({ role: "user", content: [{ type: "text", text: " " }] }), /non-whitespace/],
  ["empty list", chat({ role: "user", content: [] }), /must not be empty/],
  ["empty assistant", chat(u, { role: "assistant", content: "" }, u), /content or tool calls/],
  [
    "broken arguments",
    chat(u, { role: "assistant", content: null, tool_calls: [chatCall("a", "{")] }, result("a")),
    /JSON object/,
  ],
  ["long id", chat(u, asks("x".repeat(41)), result("x".repeat(41))), /longer than 40/],
  [
    "bad name",
    chat(u, { role: "assistant", content: null, tool_calls: [chatCall("a", "{}", "a b")] }, result("a")),
    /name does not match/,
  ],
  ["half a character", chat({ role: "user", content: "a\ud800" }), /surrogate/],
  ["turns not taken", chat(u, u), /alternate/, { alternate: true }],
  ["turns not taken, not asked for", chat(u, u), undefined],
  ["good schema", { ...chat(u), tools: [tool(OBJECT)] }, undefined],
  ["schema without type", { ...chat(u), tools: [tool({ properties: {} })] }, /type "object"/],
  ["alternatives at the top", { ...chat(u), tools: [tool({ type: "object", anyOf: [{}] })] }, /top level/],
  [
    "array without items",
    { ...chat(u), tools: [tool({ type: "object", properties: { a: { type: "array" } } })] },
    /missing items/,
  ],
  [
    "unknown type",
    { ...chat(u), tools: [tool({ type: "object", properties: { a: { type: "text" } } })] },
    /unknown type/,
  ],
  ["required unknown", { ...chat(u), tools: [tool({ type: "object", required: ["z"] })] }, /not a property/],
  ["two tools of one name", { ...chat(u), tools: [tool(OBJECT), tool(OBJECT)] }, /unique/],
  ["no tools in the list", { ...chat(u), tools: [] }, /too short/],
];

const messages = (...list: object[]) => ({ model: "m", max_tokens: 2_000, messages: list });
const use = (...ids: string[]) => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "t", input: {} })),
});
const back = (...ids: string[]) => ({
  role: "user",
  content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "x" })),
});
const signed = (text: string, model = "m") => ({
  type: "thinking",
  thinking: text,
  signature: issueSignature("anthropic_messages", model, text),
});
const saying = (...content: object[]) => ({ role: "assistant", content });
const w = { type: "text", text: "words" };
const marked = { ...w, cache_control: { type: "ephemeral" } };

const ANTHROPIC: readonly Case[] = [
  ["plain", messages(u), undefined],
  ["calls and results", messages(u, use("a", "b"), back("b", "a")), undefined],
  ["neighbours joined", messages(u, u, use("a"), back("a"), u), undefined],
  ["signed thought", messages(u, saying(signed("t"), w), u), undefined],
  ["no limit", { model: "m", messages: [u] }, /max_tokens/],
  ["assistant first", messages(saying(w), u), /first message/],
  ["assistant last", messages(u, saying(w)), /end with a user/],
  ["system in the list", messages(u, { role: "system", content: "x" }, u), /unexpected role/],
  ["orphan result", messages(u, saying(w), back("a")), /unexpected tool_use_id/],
  ["missing result", messages(u, use("a", "b"), back("a")), /without tool_result.*b/],
  ["result too late", messages(u, use("a"), u, saying(w), back("a")), /without tool_result/],
  ["words before results", messages(u, use("a"), { role: "user", content: [w, ...back("a").content] }), /come before/],
  ["result twice", messages(u, use("a"), back("a", "a")), /single result/],
  ["id used twice", messages(u, use("a"), back("a"), use("a"), back("a")), /unique/],
  ["id with odd letters", messages(u, use("a:b"), back("a:b")), /id does not match/],
  ["empty text", messages(u, saying({ type: "text", text: "" }), u), /non-whitespace/],
  ["empty content", messages({ role: "user", content: [] }), /non-empty/],
  [
    "input that is text",
    messages(u, saying({ type: "tool_use", id: "a", name: "t", input: "x" }), back("a")),
    /input must be an object/,
  ],
  ["foreign signature", messages(u, saying(signed("t", "another"), w), u), /Invalid `signature`/],
  ["changed thought", messages(u, saying({ ...signed("t"), thinking: "changed" }, w), u), /Invalid `signature`/],
  ["unsigned thought", messages(u, saying({ type: "thinking", thinking: "t" }, w), u), /Field required/],
  ["thought at the end", messages(u, saying(w, signed("t")), u), /final block/],
  [
    "thinking lost in a tool loop",
    { ...messages(u, use("a"), back("a")), thinking: { type: "enabled", budget_tokens: 1_024 } },
    /expected thinking/,
  ],
  [
    "thinking larger than the limit",
    { ...messages(u), thinking: { type: "enabled", budget_tokens: 4_096 } },
    /greater than/,
  ],
  ["five marks", messages({ role: "user", content: [marked, marked, marked, marked, marked] }), /maximum of 4/],
  [
    "long mark after short",
    {
      ...messages({ role: "user", content: [{ ...w, cache_control: { type: "ephemeral", ttl: "1h" } }] }),
      system: [marked],
    },
    /1h must not come after/,
  ],
  ["empty prompt block", { ...messages(u), system: [{ type: "text", text: "" }] }, /non-whitespace/],
  [
    "schema that is no object",
    { ...messages(u), tools: [{ name: "t", input_schema: { type: "string" } }] },
    /type "object"/,
  ],
];

const said = (text: string) => ({ role: "user", content: [{ type: "input_text", text }] });
const input = (...items: object[]) => ({ model: "m", store: false, input: items });
const fc = (id: string) => ({ type: "function_call", call_id: id, name: "t", arguments: "{}" });
const out = (id: string) => ({ type: "function_call_output", call_id: id, output: "x" });
const reasoning = (text: string, model = "m") => ({
  type: "reasoning",
  id: `rs_${text}`,
  summary: [{ type: "summary_text", text }],
  encrypted_content: issueSignature("responses", model, text),
});

const RESPONSES: readonly Case[] = [
  ["plain", input(said("hi")), undefined],
  ["a string", { model: "m", input: "hi" }, undefined],
  ["calls and outputs", input(said("hi"), reasoning("t"), fc("a"), fc("b"), out("a"), out("b")), undefined],
  ["missing output", input(said("hi"), fc("a")), /No tool output found/],
  ["orphan output", input(said("hi"), out("a")), /No tool call found/],
  ["output twice", input(said("hi"), fc("a"), out("a"), out("a")), /duplicate output/],
  ["call id twice", input(said("hi"), fc("a"), out("a"), fc("a"), out("a")), /duplicate call_id/],
  ["foreign thought", input(said("hi"), reasoning("t", "another"), fc("a"), out("a")), /could not be verified/],
  ["thought without what follows", input(said("hi"), reasoning("t"), said("more")), /required following item/],
  [
    "unsealed thought",
    input(said("hi"), { type: "reasoning", id: "rs_1", summary: [] }, fc("a"), out("a")),
    /not persisted/,
  ],
  ["reference to nothing", input(said("hi"), { type: "item_reference", id: "msg_1" }, said("x")), /not found/],
  ["empty words", input(said("")), /non-whitespace/],
  [
    "wrong part",
    input({ role: "assistant", content: [{ type: "input_text", text: "x" }] }, said("x")),
    /invalid value: input_text/,
  ],
  [
    "assistant first",
    input({ role: "assistant", content: [{ type: "output_text", text: "x" }] }, said("x")),
    /first item/,
  ],
];

const contents = (...list: object[]) => ({ contents: list });
const g = { role: "user", parts: [{ text: "hi" }] };
const gcall = (name: string, extra: object = {}) => ({ functionCall: { name, args: {} }, ...extra });
const gback = (...names: string[]) => ({
  role: "user",
  parts: names.map((name) => ({ functionResponse: { name, response: { ok: true } } })),
});
const by = (...parts: object[]) => ({ role: "model", parts });
const gsig = (name: string, model: string) => ({ thoughtSignature: issueSignature("gemini", model, `${name}({})`) });
const declare = (schema: object) => ({
  ...contents(g),
  tools: [{ functionDeclarations: [{ name: "t", parameters: schema }] }],
});

const GEMINI: readonly Case[] = [
  ["plain", contents(g), undefined],
  ["calls and responses", contents(g, by(gcall("a"), gcall("b")), gback("a", "b")), undefined],
  ["signed call", contents(g, by(gcall("a", gsig("a", "gemini-3"))), gback("a")), undefined, { model: "gemini-3" }],
  [
    "documented sentinel",
    contents(g, by(gcall("a", { thoughtSignature: "skip_thought_signature_validator" })), gback("a")),
    undefined,
    { model: "gemini-3" },
  ],
  ["unsigned call", contents(g, by(gcall("a")), gback("a")), /missing a thought_signature/, { model: "gemini-3" }],
  [
    "foreign signature",
    contents(g, by(gcall("a", gsig("a", "another"))), gback("a")),
    /not valid/,
    { model: "gemini-3" },
  ],
  ["nothing", contents(), /not specified/],
  ["model first", contents(by({ text: "x" }), g), /first content/],
  ["model last", contents(g, by({ text: "x" })), /ends with a user/],
  ["empty parts", contents({ role: "user", parts: [] }), /must not be empty/],
  ["empty text", contents({ role: "user", parts: [{ text: "" }] }), /must not be empty/],
  ["fewer responses than calls", contents(g, by(gcall("a"), gcall("b")), gback("a")), /number of function response/],
  ["orphan response", contents(g, by({ text: "x" }), gback("a")), /immediately after a function call/],
  ["response of another name", contents(g, by(gcall("a")), gback("z")), /does not match call/],
  [
    "call after the model's own words",
    contents(g, by({ text: "x" }), by(gcall("a")), gback("a")),
    /immediately after a user turn/,
  ],
  [
    "response that is text",
    contents(g, by(gcall("a")), { role: "user", parts: [{ functionResponse: { name: "a", response: "x" } }] }),
    /must be an object/,
  ],
  [
    "schema field it does not know",
    declare({ type: "object", additionalProperties: false }),
    /Unknown name "additionalProperties"/,
  ],
  [
    "enum of numbers",
    declare({ type: "object", properties: { a: { type: "integer", enum: [1] } } }),
    /enum is only allowed/,
  ],
];

const ALL: readonly (readonly [WireName, readonly Case[]])[] = [
  ["chat_completions", CHAT],
  ["anthropic_messages", ANTHROPIC],
  ["responses", RESPONSES],
  ["gemini", GEMINI],
];

describe.each(ALL)("%s", (wire, cases) => {
  test.each(cases.map(([what, ...rest]) => ({ what, rest })))("$what", ({ rest: [body, wanted, options] }) => {
    const problems = validateRequest(wire, body, options);
    if (wanted === undefined) expect(problems).toEqual([]);
    else expect(problems.join("\n")).toMatch(wanted);
  });

  test("anything that is no object is refused, never thrown at", () => {
    for (const body of [null, undefined, 1, "x", [], {}, { messages: 1, input: 1, contents: 1, tools: 1, system: 1 }]) {
      expect(validateRequest(wire, body).length).toBeGreaterThan(0);
    }
  });
});

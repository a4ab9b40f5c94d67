// OpenAI's Responses API: output items, each announced, filled and closed.

import { pieces, type ReplyAnswer, type ScriptPart, stopOf, usageOf } from "../script.ts";
import { signatureFor } from "../signatures.ts";
import { openAiError } from "./errors.data.ts";
import { responsesProblems } from "./responses-check.ts";
import { type Exchange, PIECE_CHARS, sse, type Wire } from "./wire.ts";

export const responses: Wire = {
  name: "responses",
  problems: responsesProblems,
  error: openAiError,
  errorEvent(failure) {
    const { error } = openAiError(failure).body as { error: { code: string | null; message: string } };
    const response = { id: "resp_failed", object: "response", status: "failed", error, output: [], usage: null };
    return sse({ type: "response.failed", sequence_number: 0, response }, "response.failed");
  },
  events(answer, on) {
    let sequence = 0;
    const event: MakeEvent = (type, data) => sse({ type, sequence_number: sequence++, ...data }, type);
    const id = on.nextId("resp");
    const started = {
      ...responseObject(answer, on, id, []),
      status: "in_progress",
      usage: null,
      incomplete_details: null,
    };
    const out = [
      event("response.created", { response: started }),
      event("response.in_progress", { response: started }),
    ];
    const items = answer.parts.map((part) => itemOf(part, on));
    items.forEach((item, index) => {
      out.push(...itemEvents(item, index, answer.pieceChars ?? PIECE_CHARS, event));
    });
    const response = responseObject(answer, on, id, items);
    out.push(event(response.status === "completed" ? "response.completed" : "response.incomplete", { response }));
    return out;
  },
  whole: (answer, on) =>
    responseObject(
      answer,
      on,
      on.nextId("resp"),
      answer.parts.map((part) => itemOf(part, on)),
    ),
};

type MakeEvent = (type: string, data: object) => string;

type Item =
  | {
      readonly type: "message";
      readonly id: string;
      readonly role: "assistant";
      readonly status: string;
      readonly content: readonly OutputText[];
    }
  | {
      readonly type: "reasoning";
      readonly id: string;
      readonly summary: readonly SummaryText[];
      readonly encrypted_content: string | null;
    }
  | {
      readonly type: "function_call";
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly status: string;
    };
interface OutputText {
  readonly type: "output_text";
  readonly text: string;
  readonly annotations: readonly [];
}
interface SummaryText {
  readonly type: "summary_text";
  readonly text: string;
}

function itemOf(part: ScriptPart, on: Exchange): Item {
  if (part.type === "text") {
    const content = [{ type: "output_text", text: part.text, annotations: [] }] as const;
    return { type: "message", id: on.nextId("msg"), role: "assistant", status: "completed", content };
  }
  if (part.type === "reasoning") {
    const sealed = signatureFor(part, "responses", on.model) ?? null;
    const summary = part.text === "" ? [] : [{ type: "summary_text" as const, text: part.text }];
    return { type: "reasoning", id: on.nextId("rs"), summary, encrypted_content: sealed };
  }
  const id = on.nextId("fc");
  const callId = part.id ?? on.nextId("call");
  return { type: "function_call", id, call_id: callId, name: part.tool, arguments: part.args, status: "completed" };
}

function itemEvents(item: Item, index: number, size: number, event: MakeEvent): readonly string[] {
  const at = { output_index: index, item_id: item.id };
  const done = event.bind(null, "response.output_item.done", { output_index: index, item });
  if (item.type === "message") {
    const text = item.content[0]?.text ?? "";
    const part = { ...at, content_index: 0 };
    return [
      event("response.output_item.added", {
        output_index: index,
        item: { ...item, status: "in_progress", content: [] },
      }),
      event("response.content_part.added", { ...part, part: { type: "output_text", text: "", annotations: [] } }),
      ...pieces(text, size).map((delta) => event("response.output_text.delta", { ...part, delta })),
      event("response.output_text.done", { ...part, text }),
      event("response.content_part.done", { ...part, part: item.content[0] }),
      done(),
    ];
  }
  if (item.type === "function_call") {
    return [
      event("response.output_item.added", {
        output_index: index,
        item: { ...item, arguments: "", status: "in_progress" },
      }),
      ...pieces(item.arguments, size).map((delta) => event("response.function_call_arguments.delta", { ...at, delta })),
      event("response.function_call_arguments.done", { ...at, arguments: item.arguments }),
      done(),
    ];
  }
  const summary = { ...at, summary_index: 0 };
  const text = item.summary[0]?.text ?? "";
  return [
    event("response.output_item.added", { output_index: index, item: { ...item, summary: [] } }),
    ...(item.summary.length === 0
      ? []
      : [
          event("response.reasoning_summary_part.added", { ...summary, part: { type: "summary_text", text: "" } }),
          ...pieces(text, size).map((delta) => event("response.reasoning_summary_text.delta", { ...summary, delta })),
          event("response.reasoning_summary_text.done", { ...summary, text }),
          event("response.reasoning_summary_part.done", { ...summary, part: { type: "summary_text", text } }),
        ]),
    done(),
  ];
}

function responseObject(answer: ReplyAnswer, on: Exchange, id: string, output: readonly Item[]) {
  const usage = usageOf(answer, on.requestChars);
  const stop = stopOf(answer);
  const cut = stop === "length" ? "max_output_tokens" : stop === "refused" ? "content_filter" : undefined;
  return {
    id,
    object: "response",
    created_at: 1_768_478_400,
    model: on.model,
    status: cut === undefined ? "completed" : "incomplete",
    error: null,
    incomplete_details: cut === undefined ? null : { reason: cut },
    output,
    usage:
      usage === undefined
        ? null
        : {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: usage.cacheRead },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: usage.reasoning },
            total_tokens: usage.input + usage.output,
          },
  };
}

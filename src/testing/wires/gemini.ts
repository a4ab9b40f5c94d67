// Gemini's generateContent: whole parts per event, calls never in pieces.

import { parseJson } from "../../kernel/json.ts";
import { pieces, type ReplyAnswer, type ScriptPart, stopOf, usageOf } from "../script.ts";
import { callContent, issueSignature, signatureFor } from "../signatures.ts";
import { geminiError } from "./errors.data.ts";
import { geminiProblems } from "./gemini-check.ts";
import { type Exchange, PIECE_CHARS, sse, type Wire } from "./wire.ts";

const FINISH = { end: "STOP", calls: "STOP", length: "MAX_TOKENS", refused: "SAFETY" } as const;

export const gemini: Wire = {
  name: "gemini",
  problems: geminiProblems,
  error: geminiError,
  errorEvent: (failure) => sse(geminiError(failure).body, undefined, "\r\n"),
  events(answer, on) {
    const head = { modelVersion: on.model, responseId: on.nextId("resp") };
    const chunk = (parts: readonly object[], extra: object = {}) =>
      sse({ candidates: [{ content: { role: "model", parts }, index: 0, ...extra }], ...head }, undefined, "\r\n");
    const out = answer.parts.flatMap((part, index) => partsOf(answer, index, part, on).map((inner) => chunk([inner])));
    const usageMetadata = usageObject(answer, on);
    const last = {
      candidates: [
        { content: { role: "model", parts: [{ text: "" }] }, index: 0, finishReason: FINISH[stopOf(answer)] },
      ],
    };
    out.push(sse({ ...last, ...(usageMetadata === undefined ? {} : { usageMetadata }), ...head }, undefined, "\r\n"));
    return out;
  },
  whole(answer, on) {
    const usageMetadata = usageObject(answer, on);
    const parts = answer.parts.flatMap((part, index) => partsOf({ ...answer, pieceChars: 1_000_000 }, index, part, on));
    return {
      candidates: [{ content: { role: "model", parts }, index: 0, finishReason: FINISH[stopOf(answer)] }],
      ...(usageMetadata === undefined ? {} : { usageMetadata }),
      modelVersion: on.model,
      responseId: on.nextId("resp"),
    };
  },
};

/** Only the first call of a reply is signed, as the vendor does it; a thought is signed only in its own part. */
function partsOf(answer: ReplyAnswer, index: number, part: ScriptPart, on: Exchange): readonly object[] {
  const size = answer.pieceChars ?? PIECE_CHARS;
  if (part.type === "text") return pieces(part.text, size).map((text) => ({ text }));
  if (part.type === "reasoning") {
    const thoughtSignature = signatureFor(part, "gemini", on.model);
    const thoughts = pieces(part.text, size).map((text) => ({ text, thought: true }));
    return thoughts.map((inner, i) =>
      i === thoughts.length - 1 && thoughtSignature ? { ...inner, thoughtSignature } : inner,
    );
  }
  const parsed = parseJson(part.args);
  const args = parsed.type === "ok" ? parsed.value : {};
  const functionCall = { ...(part.id === undefined ? {} : { id: part.id }), name: part.tool, args };
  const first = answer.parts.findIndex((other) => other.type === "call") === index;
  return [
    first
      ? { functionCall, thoughtSignature: issueSignature("gemini", on.model, callContent(part.tool, args)) }
      : { functionCall },
  ];
}

function usageObject(answer: ReplyAnswer, on: Exchange): object | undefined {
  const usage = usageOf(answer, on.requestChars);
  if (usage === undefined) return undefined;
  return {
    promptTokenCount: usage.input,
    cachedContentTokenCount: usage.cacheRead,
    candidatesTokenCount: usage.output - usage.reasoning,
    thoughtsTokenCount: usage.reasoning,
    totalTokenCount: usage.input + usage.output,
  };
}

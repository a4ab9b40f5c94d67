// What a tool call came to, for people: one short remark, and the text behind it.

import { isRecord, parseJson } from "../../kernel/json.ts";
import { visibleIn } from "../../kernel/output/visible.ts";
import { oneLine } from "../../kernel/text.ts";
import type { CallBlock } from "./state.ts";

export interface CallResult {
  /** One line; "" when there is nothing worth saying. */
  readonly brief: string;
  /** Everything the tool gave back, as text. */
  readonly detail: string;
}

export function callResult(call: CallBlock): CallResult {
  return visibleIn(resultOf(call));
}

function resultOf(call: CallBlock): CallResult {
  const fields = fieldsOf(call.result);
  const detail = detailOf(call, fields);
  if (call.state === "failed") return { brief: failureWords(call.result), detail };
  const said = call.display?.type === "summary" ? call.display.text : "";
  if (call.tool !== "terminal") return { brief: said === "" ? briefOf(fields, detail) : said, detail };
  const last = lastLine(detail);
  return { brief: said === "exit 0" || said === "" ? oneLine(last) : said, detail };
}

/** Why a call failed, in one line. */
export function failureWords(result: string): string {
  return oneLine(errorOf(fieldsOf(result)) ?? firstLine(unfence(result)));
}

function fieldsOf(result: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = parseJson(result);
  return parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : undefined;
}

const BODY_FIELDS = ["output", "content", "text", "summary", "results", "matches", "message"] as const;

function detailOf(call: CallBlock, fields: Readonly<Record<string, unknown>> | undefined): string {
  if (call.display?.type === "diff") return call.display.unified;
  if (fields === undefined) return unfence(call.result);
  for (const name of BODY_FIELDS) {
    const value = fields[name];
    if (typeof value === "string" && value.trim() !== "") return unfence(value);
    if (Array.isArray(value) && value.length > 0) return value.map((item) => entryText(item)).join("\n");
  }
  const error = errorOf(fields);
  return error ?? "";
}

function entryText(value: unknown): string {
  if (!isRecord(value)) return typeof value === "string" ? value : JSON.stringify(value);
  const head = value.title ?? value.path ?? value.goal ?? value.name;
  const body = value.summary ?? value.snippet ?? value.description ?? value.url ?? value.text ?? value.content;
  const parts = [head, body].filter((part) => typeof part === "string" || typeof part === "number");
  return parts.length > 0 ? parts.join(" — ") : JSON.stringify(value);
}

/** Foreign text comes fenced for the model; people see that it is a tool's output. */
function unfence(text: string): string {
  return text.replace(/^<untrusted-[^>]*>\n?/m, "").replace(/\n?<\/untrusted-[^>]*>\s*$/m, "");
}

function errorOf(fields: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const error = fields?.error;
  return typeof error === "string" && error !== "" ? error : undefined;
}

function briefOf(fields: Readonly<Record<string, unknown>> | undefined, detail: string): string {
  const message = fields?.message;
  if (typeof message === "string") return oneLine(message);
  const lines = detail.split("\n").filter((line) => line.trim() !== "");
  return lines.length === 1 ? oneLine(detail) : "";
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}

function lastLine(text: string): string {
  return text.split("\n").findLast((line) => line.trim() !== "") ?? "";
}

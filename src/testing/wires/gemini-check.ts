// The requests Gemini's generateContent refuses.

import { isRecord } from "../../kernel/json.ts";
import { callContent, isIssued } from "../signatures.ts";
import {
  checkImage,
  checkList,
  checkSchema,
  checkToolNames,
  checkUnicode,
  collectProblems,
  type Problems,
  recordsOf,
} from "./check.ts";
import type { CheckOptions } from "./wire.ts";

type Row = Readonly<Record<string, unknown>>;

const TOOL_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
/** Sentinels the vendor documents for history that another model wrote. */
const UNCHECKED = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];
/** What the OpenAPI subset of `parameters` knows; `parametersJsonSchema` takes plain JSON Schema. */
const OPENAPI_KEYS = new Set(
  (
    "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength " +
    "pattern example anyOf propertyOrdering default items minimum maximum"
  ).split(" "),
);

export function geminiProblems(body: Row, options: CheckOptions): readonly string[] {
  const problems = collectProblems();
  checkUnicode(body, "body", problems);
  checkTools(body.tools, problems);
  if (isRecord(body.systemInstruction)) {
    recordsOf(body.systemInstruction.parts).forEach((part, index) => {
      if (typeof part.text !== "string" || part.text === "")
        problems.add(`systemInstruction.parts.${index}`, "text must not be empty");
    });
  }
  const contents = checkList(body.contents, "contents", problems);
  if (contents.length === 0) problems.add("contents", "contents is not specified");
  contents.forEach((content, index) => void checkContent(content, `contents.${index}`, problems));
  checkTurns(contents, options, problems);
  checkSignatures(contents, options.model ?? "", problems);
  return problems.list;
}

function partsOf(content: Row | undefined): readonly Row[] {
  return recordsOf(content?.parts);
}

function checkTools(value: unknown, problems: Problems): void {
  const declared = recordsOf(value).flatMap((tool) => recordsOf(tool.functionDeclarations));
  checkToolNames(
    declared.map((tool) => tool.name),
    TOOL_NAME,
    problems,
  );
  declared.forEach((tool, index) => {
    const where = `tools.${index}`;
    if (tool.parameters !== undefined) {
      checkOpenApi(tool.parameters, `${where}.parameters`, problems);
      checkSchema(tool.parameters, `${where}.parameters`, problems);
    }
    if (tool.parametersJsonSchema !== undefined)
      checkSchema(tool.parametersJsonSchema, `${where}.parametersJsonSchema`, problems);
  });
}

function checkOpenApi(schema: unknown, where: string, problems: Problems): void {
  if (!isRecord(schema)) return;
  for (const key of Object.keys(schema)) if (!OPENAPI_KEYS.has(key)) problems.add(where, `Unknown name "${key}"`);
  if (schema.enum !== undefined && schema.type !== "string")
    problems.add(where, "enum is only allowed for type string");
  for (const [name, inner] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    checkOpenApi(inner, `${where}.properties.${name}`, problems);
  }
  checkOpenApi(schema.items, `${where}.items`, problems);
}

function checkContent(content: Row, where: string, problems: Problems): void {
  if (!["user", "model", "function"].includes(String(content.role)))
    problems.add(where, "please use a valid role: user, model");
  if (!Array.isArray(content.parts) || content.parts.length === 0)
    problems.add(where, "contents.parts must not be empty");
  partsOf(content).forEach((part, index) => void checkPart(part, content.role, `${where}.parts.${index}`, problems));
}

function checkPart(part: Row, role: unknown, where: string, problems: Problems): void {
  const kinds = ["text", "inlineData", "fileData", "functionCall", "functionResponse"].filter(
    (kind) => part[kind] !== undefined,
  );
  if (kinds.length !== 1) {
    problems.add(where, "required oneof field 'data' must have one initialized field");
    return;
  }
  if (part.text === "" && part.thoughtSignature === undefined) problems.add(where, "text must not be empty");
  if (isRecord(part.inlineData)) checkImage(part.inlineData.mimeType, part.inlineData.data, where, problems);
  if (part.functionCall !== undefined) {
    if (role !== "model") problems.add(where, "a function call must come from the model");
    if (!isRecord(part.functionCall) || !isRecord(part.functionCall.args ?? {}))
      problems.add(where, "functionCall.args must be an object");
    else if (typeof part.functionCall.name !== "string" || !TOOL_NAME.test(part.functionCall.name))
      problems.add(where, "invalid function name");
  }
  if (part.functionResponse !== undefined) {
    if (role === "model") problems.add(where, "a function response must not come from the model");
    if (!isRecord(part.functionResponse) || !isRecord(part.functionResponse.response)) {
      problems.add(where, "functionResponse.response must be an object");
    }
  }
}

function checkTurns(contents: readonly Row[], options: CheckOptions, problems: Problems): void {
  if (contents.length > 0 && contents[0]?.role === "model")
    problems.add("contents.0", "the first content must be from the user");
  if (contents.at(-1)?.role === "model")
    problems.add("contents", "please ensure that the request ends with a user role");
  const used = new Set<unknown>();
  contents.forEach((content, index) => {
    const where = `contents.${index}`;
    const calls = partsOf(content).flatMap((part) => (isRecord(part.functionCall) ? [part.functionCall] : []));
    const results = partsOf(content).flatMap((part) =>
      isRecord(part.functionResponse) ? [part.functionResponse] : [],
    );
    const before = contents[index - 1];
    if (options.alternate && before?.role === content.role) problems.add(where, "roles must alternate");
    for (const call of calls) {
      if (call.id !== undefined && used.has(call.id))
        problems.add(where, `duplicate function call id ${String(call.id)}`);
      used.add(call.id);
    }
    if (calls.length > 0) {
      if (before?.role === "model")
        problems.add(where, "a function call turn must come immediately after a user turn or a function response turn");
      const answers = partsOf(contents[index + 1]).filter((part) => part.functionResponse !== undefined).length;
      if (answers !== calls.length)
        problems.add(where, "the number of function response parts must equal the number of function call parts");
    }
    if (results.length > 0) checkResults(results, partsOf(before), where, problems);
  });
}

function checkResults(results: readonly Row[], before: readonly Row[], where: string, problems: Problems): void {
  const asked = before.flatMap((part) => (isRecord(part.functionCall) ? [part.functionCall] : []));
  if (asked.length === 0) {
    problems.add(where, "a function response turn must come immediately after a function call turn");
    return;
  }
  results.forEach((result, index) => {
    const match = result.id === undefined ? asked[index] : asked.find((call) => call.id === result.id);
    if (match === undefined) problems.add(where, `no function call with id ${String(result.id)}`);
    else if (match.name !== result.name)
      problems.add(where, `function response ${String(result.name)} does not match call ${String(match.name)}`);
  });
}

/** Every signature was issued here for this content; newer models want one on the first call of each step of the current turn. */
function checkSignatures(contents: readonly Row[], model: string, problems: Problems): void {
  const lastAsked = contents.findLastIndex(
    (content) => content.role === "user" && partsOf(content).some((part) => part.functionResponse === undefined),
  );
  contents.forEach((content, index) => {
    if (content.role !== "model") return;
    const where = `contents.${index}`;
    for (const part of partsOf(content)) {
      const { thoughtSignature: signature } = part;
      if (signature === undefined || UNCHECKED.includes(String(signature))) continue;
      const covered = isRecord(part.functionCall)
        ? callContent(String(part.functionCall.name), part.functionCall.args ?? {})
        : String(part.text);
      if (!isIssued(signature, "gemini", model, covered)) problems.add(where, "Thought signature is not valid");
    }
    const first = partsOf(content).find((part) => part.functionCall !== undefined);
    if (/gemini-3/.test(model) && index > lastAsked && first !== undefined && first.thoughtSignature === undefined) {
      problems.add(where, "Function call is missing a thought_signature in functionCall parts");
    }
  });
}

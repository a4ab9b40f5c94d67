// The one bridge from zod to the port: lenient where models are sloppy, short in what they have to read.

import type { z } from "zod";
import type { Schema } from "../contracts/tool.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { TOOL_SCHEMAS } from "./schemas.data.ts";

/**
 * Decodes after coercing strings to what the schema asks for; `bad` names every wrong field in one line.
 * The JSON under `name` was made beforehand, so that offering a tool loads no schema library; using it does.
 */
export function zodSchema<S extends z.ZodObject>(name: string, shapeOf: () => S): ZodBacked<z.output<S>> {
  let made: S | undefined;
  const shape = () => {
    made ??= shapeOf();
    return made;
  };
  let json: JsonSchema | undefined = TOOL_SCHEMAS[name];
  const jsonOf = () => {
    json ??= jsonSchemaOf(shape());
    return json;
  };
  return {
    get json() {
      return jsonOf();
    },
    freshJson: () => jsonSchemaOf(shapeOf()),
    decode(input) {
      const parsed = shape().safeParse(coerce(jsonOf(), input ?? {}));
      if (parsed.success) return { type: "ok", value: parsed.data };
      return { type: "bad", why: explain(parsed.error, input) };
    },
  };
}

export interface ZodBacked<T> extends Schema<T> {
  /** Made anew from the shape: what the stored JSON must equal. */
  freshJson(): JsonSchema;
}

/** Turns "5" into 5, "true" into true, '["a"]' or "a" into a list, where the schema says so; drops nulls of optional fields. */
export function coerce(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  const type = schema.type;
  if (type === "object") return coerceObject(schema, typeof value === "string" ? jsonOr(value) : value);
  if (type === "array") return coerceArray(schema, value);
  if (typeof value !== "string") return type === "string" && typeof value === "number" ? String(value) : value;
  const trimmed = value.trim();
  if (type === "integer" || type === "number") {
    return trimmed !== "" && Number.isFinite(Number(trimmed)) ? Number(trimmed) : value;
  }
  if (type === "boolean") {
    const word = trimmed.toLowerCase();
    return word === "true" || word === "1" || word === "yes"
      ? true
      : word === "false" || word === "0" || word === "no"
        ? false
        : value;
  }
  return value;
}

function coerceObject(schema: Readonly<Record<string, unknown>>, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const fields = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const kept = Object.entries(value).filter(
    ([key, inner]) => inner !== null || required.includes(key) || !(key in fields),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, key in fields ? coerce(fields[key], inner) : inner]));
}

function coerceArray(schema: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const list = typeof value === "string" ? listOf(value) : isRecord(value) ? [value] : value;
  return Array.isArray(list) ? list.map((item) => coerce(schema.items, item)) : list;
}

function listOf(value: string): unknown {
  const parsed = jsonOr(value);
  if (Array.isArray(parsed)) return parsed;
  return value.trim() === "" ? [] : [isRecord(parsed) ? parsed : value];
}

function jsonOr(value: string): unknown {
  const parsed = parseJson(value);
  return parsed.type === "ok" ? parsed.value : value;
}

function explain(error: z.ZodError, input: unknown): string {
  return error.issues
    .map((issue) => {
      const path = issue.path.join(".");
      const missing = issue.code === "invalid_type" && valueAt(input, issue.path) === undefined;
      if (missing) return `${path || "input"} is required`;
      return `${path || "input"}: ${issue.message.replace(/^Invalid (?:input|option): /, "")}`;
    })
    .join("; ");
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

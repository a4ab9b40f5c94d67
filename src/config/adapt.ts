// What people write for a value, brought to the type the schema wants: "yes" for true, "30" for 30, one word for a list of one.
// Variables always arrive as text, so this is also what makes `timeout: ${T:-30}` a number.

import type * as z from "zod/mini";
import { isRecord } from "../kernel/json.ts";
import { type Field, fieldOf } from "./inspect.ts";
import type { KeyPath } from "./yaml-tree.ts";

export interface UnknownKey {
  readonly path: KeyPath;
  readonly siblings: readonly string[];
}

/** A fresh copy that validation may cut up; keys the schema does not know are reported and left out. */
export function adapt(
  schema: z.core.$ZodType,
  value: unknown,
  path: KeyPath,
  onUnknown: (key: UnknownKey) => void,
): unknown {
  const field = fieldOf(schema);
  switch (field.def.type) {
    case "boolean":
      return asFlag(value);
    case "number":
      return asNumber(value);
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    case "enum":
      return asChoice(value, Object.values(field.def.entries).map(String));
    case "array": {
      const { element } = field.def;
      return asList(value).map((item, index) => adapt(element, item, [...path, index], onUnknown));
    }
    case "record":
    case "object":
      return isRecord(value) ? adaptMap(field, value, path, onUnknown) : value;
    case "union":
      return adaptUnion(field.def.options, value, path, onUnknown);
    default:
      return value;
  }
}

function adaptMap(
  field: Field,
  value: Readonly<Record<string, unknown>>,
  path: KeyPath,
  onUnknown: (key: UnknownKey) => void,
): Record<string, unknown> {
  const adapted: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const child = childSchema(field, key);
    if (child === undefined)
      onUnknown({ path: [...path, key], siblings: field.def.type === "object" ? Object.keys(field.def.shape) : [] });
    else if (key !== "__proto__" && !isEmptyField(child, inner))
      adapted[key] = adapt(child, inner, [...path, key], onUnknown);
  }
  return adapted;
}

function childSchema({ def }: Field, key: string): z.core.$ZodType | undefined {
  if (def.type === "record") return def.valueType;
  return def.type === "object" && Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
}

// `key:` with nothing after it means "not set", unless null is a value of its own there.
function isEmptyField(schema: z.core.$ZodType, value: unknown): boolean {
  if (value !== null && value !== undefined) return false;
  const field = fieldOf(schema);
  return !field.nullable && field.def.type !== "unknown";
}

function adaptUnion(
  options: readonly z.core.$ZodType[],
  value: unknown,
  path: KeyPath,
  onUnknown: (key: UnknownKey) => void,
): unknown {
  const wanted = Array.isArray(value) ? "array" : isRecord(value) ? "object" : typeof value;
  const option = options.find((candidate) => fieldOf(candidate).def.type === wanted);
  return option === undefined ? value : adapt(option, value, path, onUnknown);
}

function asFlag(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== "string") return value;
  const word = value.trim().toLowerCase();
  if (["true", "yes", "on", "1"].includes(word)) return true;
  return ["false", "no", "off", "0"].includes(word) ? false : value;
}

function asNumber(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(value)) return value;
  const number = Number(value.replaceAll("_", ""));
  return Number.isFinite(number) ? number : value;
}

// YAML 1.1 readers turn a bare on/off into a boolean; both forms mean the word here.
function asChoice(value: unknown, options: readonly string[]): unknown {
  if (typeof value === "boolean")
    return [value ? "on" : "off", String(value)].find((word) => options.includes(word)) ?? value;
  if (typeof value === "number") return options.includes(String(value)) ? String(value) : value;
  if (typeof value !== "string" || options.includes(value)) return value;
  return options.find((option) => option.toLowerCase() === value.trim().toLowerCase()) ?? value;
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === "" || value === null || value === undefined ? [] : [value];
}

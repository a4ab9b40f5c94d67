// Tool parameters in a few words: the JSON schema for the model and the forgiving reader of what it sends, from one table.

import type { Schema } from "../../contracts/tool.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";

export type Field =
  | {
      readonly type: "string";
      readonly description: string;
      readonly required?: true;
      readonly enum?: readonly string[];
    }
  | { readonly type: "integer"; readonly description: string; readonly required?: true; readonly max?: number }
  | { readonly type: "number"; readonly description: string; readonly required?: true }
  | { readonly type: "boolean"; readonly description: string; readonly required?: true }
  | { readonly type: "list"; readonly description: string; readonly required?: true };

export type Input = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export function inputOf(fields: Readonly<Record<string, Field>>): Schema<Input> {
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    json: {
      type: "object",
      properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
      ...(required.length === 0 ? {} : { required }),
    },
    decode(raw) {
      const parsed = typeof raw === "string" ? parseJson(raw) : { type: "ok" as const, value: raw ?? {} };
      if (parsed.type === "bad" || !isRecord(parsed.value)) return { type: "bad", why: "input must be an object" };
      const value: Record<string, string | number | boolean | readonly string[]> = {};
      for (const [name, field] of Object.entries(fields)) {
        const read = readField(field, parsed.value[name]);
        if (read === "wrong")
          return { type: "bad", why: `${name} must be ${field.type === "list" ? "a list" : `a ${field.type}`}` };
        if (read !== undefined) value[name] = read;
        else if (field.required) return { type: "bad", why: `${name} is required` };
      }
      return { type: "ok", value };
    },
  };
}

export function textOf(input: Input, name: string): string {
  const value = input[name];
  return typeof value === "string" ? value : "";
}

export function numberOf(input: Input, name: string, fallback: number): number {
  const value = input[name];
  return typeof value === "number" ? value : fallback;
}

export function listIn(input: Input, name: string): readonly string[] {
  const value = input[name];
  return Array.isArray(value) ? value : [];
}

function schemaOf(field: Field): object {
  if (field.type === "list") return { type: "array", items: { type: "string" }, description: field.description };
  const { type, description } = field;
  return {
    type,
    description,
    ...("enum" in field && field.enum !== undefined ? { enum: field.enum } : {}),
    ...("max" in field && field.max !== undefined ? { maximum: field.max } : {}),
  };
}

function readField(field: Field, value: unknown): string | number | boolean | readonly string[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  switch (field.type) {
    case "string":
      if (field.enum !== undefined) return field.enum.includes(String(value)) ? String(value) : "wrong";
      return typeof value === "string" ? value : typeof value === "number" ? String(value) : JSON.stringify(value);
    case "boolean":
      return value === true || value === "true" || value === "1" || value === 1;
    case "list":
      return Array.isArray(value) ? value.map(String) : String(value).split(/\s*,\s*/);
    default: {
      const number = Number(value);
      if (!Number.isFinite(number)) return "wrong";
      const whole = field.type === "integer" ? Math.trunc(number) : number;
      return "max" in field && field.max !== undefined ? Math.min(whole, field.max) : whole;
    }
  }
}

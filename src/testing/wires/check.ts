// Checks every wire shares: text that is Unicode, tool lists, JSON schemas, images.

import { isRecord, parseJson } from "../../kernel/json.ts";

/** Collects problems, each with the place it was found at. */
export interface Problems {
  add(where: string, what: string): void;
  readonly list: readonly string[];
}

export function collectProblems(): Problems {
  const list: string[] = [];
  return { list, add: (where, what) => void list.push(`${where}: ${what}`) };
}

/** Vendors parse JSON strictly: half a surrogate pair anywhere in the body is refused. */
export function checkUnicode(value: unknown, where: string, problems: Problems): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) problems.add(where, "not valid Unicode: no low surrogate in string");
  } else if (Array.isArray(value)) {
    value.forEach((inner, index) => void checkUnicode(inner, `${where}.${index}`, problems));
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) checkUnicode(inner, `${where}.${key}`, problems);
  }
}

export function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A list whose members must all be objects; anything else is a problem and an empty list. */
export function checkList(
  value: unknown,
  where: string,
  problems: Problems,
): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) {
    problems.add(where, "must be a list");
    return [];
  }
  const objects = value.filter(isRecord);
  if (objects.length !== value.length) problems.add(where, "every member must be an object");
  return objects;
}

export function checkNonEmptyText(value: unknown, where: string, problems: Problems): void {
  if (typeof value !== "string") problems.add(where, "text must be a string");
  else if (value.trim() === "") problems.add(where, "text content must contain non-whitespace text");
}

/** Argument text must be one JSON object. */
export function checkArguments(value: unknown, where: string, problems: Problems): void {
  if (typeof value !== "string") {
    problems.add(where, "arguments must be a string");
    return;
  }
  const parsed = parseJson(value);
  if (parsed.type === "bad" || !isRecord(parsed.value)) problems.add(where, "arguments must be a JSON object");
}

export function checkToolNames(names: readonly unknown[], pattern: RegExp, problems: Problems): void {
  const seen = new Set<unknown>();
  names.forEach((name, index) => {
    if (typeof name !== "string" || !pattern.test(name))
      problems.add(`tools.${index}`, `name does not match ${pattern.source}`);
    if (seen.has(name)) problems.add(`tools.${index}`, "tool names must be unique");
    seen.add(name);
  });
}

const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export function checkImage(mime: unknown, base64: unknown, where: string, problems: Problems): void {
  if (!IMAGE_TYPES.includes(String(mime))) problems.add(where, `image type ${String(mime)} is not supported`);
  if (typeof base64 !== "string" || base64 === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    problems.add(where, "image data must be non-empty base64");
  }
}

const SCHEMA_TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];
const ROOT_FORBIDDEN = ["oneOf", "anyOf", "allOf", "enum", "not"];

/** The root of a tool's schema: an object, without alternatives at the top. */
export function checkToolSchema(schema: unknown, where: string, problems: Problems): void {
  if (!isRecord(schema)) {
    problems.add(where, "schema must be an object");
    return;
  }
  if (schema.type !== "object")
    problems.add(where, `schema must be of type "object", got ${JSON.stringify(schema.type)}`);
  for (const key of ROOT_FORBIDDEN)
    if (key in schema) problems.add(where, `schema must not have ${key} at the top level`);
  checkSchema(schema, where, problems);
}

export function checkSchema(schema: unknown, where: string, problems: Problems): void {
  if (typeof schema === "boolean") return;
  if (!isRecord(schema)) {
    problems.add(where, "schema must be an object or a boolean");
    return;
  }
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  for (const type of types)
    if (!SCHEMA_TYPES.includes(String(type))) problems.add(where, `unknown type ${JSON.stringify(type)}`);
  if (types.includes("array") && schema.items === undefined && schema.prefixItems === undefined) {
    problems.add(where, "array schema missing items");
  }
  checkRequired(schema, where, problems);
  if (schema.enum !== undefined && (!Array.isArray(schema.enum) || schema.enum.length === 0))
    problems.add(where, "enum must not be empty");
  if (schema.properties !== undefined && !isRecord(schema.properties))
    problems.add(where, "properties must be an object");
  for (const [name, inner] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    checkSchema(inner, `${where}.properties.${name}`, problems);
  }
  for (const key of ["items", "additionalProperties", "not"])
    if (schema[key] !== undefined) checkSchema(schema[key], `${where}.${key}`, problems);
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    if (schema[key] === undefined) continue;
    if (!Array.isArray(schema[key]) || schema[key].length === 0) problems.add(where, `${key} must be a non-empty list`);
    else schema[key].forEach((inner, index) => void checkSchema(inner, `${where}.${key}.${index}`, problems));
  }
}

function checkRequired(schema: Readonly<Record<string, unknown>>, where: string, problems: Problems): void {
  const { required } = schema;
  if (required === undefined) return;
  if (!Array.isArray(required) || required.some((name) => typeof name !== "string")) {
    problems.add(where, "required must be a list of names");
    return;
  }
  if (new Set(required).size !== required.length) problems.add(where, "required must not repeat a name");
  const known = isRecord(schema.properties) ? schema.properties : {};
  for (const name of required)
    if (!(name in known)) problems.add(where, `required names ${JSON.stringify(name)}, which is not a property`);
}

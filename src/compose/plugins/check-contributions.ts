// Whether what a plugin returned has the shapes it promises: told once at the start, not in the middle of a turn.

import { isRecord } from "../../kernel/json.ts";

interface Shape {
  readonly field: string;
  readonly words: readonly string[];
  readonly functions: readonly string[];
  readonly says: string;
}

const LISTS: readonly Shape[] = [
  { field: "tools", words: ["name"], functions: ["run"], says: "its tools are not made with defineTool" },
  { field: "gates", words: ["name"], functions: ["check"], says: "one of its gates lacks a name or check" },
  { field: "commands", words: ["name"], functions: ["run"], says: "one of its commands lacks a name or run" },
  {
    field: "models",
    words: ["id"],
    functions: ["info", "stream"],
    says: "a model provider lacks an id, info or stream",
  },
  {
    field: "platforms",
    words: ["id"],
    functions: ["start", "stop", "send"],
    says: "a platform lacks an id, start, stop or send",
  },
];

const ONES: readonly Shape[] = [
  { field: "memory", words: ["name"], functions: ["snapshot"], says: "its memory provider lacks a name or snapshot" },
  {
    field: "context",
    words: ["name"],
    functions: ["assess", "compact"],
    says: "its context engine lacks a name, assess or compact",
  },
];

/** The first thing that is wrong, or undefined. */
export function checkContributions(value: unknown): string | undefined {
  if (!isRecord(value)) return "its setup returned nothing";
  for (const shape of LISTS) {
    const list = value[shape.field];
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => fits(item, shape)))) return shape.says;
  }
  for (const shape of ONES) if (value[shape.field] !== undefined && !fits(value[shape.field], shape)) return shape.says;
  const { skillDirs, hooks } = value;
  if (skillDirs !== undefined && !(Array.isArray(skillDirs) && skillDirs.every((dir) => typeof dir === "string")))
    return "its skillDirs are not a list of folders";
  if (hooks !== undefined && !(isRecord(hooks) && Object.values(hooks).every((hook) => typeof hook === "function")))
    return "its hooks are not functions";
  return undefined;
}

function fits(item: unknown, { words, functions }: Shape): boolean {
  return (
    isRecord(item) &&
    words.every((field) => typeof item[field] === "string") &&
    functions.every((field) => typeof item[field] === "function")
  );
}

// Several skills under one word: what a bundle file says, read leniently, written plainly.

import { isRecord } from "../json.ts";
import { oneLine } from "../text.ts";
import { slugOf } from "./names.ts";

export interface SkillBundle {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly skills: readonly string[];
  readonly instruction: string;
}

/** Undefined when it names no skill or has no usable name. `stem` is the file's name without ending. */
export function readBundle(value: unknown, stem: string): SkillBundle | undefined {
  if (!isRecord(value)) return undefined;
  const name = typeof value.name === "string" && value.name.trim() !== "" ? value.name.trim() : stem;
  const skills = Array.isArray(value.skills)
    ? value.skills.filter((one): one is string => typeof one === "string" && one.trim() !== "").map((one) => one.trim())
    : [];
  const slug = slugOf(name);
  if (slug === "" || skills.length === 0) return undefined;
  return {
    ...{ slug, name, skills: [...new Set(skills)] },
    description: typeof value.description === "string" ? oneLine(value.description) : "",
    instruction: typeof value.instruction === "string" ? value.instruction.trim() : "",
  };
}

/** One line per field; JSON strings are YAML strings. */
export function bundleText({ name, description, skills, instruction }: Omit<SkillBundle, "slug">): string {
  return [
    `name: ${JSON.stringify(name)}`,
    ...(description === "" ? [] : [`description: ${JSON.stringify(description)}`]),
    "skills:",
    ...skills.map((skill) => `  - ${JSON.stringify(skill)}`),
    ...(instruction === "" ? [] : [`instruction: ${JSON.stringify(instruction)}`]),
    "",
  ].join("\n");
}

// What a skill is once it is read: one identity, one place, its front matter and the doubts about it.

import { oneLine } from "../text.ts";
import { readHead, type SkillHead } from "./head.ts";
import { identityOf } from "./names.ts";

/** The doubt about a skill whose description the scanner keeps from the model. */
export const HIDDEN_DESCRIPTION = "its description reads like an injected order and is not shown";

export interface Skill {
  /** The identity everywhere: lists, telemetry, archive, slash command. */
  readonly name: string;
  readonly description: string;
  readonly head: SkillHead;
  /** What a person should mend; the skill works all the same. */
  readonly doubts: readonly string[];
}

export interface ReadSkill {
  /** The parsed front matter, whatever it is; undefined when there is none. */
  readonly head: unknown;
  readonly body: string;
  /** The name of the folder SKILL.md stands in. */
  readonly folder: string;
}

export const SUPPORT_DIRS: readonly string[] = ["references", "templates", "scripts", "assets"];
export const SKILL_FILE = "SKILL.md";

/** Folders that never hold skills. Judged below the skills root only, so that a home inside `venv/` keeps its skills. */
export const SKIPPED_DIRS: ReadonlySet<string> = new Set([
  ".git",
  ".github",
  ".hub",
  ".archive",
  ".venv",
  "venv",
  "node_modules",
  "site-packages",
  "__pycache__",
  ".tox",
  ".nox",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
]);

export function readSkill({ head: value, body, folder }: ReadSkill): Skill {
  const head = readHead(value);
  const name = identityOf(head.name, folder);
  const doubts: string[] = [];
  if (value === undefined) doubts.push("has no front matter");
  if (head.name !== undefined && head.name !== name) doubts.push(`is named "${head.name}", taken as "${name}"`);
  if (name !== folder) doubts.push(`its folder is called "${folder}"`);
  if (head.description === "") doubts.push("has no description");
  if (head.blueprint.type === "bad") doubts.push(head.blueprint.why);
  return { name, description: head.description || firstWords(body), head, doubts };
}

/** The first line that is neither a heading nor empty. */
function firstWords(body: string): string {
  for (const line of body.split("\n")) {
    const plain = oneLine(line);
    if (plain !== "" && !plain.startsWith("#") && !plain.startsWith("---")) return plain;
  }
  return "";
}

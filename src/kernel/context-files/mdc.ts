// Cursor rule files: which load at start and which wait for a matching file.

import { matchesGlob } from "../glob.ts";
import { readFields, splitFrontMatter, splitOutsideBraces } from "./frontmatter.ts";

export interface Rule {
  readonly body: string;
  /** Loads only when a touched file matches; empty for a rule that loads at start. */
  readonly globs: readonly string[];
}

export function parseRule(text: string): Rule {
  const { head, body } = splitFrontMatter(text);
  if (head === undefined) return { body, globs: [] };
  const fields = readFields(head);
  const isAlways = fields.get("alwaysApply")?.[0]?.toLowerCase() === "true";
  const globs = (fields.get("globs") ?? [])
    .flatMap(splitOutsideBraces)
    .map((glob) => glob.replace(/^["']|["']$/g, ""))
    .filter((glob) => glob !== "");
  return { body, globs: isAlways ? [] : globs };
}

export function ruleApplies(rule: Rule, relativePath: string): boolean {
  return rule.globs.some((glob) => matchesGlob(glob, relativePath));
}

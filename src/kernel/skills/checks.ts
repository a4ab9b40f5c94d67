// What may be written into a skill. Every write, whatever its way in, passes here; a refusal is a sentence for the model.

import { charCount } from "../text.ts";
import { readHead } from "./head.ts";
import { isSkillName, MAX_NAME_CHARS } from "./names.ts";
import { SKILL_FILE, SUPPORT_DIRS } from "./skill.ts";
import { splitSkill } from "./split.ts";

export const MAX_DESCRIPTION_CHARS = 1024;
export const MAX_FILE_CHARS = 100_000;

export function checkName(name: string): string | undefined {
  if (name === "") return "Skill name is required.";
  if (charCount(name) > MAX_NAME_CHARS) return `Skill name exceeds ${MAX_NAME_CHARS} characters.`;
  return isSkillName(name)
    ? undefined
    : `Invalid skill name '${name}'. Use lowercase letters, digits, hyphens, dots and underscores; start with a letter or digit.`;
}

export function checkCategory(category: string | undefined): string | undefined {
  if (category === undefined || category === "") return undefined;
  return isSkillName(category)
    ? undefined
    : `Invalid category '${category}'. Use one lowercase folder name such as 'software-development'.`;
}

export interface CheckedContent {
  /** Front matter parsed by the caller; `undefined` when it is not valid YAML. */
  readonly head: unknown;
  readonly content: string;
  /** The identity the front matter must carry. */
  readonly name: string;
}

/** For content that is to become a SKILL.md. */
export function checkSkillContent({ head, content, name }: CheckedContent): string | undefined {
  if (content.trim() === "") return "Content cannot be empty.";
  if (charCount(content) > MAX_FILE_CHARS) return tooLong(SKILL_FILE, content);
  const split = splitSkill(content);
  if (split.head === undefined)
    return "SKILL.md must start with YAML front matter: a line ---, the fields, a line ---. Nothing may stand before it.";
  if (head === undefined) return "The front matter of SKILL.md is not valid YAML. Quote values that contain a colon.";
  const fields = readHead(head);
  if (fields.name === undefined || fields.name === "") return "Front matter must have a 'name'.";
  if (fields.name !== name)
    return `Front matter says name '${fields.name}' but the skill is '${name}'. The two must be the same.`;
  if (fields.description === "") return "Front matter must have a 'description'.";
  if (charCount(fields.description) > MAX_DESCRIPTION_CHARS)
    return `Description exceeds ${MAX_DESCRIPTION_CHARS} characters.`;
  if (fields.blueprint.type === "bad") return `Not a usable skill: ${fields.blueprint.why}.`;
  return split.body.trim() === "" ? "SKILL.md must have a body after the front matter." : undefined;
}

export type FilePath =
  | { readonly type: "skill" }
  | { readonly type: "support"; readonly path: string }
  | { readonly type: "bad"; readonly why: string };

/** A path inside a skill, normalised: SKILL.md itself or something below a support folder. */
export function readFilePath(given: string): FilePath {
  const path = given.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  if (path === "") return bad("file_path is required.");
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.includes("\0"))
    return bad("file_path must be relative to the skill.");
  const parts = path.split("/");
  if (parts.some((part) => part === ".." || part === "." || part === ""))
    return bad("Path traversal ('..') is not allowed.");
  if (path === SKILL_FILE) return { type: "skill" };
  const [top = "", ...below] = parts;
  if (!SUPPORT_DIRS.includes(top) || below.length === 0)
    return bad(`File must be under one of: ${SUPPORT_DIRS.join(", ")}. Got: '${given}'`);
  if (parts.some((part) => part.toLowerCase() === SKILL_FILE.toLowerCase()))
    return bad("A skill cannot contain another SKILL.md.");
  return { type: "support", path };
}

export function checkFileContent(path: string, content: string): string | undefined {
  if (charCount(content) > MAX_FILE_CHARS) return tooLong(path, content);
  return content.includes("\0") ? `${path} is not text.` : undefined;
}

function tooLong(path: string, content: string): string {
  return `${path} is ${charCount(content)} characters, the limit is ${MAX_FILE_CHARS}. Move detail into files under references/.`;
}

function bad(why: string): FilePath {
  return { type: "bad", why };
}

export const SECTIONS: readonly string[] = ["When to Use", "Quick Reference", "Procedure", "Pitfalls", "Verification"];

/** Which of the five customary sections a body lacks. */
export function missingSections(body: string): readonly string[] {
  const headings = new Set(
    body.split("\n").flatMap((line) => {
      const heading = /^#{1,4}\s+(.+?)\s*#*\s*$/.exec(line);
      return heading?.[1] === undefined ? [] : [heading[1].toLowerCase()];
    }),
  );
  return SECTIONS.filter((section) => !headings.has(section.toLowerCase()));
}

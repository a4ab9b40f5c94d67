// What a change would do to the files of one skill, fully checked; nothing is written here.

import { basename, join } from "node:path";
import type { SkillChange, SkillEntry } from "../../../contracts/skills.ts";
import { replaceText } from "../../../kernel/files/replace.ts";
import {
  checkCategory,
  checkFileContent,
  checkName,
  checkSkillContent,
  readFilePath,
} from "../../../kernel/skills/checks.ts";
import { SKILL_FILE, SUPPORT_DIRS } from "../../../kernel/skills/skill.ts";
import { splitSkill } from "../../../kernel/skills/split.ts";
import { normalizeText } from "../../../kernel/text.ts";
import { type Disk, listIfThere, readIfThere } from "./disk.ts";
import { filesBelow, isInside } from "./places.ts";
import { readHeadStrictly } from "./yaml.ts";

export type ChangePlan =
  | {
      readonly type: "write";
      readonly dir: string;
      readonly file: string;
      readonly before: string | null;
      /** Null removes the file. */
      readonly after: string | null;
      readonly message: string;
    }
  | { readonly type: "archive"; readonly skill: SkillEntry; readonly message: string }
  | { readonly type: "refused"; readonly error: string; readonly detail?: Readonly<Record<string, unknown>> };

export interface PlanContext {
  readonly disk: Disk;
  /** The local skills folder. */
  readonly root: string;
  /** Every skill there is, hidden ones included. */
  readonly all: readonly SkillEntry[];
}

export async function planChange(context: PlanContext, change: SkillChange): Promise<ChangePlan> {
  const wrong = checkName(change.name);
  if (wrong !== undefined) return refused(wrong);
  if (change.type === "create") return planCreate(context, change);
  const found = ownSkill(context, change.name);
  if ("error" in found) return found;
  if (!isInside(context.disk, found.root, found.skill.dir))
    return refused(`The folder of '${change.name}' is a link to somewhere else; it is not changed.`);
  switch (change.type) {
    case "edit":
      return planSkillText(context, found.skill, change.content, "updated");
    case "patch":
      return planPatch(context, found.skill, change);
    case "write_file":
      return planFile(context, found.skill, change.file, change.content);
    case "remove_file":
      return planRemoval(context, found.skill, change.file);
    case "delete":
      return planDelete(context, found.skill, change.absorbedInto);
  }
}

type Refused = Extract<ChangePlan, { type: "refused" }>;

function refused(error: string, detail?: Readonly<Record<string, unknown>>): Refused {
  return { type: "refused", error, ...(detail === undefined ? {} : { detail }) };
}

function ownSkill(
  { root, all }: PlanContext,
  name: string,
): { readonly skill: SkillEntry; readonly root: string } | Refused {
  const skill = all.find((one) => one.name === name) ?? all.find((one) => basename(one.dir) === name);
  if (skill === undefined) return refused(`Skill '${name}' not found. Use skills_list() to see what there is.`);
  // An external skill stands in a root of its own, one or more folders above it.
  const levels = skill.category === "" ? 1 : skill.category.split("/").length + 1;
  const own = skill.origin === "external" ? join(skill.dir, ...Array.from({ length: levels }, () => "..")) : root;
  return { skill, root: own };
}

async function planCreate(
  { disk, root, all }: PlanContext,
  change: Extract<SkillChange, { type: "create" }>,
): Promise<ChangePlan> {
  const { name, category = "" } = change;
  const content = normalizeText(change.content);
  const wrong = checkCategory(category) ?? (await checkText(content, name));
  if (wrong !== undefined) return refused(wrong);
  const taken = all.find((one) => one.name === name || basename(one.dir) === name);
  if (taken !== undefined)
    return refused(`A skill named '${name}' already exists at ${taken.dir}. Patch it instead of creating another.`);
  const dir = join(root, category, name);
  if (category !== "" && disk.stat(join(root, category, SKILL_FILE)) !== undefined)
    return refused(`'${category}' is a skill, not a category. Choose another category.`);
  if (disk.linkStat(dir) !== undefined && (disk.stat(dir)?.type !== "dir" || listIfThere(disk, dir).length > 0))
    return refused(`The folder ${dir} is already in use. Choose another name.`);
  if (disk.stat(root) !== undefined && !isInside(disk, root, dir))
    return refused(`Category '${category}' leads outside the skills folder.`);
  return { type: "write", dir, file: SKILL_FILE, before: null, after: content, message: `Skill '${name}' created.` };
}

async function checkText(content: string, name: string): Promise<string | undefined> {
  const { head } = splitSkill(content);
  return checkSkillContent({ head: head === undefined ? undefined : await readHeadStrictly(head), content, name });
}

async function planSkillText(
  { disk }: PlanContext,
  skill: SkillEntry,
  given: string,
  verb: string,
): Promise<ChangePlan> {
  const after = normalizeText(given);
  const wrong = await checkText(after, skill.name);
  if (wrong !== undefined) return refused(wrong);
  const before = readIfThere(disk, join(skill.dir, SKILL_FILE)) ?? null;
  return { type: "write", dir: skill.dir, file: SKILL_FILE, before, after, message: `Skill '${skill.name}' ${verb}.` };
}

async function planPatch(
  context: PlanContext,
  skill: SkillEntry,
  change: Extract<SkillChange, { type: "patch" }>,
): Promise<ChangePlan> {
  const place = readFilePath(change.file ?? SKILL_FILE);
  if (place.type === "bad") return refused(place.why);
  const file = place.type === "skill" ? SKILL_FILE : place.path;
  if (!isInside(context.disk, skill.dir, join(skill.dir, file)))
    return refused(`'${file}' leads outside the skill; it is not changed.`);
  const before = readIfThere(context.disk, join(skill.dir, file));
  if (before === undefined)
    return refused(`File '${file}' not found in skill '${skill.name}'.`, available(context, skill));
  const text = normalizeText(before);
  const replaced = replaceText(text, {
    old: normalizeText(change.old),
    new: normalizeText(change.new),
    all: change.all,
  });
  if (replaced.type === "refused")
    return refused(replaced.why, {
      file_preview: text.slice(0, 500),
      ...(replaced.near === undefined ? {} : { near: replaced.near }),
    });
  const message = `Patched ${file} in skill '${skill.name}' (${replaced.count} replacement${replaced.count === 1 ? "" : "s"}).`;
  if (place.type === "support") {
    const wrong = checkFileContent(file, replaced.text);
    return wrong === undefined
      ? { type: "write", dir: skill.dir, file, before, after: replaced.text, message }
      : refused(wrong);
  }
  const wrong = await checkText(replaced.text, skill.name);
  return wrong === undefined
    ? { type: "write", dir: skill.dir, file, before, after: replaced.text, message }
    : refused(`Patch would break SKILL.md structure: ${wrong}`);
}

async function planFile(context: PlanContext, skill: SkillEntry, given: string, content: string): Promise<ChangePlan> {
  const place = readFilePath(given);
  if (place.type === "bad") return refused(place.why);
  if (place.type === "skill") return planSkillText(context, skill, content, "updated");
  const after = normalizeText(content);
  const wrong = checkFileContent(place.path, after);
  if (wrong !== undefined) return refused(wrong);
  const path = join(skill.dir, place.path);
  if (!isInside(context.disk, skill.dir, path))
    return refused(`'${place.path}' leads outside the skill; it is not written.`);
  if (context.disk.stat(path)?.type === "dir") return refused(`'${place.path}' is a folder.`);
  const before = readIfThere(context.disk, path) ?? null;
  const message = `File '${place.path}' written to skill '${skill.name}'.`;
  return { type: "write", dir: skill.dir, file: place.path, before, after, message };
}

function planRemoval(context: PlanContext, skill: SkillEntry, given: string): ChangePlan {
  const place = readFilePath(given);
  if (place.type === "bad") return refused(place.why);
  if (place.type === "skill")
    return refused("SKILL.md is the skill itself. Use action 'delete' to put the whole skill away.");
  const path = join(skill.dir, place.path);
  if (!isInside(context.disk, skill.dir, path) || context.disk.stat(path)?.type !== "file")
    return refused(`File '${place.path}' not found in skill '${skill.name}'.`, available(context, skill));
  const before = context.disk.read(path).toString("utf8");
  const message = `File '${place.path}' removed from skill '${skill.name}'.`;
  return { type: "write", dir: skill.dir, file: place.path, before, after: null, message };
}

function planDelete({ all }: PlanContext, skill: SkillEntry, absorbedInto: string | undefined): ChangePlan {
  if (skill.origin === "external") return refused(`'${skill.name}' lies in an external folder; remove it there.`);
  if (skill.pinned)
    return refused(
      `Skill '${skill.name}' is pinned. A person has to run \`hermes curator unpin ${skill.name}\` first.`,
    );
  if (absorbedInto !== undefined) {
    if (absorbedInto === skill.name) return refused("A skill cannot be absorbed into itself.");
    if (!all.some((one) => one.name === absorbedInto))
      return refused(`absorbed_into names '${absorbedInto}', which does not exist. Create or patch it first.`);
  }
  const into = absorbedInto === undefined ? "" : ` Its content lives on in '${absorbedInto}'.`;
  return {
    type: "archive",
    skill,
    message: `Skill '${skill.name}' archived; \`hermes curator restore\` brings it back.${into}`,
  };
}

function available({ disk }: PlanContext, skill: SkillEntry): Readonly<Record<string, unknown>> {
  const files = filesBelow(disk, skill.dir)
    .filter(({ type, path }) => type === "file" && SUPPORT_DIRS.includes(path.split("/")[0] ?? ""))
    .map(({ path }) => path);
  return { available_files: files };
}

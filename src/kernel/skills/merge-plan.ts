// What a model may propose to tidy the library: a typed plan. Code checks every line of it before anything moves.

import { isRecord, parseJson } from "../json.ts";
import { checkCategory, checkFileContent, checkName, readFilePath } from "./checks.ts";
import { SKILL_FILE } from "./skill.ts";

export interface Merge {
  readonly type: "merge";
  /** The umbrella: an existing curated skill or a new name. */
  readonly into: string;
  readonly category: string;
  readonly sources: readonly string[];
  /** The umbrella's whole new SKILL.md. */
  readonly content: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly reason: string;
}

export interface Move {
  readonly type: "move";
  readonly name: string;
  readonly category: string;
  readonly reason: string;
}

export interface Archiving {
  readonly type: "archive";
  readonly name: string;
  readonly reason: string;
}

export type TidyStep = Merge | Move | Archiving;

export interface TidyPlan {
  readonly steps: readonly TidyStep[];
}

export type ReadPlan =
  | { readonly type: "ok"; readonly plan: TidyPlan }
  | { readonly type: "bad"; readonly why: readonly string[] };

export interface PlanFacts {
  /** Skills the plan may touch: agent-made, not pinned. */
  readonly curated: ReadonlySet<string>;
  /** Every name in use, also of skills it may not touch. */
  readonly taken: ReadonlySet<string>;
  /** Checks a SKILL.md text for that name; a sentence when it is wrong. */
  checkContent(name: string, content: string): string | undefined;
  /** Whether the guard stops this text of a skill; a sentence when it does. */
  inspect(file: string, content: string): string | undefined;
}

/** The JSON object in a model's reply, fenced or bare. */
export function planFromReply(reply: string): unknown {
  const fenced = [...reply.matchAll(/```(?:json)?\s*\n([\s\S]*?)\n```/g)].map((match) => match[1] ?? "");
  const bare = reply.slice(Math.max(0, reply.indexOf("{")), reply.lastIndexOf("}") + 1);
  for (const text of [...fenced.reverse(), bare]) {
    const parsed = parseJson(text);
    if (parsed.type === "ok" && isRecord(parsed.value)) return parsed.value;
  }
  return undefined;
}

/** Either every step is allowed, or the whole plan is refused with all reasons. */
export function readPlan(value: unknown, facts: PlanFacts): ReadPlan {
  if (!isRecord(value)) return { type: "bad", why: ["The plan is not a JSON object."] };
  const why: string[] = [];
  const steps: TidyStep[] = [
    ...listOf(value.merges).flatMap((one) => readMerge(one, why)),
    ...listOf(value.moves).flatMap((one) => readMove(one, why)),
    ...listOf(value.archives).flatMap((one) => readArchiving(one, why)),
  ];
  why.push(...steps.flatMap((step) => problemsOf(step, facts)), ...doubleUses(steps));
  return why.length > 0 ? { type: "bad", why } : { type: "ok", plan: { steps } };
}

function readMerge(value: unknown, why: string[]): readonly Merge[] {
  const fields = isRecord(value) ? value : {};
  const sources = listOf(fields.sources).map(textOf);
  const files = listOf(fields.files).flatMap((one) =>
    isRecord(one) ? [{ path: textOf(one.path), content: typeof one.content === "string" ? one.content : "" }] : [],
  );
  if (textOf(fields.into) === "" || sources.length === 0 || typeof fields.content !== "string") {
    why.push("A merge needs into, sources and content.");
    return [];
  }
  return [
    {
      type: "merge",
      into: textOf(fields.into),
      category: textOf(fields.category),
      ...{ sources, files, content: fields.content, reason: textOf(fields.reason) },
    },
  ];
}

function readMove(value: unknown, why: string[]): readonly Move[] {
  const fields = isRecord(value) ? value : {};
  if (textOf(fields.name) === "" || textOf(fields.category) === "") {
    why.push("A move needs name and category.");
    return [];
  }
  return [
    { type: "move", name: textOf(fields.name), category: textOf(fields.category), reason: textOf(fields.reason) },
  ];
}

function readArchiving(value: unknown, why: string[]): readonly Archiving[] {
  const fields = isRecord(value) ? value : {};
  if (textOf(fields.name) === "" || textOf(fields.reason) === "") {
    why.push("An archive step needs name and reason.");
    return [];
  }
  return [{ type: "archive", name: textOf(fields.name), reason: textOf(fields.reason) }];
}

function problemsOf(step: TidyStep, facts: PlanFacts): readonly string[] {
  const mayTouch = (name: string) =>
    facts.curated.has(name) ? [] : [`'${name}' is not a skill this plan may touch (only agent-made, unpinned ones).`];
  if (step.type === "archive") return mayTouch(step.name);
  if (step.type === "move") return [...mayTouch(step.name), ...listIf(checkCategory(step.category))];
  const own = facts.curated.has(step.into) || !facts.taken.has(step.into);
  return [
    ...step.sources.filter((name) => name !== step.into).flatMap(mayTouch),
    ...(own ? [] : [`'${step.into}' exists and is not agent-made; it cannot become an umbrella.`]),
    ...(step.sources.every((name) => name === step.into) ? [`The merge into '${step.into}' has no other source.`] : []),
    ...listIf(checkName(step.into)),
    ...listIf(checkCategory(step.category)),
    ...listIf(facts.checkContent(step.into, step.content) ?? facts.inspect(SKILL_FILE, step.content)),
    ...step.files.flatMap(({ path, content }) => {
      const place = readFilePath(path);
      if (place.type !== "support") return [`'${path}' is no place for a support file.`];
      return listIf(checkFileContent(path, content) ?? facts.inspect(path, content));
    }),
  ];
}

/** A skill may be named once: two steps on one skill have no defined order. */
function doubleUses(steps: readonly TidyStep[]): readonly string[] {
  const names = steps.flatMap((step) =>
    step.type === "merge" ? [...new Set([step.into, ...step.sources])] : [step.name],
  );
  const doubles = names.filter((name, i) => names.indexOf(name) !== i);
  return [...new Set(doubles)].map((name) => `'${name}' appears in more than one step.`);
}

/** Old name → what to use instead, or null when it is simply gone. */
export function renamesOf(plan: TidyPlan): ReadonlyMap<string, string | null> {
  const renames = new Map<string, string | null>();
  for (const step of plan.steps) {
    if (step.type === "archive") renames.set(step.name, null);
    if (step.type === "merge") for (const name of step.sources) if (name !== step.into) renames.set(name, step.into);
  }
  return renames;
}

/** A list of skill names after the renames, without doubles; the same array when nothing changed. */
export function renamed(names: readonly string[], renames: ReadonlyMap<string, string | null>): readonly string[] {
  if (!names.some((name) => renames.has(name))) return names;
  const next = names.flatMap((name) => {
    const to = renames.has(name) ? renames.get(name) : name;
    return to === null || to === undefined ? [] : [to];
  });
  return [...new Set(next)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function listIf(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}

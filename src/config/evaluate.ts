// From the text of config.yaml to a Config, without touching the disk: fold, substitute, adapt, validate section by section.
// A bad value costs only itself: it is reported with its line and its default is used.

import * as z from "zod/mini";
import { isRecord } from "../kernel/json.ts";
import { adapt, type UnknownKey } from "./adapt.ts";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import { foldOldKeys, getIn } from "./fold.ts";
import { fieldOf, schemaAt, typeSentence } from "./inspect.ts";
import { type Config, FOREIGN_KEYS, isSectionName, SECTIONS, type SectionName } from "./schema.ts";
import { isSecretSetting } from "./secret-names.ts";
import { type Lookup, substitute } from "./substitute.ts";
import { nearest } from "./suggest.ts";
import { type KeyPath, parseYaml } from "./yaml-tree.ts";

export interface ConfigWarning {
  /** 1-based; absent when the value does not come from the file. */
  readonly line?: number;
  readonly path: string;
  /** Reads on after the path: "must be true or false, not 7; using true". */
  readonly message: string;
  readonly type: "unknown-key" | "invalid-value" | "unset-variable" | "duplicate-key";
}

export interface Evaluated {
  readonly config: Config;
  /** The file as written, variables filled in, unknown keys included. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly warnings: readonly ConfigWarning[];
}

type Problem = Omit<ConfigWarning, "line" | "path"> & { readonly path: KeyPath };

const MAX_REPAIRS = 100;

/** Throws ConfigFailure only when the text is not YAML or passes a limit. */
export function evaluate(text: string, file: string, lookup: Lookup): Evaluated {
  const parsed = parseYaml(text, file);
  const { tree, origins } = foldOldKeys(parsed.value);
  const { value, missing } = substitute(tree, lookup);
  const raw = isRecord(value) ? value : {};
  const problems: Problem[] = parsed.duplicates.map(({ path }) => ({
    type: "duplicate-key",
    path,
    message: "is written twice; the last one counts",
  }));
  problems.push(
    ...missing.map(
      ({ path, name }): Problem => ({
        type: "unset-variable",
        path,
        message: `refers to ${name}, which is not set; it stays as written`,
      }),
    ),
  );
  const config = Object.fromEntries([
    ...Object.entries(DEFAULT_CONFIG),
    ...validSections(raw, problems),
  ]) as unknown as Config;
  const lineOf = (path: KeyPath) => parsed.lineOf(originOf(path, origins));
  return {
    config,
    raw,
    warnings: problems.map(({ path, ...rest }) => withLine({ ...rest, path: path.join(".") }, lineOf(path))),
  };
}

function* validSections(
  raw: Readonly<Record<string, unknown>>,
  problems: Problem[],
): Generator<[SectionName, unknown]> {
  for (const [name, value] of Object.entries(raw)) {
    if (!isSectionName(name)) {
      if (!FOREIGN_KEYS.has(name)) problems.push(unknownKey({ path: [name], siblings: Object.keys(SECTIONS) }));
    } else if (value !== null && value !== undefined) yield [name, validSection(name, value, problems)];
  }
}

/** What this value becomes in the config; what had to be left out is added to `problems`. */
function validSection(name: SectionName, value: unknown, problems: Problem[]): unknown {
  const schema: z.core.$ZodType = SECTIONS[name]();
  let current = adapt(schema, value, [name], (key) => problems.push(unknownKey(key)));
  for (let repairs = 0; repairs <= MAX_REPAIRS; repairs++) {
    const result = z.safeParse(schema, current, { jitless: true });
    if (result.success) return result.data;
    // Last first: earlier indices of a list stay true while later entries leave it.
    const issue = result.error.issues.at(-1);
    const at = presentPrefix(current, issue?.path ?? []);
    problems.push(invalidValue(schema, name, issue?.path ?? [], current));
    current = at.length === 0 ? undefined : without(current, at);
    if (at.length === 0) return DEFAULT_CONFIG[name];
  }
  problems.push({
    type: "invalid-value",
    path: [name],
    message: "has too many wrong values; the whole section is at its defaults",
  });
  return DEFAULT_CONFIG[name];
}

function invalidValue(schema: z.core.$ZodType, name: string, path: readonly PropertyKey[], value: unknown): Problem {
  const segments = path.map(String);
  const at: KeyPath = [name, ...segments];
  const found = getIn(value, segments);
  const wanted = schemaAt(schema, path);
  const must = wanted === undefined ? "has a value that does not fit" : `must be ${typeSentence(wanted)}`;
  if (found === undefined && segments.length > 0)
    return { type: "invalid-value", path: at, message: "is missing; the entry is left out" };
  return {
    type: "invalid-value",
    path: at,
    message: `${must}, not ${shown(segments.at(-1) ?? name, found)}; ${consequence(wanted, at)}`,
  };
}

function consequence(wanted: z.core.$ZodType | undefined, path: KeyPath): string {
  const fallback = getIn(DEFAULT_CONFIG, path.map(String));
  if (fallback === undefined)
    return wanted !== undefined && fieldOf(wanted).optional ? "it is ignored" : "the entry is left out";
  const text = JSON.stringify(fallback);
  return text.length > 60 ? "the default is used" : `using ${text}`;
}

function shown(key: string, value: unknown): string {
  if (isSecretSetting(key)) return "what is written there";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function unknownKey({ path, siblings }: UnknownKey): Problem {
  const word = String(path.at(-1));
  const near = nearest(word, siblings) ?? sameKeyElsewhere(word);
  return {
    type: "unknown-key",
    path,
    message: `is not a known key${near === undefined ? "" : ` (did you mean ${near}?)`}; it is kept but has no effect`,
  };
}

function sameKeyElsewhere(word: string): string | undefined {
  const section = Object.entries(DEFAULT_CONFIG).find(([, value]) => isRecord(value) && Object.hasOwn(value, word));
  return section === undefined ? undefined : `${section[0]}.${word}`;
}

function presentPrefix(value: unknown, path: readonly PropertyKey[]): readonly string[] {
  const present: string[] = [];
  for (const segment of path.map(String)) {
    if (getIn(value, [...present, segment]) === undefined) break;
    present.push(segment);
  }
  return present;
}

function without(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const index = Number(key);
    return rest.length === 0 ? value.toSpliced(index, 1) : value.with(index, without(value[index], rest));
  }
  if (!isRecord(value)) return value;
  if (rest.length > 0) return { ...value, [key]: without(value[key], rest) };
  const { [key]: _removed, ...kept } = value;
  return kept;
}

// A value that an old key stands for is reported where it was written.
function originOf(path: KeyPath, origins: ReadonlyMap<string, string>): KeyPath {
  for (let length = path.length; length > 0; length--) {
    const origin = origins.get(path.slice(0, length).join("."));
    if (origin !== undefined) return [...origin.split("."), ...path.slice(length)];
  }
  return path;
}

function withLine(warning: ConfigWarning, line: number | undefined): ConfigWarning {
  return line === undefined ? warning : { ...warning, line };
}

// The front matter as a value: every field of the open format and of this product, read leniently from parsed YAML.

import { isRecord } from "../json.ts";
import { oneLine } from "../text.ts";
import { type BlueprintReading, readBlueprint } from "./blueprint.ts";

export interface NeededVariable {
  readonly name: string;
  readonly prompt: string;
  readonly help: string;
  readonly optional: boolean;
}

export interface SkillSetting {
  readonly key: string;
  readonly description: string;
  readonly default: unknown;
}

export interface SkillHead {
  /** As written; the identity may differ. */
  readonly name: string | undefined;
  readonly description: string;
  readonly version: string;
  readonly license: string;
  readonly compatibility: string;
  readonly platforms: readonly string[];
  readonly environments: readonly string[];
  readonly tags: readonly string[];
  readonly related: readonly string[];
  readonly needs: { readonly tools: readonly string[]; readonly toolsets: readonly string[] };
  readonly standsIn: { readonly tools: readonly string[]; readonly toolsets: readonly string[] };
  readonly variables: readonly NeededVariable[];
  readonly commands: readonly string[];
  readonly credentialFiles: readonly string[];
  readonly setupHelp: string;
  readonly settings: readonly SkillSetting[];
  /** A scheduled automation, for a scheduler to offer. */
  readonly blueprint: BlueprintReading;
}

/** Total: anything that is not what it should be is as if it were not there. */
export function readHead(value: unknown): SkillHead {
  const fields = isRecord(value) ? value : {};
  const hermes = hermesFields(fields);
  const prerequisites = isRecord(fields.prerequisites) ? fields.prerequisites : {};
  const setup = isRecord(fields.setup) ? fields.setup : {};
  return {
    name: fields.name === undefined || fields.name === null ? undefined : textOf(fields.name),
    description: oneLine(textOf(fields.description)),
    version: textOf(fields.version),
    license: textOf(fields.license),
    compatibility: oneLine(textOf(fields.compatibility)),
    platforms: words(fields.platforms).map((one) => one.toLowerCase()),
    environments: words(fields.environments).map((one) => one.toLowerCase()),
    tags: words(hermes.tags ?? fields.tags),
    related: words(hermes.related_skills),
    needs: { tools: words(hermes.requires_tools), toolsets: words(hermes.requires_toolsets) },
    standsIn: { tools: words(hermes.fallback_for_tools), toolsets: words(hermes.fallback_for_toolsets) },
    variables: variables(fields, prerequisites, setup),
    commands: words(prerequisites.commands),
    credentialFiles: credentialFiles(fields.required_credential_files),
    setupHelp: textOf(setup.help),
    settings: settings(hermes.config),
    blueprint: readBlueprint(hermes.blueprint),
  };
}

function hermesFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const metadata = isRecord(fields.metadata) ? fields.metadata : {};
  return isRecord(metadata.hermes) ? metadata.hermes : {};
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** A list, or one string split at commas. */
function words(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  return list.map((one) => textOf(one)).filter((one) => one !== "");
}

function variables(
  fields: Readonly<Record<string, unknown>>,
  prerequisites: Readonly<Record<string, unknown>>,
  setup: Readonly<Record<string, unknown>>,
): readonly NeededVariable[] {
  const found = new Map<string, NeededVariable>();
  const add = (name: string, from: Readonly<Record<string, unknown>>) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || found.has(name)) return;
    const help = textOf(from.help) || textOf(from.provider_url);
    found.set(name, { name, prompt: textOf(from.prompt), help, optional: from.optional === true });
  };
  for (const one of listOf(fields.required_environment_variables))
    add(isRecord(one) ? textOf(one.name) : textOf(one), isRecord(one) ? one : {});
  for (const one of listOf(setup.collect_secrets)) if (isRecord(one)) add(textOf(one.env_var), one);
  for (const name of words(prerequisites.env_vars)) add(name, {});
  return [...found.values()];
}

function credentialFiles(value: unknown): readonly string[] {
  return listOf(value)
    .map((one) => (isRecord(one) ? textOf(one.path) || textOf(one.name) : textOf(one)))
    .filter((one) => one !== "");
}

function settings(value: unknown): readonly SkillSetting[] {
  return listOf(value).flatMap((one) =>
    isRecord(one) && textOf(one.key) !== ""
      ? [{ key: textOf(one.key), description: textOf(one.description), default: one.default }]
      : [],
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

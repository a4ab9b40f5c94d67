// `hermes config set` and `unset`: validated before anything is written, secrets to `.env`, everything else to config.yaml.

import { existsSync } from "node:fs";
import { ConfigFailure } from "../kernel/failure.ts";
import { isRecord } from "../kernel/json.ts";
import { replaceFile } from "./atomic-file.ts";
import { editYaml } from "./edit-yaml.ts";
import { type ConfigWarning, evaluate } from "./evaluate.ts";
import { withFileLock } from "./file-lock.ts";
import { getIn } from "./fold.ts";
import type { Home } from "./home.ts";
import { fieldOf } from "./inspect.ts";
import { isVariableName, parseKey, schemaOfKey } from "./key-path.ts";
import { readConfigText } from "./load.ts";
import { parseValue } from "./parse-value.ts";
import type { Env } from "./process-facts.ts";
import { lookupOf } from "./secret-lookup.ts";
import { isSecretSetting, looksLikeSecret } from "./secret-names.ts";
import { removeSecret, writeSecret } from "./secrets.ts";
import { hasReference } from "./substitute.ts";
import { parseYaml } from "./yaml-tree.ts";

export interface SaveQuery {
  readonly home: Home;
  readonly env: Env;
}

export type SetOutcome =
  | {
      readonly type: "config";
      readonly path: string;
      readonly value: unknown;
      readonly file: string;
      readonly warnings: readonly ConfigWarning[];
    }
  /** The value is in `.env` under `name`; `path` is the setting that now refers to it, if there is one. */
  | {
      readonly type: "secret";
      readonly name: string;
      readonly file: string;
      readonly path?: string;
      readonly cleaned: boolean;
    };

export type UnsetOutcome = { readonly type: "removed" | "absent"; readonly path: string; readonly file: string };

/** Throws ConfigFailure and changes nothing when the file is broken, the value does not fit, or writing is refused. */
export function setKey(query: SaveQuery, key: string, typed: string): SetOutcome {
  const { home } = query;
  refuseManaged(query);
  if (isVariableName(key)) return setVariable(home, key.toUpperCase(), typed);
  return withFileLock(home.config, () => {
    const text = readConfigText(home.config) ?? "";
    const path = mainModelPath(parseKey(key), parseYaml(text, home.config).value);
    const name = secretName(path, typed, text, home.config);
    const value = name === undefined ? parseValue(typed, schemaOfKey(path)) : `\${${name}}`;
    const next = editYaml(modelAsMap(text, home.config, path), home.config, { type: "set", path, value }) ?? text;
    const warnings = checked(query, next, path, name === undefined);
    const cleaned = name !== undefined && writeSecret(home, name, typed).dropped;
    if (next !== text) replaceFile(home.config, next);
    const dotted = path.join(".");
    return name === undefined
      ? { type: "config", path: dotted, value, file: home.config, warnings }
      : { type: "secret", name, file: home.env, path: dotted, cleaned };
  });
}

/** Removing what is not there is `absent`, not a failure. */
export function unsetKey(query: SaveQuery, key: string): UnsetOutcome {
  const { home } = query;
  refuseManaged(query);
  if (isVariableName(key)) {
    const removed = withFileLock(home.env, () => removeSecret(home, key.toUpperCase()));
    return { type: removed ? "removed" : "absent", path: key.toUpperCase(), file: home.env };
  }
  const path = parseKey(key);
  return withFileLock(home.config, () => {
    const text = readConfigText(home.config);
    const next = text === undefined ? undefined : editYaml(text, home.config, { type: "unset", path });
    if (next !== undefined) replaceFile(home.config, next);
    return { type: next === undefined ? "absent" : "removed", path: path.join("."), file: home.config };
  });
}

function setVariable(home: Home, name: string, value: string): SetOutcome {
  const { dropped } = withFileLock(home.env, () => writeSecret(home, name, value));
  return { type: "secret", name, file: home.env, cleaned: dropped };
}

// Homes laid down by an administrator or an image say so; their settings change where they come from.
function refuseManaged({ home, env }: SaveQuery): void {
  if (!env.HERMES_MANAGED && !existsSync(home.path(".managed"))) return;
  throw new ConfigFailure(
    "read-only",
    `The settings in ${home.root} are managed from outside and cannot be changed here.`,
  );
}

// `config set model x` names the model and keeps the rest of the map.
function mainModelPath(path: readonly string[], tree: Readonly<Record<string, unknown>>): readonly string[] {
  return path.length === 1 && path[0] === "model" && isRecord(tree.model) ? ["model", "default"] : path;
}

// `model: x` becomes a map before something beside the name is set.
function modelAsMap(text: string, file: string, path: readonly string[]): string {
  if (path[0] !== "model" || path.length === 1) return text;
  const { model } = parseYaml(text, file).value;
  if (typeof model !== "string" && typeof model !== "number") return text;
  return editYaml(text, file, { type: "set", path: ["model"], value: { default: String(model) } }) ?? text;
}

/** The variable a secret goes to: the one the setting already refers to, else one named after the setting. */
function secretName(path: readonly string[], typed: string, text: string, file: string): string | undefined {
  if (typed.trim() === "" || hasReference(typed)) return undefined;
  const schema = schemaOfKey(path);
  const isText =
    schema === undefined || fieldOf(schema).def.type === "string" || fieldOf(schema).def.type === "unknown";
  if (!isText || !(isSecretSetting(path.at(-1) ?? "") || looksLikeSecret(typed))) return undefined;
  const current = getIn(parseYaml(text, file).value, path);
  const referred = typeof current === "string" ? /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(current)?.[1] : undefined;
  return (
    referred ??
    path
      .join("_")
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^(?=\d)/, "_")
  );
}

function checked(query: SaveQuery, text: string, path: readonly string[], strict: boolean): readonly ConfigWarning[] {
  const dotted = path.join(".");
  const { warnings } = evaluate(text, query.home.config, lookupOf(query));
  const ours = warnings.filter(
    ({ path: at, type }) =>
      at === dotted || at.startsWith(`${dotted}.`) || (type === "unknown-key" && dotted.startsWith(`${at}.`)),
  );
  const wrong = strict ? ours.find((warning) => warning.type === "invalid-value") : undefined;
  if (wrong === undefined) return ours;
  throw new ConfigFailure("invalid", `${wrong.path} ${wrong.message.replace(/; [^;]*$/, "")}. Nothing was changed.`);
}

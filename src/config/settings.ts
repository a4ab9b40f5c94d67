// What `config show`, `get` and `check` answer: plain data about a loaded config, secrets masked.

import { isRecord } from "../kernel/json.ts";
import { getIn } from "./fold.ts";
import { parseKey } from "./key-path.ts";
import type { LoadedConfig } from "./load.ts";
import { maskSecrets } from "./secret-settings.ts";

export interface Setting {
  readonly path: string;
  readonly value: unknown;
  /** Whether config.yaml says so, or nothing does. */
  readonly source: "file" | "default";
}

export type Found =
  | { readonly type: "found"; readonly setting: Setting }
  | { readonly type: "unknown"; readonly path: string };

/** The value in force; a leaf unmasked, since whoever asks for it by name wants it, secrets inside a map masked. Unknown keys answer with what the file says. */
export function getSetting(loaded: LoadedConfig, key: string): Found {
  const path = parseKey(key);
  const known = getIn(loaded.config, path);
  const written = getIn(loaded.raw, path);
  const value = known === undefined ? written : known;
  if (value === undefined) return { type: "unknown", path: path.join(".") };
  return {
    type: "found",
    setting: {
      path: path.join("."),
      value: typeof value === "string" ? value : maskSecrets(value, path.at(-1)),
      source: written === undefined ? "default" : "file",
    },
  };
}

/** Every setting, one per leaf, in the order of the reference page; `changedOnly` leaves out what is at its default. */
export function listSettings(
  loaded: LoadedConfig,
  { changedOnly = false }: { readonly changedOnly?: boolean } = {},
): readonly Setting[] {
  const unknown = Object.fromEntries(
    Object.entries(loaded.raw).filter(([name]) => !Object.hasOwn(loaded.config, name)),
  );
  const all = [...leaves(loaded.config, []), ...leaves(unknown, [])].map(({ path, value }): Setting => {
    const source = getIn(loaded.raw, path) === undefined ? "default" : "file";
    return { path: path.join("."), value: maskSecrets(value, path.at(-1)), source };
  });
  return changedOnly ? all.filter(({ source }) => source === "file") : all;
}

function leaves(
  value: unknown,
  path: readonly string[],
): readonly { readonly path: readonly string[]; readonly value: unknown }[] {
  if (!isRecord(value) || (Object.keys(value).length === 0 && path.length > 0)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

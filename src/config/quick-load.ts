// The start path: a settings file that is plainly right becomes a Config without loading the YAML parser or the schema library.
// Anything else (an odd construct, an unknown key, a value that does not fit) takes the full way and gets its full messages.

import { readFileSync } from "node:fs";
import { isRecord } from "../kernel/json.ts";
import { codeOf } from "./atomic-file.ts";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import { withEnvironment } from "./environment-overrides.ts";
import { KINDS, type Kind } from "./kinds.data.ts";
import type { LoadedConfig, LoadQuery } from "./load.ts";
import { readQuickYaml } from "./quick-yaml.ts";
import type { Config } from "./schema.ts";
import { lookupOf } from "./secret-lookup.ts";
import { type Lookup, substitute } from "./substitute.ts";

const MISFIT = Symbol("misfit");

/** Same result and failures as loadConfig. */
export async function loadConfigQuickly(query: LoadQuery): Promise<LoadedConfig> {
  const quick = query.ignoreUserConfig === true ? undefined : quickConfig(query);
  if (quick !== undefined) return { ...quick, config: withEnvironment(quick.config, query.env) };
  const { loadConfig } = await import("./load.ts");
  return loadConfig(query);
}

function quickConfig(query: LoadQuery): LoadedConfig | undefined {
  if (query.env.HERMES_IGNORE_USER_CONFIG === "1") return undefined;
  try {
    return evaluateQuickly(readFileSync(query.home.config, "utf8"), lookupOf(query));
  } catch (error) {
    // Absent is the one thing to be sure of here; the full way says what is wrong with the rest.
    return codeOf(error) === "ENOENT" ? { config: DEFAULT_CONFIG, raw: {}, warnings: [] } : undefined;
  }
}

/** The config, or undefined when the text is anything but plainly right. */
export function evaluateQuickly(text: string, lookup: Lookup): LoadedConfig | undefined {
  const tree = readQuickYaml(text);
  if (tree === undefined) return undefined;
  const { value: raw, missing } = substitute(
    typeof tree.model === "string" ? { ...tree, model: { default: tree.model } } : tree,
    lookup,
  );
  if (missing.length > 0 || !isRecord(raw)) return undefined;
  const config = overlay(KINDS, DEFAULT_CONFIG, raw);
  return config === MISFIT ? undefined : { config: config as Config, raw, warnings: [] };
}

function overlay(kind: Kind, fallback: unknown, value: unknown): unknown {
  if (typeof kind === "string") return fits(kind, value) || isDefault(value, fallback) ? value : MISFIT;
  if (!isRecord(value) || !isRecord(fallback)) return MISFIT;
  const merged: Record<string, unknown> = { ...fallback };
  for (const [key, inner] of Object.entries(value)) {
    const child = Object.hasOwn(kind, key) ? kind[key] : undefined;
    const fitted = child === undefined ? MISFIT : overlay(child, fallback[key], inner);
    if (fitted === MISFIT) return MISFIT;
    merged[key] = fitted;
  }
  return merged;
}

// Files that spell out all defaults hold many of these; what is its own default fits by definition.
function isDefault(value: unknown, fallback: unknown): boolean {
  if (value === fallback) return true;
  if (typeof value !== "object" || typeof fallback !== "object" || value === null || fallback === null) return false;
  return (
    Array.isArray(value) === Array.isArray(fallback) && [value, fallback].every((one) => Object.keys(one).length === 0)
  );
}

function fits(kind: string, value: unknown): boolean {
  const [type, first = "", second = ""] = kind.split(":");
  switch (type) {
    case "b":
      return typeof value === "boolean";
    case "t":
      return typeof value === "string";
    case "l":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "c":
      return typeof value === "string" && first.split("|").includes(value);
    case "i":
    case "n":
      return (
        typeof value === "number" &&
        (type === "n" || Number.isSafeInteger(value)) &&
        value >= Number(first) &&
        (second === "" || value <= Number(second))
      );
    default:
      return false;
  }
}

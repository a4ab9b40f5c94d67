// config.yaml from disk. On the start path: a home without the file costs one failed open, no YAML and no schema.

import { readFileSync } from "node:fs";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf } from "./atomic-file.ts";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import { withEnvironment } from "./environment-overrides.ts";
import { type ConfigWarning, type Evaluated, evaluate } from "./evaluate.ts";
import type { Home } from "./home.ts";
import type { Config } from "./schema.ts";
import { type LookupQuery, lookupOf } from "./secret-lookup.ts";

export interface LoadQuery extends LookupQuery {
  readonly home: Pick<Home, "config" | "env">;
  /** `--ignore-user-config`: as if there were no file. */
  readonly ignoreUserConfig?: boolean;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly warnings: readonly ConfigWarning[];
  /** What the file itself says, unknown keys included; empty without a file. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Throws ConfigFailure when the file cannot be read or is not YAML; single bad values are warnings. */
export function loadConfig(query: LoadQuery): LoadedConfig {
  const text = isIgnored(query) ? undefined : readConfigText(query.home.config);
  const evaluated = text === undefined ? DEFAULTS : evaluate(text, query.home.config, lookupOf(query));
  return { ...evaluated, config: withEnvironment(evaluated.config, query.env) };
}

/** The text of the file, or undefined when there is none. Throws ConfigFailure. */
export function readConfigText(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    if (codeOf(error) === "ERR_ENCODING_INVALID_ENCODED_DATA") {
      throw new ConfigFailure("broken-yaml", `${path} is not UTF-8 text. Save it as UTF-8 or move it away.`, error);
    }
    throw new ConfigFailure("unreadable", unreadable(path, codeOf(error)), error);
  }
}

const DEFAULTS: Evaluated = { config: DEFAULT_CONFIG, raw: {}, warnings: [] };

function isIgnored({ ignoreUserConfig, env }: LoadQuery): boolean {
  return ignoreUserConfig === true || env.HERMES_IGNORE_USER_CONFIG === "1";
}

function unreadable(path: string, code: string | undefined): string {
  if (code === "EISDIR") return `${path} is a folder, but must be a file. Move it away.`;
  return `${path} cannot be read by this user (${code ?? "unknown reason"}). Change its permissions or choose another home with HERMES_HOME.`;
}

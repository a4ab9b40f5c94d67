// config.yaml from disk. On the start path: a home without the file costs one failed open, no YAML and no schema.

import { readFileSync } from "node:fs";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf } from "./atomic-file.ts";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import type { Secrets } from "./env-text.ts";
import { type ConfigWarning, type Evaluated, evaluate } from "./evaluate.ts";
import type { Home } from "./home.ts";
import type { Env } from "./process-facts.ts";
import type { Config } from "./schema.ts";
import { loadSecrets } from "./secrets.ts";
import type { Lookup } from "./substitute.ts";

export interface LoadQuery {
  readonly home: Pick<Home, "config" | "env">;
  readonly env: Env;
  /** `.env`, when it was read already. */
  readonly secrets?: Secrets;
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

/** Variables of a setting: `.env` first, as in the reference, then the shell. */
export function lookupOf({ home, env, secrets }: Pick<LoadQuery, "home" | "env" | "secrets">): Lookup {
  let known = secrets;
  return (name) => {
    known ??= loadSecrets(home);
    return known.get(name) ?? env[name];
  };
}

const DEFAULTS: Evaluated = { config: DEFAULT_CONFIG, raw: {}, warnings: [] };

function isIgnored({ ignoreUserConfig, env }: LoadQuery): boolean {
  return ignoreUserConfig === true || env.HERMES_IGNORE_USER_CONFIG === "1";
}

// The few variables that have always beaten the file.
function withEnvironment(config: Config, env: Env): Config {
  const { HERMES_TIMEZONE: timezone, HERMES_ENVIRONMENT_HINT: hint, HERMES_REDACT_SECRETS: redact } = env;
  if (!timezone && !hint && !redact) return config;
  return {
    ...config,
    timezone: timezone || config.timezone,
    agent: hint ? { ...config.agent, environment_hint: hint } : config.agent,
    security: redact
      ? { ...config.security, redact_secrets: !/^(?:0|false|no|off)$/i.test(redact.trim()) }
      : config.security,
  };
}

function unreadable(path: string, code: string | undefined): string {
  if (code === "EISDIR") return `${path} is a folder, but must be a file. Move it away.`;
  return `${path} cannot be read by this user (${code ?? "unknown reason"}). Change its permissions or choose another home with HERMES_HOME.`;
}

// What everything else stands on: the home, its settings and secrets, the log. The only place where files decide how we run.

import { ensureHome } from "../config/ensure-home.ts";
import type { Home } from "../config/home.ts";
import { openHome } from "../config/open-home.ts";
import type { Facts } from "../config/process-facts.ts";
import { loadConfigQuickly } from "../config/quick-load.ts";
import type { Config } from "../config/schema.ts";
import { secretSettings } from "../config/secret-settings.ts";
import { childEnvironment, knownSecretValues, loadSecrets } from "../config/secrets.ts";
import { warningText } from "../config/warning-text.ts";
import type { Log } from "../contracts/log.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import type { AppOptions } from "../runtime/app.ts";
import { fileLog } from "../stores/files/file-log.ts";
import { keyMasker, redactor } from "./redaction.ts";
import { systemClock, systemIds } from "./system-clock.ts";

export interface Ground {
  readonly facts: Facts;
  readonly options: AppOptions;
  readonly home: Home;
  readonly config: Config;
  /** `.env` over the process environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What child processes may see. */
  readonly childEnv: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly warnings: readonly string[];
  /** Masks secrets in text that leaves the program. */
  redact(text: string): string;
  /** Masks only what is known to be a key of ours, wherever it stands. */
  maskKeys(text: string): string;
}

/** Throws ConfigFailure when the home or its settings cannot be used. */
export async function openGround(given: Facts, options: AppOptions): Promise<Ground> {
  const facts = options.cwd === undefined ? given : { ...given, cwd: options.cwd };
  const home = openHome(facts, options.profile);
  ensureHome(home, facts.env);
  const secrets = loadSecrets(home);
  const loaded = await loadConfigQuickly({ home, env: facts.env, secrets, ignoreUserConfig: options.ignoreUserConfig });
  const { config } = loaded;
  const written = secretSettings(loaded.raw).map((setting) => setting.value);
  const known = knownSecretValues(secrets, facts.env, written);
  const redact = redactor(config, known, home.auth);
  return {
    facts,
    options,
    home,
    config,
    env: { ...facts.env, ...Object.fromEntries(secrets) },
    childEnv: childEnvironment(facts.env, config.terminal.env_passthrough, secrets),
    clock: systemClock,
    ids: systemIds,
    log: fileLog({
      dir: home.logs,
      clock: systemClock,
      level: logLevel(config),
      maxBytes: config.logging.max_size_mb * 1024 * 1024,
      backups: config.logging.backup_count,
      redact,
    }),
    warnings: loaded.warnings.map((warning) => warningText(home.config, warning)),
    redact,
    maskKeys: keyMasker(config, known, home.auth),
  };
}

function logLevel({ logging }: Config): "INFO" | "WARNING" | "ERROR" {
  const level = logging.level.toUpperCase();
  return level === "ERROR" || level === "CRITICAL" ? "ERROR" : level === "WARNING" ? "WARNING" : "INFO";
}

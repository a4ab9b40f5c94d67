// The few variables that have always beaten the settings file.

import type { Env } from "./process-facts.ts";
import type { Config } from "./schema.ts";

export function withEnvironment(config: Config, env: Env): Config {
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

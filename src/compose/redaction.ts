// One function that masks secrets in any text on its way out.

import type { Config } from "../config/schema.ts";

export function redactor(config: Config, known: readonly string[]): (text: string) => string {
  if (!config.security.redact_secrets) return (text) => text;
  return (text) => known.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
}

// One function that masks secrets in any text on its way out; built at the first text that leaves.

import type { Config } from "../config/schema.ts";
import { createRedactor } from "../kernel/redact/redact.ts";

export function redactor(config: Config, known: readonly string[]): (text: string) => string {
  if (!config.security.redact_secrets) return (text) => text;
  const state = { redact: undefined as ((text: string) => string) | undefined };
  return (text) => {
    state.redact ??= createRedactor({ known, pii: config.privacy.redact_pii });
    return state.redact(text);
  };
}

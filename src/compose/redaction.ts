// One function that masks secrets in any text on its way out; built at the first text that leaves.

import { readFileSync } from "node:fs";
import type { Config } from "../config/schema.ts";
import { createKeyMask, createRedactor } from "../kernel/redact/redact.ts";

/** `authFile` is read with the first text: its keys are masked like those of `.env`. */
export function redactor(config: Config, known: readonly string[], authFile: string): (text: string) => string {
  if (!config.security.redact_secrets) return (text) => text;
  const state = { redact: undefined as ((text: string) => string) | undefined };
  return (text) => {
    state.redact ??= createRedactor({ known: [...known, ...secretsIn(authFile)], pii: config.privacy.redact_pii });
    return state.redact(text);
  };
}

/** Masks known keys by their value alone: nothing else in a text is touched. */
export function keyMasker(config: Config, known: readonly string[], authFile: string): (text: string) => string {
  if (!config.security.redact_secrets) return (text) => text;
  const state = { mask: undefined as ((text: string) => string) | undefined };
  return (text) => {
    state.mask ??= createKeyMask([...known, ...secretsIn(authFile)]);
    return state.mask(text);
  };
}

/** Keys and tokens kept for providers. */
export function secretsIn(authFile: string): readonly string[] {
  try {
    const kept = readFileSync(authFile, "utf8");
    const fields = kept.matchAll(/"(?:access_token|refresh_token|agent_key)":\s*"([^"\\]{8,})"/g);
    return [...fields].map((field) => field[1] ?? "");
  } catch {
    // No file, or one nobody may read: nothing of it can be in a text.
    return [];
  }
}

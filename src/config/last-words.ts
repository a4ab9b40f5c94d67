// What is left to say when something breaks that nobody foresaw: one sentence for the person, the rest for errors.log.

import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ConfigFailure, UsageFailure } from "../kernel/failure.ts";
import { createRedactor } from "../kernel/redact/redact.ts";
import { openHome } from "./open-home.ts";
import type { Facts } from "./process-facts.ts";
import { knownSecretValues, loadSecrets } from "./secrets.ts";

export interface LastWords {
  readonly text: string;
  readonly exitCode: number;
}

/** Never throws. `HERMES_DEBUG=1` adds the stack. */
export function lastWords(error: unknown, facts: Facts, profile?: string): LastWords {
  if (error instanceof UsageFailure) return { text: `hermes: ${error.message}\n`, exitCode: error.exitCode };
  if (error instanceof ConfigFailure) return { text: `hermes: ${error.message}\n`, exitCode: 1 };
  const redact = redactorFor(facts, profile);
  const stack = redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const what = redact(error instanceof Error ? error.message : String(error))
    .replace(/\s+/g, " ")
    .replace(/[.\s]+$/, "")
    .slice(0, 300);
  const log = note(stack, facts, profile);
  const where = log === undefined ? "HERMES_DEBUG=1 shows more" : `details are in ${log}`;
  const debug = facts.env.HERMES_DEBUG === "1" ? `${stack}\n` : "";
  return {
    text: `hermes: Something broke inside Hermes: ${what === "" ? "no reason was given" : what}; ${where}.\n${debug}`,
    exitCode: 1,
  };
}

function redactorFor(facts: Facts, profile: string | undefined): (text: string) => string {
  try {
    return createRedactor({ known: knownSecretValues(loadSecrets(openHome(facts, profile)), facts.env) });
  } catch {
    // No home or an unreadable .env: the environment's own secrets are still masked.
    return createRedactor({ known: knownSecretValues(new Map(), facts.env) });
  }
}

/** Where it was written; undefined when it could not be. */
function note(stack: string, facts: Facts, profile: string | undefined): string | undefined {
  try {
    const { logs } = openHome(facts, profile);
    mkdirSync(logs, { recursive: true, mode: 0o700 });
    const path = join(logs, "errors.log");
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    appendFileSync(path, `${time} ERROR [-] ${stack.replace(/[\r\n]+/g, "\\n")}\n`, { mode: 0o600 });
    return path;
  } catch {
    // The disk may be the very thing that broke; the sentence then says how to see more.
    return undefined;
  }
}

// What a report about a problem needs, with every known and likely secret taken out, whatever the settings say about masking.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Home } from "../../config/home.ts";
import { loadConfig } from "../../config/load.ts";
import type { Facts } from "../../config/process-facts.ts";
import { secretSettings } from "../../config/secret-settings.ts";
import { knownSecretValues, loadSecrets } from "../../config/secrets.ts";
import { listSettings } from "../../config/settings.ts";
import { ConfigFailure } from "../../kernel/failure.ts";
import { createRedactor } from "../../kernel/redact/redact.ts";
import type { DebugBundle, HealthFinding, StatusReport } from "../../runtime/admin-health.ts";
import { secretsIn } from "../redaction.ts";

export interface BundleParts {
  readonly home: Home;
  readonly facts: Facts;
  readonly status: StatusReport;
  readonly findings: readonly HealthFinding[];
  /** How many lines of each log. */
  readonly lines: number;
}

const LOGS = ["errors", "agent"];

export async function debugBundle({ home, facts, status, findings, lines }: BundleParts): Promise<DebugBundle> {
  const { settings, written } = readSettings(home, facts);
  const known = [...knownSecretValues(loadSecrets(home), facts.env, written), ...secretsIn(home.auth)];
  const redact = createRedactor({ known, pii: true });
  const logs = await Promise.all(
    LOGS.map(async (name) => ({ name, lines: (await lastLines(join(home.logs, `${name}.log`), lines)).map(redact) })),
  );
  return {
    status,
    findings: findings.map((one) => ({ ...one, what: redact(one.what) })),
    settings: settings.map(({ path, value }) => `${path}: ${redact(JSON.stringify(value))}`),
    logs,
  };
}

/** Broken settings are one of the findings; what they hold is not shown. */
function readSettings(home: Home, facts: Facts) {
  try {
    const loaded = loadConfig({ home, env: facts.env });
    return {
      settings: listSettings(loaded, { changedOnly: true }),
      written: secretSettings(loaded.raw).map(({ value }) => value),
    };
  } catch (error) {
    if (!(error instanceof ConfigFailure)) throw error;
    return { settings: [], written: [] };
  }
}

async function lastLines(path: string, count: number): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  return count === 0 ? [] : lines.slice(-count);
}

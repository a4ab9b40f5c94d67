// Settings: readable, right, and without secrets lying in the open.

import { join } from "node:path";
import type { Home } from "../../config/home.ts";
import { loadConfig } from "../../config/load.ts";
import { entriesOf } from "../../config/open-home.ts";
import type { Facts } from "../../config/process-facts.ts";
import { setKey } from "../../config/save.ts";
import { secretSettings } from "../../config/secret-settings.ts";
import { warningText } from "../../config/warning-text.ts";
import { ConfigFailure } from "../../kernel/failure.ts";
import type { HealthFinding } from "../../runtime/admin-health.ts";
import { findPlugins } from "../plugins/open.ts";
import { type HealthContext, note, ok, problem, repairing } from "./check.ts";

export async function* configChecks({ home, facts, fix }: HealthContext): AsyncGenerator<HealthFinding> {
  try {
    const loaded = loadConfig({ home, env: facts.env });
    for (const warning of loaded.warnings)
      yield note("config", `config-${warning.type}`, warningText(home.config, warning), "hermes config edit");
    if (loaded.warnings.length === 0) yield ok("config", "config", "config.yaml is fine.");
    for (const { path, value } of secretSettings(loaded.raw)) {
      const key = path.join(".");
      const finding = note(
        "config",
        "secret-in-config",
        `${key} holds a secret in plain text.`,
        `hermes config set ${key} … moves it to .env`,
      );
      yield await repairing(finding, fix, () => void setKey({ home, env: facts.env }, key, value));
    }
  } catch (error) {
    if (!(error instanceof ConfigFailure)) throw error;
    yield problem("config", `config-${error.kind}`, error.message, "hermes config edit, or move the file away.");
  }
  yield* pluginProblems(home, facts);
  yield* waiting(home);
}

async function* pluginProblems(home: Home, facts: Facts): AsyncGenerator<HealthFinding> {
  const { problems } = await findPlugins({ home, facts });
  for (const one of problems) yield note("config", "plugin", one, "hermes plugins list");
}

/** Writes the agent wants to make and nobody has answered. */
function* waiting(home: Home): Generator<HealthFinding> {
  for (const kind of ["memory", "skills"]) {
    const count = entriesOf(join(home.pending, kind)).filter((name) => name.endsWith(".json")).length;
    if (count > 0)
      yield note(
        "config",
        `pending-${kind}`,
        `${count} changes of ${kind} wait for your yes.`,
        `hermes ${kind} pending`,
      );
  }
}

// Settings: readable, right, and without secrets lying in the open.

import { loadConfig } from "../../config/load.ts";
import { setKey } from "../../config/save.ts";
import { secretSettings } from "../../config/secret-settings.ts";
import { warningText } from "../../config/warning-text.ts";
import { ConfigFailure } from "../../kernel/failure.ts";
import type { HealthFinding } from "../../runtime/admin-health.ts";
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
}

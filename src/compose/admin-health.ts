// `hermes doctor` and `hermes status`: looks at everything, and goes on looking when one thing is broken.

import { statSync } from "node:fs";
import { DEFAULT_CONFIG } from "../config/defaults.data.ts";
import type { Home } from "../config/home.ts";
import { loadConfig } from "../config/load.ts";
import { openHome } from "../config/open-home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import { mask } from "../config/secret-settings.ts";
import { loadSecrets } from "../config/secrets.ts";
import { ConfigFailure } from "../kernel/failure.ts";
import { CATALOG } from "../providers/catalog.data.ts";
import type { HealthAdmin, HealthFinding, HealthQuery, SessionsAt, StatusReport } from "../runtime/admin-health.ts";
import { placeOf } from "../stores/postgres/failures.ts";
import { type HealthCheck, type HealthContext, problem, reason } from "./health/check.ts";
import { configChecks } from "./health/config-checks.ts";
import { homeChecks } from "./health/home-checks.ts";
import { locateHome } from "./health/locate-home.ts";
import { machineChecks } from "./health/machine-checks.ts";
import { modelChecks } from "./health/model-checks.ts";
import { storeChecks } from "./health/store-checks.ts";

const CHECKS: readonly (readonly [HealthFinding["area"], HealthCheck])[] = [
  ["home", homeChecks],
  ["config", configChecks],
  ["store", storeChecks],
  ["model", modelChecks],
  ["machine", machineChecks],
];

export interface HealthWiring {
  readonly facts: Facts;
  readonly profile: string | undefined;
  readonly version: string;
}

export function healthAdmin({ facts, profile, version }: HealthWiring): HealthAdmin {
  async function* check(query: HealthQuery): AsyncGenerator<HealthFinding> {
    const { home, usable, findings } = await locateHome({ facts, profile, fix: query.fix });
    yield* findings;
    const settings = usable ? readSettings(home, facts) : { config: DEFAULT_CONFIG, env: facts.env };
    const context: HealthContext = { ...query, ...settings, facts, home };
    // What lies in a home nobody can get into cannot be looked at.
    for (const [area, look] of usable ? CHECKS : CHECKS.filter(([one]) => one === "machine")) {
      try {
        yield* look(context);
      } catch (error) {
        yield problem(area, `${area}-check`, `Looking at this failed: ${reason(error)}`, "See hermes logs errors.");
      }
    }
  }
  const status = async () => statusOf(openHome(facts, profile), facts, version);
  return {
    check,
    status,
    async bundle({ lines }) {
      const { debugBundle } = await import("./health/bundle.ts");
      const findings: HealthFinding[] = [];
      for await (const finding of check({ deep: false, fix: false })) findings.push(finding);
      return debugBundle({ home: openHome(facts, profile), facts, status: await status(), findings, lines });
    },
  };
}

/** Broken settings are a finding of their own check; the others go on with the defaults. */
function readSettings(home: Home, facts: Facts): { readonly config: Config; readonly env: HealthContext["env"] } {
  try {
    const secrets = loadSecrets(home);
    const { config } = loadConfig({ home, env: facts.env, secrets });
    return { config, env: { ...facts.env, ...Object.fromEntries(secrets) } };
  } catch (error) {
    if (!(error instanceof ConfigFailure)) throw error;
    return { config: DEFAULT_CONFIG, env: facts.env };
  }
}

function statusOf(home: Home, facts: Facts, version: string): StatusReport {
  const { config } = readSettings(home, facts);
  const secrets = loadSecrets(home);
  const names = [...new Set(CATALOG.flatMap((row) => row.keyEnv))];
  return {
    version,
    home: home.root,
    profile: home.profile,
    node: process.versions.node,
    sqlite: process.versions.sqlite ?? "none",
    platform: `${process.platform} ${process.arch}`,
    keys: names.flatMap((name) => {
      const kept = secrets.get(name);
      const value = kept ?? facts.env[name];
      if (value === undefined || value === "") return [];
      return [{ name, masked: mask(value), from: kept === undefined ? "environment" : ".env" }];
    }),
    environment: config.terminal.backend,
    sandbox: config.terminal.sandbox,
    memory: {
      provider: config.memory.provider || "built-in",
      enabled: config.memory.memory_enabled || config.memory.user_profile_enabled,
    },
    approvals: config.approvals.mode,
    limits: limitsOf(config),
    sessions: sessionsAt(home, config),
  };
}

function sessionsAt(home: Home, { store }: Config): SessionsAt {
  if (store.url !== "") return { type: "server", place: placeOf(store.url) };
  return { type: "file", bytes: statSync(home.stateDb, { throwIfNoEntry: false })?.size ?? 0 };
}

function limitsOf({ limits }: Config): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(limits).flatMap(([span, { tokens, usd }]) => {
      const words = [tokens === null ? "" : `${tokens} tokens`, usd === null ? "" : `$${usd}`].filter(
        (one) => one !== "",
      );
      return words.length === 0 ? [] : [[span, words.join(", ")]];
    }),
  );
}

// What a health check gets to look at, and the three things it can say.

import { existsSync, renameSync } from "node:fs";
import type { Home } from "../../config/home.ts";
import type { Facts } from "../../config/process-facts.ts";
import type { Config } from "../../config/schema.ts";
import type { HealthFinding, HealthQuery } from "../../runtime/admin-health.ts";

export interface HealthContext extends HealthQuery {
  readonly facts: Facts;
  readonly home: Home;
  /** The defaults when the file cannot be read. */
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type HealthCheck = (context: HealthContext) => AsyncIterable<HealthFinding> | Iterable<HealthFinding>;

type Area = HealthFinding["area"];

export function ok(area: Area, id: string, what: string): HealthFinding {
  return { id, area, level: "ok", what };
}

export function note(area: Area, id: string, what: string, fix: string): HealthFinding {
  return { id, area, level: "note", what, fix };
}

export function problem(area: Area, id: string, what: string, fix: string): HealthFinding {
  return { id, area, level: "problem", what, fix };
}

/** Repairs on request; what could not be repaired stays what it was, with the reason. */
export async function repairing(
  finding: HealthFinding,
  wanted: boolean,
  repair: () => Promise<void> | void,
): Promise<HealthFinding> {
  if (!wanted) return { ...finding, fixable: true };
  try {
    await repair();
    return { ...finding, fixable: true, fixed: true };
  } catch (error) {
    return { ...finding, fixable: true, fix: `${finding.fix ?? ""} (tried: ${reason(error)})` };
  }
}

/** A damaged file moves to a name of its own, where a person can still look into it. */
export function settingAside(finding: HealthFinding, path: string, wanted: boolean): Promise<HealthFinding> {
  const aside = freeName(`${path}.damaged`);
  return repairing({ ...finding, fix: `mv ${path} ${aside}` }, wanted, () => renameSync(path, aside));
}

function freeName(wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}.${number}`;
    if (!existsSync(name)) return name;
  }
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

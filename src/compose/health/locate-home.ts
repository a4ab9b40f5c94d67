// Finding the home, also when it is not where or what it should be: everything else of `hermes doctor` depends on it.

import { accessSync, constants, statSync } from "node:fs";
import { codeOf } from "../../config/atomic-file.ts";
import { DEFAULT_PROFILE, type Home, homeAt, topHome } from "../../config/home.ts";
import { openHome } from "../../config/open-home.ts";
import type { Facts } from "../../config/process-facts.ts";
import { useProfile } from "../../config/profiles.ts";
import { ConfigFailure } from "../../kernel/failure.ts";
import type { HealthFinding } from "../../runtime/admin-health.ts";
import { problem, repairing } from "./check.ts";

export interface Located {
  readonly home: Home;
  /** False when nothing in it can be read. */
  readonly usable: boolean;
  readonly findings: readonly HealthFinding[];
}

export interface LocateQuery {
  readonly facts: Facts;
  readonly profile: string | undefined;
  readonly fix: boolean;
}

export async function locateHome({ facts, profile, fix }: LocateQuery): Promise<Located> {
  const home = homeAt(topHome(facts), DEFAULT_PROFILE, facts.platform);
  const unusable = whyUnusable(home.root);
  if (unusable !== undefined) return { home, usable: false, findings: [unusable] };
  try {
    return { home: openHome(facts, profile), usable: true, findings: [] };
  } catch (error) {
    if (!(error instanceof ConfigFailure)) throw error;
    if (error.kind !== "unknown-profile" || profile !== undefined) throw error;
    const lost = problem("home", "profile-lost", error.message, "hermes profile use default");
    const finding = await repairing(lost, fix, () => void useProfile(home, DEFAULT_PROFILE));
    return { home, usable: true, findings: [finding] };
  }
}

function whyUnusable(root: string): HealthFinding | undefined {
  const elsewhere = "or choose another home with HERMES_HOME.";
  try {
    const found = statSync(root, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isDirectory())
      return problem(
        "home",
        "home-is-file",
        `${root} is a file, but the home must be a folder.`,
        `Move it away, ${elsewhere}`,
      );
    accessSync(root, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const words = `${root} may not be read by this user (${codeOf(error) ?? String(error)}).`;
    return problem("home", "home-not-readable", words, `Give it to your user (chown), ${elsewhere}`);
  }
}

// Skills from elsewhere: fetched, looked through, installed pinned to what was looked at. Throws only StoreFailure.

import type { Blueprint } from "../kernel/skills/blueprint.ts";
import type { GuardReport, GuardVerdict } from "../kernel/skills/guard/finding.ts";
import type { InstallPolicy, Trust } from "../kernel/skills/source.ts";

/** A skill as fetched and judged; nothing is installed yet. */
export interface Inspected {
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly trust: Trust;
  readonly report: GuardReport;
  readonly policy: InstallPolicy;
  /** `sha256:<hex>` over every file: what a later install must match. */
  readonly hash: string;
  readonly files: readonly string[];
  /** The commit or other fixed point it was taken from. */
  readonly pinned: string;
  /** It wants to run on a schedule. */
  readonly blueprint: Blueprint | undefined;
}

export interface InstallOptions {
  readonly name?: string;
  readonly category?: string;
  /** Accepts `caution`; never what is blocked. */
  readonly force?: boolean;
  /** From `inspect`: refused when the source has changed since. */
  readonly expectedHash?: string;
}

export type HubOutcome =
  | {
      readonly type: "installed";
      readonly skill: InstalledSkill;
      readonly replaced: boolean;
      readonly inspected: Inspected;
    }
  | { readonly type: "unchanged"; readonly name: string }
  | { readonly type: "refused"; readonly why: string; readonly inspected?: Inspected };

export interface InstalledSkill {
  readonly name: string;
  readonly identifier: string;
  readonly source: string;
  readonly trust: Trust;
  readonly verdict: GuardVerdict;
  readonly hash: string;
  readonly path: string;
  readonly installedAt: string;
  readonly updatedAt: string;
  /** The files are no longer what was installed. */
  readonly edited: boolean;
}

export interface FoundSkill {
  readonly name: string;
  readonly description: string;
  readonly identifier: string;
  readonly source: string;
  readonly trust: Trust;
}

export interface SkillHub {
  search(
    words: string,
    limit: number,
  ): Promise<{ readonly found: readonly FoundSkill[]; readonly problems: readonly string[] }>;
  inspect(identifier: string): Promise<Inspected | { readonly type: "refused"; readonly why: string }>;
  install(identifier: string, options: InstallOptions): Promise<HubOutcome>;
  installed(): Promise<readonly InstalledSkill[]>;
  /** All, or the named one; edited ones are left alone unless forced. */
  update(name: string | undefined, options: Pick<InstallOptions, "force">): Promise<readonly HubOutcome[]>;
  /** Puts the folder into the archive. */
  uninstall(name: string): Promise<{ readonly type: "done" | "refused"; readonly message: string }>;
  /** Judges a folder that is on disk, without installing anything. */
  audit(dir: string): Promise<GuardReport>;
  taps(): Promise<readonly string[]>;
  addTap(repository: string): Promise<{ readonly type: "done" | "refused"; readonly message: string }>;
  removeTap(repository: string): Promise<{ readonly type: "done" | "refused"; readonly message: string }>;
}

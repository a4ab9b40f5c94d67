// What a skill library is opened with.

import type { Log } from "../../../contracts/log.ts";
import type { Clock, Ids } from "../../../contracts/time.ts";
import type { Disk } from "./disk.ts";

export interface SkillPlaces {
  /** <home>/skills */
  readonly skills: string;
  /** `skills.external_dirs` and what plugins bring, in order; a local skill hides theirs. */
  readonly external: readonly string[];
  /** <home>/pending/skills */
  readonly pending: string;
  /** <home>/learned */
  readonly journal: string;
  /** A file under <home>/cache. */
  readonly indexCache: string;
  /** The home itself: credential files are named relative to it. */
  readonly home: string;
}

export interface SkillSettings {
  readonly disabled: readonly string[];
  /** Whether changes wait for a yes, as it is now. */
  writeApproval(): boolean;
  readonly templateVars: boolean;
  /** Refuse what the guard is merely wary of, not only what it blocks. */
  readonly guardAgentCreated: boolean;
  /** `skills.config`: values for the settings skills declare. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Tokens the prompt's index may take. */
  readonly indexTokens?: number;
}

export interface SkillsOptions {
  readonly places: SkillPlaces;
  readonly settings: SkillSettings;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** The program's version: what an older one remembered is looked at again. */
  readonly version?: string;
  /** `process.platform`. */
  readonly os: string;
  /** Active surroundings such as `docker`. */
  readonly environments?: readonly string[];
  hasVariable?(name: string): boolean;
  hasCommand?(name: string): boolean;
  /** The user vouches for this file with exactly this text: it is not scanned. */
  isTrusted?(path: string, text: string): boolean;
  readonly disk?: Disk;
}

// Stored sessions from outside a conversation: everything the store and its archive do, and what has to work on a broken file.

import type { MeaningStatus } from "../contracts/meaning.ts";
import type { RepairReport, SessionArchive } from "../contracts/session-archive.ts";
import type { SessionStore } from "../contracts/stores.ts";
import type { Ids } from "../contracts/time.ts";
import type { Principal } from "../kernel/principal.ts";

/** Closed by whoever opened it. */
export type OpenSessions = SessionStore & SessionArchive & { readonly meaning: MeaningStatus };

export interface SessionAdmin {
  readonly principal: Principal;
  readonly ids: Ids;
  /** Who holds a session that is being worked on from here. */
  readonly holder: string;
  /** The IANA zone of the settings; undefined is the machine's. */
  readonly timeZone: string | undefined;
  open(): Promise<OpenSessions>;
  /** Without opening the store: the file may be damaged. */
  repair(options: { readonly checkOnly: boolean; readonly noBackup: boolean }): Promise<RepairReport>;
  /** What was there before is kept beside it. */
  restore(from: string): Promise<{ readonly previous: string | undefined }>;
  /** Whether this is the very file the sessions are in. */
  isInUse(file: string): boolean;
  /** Where a backup goes when nobody says; the folder exists. */
  backupPath(): string;
}

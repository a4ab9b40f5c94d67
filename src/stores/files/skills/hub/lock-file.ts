// .hub/lock.json: what was installed from where, with which verdict and which hash. .hub/audit.log: every action, one line.

import { join } from "node:path";
import { StoreFailure } from "../../../../kernel/failure.ts";
import { isRecord, parseJson } from "../../../../kernel/json.ts";
import type { Trust } from "../../../../kernel/skills/source.ts";
import { type Disk, readIfThere } from "../disk.ts";
import { writeJsonFile } from "../json-file.ts";

export interface LockEntry {
  readonly source: string;
  readonly identifier: string;
  readonly trust_level: Trust;
  readonly scan_verdict: "safe" | "caution" | "blocked";
  /** The first sixteen digits, as others write it; `sha256` has all of them. */
  readonly content_hash: string;
  readonly sha256: string;
  /** Relative to the skills folder. */
  readonly install_path: string;
  readonly files: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly installed_at: string;
  readonly updated_at: string;
}

export type HubLock = Readonly<Record<string, LockEntry>>;

export interface HubRecords {
  /** Throws `corrupt` rather than forget what is installed. */
  read(): HubLock;
  write(lock: HubLock): void;
  log(at: string, action: string, name: string, detail: string): void;
}

export function hubRecords(disk: Disk, skills: string): HubRecords {
  const path = join(skills, ".hub", "lock.json");
  return {
    read() {
      const text = readIfThere(disk, path);
      if (text === undefined) return {};
      const parsed = parseJson(text);
      if (parsed.type === "bad" || !isRecord(parsed.value))
        throw new StoreFailure("corrupt", `${path} is damaged. Mend it or move it away; nothing was changed.`);
      const installed = isRecord(parsed.value.installed) ? parsed.value.installed : parsed.value;
      const entries = Object.entries(installed).flatMap(([name, entry]) => {
        const read = isRecord(entry) ? readEntry(entry) : undefined;
        return read === undefined ? [] : [[name, read] as const];
      });
      return Object.fromEntries(entries);
    },
    write: (lock) => writeJsonFile(disk, path, { version: 1, installed: lock }),
    log: (at, action, name, detail) =>
      disk.append(join(skills, ".hub", "audit.log"), `${at} ${action} ${name} ${detail.replace(/[\r\n]+/g, " ")}\n`),
  };
}

function readEntry(entry: Readonly<Record<string, unknown>>): LockEntry | undefined {
  const text = (key: string) => (typeof entry[key] === "string" ? entry[key] : "");
  const path = text("install_path");
  // A path that leads out is not one of ours.
  if (path === "" || path.startsWith("/") || path.split("/").some((part) => part === ".." || part === ""))
    return undefined;
  const trust = text("trust_level");
  const verdict = text("scan_verdict");
  return {
    source: text("source"),
    identifier: text("identifier"),
    trust_level: trust === "builtin" || trust === "trusted" ? trust : "community",
    scan_verdict: verdict === "safe" || verdict === "caution" ? verdict : "blocked",
    content_hash: text("content_hash"),
    sha256: text("sha256"),
    install_path: path,
    files: Array.isArray(entry.files) ? entry.files.filter((one): one is string => typeof one === "string") : [],
    metadata: isRecord(entry.metadata) ? entry.metadata : {},
    installed_at: text("installed_at"),
    updated_at: text("updated_at"),
  };
}

// Where skills came from, by the records beside them: the hub's lock file, the manifest of bundled ones, telemetry.

import { join } from "node:path";
import type { SkillOrigin } from "../../../contracts/skills.ts";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import { readManifest } from "../../../kernel/skills/manifest.ts";
import type { UsageBook } from "../../../kernel/skills/usage.ts";
import { type Disk, readIfThere } from "./disk.ts";

export interface Provenance {
  originOf(name: string): Exclude<SkillOrigin, "external">;
}

export function readProvenance(disk: Disk, dir: string, usage: UsageBook): Provenance {
  const hub = hubNames(readIfThere(disk, join(dir, ".hub", "lock.json")));
  const bundled = readManifest(readIfThere(disk, join(dir, ".bundled_manifest")) ?? "");
  return {
    originOf(name) {
      if (hub.has(name)) return "hub";
      if (bundled.has(name)) return "bundled";
      return usage[name]?.created_by === "agent" ? "agent" : "user";
    },
  };
}

function hubNames(text: string | undefined): ReadonlySet<string> {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.type !== "ok" || !isRecord(parsed.value)) return new Set();
  const installed = isRecord(parsed.value.installed) ? parsed.value.installed : parsed.value;
  return new Set(Object.keys(installed).filter((name) => isRecord(installed[name])));
}

// Names of skills outside the library, in bundles and scheduled jobs: when a skill is merged or retired, they follow.

import { join } from "node:path";
import type { RewrittenReference } from "../../../contracts/skill-curation.ts";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import { renamed } from "../../../kernel/skills/merge-plan.ts";
import { type Disk, listIfThere, readIfThere } from "./disk.ts";

export interface ReferencePlaces {
  /** <home>/skill-bundles */
  readonly bundles: string;
  /** <home>/cron/jobs.json */
  readonly jobsFile: string;
}

export interface PlannedRewrite {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly RewrittenReference[];
}

type Renames = ReadonlyMap<string, string | null>;

/** What would have to be rewritten; nothing is written here. */
export async function planRewrites(
  disk: Disk,
  places: ReferencePlaces,
  renames: Renames,
): Promise<readonly PlannedRewrite[]> {
  const jobs = planJobs(disk, places.jobsFile, renames);
  const bundles: PlannedRewrite[] = [];
  for (const { name, type } of listIfThere(disk, places.bundles)) {
    if (type !== "file" || !/\.ya?ml$/.test(name)) continue;
    const planned = await planBundle(disk, join(places.bundles, name), name, renames);
    if (planned !== undefined) bundles.push(planned);
  }
  return [...(jobs === undefined ? [] : [jobs]), ...bundles];
}

function planJobs(disk: Disk, path: string, renames: Renames): PlannedRewrite | undefined {
  const before = readIfThere(disk, path);
  const parsed = before === undefined ? undefined : parseJson(before);
  if (before === undefined || parsed?.type !== "ok" || !isRecord(parsed.value) || !Array.isArray(parsed.value.jobs))
    return undefined;
  const changes: RewrittenReference[] = [];
  const jobs = parsed.value.jobs.map((job: unknown) => (isRecord(job) ? renameInJob(job, renames, changes) : job));
  if (changes.length === 0) return undefined;
  return { path, before, after: `${JSON.stringify({ ...parsed.value, jobs }, null, 2)}\n`, changes };
}

function renameInJob(
  job: Readonly<Record<string, unknown>>,
  renames: Renames,
  changes: RewrittenReference[],
): Readonly<Record<string, unknown>> {
  const where = `job ${String(job.name ?? job.id ?? "")}`;
  const names = Array.isArray(job.skills) ? job.skills.filter((one): one is string => typeof one === "string") : [];
  const next = renamed(names, renames);
  const single = typeof job.skill === "string" ? job.skill : undefined;
  const used = new Set([...names, ...(single === undefined ? [] : [single])]);
  for (const name of used) if (renames.has(name)) changes.push({ where, from: name, to: renames.get(name) ?? null });
  return {
    ...job,
    ...(Array.isArray(job.skills) ? { skills: next } : {}),
    ...(single !== undefined && renames.has(single) ? { skill: renames.get(single) ?? null } : {}),
  };
}

/** Edited as a document, so that a person's comments stay. */
async function planBundle(
  disk: Disk,
  path: string,
  name: string,
  renames: Renames,
): Promise<PlannedRewrite | undefined> {
  const before = readIfThere(disk, path) ?? "";
  const { isScalar, isSeq, parseDocument } = await import("yaml");
  const document = parseDocument(before, { logLevel: "silent" });
  const list = document.errors.length === 0 ? document.get("skills") : undefined;
  if (!isSeq(list)) return undefined;
  const names = list.items.map((item) => String(isScalar(item) ? item.value : item));
  const next = renamed(names, renames);
  if (next === names) return undefined;
  document.set("skills", document.createNode([...next]));
  const changes = [...new Set(names)]
    .filter((one) => renames.has(one))
    .map((from) => ({ where: `bundle ${name}`, from, to: renames.get(from) ?? null }));
  return { path, before, after: document.toString(), changes };
}

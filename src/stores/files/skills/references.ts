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

export interface FileRewrite {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface PlannedRewrite extends FileRewrite {
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
  for (const name of bundleFiles(disk, places.bundles)) {
    const planned = await planBundle(disk, join(places.bundles, name), name, renames);
    if (planned !== undefined) bundles.push(planned);
  }
  return [...(jobs === undefined ? [] : [jobs]), ...bundles];
}

/** Every skill a bundle or a job asks for. */
export async function namedSkills(disk: Disk, places: ReferencePlaces): Promise<ReadonlySet<string>> {
  const jobs = readJobs(readIfThere(disk, places.jobsFile))?.jobs.flatMap((job) => skillsOf(job)) ?? [];
  const bundles: string[] = [];
  for (const name of bundleFiles(disk, places.bundles))
    bundles.push(...((await readList(readIfThere(disk, join(places.bundles, name)) ?? ""))?.names ?? []));
  return new Set([...jobs, ...bundles]);
}

/** What brings the names back to what they were in a copy, in the jobs and bundles that still exist; all else in them stays. */
export async function planReturns(
  disk: Disk,
  places: ReferencePlaces,
  copy: ReferencePlaces,
): Promise<readonly FileRewrite[]> {
  const jobs = returnedJobs(disk, places.jobsFile, readIfThere(disk, copy.jobsFile));
  const bundles: FileRewrite[] = [];
  for (const name of bundleFiles(disk, copy.bundles)) {
    const path = join(places.bundles, name);
    const before = readIfThere(disk, path);
    const now = before === undefined ? undefined : await readList(before);
    const then = await readList(readIfThere(disk, join(copy.bundles, name)) ?? "");
    if (before === undefined || now === undefined || then === undefined) continue;
    if (JSON.stringify(now.names) !== JSON.stringify(then.names))
      bundles.push({ path, before, after: now.withNames(then.names) });
  }
  return [...(jobs === undefined ? [] : [jobs]), ...bundles];
}

export function bundleFiles(disk: Disk, dir: string): readonly string[] {
  return listIfThere(disk, dir).flatMap(({ name, type }) => (type === "file" && /\.ya?ml$/.test(name) ? [name] : []));
}

type Job = Readonly<Record<string, unknown>>;

function readJobs(
  text: string | undefined,
): { readonly jobs: readonly Job[]; text(jobs: readonly Job[]): string } | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.type !== "ok" || !isRecord(parsed.value) || !Array.isArray(parsed.value.jobs)) return undefined;
  const whole = parsed.value;
  return {
    jobs: parsed.value.jobs.filter(isRecord),
    text: (jobs) => `${JSON.stringify({ ...whole, jobs }, null, 2)}\n`,
  };
}

function skillsOf({ skills, skill }: Job): readonly string[] {
  const names: readonly unknown[] = [...(Array.isArray(skills) ? skills : []), skill];
  return names.filter((one): one is string => typeof one === "string");
}

function returnedJobs(disk: Disk, path: string, copy: string | undefined): FileRewrite | undefined {
  const before = readIfThere(disk, path);
  const [now, then] = [readJobs(before), readJobs(copy)];
  if (before === undefined || now === undefined || then === undefined) return undefined;
  const old = new Map(then.jobs.map((job) => [job.id, job]));
  const jobs = now.jobs.map((job) => {
    const { skills, skill } = old.get(job.id) ?? job;
    return {
      ...job,
      ...("skills" in job || skills !== undefined ? { skills } : {}),
      ...("skill" in job || skill !== undefined ? { skill } : {}),
    };
  });
  return JSON.stringify(jobs) === JSON.stringify(now.jobs) ? undefined : { path, before, after: now.text(jobs) };
}

function planJobs(disk: Disk, path: string, renames: Renames): PlannedRewrite | undefined {
  const before = readIfThere(disk, path);
  const read = readJobs(before);
  if (before === undefined || read === undefined) return undefined;
  const changes: RewrittenReference[] = [];
  const jobs = read.jobs.map((job) => renameInJob(job, renames, changes));
  return changes.length === 0 ? undefined : { path, before, after: read.text(jobs), changes };
}

function renameInJob(job: Job, renames: Renames, changes: RewrittenReference[]): Job {
  const where = `job ${String(job.name ?? job.id ?? "")}`;
  const names = Array.isArray(job.skills) ? job.skills.filter((one): one is string => typeof one === "string") : [];
  const next = renamed(names, renames);
  const single = typeof job.skill === "string" ? job.skill : undefined;
  for (const name of new Set(skillsOf(job)))
    if (renames.has(name)) changes.push({ where, from: name, to: renames.get(name) ?? null });
  return {
    ...job,
    ...(Array.isArray(job.skills) ? { skills: next } : {}),
    ...(single !== undefined && renames.has(single) ? { skill: renames.get(single) ?? null } : {}),
  };
}

/** A bundle's skills, edited as a document, so that a person's comments stay. */
async function readList(
  text: string,
): Promise<{ readonly names: readonly string[]; withNames(names: readonly string[]): string } | undefined> {
  const { isScalar, isSeq, parseDocument } = await import("yaml");
  const document = parseDocument(text, { logLevel: "silent" });
  const list = document.errors.length === 0 ? document.get("skills") : undefined;
  if (!isSeq(list)) return undefined;
  return {
    names: list.items.map((item) => String(isScalar(item) ? item.value : item)),
    withNames(names) {
      document.set("skills", document.createNode([...names]));
      return document.toString();
    },
  };
}

async function planBundle(
  disk: Disk,
  path: string,
  name: string,
  renames: Renames,
): Promise<PlannedRewrite | undefined> {
  const before = readIfThere(disk, path) ?? "";
  const list = await readList(before);
  const names = list?.names ?? [];
  const next = renamed(names, renames);
  if (list === undefined || next === names) return undefined;
  const changes = [...new Set(names)]
    .filter((one) => renames.has(one))
    .map((from) => ({ where: `bundle ${name}`, from, to: renames.get(from) ?? null }));
  return { path, before, after: list.withNames(next), changes };
}

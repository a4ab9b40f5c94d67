// What taps offer, remembered for some hours so that a search is quick and works offline.

import { join } from "node:path";
import type { FoundSkill } from "../../../../contracts/skill-hub.ts";
import type { Clock } from "../../../../contracts/time.ts";
import { StoreFailure } from "../../../../kernel/failure.ts";
import { isRecord } from "../../../../kernel/json.ts";
import { readSkill } from "../../../../kernel/skills/skill.ts";
import { readSource, type SkillSource, trustOf } from "../../../../kernel/skills/source.ts";
import { splitSkill } from "../../../../kernel/skills/split.ts";
import type { Disk } from "../disk.ts";
import { readJsonFile, writeJsonFile } from "../json-file.ts";
import { NO_SNAPSHOT, scanRoot } from "../scan-root.ts";
import { readHeads } from "../yaml.ts";
import { githubTree, siteSkills, skillFoldersIn, type WebPorts } from "./fetch-web.ts";

export interface CatalogPorts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly skills: string;
  readonly web: WebPorts;
  /** Skills that ship with the program but are not copied by default; "" for none. */
  readonly optional: string;
}

const FRESH_MS = 6 * 3_600_000;
const MAX_PER_TAP = 400;

export async function officialSkills({ disk, optional }: CatalogPorts): Promise<readonly FoundSkill[]> {
  if (optional === "" || disk.stat(optional) === undefined) return [];
  const { skills } = await scanRoot(disk, optional, NO_SNAPSHOT, 0);
  return skills.map(({ name, description }) => ({
    ...{ name, description, identifier: `official/${name}`, source: "official" },
    trust: "builtin" as const,
  }));
}

/** Throws `invalid` when the tap cannot be read and nothing is remembered of it. */
export async function tapSkills(ports: CatalogPorts, tap: string): Promise<readonly FoundSkill[]> {
  const path = join(ports.skills, ".hub", "index-cache", `${tap.replace(/[^A-Za-z0-9]+/g, "_")}.json`);
  const cached = readJsonFile(ports.disk, path);
  const known = isRecord(cached) && Array.isArray(cached.skills) ? (cached.skills as FoundSkill[]) : undefined;
  const age =
    isRecord(cached) && typeof cached.at === "number" ? ports.clock.now() - cached.at : Number.POSITIVE_INFINITY;
  if (known !== undefined && age >= 0 && age < FRESH_MS) return known;
  try {
    const skills = await readTap(ports, tap);
    writeJsonFile(ports.disk, path, { at: ports.clock.now(), skills });
    return skills;
  } catch (error) {
    if (error instanceof StoreFailure && known !== undefined) return known;
    throw error;
  }
}

async function readTap(ports: CatalogPorts, tap: string): Promise<readonly FoundSkill[]> {
  const read = readSource(tap);
  if (read.type === "ok" && read.source.type === "site") return readSite(ports, read.source);
  if (read.type !== "ok" || read.source.type !== "github") throw new StoreFailure("invalid", `'${tap}' is no tap.`);
  const { source } = read;
  const tree = await githubTree(ports.web, source);
  const folders = skillFoldersIn(tree)
    .filter((folder) => source.path === "" || folder === source.path || folder.startsWith(`${source.path}/`))
    .slice(0, MAX_PER_TAP);
  const texts = await Promise.all(
    folders.map(async (folder) => {
      const url = `${ports.web.githubRaw}/${source.owner}/${source.repo}/${tree.commit}/${folder === "" ? "" : `${folder}/`}SKILL.md`;
      const answer = await ports.web.fetch(url, { maxBytes: 200_000 });
      return answer.type === "ok" && answer.status === 200
        ? splitSkill(new TextDecoder().decode(answer.bytes))
        : undefined;
    }),
  );
  const heads = await readHeads(texts.map((text) => text?.head));
  return folders.flatMap((folder, i) => {
    const text = texts[i];
    if (text === undefined) return [];
    const skill = readSkill({ head: heads[i], body: text.body, folder: folder.split("/").at(-1) ?? source.repo });
    const identifier = `${source.owner}/${source.repo}${folder === "" ? "" : `/${folder}`}`;
    return [
      { ...{ name: skill.name, description: skill.description, identifier, source: tap }, trust: trustOf(source) },
    ];
  });
}

async function readSite(
  ports: CatalogPorts,
  source: Extract<SkillSource, { type: "site" }>,
): Promise<readonly FoundSkill[]> {
  const all = await siteSkills(ports.web, source.url);
  return all.map(({ name, description }) => ({
    ...{ name, description, identifier: `${source.url}#${name}`, source: source.url },
    trust: "community" as const,
  }));
}

/** Every word must occur; names count more than descriptions. */
export function searchSkills(skills: readonly FoundSkill[], query: string, limit: number): readonly FoundSkill[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const scored = skills.flatMap((skill) => {
    const name = skill.name.toLowerCase();
    const text = `${name} ${skill.description.toLowerCase()}`;
    if (!words.every((word) => text.includes(word))) return [];
    const score = words.reduce((sum, word) => sum + (name === word ? 10 : name.includes(word) ? 4 : 1), 0);
    return [{ skill, score: score + { builtin: 2, trusted: 1, community: 0 }[skill.trust] }];
  });
  return scored
    .sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1))
    .slice(0, limit)
    .map(({ skill }) => skill);
}

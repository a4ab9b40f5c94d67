// A source fetched and judged: what an installation would bring, before anything of it is on disk as a skill.

import { basename, isAbsolute, join, resolve } from "node:path";
import type { Log } from "../../../../contracts/log.ts";
import type { Inspected } from "../../../../contracts/skill-hub.ts";
import type { Clock, Ids } from "../../../../contracts/time.ts";
import { inspectSkill } from "../../../../kernel/skills/guard/guard.ts";
import { readSkill } from "../../../../kernel/skills/skill.ts";
import { installPolicy, readSource, type SkillSource, sourceText, trustOf } from "../../../../kernel/skills/source.ts";
import { splitSkill } from "../../../../kernel/skills/split.ts";
import type { Disk } from "../disk.ts";
import { NO_SNAPSHOT, scanRoot } from "../scan-root.ts";
import { readHeads } from "../yaml.ts";
import { fetchFolder } from "./fetch-folder.ts";
import { fetchGit, type RunGit } from "./fetch-git.ts";
import { fetchGithub, fetchSite, fetchUrl, type WebPorts } from "./fetch-web.ts";
import { type FetchedSkill, guardFiles, hashOf, invalid } from "./fetched.ts";

export interface HubOptions {
  /** <home>/skills */
  readonly skills: string;
  /** Relative paths are meant from here. */
  readonly cwd: string;
  readonly userHome: string;
  /** Skills that ship but are not copied by default; "" for none. */
  readonly optional: string;
  readonly web: WebPorts;
  readonly git: RunGit;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly disk?: Disk;
  readonly defaultTaps?: readonly string[];
}

export interface Candidate {
  readonly source: SkillSource;
  readonly skill: FetchedSkill;
  readonly inspected: Inspected;
}

export interface Inspector {
  /** Throws `invalid` when there is nothing there that could be installed. */
  candidate(identifier: string): Promise<Candidate>;
  /** A folder as a person wrote it. */
  localPath(path: string): string;
}

export function createInspector(options: HubOptions, disk: Disk): Inspector {
  const { skills, clock, web } = options;
  const at = () => new Date(clock.now()).toISOString();

  async function fetchFrom(source: SkillSource): Promise<FetchedSkill> {
    switch (source.type) {
      case "path":
        return fetchFolder(disk, localPath(source.path), at());
      case "official":
        return fetchFolder(disk, await officialPath(source.skill), "shipped");
      case "url":
        return fetchUrl(web, source);
      case "site":
        return fetchSite(web, source);
      case "github":
        return fetchGithub(web, source);
      case "git":
        return fetchGit(disk, options.git, source, join(skills, ".hub", "quarantine", options.ids.id("git")));
    }
  }

  function localPath(path: string): string {
    const full = path.startsWith("~/") ? join(options.userHome, path.slice(2)) : path;
    const folder = basename(full) === "SKILL.md" ? join(full, "..") : full;
    return isAbsolute(folder) ? folder : resolve(options.cwd, folder);
  }

  async function officialPath(name: string): Promise<string> {
    const { skills: shipped } = await scanRoot(disk, options.optional, NO_SNAPSHOT, 0);
    const found = options.optional === "" ? undefined : shipped.find((one) => one.name === name);
    if (found === undefined) throw invalid(`There is no official skill '${name}'.`);
    return join(options.optional, found.path);
  }

  async function candidate(identifier: string): Promise<Candidate> {
    const read = readSource(identifier);
    if (read.type === "bad") throw invalid(read.why);
    const { source } = read;
    const skill = await fetchFrom(source);
    return { source, skill, inspected: await inspect(source, skill) };
  }

  async function inspect(source: SkillSource, fetched: FetchedSkill): Promise<Inspected> {
    const main = fetched.files.find(({ path }) => path === "SKILL.md");
    const text = splitSkill(new TextDecoder().decode(main?.bytes));
    const [head] = await readHeads([text.head]);
    const skill = readSkill({ head, body: text.body, folder: fetched.folder });
    const report = inspectSkill(guardFiles(fetched.files));
    const trust = trustOf(source);
    return {
      ...{ name: skill.name, description: skill.description, trust, report },
      identifier: sourceText(source.type === "path" ? { ...source, path: localPath(source.path) } : source),
      policy: installPolicy(trust, report.verdict),
      hash: hashOf(fetched.files),
      files: fetched.files.map(({ path }) => path),
      pinned: fetched.pinned,
      blueprint: skill.head.blueprint.type === "ready" ? skill.head.blueprint.blueprint : undefined,
    };
  }

  return { candidate, localPath };
}

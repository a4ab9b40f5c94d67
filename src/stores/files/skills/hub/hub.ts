// Installing from elsewhere: fetch, look through, decide, put in place, write down. Nothing fetched is ever run.

import { basename, join } from "node:path";
import type { HubOutcome, InstalledSkill, InstallOptions, SkillHub } from "../../../../contracts/skill-hub.ts";
import { StoreFailure } from "../../../../kernel/failure.ts";
import { isRecord } from "../../../../kernel/json.ts";
import { checkCategory, checkName } from "../../../../kernel/skills/checks.ts";
import { inspectSkill } from "../../../../kernel/skills/guard/guard.ts";
import { readSource } from "../../../../kernel/skills/source.ts";
import { skillArchive } from "../archive.ts";
import { type Disk, nodeDisk } from "../disk.ts";
import { readJsonFile, writeJsonFile } from "../json-file.ts";
import { createLock } from "../lock.ts";
import { isInside } from "../places.ts";
import { NO_SNAPSHOT, scanRoot } from "../scan-root.ts";
import { officialSkills, searchSkills, tapSkills } from "./catalog.ts";
import { fetchFolder } from "./fetch-folder.ts";
import { type FetchedSkill, guardFiles, hashOf } from "./fetched.ts";
import { type Candidate, createInspector, type HubOptions } from "./inspect-source.ts";
import { type HubLock, hubRecords, type LockEntry } from "./lock-file.ts";
import { installable, placeFiles } from "./place.ts";

const DEFAULT_TAPS: readonly string[] = ["anthropics/skills", "openai/skills", "huggingface/skills", "NVIDIA/skills"];

export function openHub(options: HubOptions): SkillHub {
  const { skills, clock, web } = options;
  const disk: Disk = options.disk ?? nodeDisk;
  const records = hubRecords(disk, skills);
  const locked = createLock(join(skills, ".write.lock"), clock);
  const at = () => new Date(clock.now()).toISOString();
  const tapsFile = join(skills, ".hub", "taps.json");
  const catalog = { disk, clock, skills, web, optional: options.optional };

  const { candidate, localPath } = createInspector(options, disk);

  /** Everything that could stand in the way, before a single file is written. */
  async function refusal(
    name: string,
    found: Candidate,
    choice: InstallOptions,
    lock: HubLock,
  ): Promise<string | undefined> {
    const { inspected } = found;
    const wrong = checkName(name) ?? checkCategory(choice.category);
    if (wrong !== undefined) return wrong;
    if (choice.expectedHash !== undefined && choice.expectedHash !== inspected.hash)
      return "The source changed since you looked at it. Look again before installing.";
    if (inspected.policy === "refuse") return "The guard blocked it; no flag overrides that. Its findings say why.";
    if (inspected.policy === "ask" && choice.force !== true)
      return "The guard has doubts. Read its findings; --force installs it all the same.";
    const local = (await scanRoot(disk, skills, NO_SNAPSHOT, 0)).skills.find((one) => one.name === name);
    const own = lock[name];
    if (local !== undefined && (own === undefined || own.install_path !== local.path))
      return `You already have a skill '${name}' that did not come from here (${local.path}). --name gives the new one another name.`;
    if (own !== undefined && own.identifier !== inspected.identifier)
      return `'${name}' is already installed from ${own.identifier}. Uninstall it first, or use --name.`;
    return undefined;
  }

  async function install(found: Candidate, choice: InstallOptions): Promise<HubOutcome> {
    const { inspected, source } = found;
    const lock = records.read();
    const name = choice.name ?? inspected.name;
    const why = await refusal(name, found, choice, lock);
    if (why !== undefined) {
      records.log(at(), "REFUSED", name, `${source.type}:${inspected.trust} ${inspected.report.verdict} ${why}`);
      return { type: "refused", why, inspected };
    }
    const before = lock[name];
    const path = before?.install_path ?? (choice.category ? `${choice.category}/${name}` : name);
    if (disk.stat(skills) !== undefined && !isInside(disk, skills, join(skills, path)))
      return { type: "refused", why: `${path} leads outside the skills folder.`, inspected };
    if (before === undefined && disk.linkStat(join(skills, path)) !== undefined)
      return { type: "refused", why: `The folder ${path} is in use.`, inspected };
    const files = renamedFiles(installable(found.skill.files), inspected.name, name);
    const replaced = placeFiles(disk, skills, path, files);
    const sha256 = hashOf(files);
    const entry: LockEntry = {
      source: source.type,
      identifier: inspected.identifier,
      trust_level: inspected.trust,
      scan_verdict: inspected.report.verdict,
      content_hash: sha256.slice(0, "sha256:".length + 16),
      sha256,
      install_path: path,
      files: files.map((file) => file.path),
      metadata: {
        pinned: inspected.pinned,
        source_sha256: inspected.hash,
        blueprint: inspected.blueprint !== undefined,
      },
      installed_at: before?.installed_at ?? at(),
      updated_at: at(),
    };
    records.write({ ...lock, [name]: entry });
    records.log(
      at(),
      replaced ? "UPDATE" : "INSTALL",
      name,
      `${source.type}:${inspected.trust} ${inspected.report.verdict} ${sha256}`,
    );
    return { type: "installed", skill: toInstalled(name, entry), replaced, inspected };
  }

  function toInstalled(name: string, entry: LockEntry): InstalledSkill {
    const dir = join(skills, entry.install_path);
    return {
      ...{ name, identifier: entry.identifier, source: entry.source, trust: entry.trust_level },
      verdict: entry.scan_verdict,
      hash: entry.sha256 || entry.content_hash,
      path: entry.install_path,
      installedAt: entry.installed_at,
      updatedAt: entry.updated_at,
      edited:
        entry.sha256 !== "" &&
        disk.stat(dir) !== undefined &&
        hashOf(fetchFolder(disk, dir, "").files) !== entry.sha256,
    };
  }

  async function updateOne(name: string, entry: LockEntry, force: boolean): Promise<HubOutcome> {
    const present = toInstalled(name, entry);
    if (present.edited && !force)
      return {
        type: "refused",
        why: `'${name}' was edited here. --force takes the new version; the edited one is kept.`,
      };
    const found = await candidate(entry.identifier);
    if (found.inspected.hash === entry.metadata.source_sha256 && !present.edited) return { type: "unchanged", name };
    return install(found, { name, force });
  }

  const taps = (): readonly string[] => {
    const value = readJsonFile(disk, tapsFile);
    const list = isRecord(value) && Array.isArray(value.taps) ? value.taps : undefined;
    return (
      list
        ?.map((one) => (isRecord(one) ? String(one.repo ?? one.url ?? "") : String(one)))
        .filter((one) => one !== "") ??
      options.defaultTaps ??
      DEFAULT_TAPS
    );
  };

  return {
    async search(words, limit) {
      const problems: string[] = [];
      const offers = await Promise.all(
        taps().map((tap) =>
          tapSkills(catalog, tap).catch((error: unknown) => {
            if (!(error instanceof StoreFailure)) throw error;
            problems.push(`${tap}: ${error.message}`);
            return [];
          }),
        ),
      );
      return { found: searchSkills([...(await officialSkills(catalog)), ...offers.flat()], words, limit), problems };
    },
    inspect: (identifier) => orRefused(async () => (await candidate(identifier)).inspected),
    install: (identifier, choice) =>
      orRefused(async () => {
        const found = await candidate(identifier);
        return locked(() => install(found, choice));
      }),
    installed: async () => Object.entries(records.read()).map(([name, entry]) => toInstalled(name, entry)),
    async update(name, { force = false }) {
      const entries = Object.entries(records.read()).filter(([one]) => name === undefined || one === name);
      if (name !== undefined && entries.length === 0)
        return [{ type: "refused", why: `'${name}' was not installed from anywhere.` }];
      const outcomes: HubOutcome[] = [];
      for (const [one, entry] of entries)
        outcomes.push(await orRefused(() => locked(() => updateOne(one, entry, force))));
      return outcomes;
    },
    uninstall: (name) =>
      locked(() => {
        const lock = records.read();
        const entry = lock[name];
        if (entry === undefined) return { type: "refused", message: `'${name}' was not installed from anywhere.` };
        const dir = join(skills, entry.install_path);
        const isThere = disk.stat(dir)?.type === "dir";
        if (isThere && (!isInside(disk, skills, dir) || basename(dir) !== name))
          return { type: "refused", message: `${entry.install_path} is not where '${name}' was installed.` };
        const category = entry.install_path.split("/").slice(0, -1).join("/");
        if (isThere) skillArchive(disk, skills).put({ name, category, dir }, at());
        const { [name]: _gone, ...rest } = lock;
        records.write(rest);
        records.log(at(), "UNINSTALL", name, entry.identifier);
        return { type: "done", message: `'${name}' uninstalled; its files are in the archive.` };
      }),
    async audit(dir) {
      return inspectSkill(guardFiles(fetchFolder(disk, localPath(dir), "").files));
    },
    taps: async () => taps(),
    addTap: (repository) =>
      locked(() => {
        const read = readSource(repository);
        if (read.type === "bad" || (read.source.type !== "github" && read.source.type !== "site"))
          return { type: "refused", message: `'${repository}' is neither owner/repo nor a site.` };
        if (taps().includes(repository)) return { type: "refused", message: `'${repository}' is already a tap.` };
        writeJsonFile(disk, tapsFile, { taps: [...taps(), repository] });
        return { type: "done", message: `Searching ${repository} from now on.` };
      }),
    removeTap: (repository) =>
      locked(() => {
        if (!taps().includes(repository)) return { type: "refused", message: `'${repository}' is not a tap.` };
        writeJsonFile(disk, tapsFile, { taps: taps().filter((tap) => tap !== repository) });
        return { type: "done", message: `${repository} is no longer searched.` };
      }),
  };
}

/** What the source or the disk refuses is an answer, not an accident; other failures pass. */
async function orRefused<T>(act: () => Promise<T>): Promise<T | { readonly type: "refused"; readonly why: string }> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === "invalid") return { type: "refused", why: error.message };
    throw error;
  }
}

/** One name: a skill installed under another one says so in its own front matter too. */
function renamedFiles(files: FetchedSkill["files"], from: string, to: string): FetchedSkill["files"] {
  if (from === to) return files;
  return files.map((file) => {
    if (file.path !== "SKILL.md") return file;
    const text = new TextDecoder().decode(file.bytes);
    const named = text.replace(/^(---\r?\n(?:[\s\S]*?\n)?name:[ \t]*).*$/m, `$1${to}`);
    const whole = named === text ? text.replace(/^---\r?\n/, `---\nname: ${to}\n`) : named;
    return { ...file, bytes: new TextEncoder().encode(whole) };
  });
}

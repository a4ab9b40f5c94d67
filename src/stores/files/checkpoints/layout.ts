// Where everything of the shadow store lies, and how an empty one is made. The layout is shared with other programs.

import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ATTRIBUTES, EXCLUDES } from "../../../kernel/checkpoints/excludes.data.ts";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import { diskFailure, errorCode, type Git } from "./git.ts";

export interface Layout {
  readonly root: string;
  readonly store: string;
  readonly lock: string;
  readonly lastPrune: string;
  readonly indexes: string;
  readonly projects: string;
}

export interface ProjectFile {
  readonly workdir: string;
  readonly createdAtMs: number;
  readonly lastTouchMs: number;
}

const HASH_CHARS = 16;

export function layoutOf(root: string): Layout {
  const store = join(root, "store");
  return {
    root,
    store,
    lock: join(root, ".lock"),
    lastPrune: join(root, ".last_prune"),
    indexes: join(store, "indexes"),
    projects: join(store, "projects"),
  };
}

export function projectHash(workdir: string): string {
  return createHash("sha256").update(workdir).digest("hex").slice(0, HASH_CHARS);
}

export const refOf = (hash: string): string => `refs/hermes/${hash}`;
export const indexOf = (layout: Layout, hash: string): string => join(layout.indexes, hash);

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return false;
      throw diskFailure(error, path);
    },
  );
}

/** Idempotent: a half-made store is completed. What older programs kept beside it, one repository per project, is put aside. */
export async function prepareStore(layout: Layout, git: Git, now: number): Promise<void> {
  try {
    if (!(await exists(layout.store))) await putOlderAside(layout, now);
    await mkdir(layout.store, { recursive: true, mode: 0o700 });
    if (!(await exists(join(layout.store, "HEAD")))) {
      // `init` is the one call that must not be told that there already is a repository.
      await git({ args: ["init", "--quiet", "--bare", "--template=", layout.store] });
    }
    const info = join(layout.store, "info");
    for (const dir of [info, layout.indexes, layout.projects]) await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeIfAbsent(join(info, "exclude"), `${EXCLUDES.join("\n")}\n`);
    await writeIfAbsent(join(info, "attributes"), ATTRIBUTES);
  } catch (error) {
    throw diskFailure(error, layout.store);
  }
}

async function putOlderAside({ root }: Layout, now: number): Promise<void> {
  const aside = join(root, `legacy-${Math.floor(now / 1000)}`);
  for (const name of await readdir(root)) {
    if (!(await exists(join(root, name, "HEAD")))) continue;
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(join(root, name), join(aside, name));
  }
}

async function writeIfAbsent(path: string, content: string): Promise<void> {
  if (!(await exists(path))) await replaceFile(path, content);
}

/** Whole or not at all. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const temp = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temp, content, { mode: 0o600, flush: true });
    await rename(temp, path);
  } catch (error) {
    await rm(temp, { force: true });
    throw diskFailure(error, path);
  }
}

/** Times are seconds in the file. */
export async function writeProject(layout: Layout, hash: string, workdir: string, now: number): Promise<void> {
  const before = await readProject(layout, hash);
  const record = { workdir, created_at: (before?.createdAtMs ?? now) / 1000, last_touch: now / 1000 };
  await replaceFile(join(layout.projects, `${hash}.json`), JSON.stringify(record));
}

export async function readProject(layout: Layout, hash: string): Promise<ProjectFile | undefined> {
  const text = await readFile(join(layout.projects, `${hash}.json`), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw diskFailure(error, layout.projects);
  });
  const parsed = parseJson(text);
  if (parsed.type === "bad" || !isRecord(parsed.value)) return undefined;
  const { workdir, created_at, last_touch } = parsed.value;
  if (typeof workdir !== "string") return undefined;
  const seconds = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value * 1000 : 0);
  return { workdir, createdAtMs: seconds(created_at), lastTouchMs: seconds(last_touch) };
}

export async function projectHashes(layout: Layout): Promise<readonly string[]> {
  const names = await readdir(layout.projects).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw diskFailure(error, layout.projects);
  });
  return names.flatMap((name) => (/^[0-9a-f]{16}\.json$/.test(name) ? [name.slice(0, HASH_CHARS)] : []));
}

// A browser keeps its files in a folder that bears its owner's name: what a killed program left is swept by the next that starts one.

import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const PREFIX = "hermes-browser-";
const OWNER_FILE = "owner";
const PROFILE = "profile";
const ARTIFACTS = "artifacts";
/** Each waits a tenth of a second longer than the one before. */
const TRIES = 10;

export interface ProfileFolder {
  readonly profile: string;
  /** Not made unless the browser has something to put there. */
  readonly artifacts: string;
  remove(): Promise<void>;
}

/** A new folder; those whose owner is gone are removed before. */
export type TakeProfileFolder = () => Promise<ProfileFolder>;

export interface ProfileFoldersOptions {
  readonly parent: string;
  /** This process, as `isAlive` of another one knows it. */
  readonly owner: string;
  isAlive(owner: string): boolean;
}

export function profileFolders({ parent, owner, isAlive }: ProfileFoldersOptions): TakeProfileFolder {
  return async () => {
    await sweep(parent, isAlive);
    const folder = await mkdtemp(join(parent, PREFIX));
    await writeFile(join(folder, OWNER_FILE), owner, { mode: 0o600 });
    return { profile: join(folder, PROFILE), artifacts: join(folder, ARTIFACTS), remove: () => removed(folder) };
  };
}

async function sweep(parent: string, isAlive: (owner: string) => boolean): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  await Promise.all(
    names.map(async (name) => {
      const folder = join(parent, name);
      // Of another user, half made or just removed by somebody else: not ours to sweep.
      const owner = await ownerOf(folder).catch(() => undefined);
      if (owner !== undefined && !isAlive(owner)) await removed(folder);
    }),
  );
}

async function ownerOf(folder: string): Promise<string | undefined> {
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.()) return undefined;
  return await readFile(join(folder, OWNER_FILE), "utf8");
}

/** A browser that is just ending may write once more. What still cannot be removed is the next one's to sweep: the owner's name goes last. */
async function removed(folder: string): Promise<void> {
  try {
    for (const part of [PROFILE, ARTIFACTS, ""])
      await rm(join(folder, part), { recursive: true, force: true, maxRetries: TRIES });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

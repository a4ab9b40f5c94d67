// Files of this machine through node:fs. Targets are opened before they are judged, so a swapped link cannot slip between.

import { constants, type Dirent, type Stats } from "node:fs";
import {
  chmod,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { DirEntry, FileStat, Files } from "../../contracts/environment.ts";
import { EnvironmentFailure } from "../../kernel/failure.ts";
import { errorCode, failure, toFailure } from "../errno.ts";

/** A reason to refuse access to the real target, or undefined. Called with the path that was actually opened. */
export type PathGuard = (realPath: string, access: "read" | "write") => string | undefined;

/** All paths absolute. `tempName` must give a different name each time. */
export function createLocalFiles(guard: PathGuard | undefined, tempName: () => string): Files {
  const judge = (path: string, access: "read" | "write") => {
    const why = guard?.(path, access);
    if (why !== undefined) throw new EnvironmentFailure("denied", why);
  };
  /** Opens the directory that holds the final component and runs `act` with a prefix that stays bound to it. */
  const within = async (path: string, act: (bound: string, real: string) => Promise<void>) => {
    const directory = await open(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      const real = join(await pathOf(directory, dirname(path)), basename(path));
      judge(real, "write");
      await act(join(boundPrefix(directory, dirname(path)), basename(path)), real);
    } finally {
      await directory.close();
    }
  };

  return {
    realPath: (path) => attempt(path, () => furthestRealPath(path)),
    stat: (path) => attempt(path, () => statOrNothing(path)),
    list: (path) =>
      attempt(path, async () => {
        const entries = await readdir(path, { withFileTypes: true });
        return Promise.all(entries.map((entry) => toEntry(path, entry)));
      }),
    read: (path, maxBytes) =>
      attempt(path, async () => {
        // Non-blocking, so that a named pipe cannot hang the open.
        const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        try {
          const info = await file.stat();
          if (info.isDirectory()) throw failure("is-directory", path);
          if (!info.isFile()) throw new EnvironmentFailure("denied", `Not a regular file: ${path}`);
          judge(await pathOf(file, path), "read");
          return maxBytes === undefined ? await file.readFile() : await readStart(file, maxBytes);
        } finally {
          await file.close();
        }
      }),
    write: (path, bytes) =>
      attempt(path, async () => {
        const target = await furthestRealPath(path);
        judge(target, "write");
        await mkdir(dirname(target), { recursive: true });
        await within(target, (bound) => replaceFile(bound, bytes, tempName()));
      }),
    remove: (path) =>
      attempt(path, () =>
        within(path, async (bound) => {
          const info = await lstat(bound);
          if (info.isDirectory()) await rmdir(bound);
          else await unlink(bound);
        }),
      ),
    rename: (from, to) =>
      attempt(from, async () => {
        await mkdir(dirname(to), { recursive: true });
        await within(from, (boundFrom) => within(to, (boundTo) => rename(boundFrom, boundTo)));
      }),
  };
}

async function readStart(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < maxBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(65_536, maxBytes - size));
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    size += bytesRead;
  }
  return Buffer.concat(chunks, size);
}

async function attempt<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw toFailure(error, path);
  }
}

async function replaceFile(path: string, bytes: Uint8Array, temp: string): Promise<void> {
  const existing = await lstatOrNothing(path);
  if (existing?.isDirectory()) throw failure("is-directory", basename(path));
  if (existing !== undefined && !existing.isFile()) {
    throw new EnvironmentFailure("denied", `Not a regular file: ${basename(path)}`);
  }
  const mode = existing === undefined ? 0o666 : existing.mode & 0o7777;
  const draft = join(dirname(path), `.${basename(path).slice(0, 60)}.${temp}.tmp`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(draft, flags, mode);
  try {
    await file.writeFile(bytes);
    if (existing !== undefined) {
      // The owner is kept where we are allowed to; otherwise the writer owns the file, as with any editor.
      if (process.getuid?.() === 0) await file.chown(existing.uid, existing.gid);
      await chmod(draft, mode);
    }
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(ignoreClosed);
    await rm(draft, { force: true });
    throw error;
  }
}

function ignoreClosed(error: unknown): void {
  if (errorCode(error) !== "EBADF") throw error;
}

/** On Linux a path through the descriptor: what happens next happens in the directory that was judged. */
function boundPrefix(directory: FileHandle, path: string): string {
  return process.platform === "linux" ? `/proc/self/fd/${directory.fd}` : path;
}

async function pathOf(handle: FileHandle, path: string): Promise<string> {
  return process.platform === "linux" ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(path);
}

/** The real path of the longest existing part, the rest appended; a dangling link counts as its target. */
async function furthestRealPath(path: string, depth = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOENT" || depth > 40) throw error;
    const parent = dirname(path);
    if (parent === path) return path;
    const link = await readlink(path).catch(() => undefined);
    if (link !== undefined) return furthestRealPath(join(link.startsWith("/") ? "" : parent, link), depth + 1);
    return join(await furthestRealPath(parent, depth + 1), basename(path));
  }
}

async function statOrNothing(path: string): Promise<FileStat | undefined> {
  try {
    const info = await stat(path);
    return {
      type: typeOf(info),
      size: info.size,
      mtimeMs: info.mtimeMs,
      mode: info.mode & 0o7777,
      isOwn: process.getuid === undefined || info.uid === process.getuid(),
    };
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

async function lstatOrNothing(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function toEntry(directory: string, entry: Dirent): Promise<DirEntry> {
  if (!entry.isSymbolicLink()) return { name: entry.name, type: typeOf(entry) };
  // One link in circles, or into a place we may not see, must not hide all its neighbours.
  const target = await statOrNothing(join(directory, entry.name)).catch((error: unknown) => {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  });
  return { name: entry.name, type: target?.type ?? "other" };
}

function typeOf(info: { isFile(): boolean; isDirectory(): boolean }): FileStat["type"] {
  return info.isFile() ? "file" : info.isDirectory() ? "dir" : "other";
}

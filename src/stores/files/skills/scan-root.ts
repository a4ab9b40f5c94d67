// What one folder of skills holds. Folders and files whose times have not changed since the last look are not read again.

import { dirname, join } from "node:path";
import { StoreFailure } from "../../../kernel/failure.ts";
import { scanText } from "../../../kernel/scan/scan.ts";
import { shorten } from "../../../kernel/skills/catalog.ts";
import { readHead, type SkillHead } from "../../../kernel/skills/head.ts";
import { HIDDEN_DESCRIPTION, readSkill, SKILL_FILE, SKIPPED_DIRS } from "../../../kernel/skills/skill.ts";
import { splitSkill } from "../../../kernel/skills/split.ts";
import { type Disk, listIfThere, readIfThere } from "./disk.ts";
import { readHeads } from "./yaml.ts";

export interface FoundSkill {
  readonly name: string;
  readonly description: string;
  /** The words for the prompt's index; "" when they read like an order. */
  readonly short: string;
  /** Relative folder with `/`, "" for the root itself. */
  readonly path: string;
  readonly head: SkillHead;
  readonly doubts: readonly string[];
}

interface SeenSkill extends FoundSkill {
  readonly mtimeMs: number;
  readonly size: number;
}

interface SeenDir {
  readonly mtimeMs: number;
  readonly children: readonly string[];
}

interface SeenText {
  readonly mtimeMs: number;
  readonly size: number;
  readonly text: string;
}

/** Everything known about a root, and by which times it was known. Plain JSON. */
export interface RootSnapshot {
  readonly skills: readonly SeenSkill[];
  readonly dirs: Readonly<Record<string, SeenDir>>;
  readonly categories: Readonly<Record<string, SeenText>>;
}

export const NO_SNAPSHOT: RootSnapshot = { skills: [], dirs: {}, categories: {} };

const MAX_DEPTH = 6;
/** A file changed again within one tick of the file system's clock keeps its time; what is this young is read again. */
const RACY_MS = 100;
const DESCRIPTION_FILE = "DESCRIPTION.md";
const NOT_KNOWN = -1;

interface Unread {
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
}

interface Walk {
  readonly disk: Disk;
  readonly root: string;
  readonly before: RootSnapshot;
  readonly known: ReadonlyMap<string, SeenSkill>;
  /** Times younger than this are not trusted. */
  readonly settledBefore: number;
  readonly skills: (SeenSkill | Unread)[];
  readonly dirs: Record<string, SeenDir>;
  readonly categories: Record<string, SeenText | Unread>;
}

/** `now` is the time of the machine's own clock, the one that stamps files. */
export async function scanRoot(disk: Disk, root: string, before: RootSnapshot, now: number): Promise<RootSnapshot> {
  const known = new Map(before.skills.map((skill) => [skill.path, skill]));
  const walk: Walk = {
    ...{ disk, root, before, known },
    settledBefore: now - RACY_MS,
    skills: [],
    dirs: {},
    categories: {},
  };
  visit(walk, "", 0);
  return readUnread(walk);
}

function visit(walk: Walk, path: string, depth: number): void {
  const { disk, root, known } = walk;
  const file = disk.stat(path === "" ? join(root, SKILL_FILE) : `${root}/${path}/${SKILL_FILE}`);
  if (file?.type === "file") {
    const seen = known.get(path);
    const isSame = seen !== undefined && seen.mtimeMs === file.mtimeMs && seen.size === file.size;
    walk.skills.push(isSame ? seen : { path, mtimeMs: file.mtimeMs, size: file.size });
    if (path !== "") return;
  }
  if (depth < MAX_DEPTH) for (const child of childrenOf(walk, path)) visit(walk, child, depth + 1);
  if (path !== "") describeCategory(walk, path);
}

function childrenOf(walk: Walk, path: string): readonly string[] {
  const { disk, root, before } = walk;
  const folder = disk.stat(join(root, path));
  if (folder?.type !== "dir") return [];
  const seen = before.dirs[path];
  if (seen !== undefined && seen.mtimeMs === folder.mtimeMs) {
    walk.dirs[path] = seen;
    return seen.children;
  }
  const children = listIfThere(disk, join(root, path))
    .filter(({ name, type }) => (type === "dir" || type === "link") && isScanned(name))
    .map(({ name }) => (path === "" ? name : `${path}/${name}`))
    .filter((child) => !leadsUp(walk, child))
    .sort();
  walk.dirs[path] = { mtimeMs: trusted(walk, folder.mtimeMs), children };
  return children;
}

function isScanned(name: string): boolean {
  return !name.startsWith(".") && !SKIPPED_DIRS.has(name) && !name.endsWith(".bak");
}

/** A link to a folder above itself would be walked for ever, one to nowhere holds nothing. */
function leadsUp({ disk, root }: Walk, path: string): boolean {
  const place = join(root, path);
  if (disk.linkStat(place)?.type !== "link") return false;
  if (disk.stat(place)?.type !== "dir") return true;
  return `${disk.realPath(dirname(place))}/`.startsWith(`${disk.realPath(place)}/`);
}

function describeCategory(walk: Walk, path: string): void {
  const file = walk.disk.stat(join(walk.root, path, DESCRIPTION_FILE));
  if (file?.type !== "file") return;
  const seen = walk.before.categories[path];
  const isSame = seen !== undefined && seen.mtimeMs === file.mtimeMs && seen.size === file.size;
  walk.categories[path] = isSame ? seen : { path, mtimeMs: file.mtimeMs, size: file.size };
}

function trusted({ settledBefore }: Walk, mtimeMs: number): number {
  return mtimeMs < settledBefore ? mtimeMs : NOT_KNOWN;
}

async function readUnread(walk: Walk): Promise<RootSnapshot> {
  const skills = (await mapUnread(walk, walk.skills, SKILL_FILE, toSkill)).flatMap((one) =>
    one === undefined ? [] : [one],
  );
  const paths = Object.keys(walk.categories);
  const texts = await mapUnread(walk, Object.values(walk.categories), DESCRIPTION_FILE, toCategory);
  const categories = Object.fromEntries(
    paths.flatMap((path, i) => {
      const one = texts[i];
      return one === undefined ? [] : [[path, one] as const];
    }),
  );
  return { skills: withoutOrders(skills, walk.known), dirs: walk.dirs, categories };
}

type Reading<T> = (walk: Walk, unread: Unread, head: unknown, body: string) => T;

/** Reads what is unread, keeps what is known; undefined for a file that vanished in between. */
async function mapUnread<T extends object>(
  walk: Walk,
  items: readonly (T | Unread)[],
  file: string,
  toValue: Reading<T>,
): Promise<readonly (T | undefined)[]> {
  const texts = items.map((item) => (isUnread(item) ? readSplit(walk, join(walk.root, item.path, file)) : undefined));
  const heads = await readHeads(texts.map((text) => text?.head));
  return items.map((item, i) => {
    if (!isUnread(item)) return item;
    const text = texts[i];
    const unread = { ...item, mtimeMs: trusted(walk, item.mtimeMs) };
    return text === undefined ? undefined : toValue(walk, unread, heads[i], text.body);
  });
}

function isUnread(item: object): item is Unread {
  return !("name" in item) && !("text" in item);
}

/** Front matter stands at the beginning: the rest of a file is read only when it does not end there. */
const HEAD_BYTES = 4096;

function readSplit({ disk }: Walk, path: string): ReturnType<typeof splitSkill> | undefined {
  try {
    const start = disk.readStart(path, HEAD_BYTES);
    const split = splitSkill(start.toString("utf8"));
    const isEnough = start.length < HEAD_BYTES || (split.head !== undefined && split.body.trim() !== "");
    if (isEnough) return split;
    const text = readIfThere(disk, path);
    return text === undefined ? undefined : splitSkill(text);
  } catch (error) {
    // One unreadable file must not hide the rest of the library.
    if (error instanceof StoreFailure) return undefined;
    throw error;
  }
}

function toSkill({ root }: Walk, unread: Unread, head: unknown, body: string): SeenSkill {
  const folder = (unread.path === "" ? root : unread.path).split("/").at(-1) ?? "";
  const skill = readSkill({ head, body, folder });
  return { ...unread, ...skill, short: shorten(skill.description) };
}

/** All words of a library are looked at together, which is quick; only when something is found, one by one. */
function withoutOrders(skills: readonly SeenSkill[], before: ReadonlyMap<string, SeenSkill>): readonly SeenSkill[] {
  const fresh = skills.filter((skill) => before.get(skill.path) !== skill && skill.short !== "");
  if (fresh.length === 0 || scanText(fresh.map(({ short }) => short).join("\n\n"), "context").length === 0)
    return skills;
  const suspects = new Set(fresh.filter(({ short }) => scanText(short, "context").length > 0));
  return skills.map((skill) =>
    suspects.has(skill)
      ? { ...skill, short: "", description: "", doubts: [...skill.doubts, HIDDEN_DESCRIPTION] }
      : skill,
  );
}

function toCategory(_walk: Walk, unread: Unread, head: unknown, body: string): SeenText {
  const words =
    readHead(head).description ||
    body
      .trim()
      .split("\n")[0]
      ?.replace(/^#+\s*/, "") ||
    "";
  const { mtimeMs, size } = unread;
  return { mtimeMs, size, text: scanText(words, "context").length === 0 ? words : "" };
}

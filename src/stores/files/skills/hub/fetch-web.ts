// Skills over HTTP: one SKILL.md, a site that publishes several, a GitHub repository. Base addresses come in from outside.

import { isRecord, parseJson } from "../../../../kernel/json.ts";
import { identityOf } from "../../../../kernel/skills/names.ts";
import { SKILL_FILE } from "../../../../kernel/skills/skill.ts";
import type { SkillSource } from "../../../../kernel/skills/source.ts";
import { checked, type FetchedFile, type FetchedSkill, invalid, MAX_BYTES, MAX_FILES } from "./fetched.ts";

/** One guarded request; the caller has decided which addresses may be reached. */
export type FetchBytes = (
  url: string,
  options: { readonly maxBytes: number; readonly headers?: Readonly<Record<string, string>> },
) => Promise<
  | { readonly type: "ok"; readonly status: number; readonly url: string; readonly bytes: Uint8Array }
  | { readonly type: "refused" | "failed"; readonly why: string }
>;

export interface WebPorts {
  readonly fetch: FetchBytes;
  /** `https://api.github.com` */
  readonly githubApi: string;
  /** `https://raw.githubusercontent.com` */
  readonly githubRaw: string;
  /** From `GITHUB_TOKEN`, if there is one. */
  readonly githubToken?: string;
}

export async function fetchUrl(ports: WebPorts, source: Extract<SkillSource, { type: "url" }>): Promise<FetchedSkill> {
  const bytes = await get(ports, source.url);
  const folder = source.url.split(/[?#]/)[0]?.split("/").at(-2) ?? "";
  return checked({ folder: identityOf(undefined, folder), files: [plain(SKILL_FILE, bytes)], pinned: source.url });
}

interface SiteSkill {
  readonly name: string;
  readonly description: string;
  readonly files: readonly string[];
}

export async function siteSkills(ports: WebPorts, url: string): Promise<readonly SiteSkill[]> {
  const value = await getJson(ports, `${url}/.well-known/skills/index.json`);
  const list = isRecord(value) && Array.isArray(value.skills) ? value.skills : [];
  return list.flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one.name !== "string") return [];
    const files = Array.isArray(one.files)
      ? one.files.filter((file): file is string => typeof file === "string")
      : [SKILL_FILE];
    return [{ name: one.name, description: String(one.description ?? ""), files }];
  });
}

export async function fetchSite(
  ports: WebPorts,
  source: Extract<SkillSource, { type: "site" }>,
): Promise<FetchedSkill> {
  const all = await siteSkills(ports, source.url);
  const found = source.skill === "" && all.length === 1 ? all[0] : all.find(({ name }) => name === source.skill);
  if (found === undefined)
    throw invalid(
      `${source.url} publishes: ${all.map(({ name }) => name).join(", ") || "nothing"}. Add #name to the address.`,
    );
  const root = `${source.url}/.well-known/skills/${encodeURIComponent(found.name)}`;
  const files = await Promise.all(
    found.files.slice(0, MAX_FILES).map(async (path) => plain(path, await get(ports, `${root}/${encodePath(path)}`))),
  );
  return checked({ folder: identityOf(undefined, found.name), files, pinned: source.url });
}

type GithubSource = Extract<SkillSource, { type: "github" }>;

export interface RepositoryTree {
  readonly commit: string;
  /** Path → whether it is executable; links and submodules left out. */
  readonly files: ReadonlyMap<string, boolean>;
  readonly links: readonly string[];
}

export async function githubTree(ports: WebPorts, { owner, repo, ref }: GithubSource): Promise<RepositoryTree> {
  const root = `${ports.githubApi}/repos/${owner}/${repo}`;
  const head = await getJson(ports, `${root}/commits/${ref === "" ? "HEAD" : encodeURIComponent(ref)}`);
  const commit = isRecord(head) && typeof head.sha === "string" ? head.sha : "";
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw invalid(`${owner}/${repo} has no '${ref || "HEAD"}'.`);
  const tree = await getJson(ports, `${root}/git/trees/${commit}?recursive=1`);
  const list = isRecord(tree) && Array.isArray(tree.tree) ? tree.tree.filter(isRecord) : [];
  if (isRecord(tree) && tree.truncated === true)
    throw invalid(`${owner}/${repo} is too large to list. Use its git address.`);
  const blobs = list.filter((one) => one.type === "blob" && typeof one.path === "string");
  return {
    commit,
    files: new Map(
      blobs.filter((one) => one.mode !== "120000").map((one) => [String(one.path), one.mode === "100755"]),
    ),
    links: blobs.filter((one) => one.mode === "120000").map((one) => String(one.path)),
  };
}

/** Folders of a tree that hold a skill. */
export function skillFoldersIn(tree: RepositoryTree): readonly string[] {
  return [...tree.files.keys()]
    .filter((path) => path === SKILL_FILE || path.endsWith(`/${SKILL_FILE}`))
    .map((path) => path.slice(0, -SKILL_FILE.length).replace(/\/$/, ""))
    .sort();
}

export async function fetchGithub(ports: WebPorts, source: GithubSource): Promise<FetchedSkill> {
  const tree = await githubTree(ports, source);
  const folder = chosenFolder(skillFoldersIn(tree), source);
  const inside = (path: string) => folder === "" || path.startsWith(`${folder}/`);
  const paths = [...tree.files.keys()].filter(inside);
  if (paths.length > MAX_FILES) throw invalid(`It has ${paths.length} files; more than ${MAX_FILES} are not a skill.`);
  const strip = (path: string) => (folder === "" ? path : path.slice(folder.length + 1));
  const files = await Promise.all(
    paths.map(async (path): Promise<FetchedFile> => {
      const url = `${ports.githubRaw}/${source.owner}/${source.repo}/${tree.commit}/${encodePath(path)}`;
      return { path: strip(path), bytes: await get(ports, url), executable: tree.files.get(path) === true };
    }),
  );
  const links = tree.links.filter(inside).map(
    (path): FetchedFile => ({
      path: strip(path),
      bytes: new Uint8Array(),
      executable: false,
      link: { target: "unknown", escapes: true },
    }),
  );
  const name = folder === "" ? source.repo : (folder.split("/").at(-1) ?? source.repo);
  return checked({ folder: name, files: [...files, ...links], pinned: tree.commit });
}

/** The path as given, or the only skill whose folder is called like its last part. */
function chosenFolder(folders: readonly string[], { owner, repo, path }: GithubSource): string {
  if (folders.includes(path)) return path;
  const last = path.split("/").at(-1);
  const matches = path === "" ? folders : folders.filter((folder) => folder.split("/").at(-1) === last);
  const [only] = matches;
  if (matches.length === 1 && only !== undefined) return only;
  const shown = (matches.length > 1 ? matches : folders).slice(0, 30).map((folder) => `${owner}/${repo}/${folder}`);
  throw invalid(
    `${folders.length === 0 ? "There is no SKILL.md in that repository." : `Name one of: ${shown.join(", ")}`}`,
  );
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function plain(path: string, bytes: Uint8Array): FetchedFile {
  return { path, bytes, executable: false };
}

async function get(ports: WebPorts, url: string): Promise<Uint8Array> {
  const isGithub = url.startsWith(ports.githubApi);
  const headers = {
    ...(isGithub ? { accept: "application/vnd.github+json" } : {}),
    ...(isGithub && ports.githubToken !== undefined ? { authorization: `Bearer ${ports.githubToken}` } : {}),
  };
  const answer = await ports.fetch(url, { maxBytes: MAX_BYTES, headers });
  if (answer.type !== "ok") throw invalid(`${url} could not be fetched: ${answer.why}`);
  if (answer.status !== 200) throw invalid(`${url} answered ${answer.status}.`);
  return answer.bytes;
}

async function getJson(ports: WebPorts, url: string): Promise<unknown> {
  const parsed = parseJson(new TextDecoder().decode(await get(ports, url)));
  if (parsed.type === "bad") throw invalid(`${url} did not answer with JSON.`);
  return parsed.value;
}

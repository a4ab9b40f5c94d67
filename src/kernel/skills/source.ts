// Where a skill can be installed from, read from the one word a person types.

export type SkillSource =
  | { readonly type: "path"; readonly path: string }
  | { readonly type: "url"; readonly url: string }
  | { readonly type: "site"; readonly url: string; readonly skill: string }
  | { readonly type: "git"; readonly url: string; readonly path: string; readonly ref: string }
  | {
      readonly type: "github";
      readonly owner: string;
      readonly repo: string;
      readonly path: string;
      readonly ref: string;
    }
  /** One of the skills that ship with the program but are not copied by default. */
  | { readonly type: "official"; readonly skill: string };

export type ReadSource =
  | { readonly type: "ok"; readonly source: SkillSource }
  | { readonly type: "bad"; readonly why: string };

const NAME = "[A-Za-z0-9_.-]+";

export function readSource(given: string): ReadSource {
  const text = given.trim();
  if (text === "")
    return bad("Say what to install: a folder, owner/repo/skill, a git address or the URL of a SKILL.md.");
  if (text.includes("\0") || /\s/.test(text)) return bad(`'${given}' is not an identifier.`);
  if (/^(?:\.{0,2}\/|~\/|\.$|\.\.$|[A-Za-z]:\\)/.test(text)) return ok({ type: "path", path: text });
  return readGit(text) ?? readWeb(text) ?? readShort(text);
}

/** `git+https://…`, `git@…`, `….git`, `file://….git`, each with `#folder` and `@ref` behind. */
function readGit(text: string): ReadSource | undefined {
  const match =
    /^(?:git\+)?((?:https?|ssh|git|file):\/\/[^#]+?\.git|git@[^#:]+:[^#]+?\.git)(?:@([\w./-]+))?(?:#(.*))?$/.exec(text);
  const plus = /^git\+((?:https?|ssh|file):\/\/[^#@]+)(?:@([\w./-]+))?(?:#(.*))?$/.exec(text);
  const [, url, ref = "", path = ""] = match ?? plus ?? [];
  if (url === undefined) return undefined;
  return isSafePath(path) && isSafeRef(ref)
    ? ok({ type: "git", url, path, ref })
    : bad(`'${text}' names an unsafe path.`);
}

function readWeb(text: string): ReadSource | undefined {
  const github = new RegExp(
    `^https?://(?:www\\.)?github\\.com/(${NAME})/(${NAME})(?:/(?:tree|blob)/(${NAME})(?:/(.+?))?)?/?$`,
  ).exec(text);
  if (github) {
    const [, owner = "", repo = "", ref = "", path = ""] = github;
    return githubSource(owner, repo.replace(/\.git$/, ""), path.replace(/\/?SKILL\.md$/, ""), ref);
  }
  if (!/^https?:\/\//.test(text)) return undefined;
  if (/\.md(?:[?#].*)?$/i.test(text)) return ok({ type: "url", url: text });
  const [url = "", skill = ""] = text.split("#");
  return ok({ type: "site", url: url.replace(/\/+$/, ""), skill });
}

/** `official/name`, `owner/repo`, `owner/repo/path/to/skill`, each with `@ref`. */
function readShort(text: string): ReadSource {
  const official = /^official[/:]([\w.-]+)$/.exec(text);
  if (official?.[1] !== undefined) return ok({ type: "official", skill: official[1] });
  const match = new RegExp(`^(?:github:)?(${NAME})/(${NAME})(?:/([^@]+?))?(?:@([\\w./-]+))?/?$`).exec(text);
  if (match === null) return bad(`'${text}' is neither a folder, nor owner/repo/skill, nor an address.`);
  const [, owner = "", repo = "", path = "", ref = ""] = match;
  return githubSource(owner, repo, path, ref);
}

function githubSource(owner: string, repo: string, path: string, ref: string): ReadSource {
  return isSafePath(path) && isSafeRef(ref) && ![owner, repo].some((part) => /^\.+$/.test(part))
    ? ok({ type: "github", owner, repo, path, ref })
    : bad(`'${owner}/${repo}/${path}' is not a safe path.`);
}

function isSafePath(path: string): boolean {
  return (
    path === "" ||
    (!path.startsWith("/") && path.split("/").every((part) => /^[\w.@ -]+$/.test(part) && !/^\.+$/.test(part)))
  );
}

/** A ref must not be taken for an option. */
function isSafeRef(ref: string): boolean {
  return !ref.startsWith("-") && !ref.includes("..");
}

/** The identifier as recorded: the same word finds the same thing again. */
export function sourceText(source: SkillSource): string {
  const at = (ref: string) => (ref === "" ? "" : `@${ref}`);
  switch (source.type) {
    case "path":
      return source.path;
    case "url":
      return source.url;
    case "site":
      return source.skill === "" ? source.url : `${source.url}#${source.skill}`;
    case "git":
      return `git+${source.url}${at(source.ref)}${source.path === "" ? "" : `#${source.path}`}`;
    case "github":
      return `${source.owner}/${source.repo}${source.path === "" ? "" : `/${source.path}`}${at(source.ref)}`;
    case "official":
      return `official/${source.skill}`;
  }
}

export type Trust = "builtin" | "trusted" | "community";

const TRUSTED: ReadonlySet<string> = new Set([
  "openai/skills",
  "anthropics/skills",
  "huggingface/skills",
  "nvidia/skills",
]);

export function trustOf(source: SkillSource): Trust {
  if (source.type === "official") return "builtin";
  return source.type === "github" && TRUSTED.has(`${source.owner}/${source.repo}`.toLowerCase())
    ? "trusted"
    : "community";
}

export type InstallPolicy = "allow" | "ask" | "refuse";

/** What is blocked stays blocked, whoever it is from and whatever flag is given. */
export function installPolicy(trust: Trust, verdict: "safe" | "caution" | "blocked"): InstallPolicy {
  if (verdict === "blocked") return trust === "builtin" ? "allow" : "refuse";
  if (verdict === "safe") return "allow";
  return trust === "community" ? "ask" : "allow";
}

function ok(source: SkillSource): ReadSource {
  return { type: "ok", source };
}

function bad(why: string): ReadSource {
  return { type: "bad", why };
}

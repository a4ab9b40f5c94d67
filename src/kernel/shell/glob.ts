// Wildcards as people write them in rules. Two pointers, no backtracking tree: linear in practice, quadratic at worst.

/** `*` stands for any run of characters, `?` for one. */
export function matchesGlob(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    const wanted = pattern[p];
    if (wanted === "*") {
      star = p++;
      resume = t;
    } else if (wanted === text[t] || (wanted === "?" && p < pattern.length)) {
      p++;
      t++;
    } else if (star !== -1) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

/** The same for paths: a pattern without wildcards also covers everything below it; `*` stays inside one directory, `**` does not. */
export function matchesPath(pattern: string, path: string): boolean {
  if (!/[*?]/.test(pattern)) {
    const dir = pattern.endsWith("/") ? pattern.slice(0, -1) : pattern;
    return path === dir || path.startsWith(`${dir}/`);
  }
  return matchParts(pattern.split("/"), path.split("/"));
}

function matchParts(pattern: readonly string[], path: readonly string[]): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < path.length) {
    const wanted = pattern[p];
    if (wanted === "**") {
      star = p++;
      resume = t;
    } else if (wanted !== undefined && matchesGlob(wanted, path[t] ?? "")) {
      p++;
      t++;
    } else if (star !== -1) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (pattern[p] === "**") p++;
  return p === pattern.length;
}

/** A host rule covers its sub-domains; `*.x` covers only those. Scheme, `www.`, port and path in a rule are ignored. */
export function matchesHost(rule: string, host: string): boolean {
  const wanted = bareHost(rule);
  const given = bareHost(host);
  if (wanted === "" || given === "") return false;
  if (wanted === "*") return true;
  if (wanted.startsWith("*.")) return given.endsWith(wanted.slice(1)) && given.length > wanted.length - 1;
  return given === wanted || given.endsWith(`.${wanted}`);
}

function bareHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/^[^/@]*@/, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d+$/, "")
    .replace(/^www\./, "")
    .replace(/\.$/, "");
}

/** A command rule is a glob over the whole command, or, without wildcards, the words it starts with. */
export function matchesCommand(rule: string, command: string): boolean {
  const wanted = rule.trim().replace(/\s+/g, " ");
  const given = command.trim().replace(/\s+/g, " ");
  if (wanted === "") return false;
  return wanted.includes("*") ? matchesGlob(wanted, given) : given === wanted || given.startsWith(`${wanted} `);
}

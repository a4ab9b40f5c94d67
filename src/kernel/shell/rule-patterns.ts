// Paths, hosts and commands as people write them in rules.

import { matchesParts, matchesText } from "../glob.ts";
import { bareHost, ruledHost } from "../net/sites.ts";

/** A pattern without wildcards covers a path and everything below it; `*` stays inside one directory, `**` does not. */
export function matchesPath(pattern: string, path: string): boolean {
  if (!/[*?]/.test(pattern)) {
    const dir = pattern.endsWith("/") ? pattern.slice(0, -1) : pattern;
    return path === dir || path.startsWith(`${dir}/`);
  }
  return matchesParts(pattern.split("/"), path.split("/"), matchesText);
}

/** A host rule covers its sub-domains; `*.x` covers only those. Scheme, `www.`, port and path in a rule are ignored. */
export function matchesHost(rule: string, host: string): boolean {
  const wanted = ruledHost(rule);
  const given = bareHost(host);
  if (wanted === "" || given === "") return false;
  if (wanted === "*") return true;
  if (wanted.startsWith("*.")) return given.endsWith(wanted.slice(1)) && given.length > wanted.length - 1;
  return given === wanted || given.endsWith(`.${wanted}`);
}

/** A command rule is a glob over the whole command, or, without wildcards, the words it starts with. */
export function matchesCommand(rule: string, command: string): boolean {
  const wanted = rule.trim().replace(/\s+/g, " ");
  const given = command.trim().replace(/\s+/g, " ");
  if (wanted === "") return false;
  return wanted.includes("*") ? matchesText(wanted, given) : given === wanted || given.startsWith(`${wanted} `);
}

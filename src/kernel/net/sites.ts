// Lists of web sites: a host stands for its sub-domains, too; `*.host` for those alone.

/** As rules name it: who writes `www.host` means the site. `www.com` is one, all of `.com` is none. */
export function ruledHost(rule: string): string {
  return bareHost(rule).replace(/^www\.(?=.*\.)/, "");
}

/** As addresses write it: scheme, user, port and path do not count. `www.` does: it is a sub-domain like any other. */
export function bareHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/^[^/@]*@/, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d+$/, "")
    .replace(/\.$/, "");
}

/** One host per line; empty lines and what follows a `#` do not count. */
export function readSites(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** The rule that covers a host, or undefined. */
export type SiteList = (host: string) => string | undefined;

/** However long the list is, looking costs as much as the host has parts. `spell` writes a rule as addresses do. */
export function siteList(rules: readonly string[], spell: (rule: string) => string = (rule) => rule): SiteList {
  const whole = new Map<string, string>();
  const below = new Map<string, string>();
  for (const rule of rules) {
    const bare = ruledHost(spell(rule));
    if (bare.startsWith("*.")) below.set(bare.slice(2), rule);
    else if (bare !== "") whole.set(bare, rule);
  }
  return (host) => {
    const given = bareHost(host);
    for (let part = given; part !== ""; part = part.includes(".") ? part.slice(part.indexOf(".") + 1) : "") {
      const rule = whole.get(part) ?? (part === given ? undefined : below.get(part));
      if (rule !== undefined) return rule;
    }
    return undefined;
  };
}

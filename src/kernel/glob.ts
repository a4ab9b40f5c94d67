// Wildcards: in plain text `*` and `?`, in paths also `**`, `{a,b}` and `[abc]`. Time is bounded by the product of both lengths.

const MAX_ALTERNATIVES = 64;

/** `path` is relative with forward slashes. A glob without a slash matches the file name in any directory. */
export function matchesGlob(glob: string, path: string): boolean {
  const wanted = glob.startsWith("./") ? glob.slice(2) : glob.replace(/^\//, "");
  const segments = path.split("/");
  return expandBraces(wanted).some((one) => {
    const parts = one.split("/");
    return matchesParts(parts.length === 1 ? ["**", ...parts] : parts, segments, matchesName);
  });
}

function expandBraces(glob: string): readonly string[] {
  let done: string[] = [glob];
  for (let round = 0; round < 6; round++) {
    const next = done.flatMap((one) => {
      const braces = /\{([^{}]*)\}/.exec(one);
      if (!braces) return [one];
      return (braces[1] ?? "")
        .split(",")
        .map((choice) => one.slice(0, braces.index) + choice + one.slice(braces.index + braces[0].length));
    });
    if (next.length === done.length && next.every((one, i) => one === done[i])) return done;
    if (next.length > MAX_ALTERNATIVES) return done;
    done = next;
  }
  return done;
}

/** Part by part; `**` stands for any number of parts, none included. */
export function matchesParts(
  parts: readonly string[],
  segments: readonly string[],
  matches: (part: string, segment: string) => boolean,
): boolean {
  let reachable = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of reachable) {
      if (part === "**") for (let i = at; i <= segments.length; i++) next.add(i);
      else if (at < segments.length && matches(part, segments[at] ?? "")) next.add(at + 1);
    }
    reachable = next;
  }
  return reachable.has(segments.length);
}

/** `*` stands for any run of characters, `?` for one; nothing else is special. */
export function matchesText(pattern: string, text: string): boolean {
  return matchesUnits(pattern, text, (unit, char) => unit === char || unit === "?");
}

function matchesName(pattern: string, name: string): boolean {
  return matchesUnits(tokenize(pattern), name, accepts);
}

/** Greedy, with one remembered star: linear in practice, quadratic at worst. */
function matchesUnits(units: ArrayLike<string>, text: string, fits: (unit: string, char: string) => boolean): boolean {
  let u = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    const unit = units[u];
    if (unit === "*") {
      star = u++;
      mark = t;
    } else if (unit !== undefined && fits(unit, text[t] ?? "")) {
      u++;
      t++;
    } else if (star !== -1) {
      u = star + 1;
      t = ++mark;
    } else return false;
  }
  while (units[u] === "*") u++;
  return u === units.length;
}

function tokenize(pattern: string): readonly string[] {
  return pattern.match(/\[!?[^\]]+\]|[\s\S]/g) ?? [];
}

function accepts(token: string, char: string): boolean {
  if (token === "?") return true;
  if (token.length === 1) return token === char;
  const negated = token[1] === "!";
  const body = token.slice(negated ? 2 : 1, -1);
  let inside = false;
  for (let i = 0; i < body.length; i++) {
    if (body[i + 1] === "-" && i + 2 < body.length) {
      if (char >= (body[i] ?? "") && char <= (body[i + 2] ?? "")) inside = true;
      i += 2;
    } else if (body[i] === char) inside = true;
  }
  return inside !== negated;
}

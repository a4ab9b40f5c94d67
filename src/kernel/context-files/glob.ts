// Matches a path against a glob in time bounded by their product: `*`, `?`, `**`, `{a,b}`, `[abc]`.

const MAX_ALTERNATIVES = 64;

/** `path` is relative with forward slashes. A glob without a slash matches the file name in any directory. */
export function matchesGlob(glob: string, path: string): boolean {
  const wanted = glob.startsWith("./") ? glob.slice(2) : glob.replace(/^\//, "");
  const segments = path.split("/");
  return expandBraces(wanted).some((one) => {
    const parts = one.split("/");
    return matchSegments(parts.length === 1 ? ["**", ...parts] : parts, segments);
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

function matchSegments(parts: readonly string[], segments: readonly string[]): boolean {
  let reachable = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of reachable) {
      if (part === "**") for (let i = at; i <= segments.length; i++) next.add(i);
      else if (at < segments.length && matchSegment(part, segments[at] ?? "")) next.add(at + 1);
    }
    reachable = next;
  }
  // `src/**` also means the files below it.
  return reachable.has(segments.length);
}

/** Greedy wildcard match with one remembered star: linear in practice, never exponential. */
function matchSegment(pattern: string, name: string): boolean {
  const tokens = tokenize(pattern);
  let p = 0;
  let n = 0;
  let star = -1;
  let mark = 0;
  while (n < name.length) {
    const token = tokens[p];
    if (token === "*") {
      star = p++;
      mark = n;
    } else if (token !== undefined && accepts(token, name[n] ?? "")) {
      p++;
      n++;
    } else if (star !== -1) {
      p = star + 1;
      n = ++mark;
    } else return false;
  }
  while (tokens[p] === "*") p++;
  return p === tokens.length;
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

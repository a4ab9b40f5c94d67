// Front matter: the block between two `---` lines at the start of a file.

export interface FrontMatter {
  /** Undefined when there is none or it is never closed; then `body` is the whole text. */
  readonly head: string | undefined;
  readonly body: string;
}

export function splitFrontMatter(text: string): FrontMatter {
  if (!text.startsWith("---")) return { head: undefined, body: text };
  const close = text.indexOf("\n---", 3);
  if (close === -1) return { head: undefined, body: text };
  const head = text.slice(text.indexOf("\n") + 1, Math.max(close, text.indexOf("\n") + 1));
  const rest = text.indexOf("\n", close + 4);
  return { head, body: rest === -1 ? "" : text.slice(rest + 1).replace(/^\n+/, "") };
}

/** Top-level scalar and list values, as far as rule files use them; anything else is left out. */
export function readFields(head: string): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  let open: string[] | undefined;
  for (const line of head.split("\n")) {
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (item && open) {
      open.push(unquote(item[1] ?? ""));
      continue;
    }
    const field = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(line);
    if (!field) continue;
    const value = (field[2] ?? "").trim();
    open = value === "" ? [] : listOf(value);
    fields.set(field[1] ?? "", open);
  }
  return fields;
}

function listOf(value: string): string[] {
  const inline = /^\[(.*)\]$/.exec(value);
  return inline
    ? splitOutsideBraces(inline[1] ?? "")
        .map(unquote)
        .filter((one) => one !== "")
    : [unquote(value)];
}

function unquote(value: string): string {
  const trimmed = value.trim();
  const quoted = /^(["'])(.*)\1$/.exec(trimmed);
  return quoted ? (quoted[2] ?? "") : trimmed;
}

/** Commas inside `{a,b}` belong to the pattern. */
export function splitOutsideBraces(value: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const char of value) {
    if (char === "{") depth++;
    else if (char === "}") depth = Math.max(0, depth - 1);
    if (char === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part].map((one) => one.trim());
}

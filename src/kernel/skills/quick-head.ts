// Most front matter is a handful of plain lines. This reads those without a YAML library; anything unusual is left to one.

export type Quick =
  | { readonly type: "ok"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly type: "unsure" };

interface Line {
  readonly indent: number;
  readonly text: string;
}

const UNSURE: Quick = { type: "unsure" };

/** Either exactly what a YAML 1.2 parser would give, or `unsure`. */
export function quickHead(head: string): Quick {
  const lines: Line[] = [];
  for (const raw of head.split("\n")) {
    const text = raw.trimEnd();
    const indent = text.length - text.trimStart().length;
    if (text === "" || text[indent] === "#") continue;
    if (text.slice(0, indent).includes("\t")) return UNSURE;
    lines.push({ indent, text: text.slice(indent) });
  }
  const cursor = { at: 0 };
  const value = readMap(lines, cursor, 0);
  return value === undefined || cursor.at < lines.length ? UNSURE : { type: "ok", value };
}

function readMap(lines: readonly Line[], cursor: { at: number }, indent: number): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = {};
  while (cursor.at < lines.length) {
    const line = lines[cursor.at];
    if (line === undefined || line.indent < indent) break;
    const field = /^([A-Za-z_][\w-]*):(?:[ ]+(.*))?$/.exec(line.text);
    const key = field?.[1];
    if (line.indent > indent || key === undefined || Object.hasOwn(fields, key) || key === "__proto__")
      return undefined;
    cursor.at++;
    const value = field?.[2] === undefined ? readBlock(lines, cursor, indent) : readScalar(field[2], true);
    if (value === undefined) return undefined;
    fields[key] = value.value;
  }
  return fields;
}

interface Box {
  readonly value: unknown;
}

/** What stands below a key without a value: a deeper map, a list, or nothing. */
function readBlock(lines: readonly Line[], cursor: { at: number }, indent: number): Box | undefined {
  const next = lines[cursor.at];
  if (next === undefined || next.indent < indent || (next.indent === indent && !next.text.startsWith("- ")))
    return { value: null };
  if (next.text.startsWith("- ")) return readList(lines, cursor, next.indent);
  const value = readMap(lines, cursor, next.indent);
  return value === undefined ? undefined : { value };
}

function readList(lines: readonly Line[], cursor: { at: number }, indent: number): Box | undefined {
  const items: unknown[] = [];
  for (let line = lines[cursor.at]; line?.indent === indent && line.text.startsWith("- "); line = lines[cursor.at]) {
    const item = readScalar(line.text.slice(2).trimStart(), true);
    if (item === undefined) return undefined;
    items.push(item.value);
    cursor.at++;
  }
  const after = lines[cursor.at];
  return after !== undefined && after.indent > indent ? undefined : { value: items };
}

const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  TRUE: true,
  false: false,
  False: false,
  FALSE: false,
  null: null,
  Null: null,
  NULL: null,
};

function readScalar(raw: string, allowList: boolean): Box | undefined {
  const text = raw.trim();
  const quoted = /^"([^"\\]*)"$/.exec(text) ?? /^'([^']*)'$/.exec(text);
  if (quoted) return { value: quoted[1] ?? "" };
  if (allowList && text.startsWith("[")) return readFlow(text);
  if (Object.hasOwn(WORDS, text)) return { value: WORDS[text] };
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text)) return { value: Number(text) };
  if (/^\d/.test(text)) return /^\d+(?:\.\d+){2,}$/.test(text) ? { value: text } : undefined;
  // A colon before a space, a hash after one and a leading indicator all mean something in YAML.
  if (!/^[\p{L}(/$_]/u.test(text) || /:(?:\s|$)|\s#/.test(text)) return undefined;
  return { value: text };
}

function readFlow(text: string): Box | undefined {
  const inside = /^\[([^[\]{}#&*!|>%@`]*)\]$/.exec(text)?.[1];
  if (inside === undefined) return undefined;
  if (inside.trim() === "") return { value: [] };
  const items = inside.split(",").map((one) => readScalar(one, false));
  // A comma inside quotes was cut in two; then neither half is a scalar and the library decides.
  return items.some((item) => item === undefined) ? undefined : { value: items.map((item) => item?.value) };
}

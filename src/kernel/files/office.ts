// Word documents and spreadsheets as plain text, from the XML inside them.

const MAX_ROWS = 5_000;
const MAX_COLUMNS = 256;

/** Paragraphs as lines, table rows as `| a | b |`. */
export function documentText(xml: string): string {
  const lines: string[] = [];
  let line = "";
  const rows: string[][] = [];
  const endLine = () => {
    const row = rows.at(-1);
    if (row === undefined) lines.push(line);
    else if (line !== "") row.push(`${row.pop() ?? ""} ${line}`.trim());
    line = "";
  };
  for (const { tag, open, attributes, text } of tagsOf(xml)) {
    if (tag === "w:t" && open) line += text;
    else if (tag === "w:tab" && open) line += "\t";
    else if ((tag === "w:br" || tag === "w:cr") && open) line += rows.length === 0 ? "\n" : " ";
    else if (tag === "w:pStyle" && open)
      line += "#".repeat(headingLevel(attributes)) + (headingLevel(attributes) ? " " : "");
    else if (tag === "w:p" && !open) endLine();
    else if (tag === "w:tr" && open) rows.push([]);
    else if (tag === "w:tc" && open) rows.at(-1)?.push("");
    else if (tag === "w:tr") lines.push(`| ${(rows.pop() ?? []).join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}

function headingLevel(attributes: string): number {
  return Number(/w:val="Heading(\d)"/i.exec(attributes)?.[1] ?? 0);
}

export interface Workbook {
  /** Names with the part each sheet is in. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
}

export function workbook(xml: string, relations: string): Workbook {
  const targets = new Map(
    opened(relations, "Relationship").map((given) => [attribute(given, "Id"), attribute(given, "Target")]),
  );
  const sheets = opened(xml, "sheet").map((given) => {
    const target = targets.get(attribute(given, "r:id")) ?? "";
    return { name: attribute(given, "name"), path: target.startsWith("/") ? target.slice(1) : `xl/${target}` };
  });
  return { sheets };
}

/** The attributes of every tag of this name. */
function opened(xml: string, name: string): readonly string[] {
  const found: string[] = [];
  for (const { tag, open, attributes } of tagsOf(xml)) if (open && tag === name) found.push(attributes);
  return found;
}

/** The texts that cells refer to by number. */
export function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  for (const { tag, open, text } of tagsOf(xml)) {
    if (tag === "si" && open) strings.push("");
    else if (tag === "t" && open) strings.push((strings.pop() ?? "") + text);
  }
  return strings;
}

/** Rows as lines with tabs between cells; what is beyond the limits is said. `xml` is undefined for a sheet that could not be had. */
export function sheetText(name: string, xml: string | undefined, strings: readonly string[]): string {
  if (xml === undefined) return `# Sheet: ${name}\n[this sheet is damaged, or too large to be read]\n`;
  const rows: string[][] = [];
  let cell: { column: number; type: string } = { column: 0, type: "" };
  let more = false;
  for (const { tag, open, attributes, text } of tagsOf(xml)) {
    if (tag === "row" && open) {
      if (rows.length === MAX_ROWS) more = true;
      if (more) break;
      rows.push([]);
      cell = { column: 0, type: "" };
    } else if (tag === "c" && open) {
      const at = columnOf(attribute(attributes, "r"));
      cell = { column: at ?? cell.column + 1, type: attribute(attributes, "t") };
    } else if ((tag === "v" || tag === "t") && open && cell.column <= MAX_COLUMNS) {
      const row = rows.at(-1) ?? [];
      while (row.length < cell.column) row.push("");
      row[cell.column - 1] = (row[cell.column - 1] ?? "") + shown(text, cell.type, strings);
    }
  }
  const lines = rows.map((row) => row.join("\t").replace(/\n/g, " "));
  return [
    `# Sheet: ${name}`,
    ...lines,
    ...(more ? [`[more than ${MAX_ROWS} rows; the rest is left out]`] : []),
    "",
  ].join("\n");
}

function shown(value: string, type: string, strings: readonly string[]): string {
  if (type === "s") return strings[Number(value)] ?? "";
  return type === "b" ? (value === "1" ? "TRUE" : "FALSE") : value;
}

/** `B7` is 2. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]+/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

interface Tag {
  readonly tag: string;
  readonly open: boolean;
  readonly attributes: string;
  /** Between this tag and the next. */
  readonly text: string;
}

function* tagsOf(xml: string): Generator<Tag> {
  // A name is taken whole or not at all: one without an end would else be tried at each of its letters.
  for (const found of xml.matchAll(/<(\/?)([\w:]+)(?![\w:])([^<>]*)>([^<]*)/g)) {
    const [, slash, tag = "", attributes = "", text = ""] = found;
    yield { tag, open: slash === "", attributes, text: attributes.endsWith("/") ? "" : unescaped(text) };
    if (attributes.endsWith("/")) yield { tag, open: false, attributes: "", text: "" };
  }
}

function attribute(attributes: string, name: string): string {
  return unescaped(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
}

const ENTITIES = new Map(Object.entries({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }));

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, name) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

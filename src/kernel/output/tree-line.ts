// One line of a page's accessibility tree, as the browser's driver writes it: what the page says itself is never taken for the driver's marks.

export interface TreeLine {
  readonly depth: number;
  /** Role and name; what is no element has neither and stands whole in `rest`. */
  readonly head: string;
  /** `[checked]`, `[ref=e5]` … */
  readonly marks: readonly string[];
  /** From the colon on. */
  readonly rest: string;
}

const LINE = /^(\s*)- (.*)$/;
/** A key that YAML would misread is quoted as a whole. */
const QUOTED = /^'((?:[^']|'')*)'/;
const KEY = /^([\w-]+(?: "(?:[^"\\]|\\.)*")?)((?: \[[^\]]*\])*)(?=:|$)/;

/** Undefined for a line that is none of the tree. */
export function treeLine(raw: string): TreeLine | undefined {
  const [, indent = "", body = ""] = LINE.exec(raw) ?? [];
  if (body === "") return undefined;
  const [quoted = "", inside = ""] = QUOTED.exec(body) ?? [];
  const key = KEY.exec(quoted === "" ? body : inside.replaceAll("''", "'"));
  const depth = indent.length / 2;
  if (key === null) return { depth, head: "", marks: [], rest: body };
  const [whole, head = "", marks = ""] = key;
  const rest = body.slice(quoted === "" ? whole.length : quoted.length);
  return { depth, head, marks: marks.match(/\[[^\]]*\]/g) ?? [], rest };
}

/** The value of `[key=value]`. */
export function markOf({ marks }: TreeLine, key: string): string | undefined {
  return marks.find((mark) => mark.startsWith(`[${key}=`))?.slice(key.length + 2, -1);
}

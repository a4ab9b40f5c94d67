// What the arguments of a call in a program's text stand for, as far as they are written down there. Never throws, never loops.

/** A text put together from known pieces, the home directory, and what only a run can tell. */
export type Piece = { readonly type: "text"; readonly text: string } | { readonly type: "home" | "unknown" };
export type Value =
  | { readonly type: "text"; readonly pieces: readonly Piece[] }
  | { readonly type: "list"; readonly items: readonly Value[] };

export interface Argument {
  readonly value: Value;
  /** As written: for options such as `shell=True` or `{ recursive: true }`. */
  readonly raw: string;
}

const UNKNOWN: Value = { type: "text", pieces: [{ type: "unknown" }] };
const MAX_DEPTH = 12;
const MAX_ARGUMENTS = 64;
/** No argument is longer. */
const MAX_SCAN = 20_000;
/** Characters looked at in all: several times the longest script. */
const MAX_STEPS = 2_000_000;
const MAX_CONSTANTS = 2_000;

const HOME =
  /(?:(?:pathlib\.)?Path\.home\(\)|os\.environ(?:\.get\(|\[)\s*["']HOME["'][^)\]]{0,40}[)\]]|os\.getenv\(\s*["']HOME["']\s*\)|(?:(?:os|require\(\s*["'](?:node:)?os["']\s*\))\.)?homedir\(\)|process\.env(?:\.HOME\b|\[["']HOME["']\])|Dir\.home\b|ENV(?:\[["']HOME["']\]|\.fetch\(["']HOME["']\))|\$ENV\{["']?HOME["']?\}|getenv\(["']HOME["']\)|\$_SERVER\[["']HOME["']\])/y;
const STRING = /[rRbBuUfF]{0,2}("""|'''|["'`])/y;
const NAME = /[@$]?[A-Za-z_][\w$]*(?:(?:\.|::|->)[A-Za-z_]\w*)*/y;
/** Calls whose result is the path they are given, or several joined. */
const SAME =
  /(?:^|[.:>])(?:expanduser|Path|PurePath|PosixPath|str|String|abspath|realpath|normpath|normalize|resolve|join|joinpath|expand_path|fspath|as_posix|absolute|toString|File\.join|catfile|catdir)$/;
const GAP = /(?:\s|\\\n)*/y;

export interface CodeReader {
  /** The arguments from `at`, just behind the opening bracket; without one they end with the line. */
  argumentsAt(at: number, close: ")" | "\n"): readonly Argument[];
  /** True once there was more to read than anybody writes: what follows is not known. */
  isSpent(): boolean;
}

export function createCodeReader(code: string): CodeReader {
  const budget = { left: MAX_STEPS };
  const constants = new Map<string, Value>();
  const read = reader(code, constants, budget);
  readConstants(code, constants, read);
  return {
    argumentsAt: (at, close) => read.list(at, close, 0).items,
    isSpent: () => budget.left <= 0,
  };
}

const ASSIGNED =
  /(?:^|[\n;{(])[ \t]*(?:const |let |var |my |our |local |final )?([@$]?[A-Za-z_]\w{0,60})[ \t]*(?::[ \t]*\w+[ \t]*)?=(?![=>~])/g;

/** Values given to a name exactly once in the text; what is assigned twice is not known. */
function readConstants(code: string, constants: Map<string, Value>, { expression }: ReturnType<typeof reader>): void {
  const twice = new Set<string>();
  for (const match of code.matchAll(ASSIGNED)) {
    const name = match[1] ?? "";
    if (constants.size >= MAX_CONSTANTS) break;
    if (constants.has(name)) twice.add(name);
    else constants.set(name, expression(match.index + match[0].length, 0).value);
  }
  for (const name of twice) constants.delete(name);
}

interface Read {
  readonly value: Value;
  readonly end: number;
}

function reader(code: string, constants: ReadonlyMap<string, Value>, budget: { left: number }) {
  const skip = (at: number): number => {
    GAP.lastIndex = at;
    GAP.test(code);
    return GAP.lastIndex;
  };

  function list(
    from: number,
    close: string,
    depth: number,
  ): { readonly items: readonly Argument[]; readonly end: number } {
    const items: Argument[] = [];
    let at = skip(from);
    while (at < code.length && code[at] !== close && items.length < MAX_ARGUMENTS && budget.left > 0) {
      const named = /[A-Za-z_]\w*\s*=(?!=)\s*/y;
      named.lastIndex = at;
      const start = named.test(code) ? named.lastIndex : at;
      const { value, end } = expression(start, depth + 1);
      const stop = toEnd(end, close);
      items.push({ value: isBlank(end, stop) ? value : UNKNOWN, raw: code.slice(at, stop) });
      if (code[stop] !== ",") return { items, end: stop + 1 };
      at = skip(stop + 1);
    }
    return { items, end: at + 1 };
  }

  const isBlank = (from: number, to: number): boolean => code.slice(from, to).trim() === "";

  /** Past whatever was not understood, to the comma or bracket that ends this argument. */
  function toEnd(from: number, close: string): number {
    let open = 0;
    const last = Math.min(code.length, from + MAX_SCAN);
    for (let at = from; at < last && budget.left-- > 0; at++) {
      const char = code[at] ?? "";
      if (open === 0 && (char === "," || char === close || char === ";")) return at;
      if ("([{".includes(char)) open++;
      else if (")]}".includes(char) && --open < 0) return at;
      else if ("\"'`".includes(char)) at = endOfString(at, char);
    }
    return last;
  }

  function endOfString(from: number, mark: string): number {
    let at = from + 1;
    while (at < code.length && at < from + MAX_SCAN && code[at] !== mark) at += code[at] === "\\" ? 2 : 1;
    budget.left -= at - from;
    return at;
  }

  function expression(from: number, depth: number): Read {
    let { value, end } = term(skip(from), depth);
    for (let at = skip(end); depth < MAX_DEPTH; at = skip(end)) {
      const next = code[at];
      const joins = next === "+" || next === "/" || (next === "." && /["'$\s]/.test(code[at + 1] ?? ""));
      if (!joins) break;
      const right = term(skip(at + 1), depth + 1);
      if (right.end <= at) break;
      value = joined(value, right.value, next === "/" ? "/" : "");
      end = right.end;
    }
    return { value, end };
  }

  function term(at: number, depth: number): Read {
    if (depth > MAX_DEPTH || budget.left-- <= 0) return { value: UNKNOWN, end: at };
    HOME.lastIndex = at;
    if (HOME.test(code))
      return trailing({ value: { type: "text", pieces: [{ type: "home" }] }, end: HOME.lastIndex }, depth);
    STRING.lastIndex = at;
    if (STRING.test(code)) return trailing(literal(at, depth), depth);
    if (code[at] === "[" || code[at] === "(") {
      const inner = list(at + 1, code[at] === "[" ? "]" : ")", depth + 1);
      const items = inner.items.map(({ value }) => value);
      const [only] = items;
      const value: Value =
        code[at] === "(" && items.length === 1 && only !== undefined ? only : { type: "list", items };
      return trailing({ value, end: inner.end }, depth);
    }
    NAME.lastIndex = at;
    if (!NAME.test(code)) return { value: UNKNOWN, end: at };
    const name = code.slice(at, NAME.lastIndex);
    const after = skip(NAME.lastIndex);
    if (code[after] === "(") {
      const given = list(after + 1, ")", depth + 1);
      const values = given.items.map(({ value }) => value);
      const path = SAME.test(name) && values.length > 0;
      return trailing({ value: path ? values.reduce((a, b) => joined(a, b, "/")) : UNKNOWN, end: given.end }, depth);
    }
    return trailing({ value: constants.get(name) ?? UNKNOWN, end: NAME.lastIndex }, depth);
  }

  /** Methods called on a value: those that only spell the path otherwise keep it. */
  function trailing(read: Read, depth: number): Read {
    const method = /\s*\.\s*([A-Za-z_]\w*)\s*\(/y;
    let { value, end } = read;
    for (let round = 0; round < MAX_DEPTH; round++) {
      method.lastIndex = end;
      const found = method.exec(code);
      if (found === null || ACTS_ON_ITSELF.test(found[1] ?? "")) return { value, end };
      const given = list(method.lastIndex, ")", depth + 1);
      const more = given.items.map((item) => item.value);
      value = SAME.test(`.${found[1]}`) ? more.reduce((a, b) => joined(a, b, "/"), value) : UNKNOWN;
      end = given.end;
    }
    return { value, end };
  }

  function literal(at: number, depth: number): Read {
    STRING.lastIndex = at;
    const opened = STRING.exec(code);
    const mark = opened?.[1] ?? code[at] ?? "";
    const start = opened === null ? at + 1 : STRING.lastIndex;
    const filled = mark === "`" || /[fF]/.test(code.slice(at, start));
    const pieces: Piece[] = [];
    let text = "";
    let i = start;
    for (; i < code.length && i < start + MAX_SCAN && !code.startsWith(mark, i); i++) {
      const hole = filled
        ? mark === "`"
          ? code.startsWith("${", i) && 2
          : code[i] === "{" && 1
        : code.startsWith("#{", i) && 2;
      if (code[i] === "\\") text += code[++i] ?? "";
      else if (hole) {
        const inner = expression(i + hole, depth + 1);
        const close = toEnd(inner.end, "}");
        pieces.push({ type: "text", text }, ...piecesOf(isBlank(inner.end, close) ? inner.value : UNKNOWN));
        text = "";
        i = close;
      } else text += code[i];
    }
    budget.left -= i - start;
    return { value: { type: "text", pieces: [...pieces, { type: "text", text }] }, end: i + mark.length };
  }

  return { list, expression };
}

/** Methods that do something to the path they are called on; whoever looks for acts reads what stands before them. */
const ACTS_ON_ITSELF =
  /^(?:unlink|rmdir|write_text|write_bytes|read_text|read_bytes|rename|replace|open|touch|iterdir|glob|rglob)$/;

function piecesOf(value: Value): readonly Piece[] {
  return value.type === "text" ? value.pieces : [{ type: "unknown" }];
}

function joined(a: Value, b: Value, between: string): Value {
  return { type: "text", pieces: [...piecesOf(a), { type: "text", text: between }, ...piecesOf(b)] };
}

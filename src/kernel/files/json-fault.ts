// Where a text stops being JSON: parsers name the fault, this names the place.

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|(true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])))/y;

/** The offset of the first token that cannot stand where it does, or of the end when something is left open; undefined for JSON. */
export function jsonFault(text: string): number | undefined {
  const open: ("{" | "[")[] = [];
  let wants: Want = "value";
  let at = 0;
  for (;;) {
    const from = at + (/^\s*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0);
    if (from >= text.length) return wants === "more" && open.length === 0 ? undefined : text.length;
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) return from;
    const [whole, mark, string] = found;
    const next = step(wants, mark, string !== undefined, open);
    if (next === undefined) return from;
    wants = next;
    at += whole.length;
  }
}

type Want = "value" | "first" | "key" | "first-key" | "colon" | "more";

function step(wants: Want, mark: string | undefined, isString: boolean, open: ("{" | "[")[]): Want | undefined {
  if (wants === "colon") return mark === ":" ? "value" : undefined;
  if (wants === "key" || wants === "first-key") {
    if (isString) return "colon";
    return mark === "}" && wants === "first-key" ? close(open, "{") : undefined;
  }
  if (wants === "more") {
    const top = open.at(-1);
    if (mark === ",") return top === "{" ? "key" : top === "[" ? "value" : undefined;
    return mark === "}" ? close(open, "{") : mark === "]" ? close(open, "[") : undefined;
  }
  if (mark === "{" || mark === "[") {
    open.push(mark);
    return mark === "{" ? "first-key" : "first";
  }
  if (mark === "]" && wants === "first") return close(open, "[");
  return mark === undefined ? "more" : undefined;
}

function close(open: ("{" | "[")[], kind: "{" | "["): Want | undefined {
  return open.pop() === kind ? "more" : undefined;
}

// What a few harmless commands print, when it is certain: the constant part of `$(…)` and of pipes.

import type { Feed } from "./findings.ts";
import { type Arg, BARE, hasHole } from "./scope.ts";
import type { Trial } from "./trial.ts";

export function printed(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed | undefined {
  switch (program) {
    case "echo":
      return echo(args);
    case "printf":
      return args.some(unknown) ? undefined : printf(args.map((arg) => arg.text));
    case "pwd":
      return trial.scope.cwd === undefined ? undefined : text(trial.scope.cwd);
    case "which":
    case "type":
      return single(args, (value) => value);
    case "basename":
      return single(args, (value) => value.replace(/\/+$/, "").replace(/^.*\//s, "")) ?? text(BARE);
    case "date":
    case "seq":
    case "wc":
    case "id":
    case "whoami":
    case "hostname":
    case "uname":
    case "uuidgen":
    case "nproc":
      return text(BARE);
    case "dirname":
      return single(args, (value) => (value.includes("/") ? value.replace(/\/[^/]*\/*$/, "") || "/" : "."));
    case "mktemp":
      return args.length > 0 && args.some((arg) => arg.text.includes("/")) ? undefined : text(`/tmp/tmp.${BARE}`);
    case "cat":
      return args.length === 0 && feed.type === "text" ? feed : undefined;
    default:
      return undefined;
  }
}

function text(value: string, decoded = false): Feed {
  return { type: "text", text: value, decoded };
}

function unknown(arg: Arg): boolean {
  return hasHole(arg.text) || arg.glob;
}

function single(args: readonly Arg[], make: (value: string) => string): Feed | undefined {
  const operands = args.filter((arg) => !arg.text.startsWith("-"));
  const only = operands[0];
  return operands.length === 1 && only !== undefined && !unknown(only) ? text(make(only.text)) : undefined;
}

function echo(args: readonly Arg[]): Feed | undefined {
  if (args.some(unknown)) return undefined;
  let start = 0;
  let escapes = false;
  while (start < args.length && /^-[neE]+$/.test(args[start]?.text ?? "")) {
    if (args[start]?.text.includes("e")) escapes = true;
    start++;
  }
  const joined = args
    .slice(start)
    .map((arg) => arg.text)
    .join(" ");
  if (!escapes) return text(joined);
  const plain = decodeEscapes(joined);
  return text(plain, /\\(x|0|u)/.test(joined));
}

/** `%s`, `%d`, `%b`, `%c` and `%%`; anything cleverer is not followed. */
function printf(args: readonly string[]): Feed | undefined {
  const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
  if (format === "-v") return undefined;
  const decoded = /\\(x|[0-7]{2,3}|u)/i.test(format);
  const plain = decodeEscapes(format);
  if (/%(?![sdbcq%])/.test(plain)) return undefined;
  let next = 0;
  const fill = () =>
    plain.replace(/%([sdbcq%])/g, (_match, kind: string) =>
      kind === "%" ? "%" : kind === "b" ? decodeEscapes(values[next++] ?? "") : (values[next++] ?? ""),
    );
  let out = fill();
  while (next > 0 && next < values.length && out.length < 10_000) out += fill();
  return text(out, decoded || (format.includes("%b") && values.some((value) => /\\(x|0)/.test(value))));
}

function decodeEscapes(value: string): string {
  return value.replace(/\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|0?[0-7]{1,3}|[abefnrtv\\])/g, (_match, code: string) => {
    if (code.startsWith("x") || code.startsWith("u")) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return { n: "\n", t: "\t", r: "\r", "\\": "\\" }[code] ?? "";
  });
}

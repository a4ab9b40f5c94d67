// Command-line arguments into options and operands, given which options take a value.

import type { Arg } from "./scope.ts";

export interface Options {
  /** Short letters and long names without dashes. */
  has(...names: readonly string[]): boolean;
  value(...names: readonly string[]): Arg | undefined;
  values(...names: readonly string[]): readonly Arg[];
  readonly operands: readonly Arg[];
}

/** `valued`: names that take a value, short ones as single letters. */
export function readOptions(args: readonly Arg[], valued: ReadonlySet<string> = NONE): Options {
  const flags = new Set<string>();
  const values: [string, Arg][] = [];
  const operands: Arg[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === undefined) break;
    const text = arg.text;
    if (text === "--") {
      for (const rest of args.slice(i + 1)) operands.push(rest);
      break;
    }
    if (text.length < 2 || !text.startsWith("-")) operands.push(arg);
    else if (text.startsWith("--")) i += readLong(arg, args[i + 1], valued, flags, values);
    else i += readShort(arg, args[i + 1], valued, flags, values);
  }
  return {
    has: (...names) => names.some((name) => flags.has(name)),
    value: (...names) => values.find(([name]) => names.includes(name))?.[1],
    values: (...names) => values.flatMap(([name, value]) => (names.includes(name) ? [value] : [])),
    operands,
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Returns how many further arguments were used. */
function readLong(
  arg: Arg,
  next: Arg | undefined,
  valued: ReadonlySet<string>,
  flags: Set<string>,
  values: [string, Arg][],
): number {
  const equals = arg.text.indexOf("=");
  const name = equals === -1 ? arg.text.slice(2) : arg.text.slice(2, equals);
  flags.add(name);
  if (equals !== -1) values.push([name, { ...arg, text: arg.text.slice(equals + 1) }]);
  else if (valued.has(name) && next !== undefined) {
    values.push([name, next]);
    return 1;
  }
  return 0;
}

function readShort(
  arg: Arg,
  next: Arg | undefined,
  valued: ReadonlySet<string>,
  flags: Set<string>,
  values: [string, Arg][],
): number {
  const text = arg.text;
  // `-out` style words: kept whole beside their letters.
  if (text.length > 2) {
    const whole = text.slice(1);
    flags.add(whole);
    if (valued.has(whole) && next !== undefined) {
      values.push([whole, next]);
      return 1;
    }
  }
  for (let i = 1; i < text.length; i++) {
    const letter = text.charAt(i);
    flags.add(letter);
    if (!valued.has(letter)) continue;
    if (i + 1 < text.length) values.push([letter, { ...arg, text: text.slice(i + 1) }]);
    else if (next !== undefined) {
      values.push([letter, next]);
      return 1;
    }
    return 0;
  }
  return 0;
}

export function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

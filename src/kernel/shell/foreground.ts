// Commands that would never return belong in the background: they are refused in the foreground, with the way to run them.

import { SHELLS, WRAPPERS } from "./interpreters.data.ts";
import {
  COMPOSE_ENDS,
  COMPOSE_VALUED,
  LAUNCHERS,
  PACKAGE_RUNNERS,
  RUNNER_VALUED,
  SERVERS,
  SERVING,
} from "./servers.data.ts";
import type { Command, Node, Script, Word } from "./tree.ts";
import type { Parse } from "./trial.ts";

const DETACHES = "it detaches a process from the terminal";
const AMPERSAND = "it puts a process into the background with `&`";
const SERVES = "it looks like a server or watcher that does not end";
const MAX_DEPTH = 5;

/** Why this command must not run in the foreground, with advice; undefined when it may. */
export function refuseForeground(command: string, parse: Parse): string | undefined {
  const why = inScript(parse(command), parse, MAX_DEPTH);
  return why === undefined
    ? undefined
    : `Not run in the foreground: ${why}. Call terminal with background=true (without nohup, setsid or &), then use the process tool to poll, read its log or kill it.`;
}

function inScript({ statements }: Script, parse: Parse, depth: number): string | undefined {
  return first(statements, (node) => inNode(node, parse, depth));
}

function inNode(node: Node, parse: Parse, depth: number): string | undefined {
  switch (node.type) {
    case "command":
      return inCommand(node, parse, depth);
    case "pipeline":
      return first(node.commands, (one) => inNode(one, parse, depth));
    case "and-or":
      return first(node.nodes, (one) => inNode(one, parse, depth));
    case "background":
      return AMPERSAND;
    case "subshell":
    case "group":
    case "function":
      return inScript(node.body, parse, depth);
    case "branch":
      return first([node.always, ...node.branches], (one) => inScript(one, parse, depth));
    case "loop":
      return first([node.clause, node.body], (one) => inScript(one, parse, depth));
    case "test":
    case "unparsable":
      return undefined;
  }
}

function inCommand({ words }: Command, parse: Parse, depth: number): string | undefined {
  return inWords(words.map(plain), parse, depth);
}

function inWords([program = "", ...args]: readonly string[], parse: Parse, depth: number): string | undefined {
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (name === "nohup" || name === "disown" || name === "setsid") return DETACHES;
  if (name === "timeout" || name === "gtimeout") return undefined;
  const wrapper = WRAPPERS.get(name);
  if (wrapper !== undefined) {
    const rest = args.filter((arg) => !/^\w+=/.test(arg));
    return inWords(rest.slice(operandsStart(rest, wrapper.valued) + wrapper.skip), parse, depth);
  }
  if (SHELLS.has(name)) {
    const script = args[args.findIndex((arg) => /^-[a-z]*c$/.test(arg)) + 1];
    return script === undefined || script === args[0] || depth === 0
      ? undefined
      : inScript(parse(script), parse, depth - 1);
  }
  if (args.some((arg) => ["--help", "--version", "-h", "-V"].includes(arg))) return undefined;
  const launched = launchedBy(name, args);
  if (launched !== undefined) return inWords(launched, parse, depth);
  return serves(name, args) ? SERVES : undefined;
}

/** The program that this one only starts, with its own words. */
function launchedBy(name: string, args: readonly string[]): readonly string[] | undefined {
  if (/^python[\d.]*$/.test(name)) {
    if (args.includes("-c")) return [];
    const module = args.indexOf("-m");
    return module === -1 ? args.slice(operandsStart(args)) : args.slice(module + 1);
  }
  const between = LAUNCHERS.get(name);
  if (between === undefined) return undefined;
  const rest = args.slice(operandsStart(args));
  if (between.size === 0) return rest;
  if (!between.has(rest[0] ?? "")) return undefined;
  const after = rest.slice(1);
  return after.slice(operandsStart(after));
}

function serves(name: string, args: readonly string[]): boolean {
  const server = SERVERS.get(name);
  if (server !== undefined) return !args.some((arg) => server.never?.has(arg));
  const [word = "", ...rest] = args.slice(operandsStart(args, RUNNER_VALUED));
  if (SERVING.get(name)?.has(word)) return true;
  if (name === "php") return args.includes("-S");
  if (PACKAGE_RUNNERS.has(name)) return isServerScript(word === "run" || word === "run-script" ? nextWord(rest) : word);
  if (name === "docker-compose") return staysUp(args);
  return name === "docker" && args[0] === "compose" && staysUp(args.slice(1));
}

function nextWord(args: readonly string[]): string {
  return args[operandsStart(args, RUNNER_VALUED)] ?? "";
}

/** `start:dev` serves; `start:ci` and `dev:build` are errands. */
function isServerScript(script: string): boolean {
  return (
    /^(?:dev|start|serve|watch)(?::|$)/.test(script) &&
    !/:(?:.*[:-])?(?:build|test|lint|check|ci|once|setup|install|clean|types?)\b/.test(script)
  );
}

function staysUp(args: readonly string[]): boolean {
  const [word, ...rest] = args.slice(operandsStart(args, COMPOSE_VALUED));
  return word === "up" && !rest.some((arg) => COMPOSE_ENDS.test(arg));
}

/** Where the options end; those in `valued` take the next word with them. */
function operandsStart(args: readonly string[], valued: ReadonlySet<string> = new Set()): number {
  let at = 0;
  while (at < args.length && args[at]?.startsWith("-")) {
    const option = args[at] ?? "";
    const takesNext = valued.has(option) || valued.has(option.replace(/^--?/, ""));
    if (option === "--") return at + 1;
    at += takesNext ? 2 : 1;
  }
  return at;
}

/** The word as the program gets it where that is certain, else as it is written. */
function plain({ text, pieces }: Word): string {
  const values = pieces.map((piece) => (piece.type === "text" ? piece.value : undefined));
  return values.includes(undefined) ? text : values.join("");
}

function first<T>(all: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

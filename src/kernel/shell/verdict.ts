// Allow, ask or deny for one command, with reasons a person understands. Pure, total, linear in the command's length.

import type { Finding } from "./findings.ts";
import { NO_FEED } from "./findings.ts";
import type { Places } from "./paths.ts";
import { initialScope } from "./scope.ts";
import type { Script } from "./tree.ts";
import type { Parse } from "./trial.ts";
import { DEPTH, walkScript } from "./walk.ts";

/** Commands in a command, wrappers and nested ones included. */
const MAX_STEPS = 20_000;

export interface CommandContext extends Places {
  /** Turns text found inside a command into a tree again. */
  readonly parse: Parse;
  /** It runs in a terminal or in the background, where its questions can be answered. */
  readonly answered?: boolean;
  /** It is a script: its parameters and the variables of whoever calls it are not known. */
  readonly script?: boolean;
}

export interface RunScript {
  readonly path: string;
  /** The interpreter it is given to. */
  readonly program: string;
}

export interface Judgement {
  readonly verdict: "allow" | "ask" | "deny";
  readonly reasons: readonly string[];
  /** Absolute paths it reads or writes, as far as they are known. */
  readonly touches: readonly string[];
  /** What a yes to this command also covers: equal keys, equal permission. Empty when nothing is asked. */
  readonly key: string;
  /** Only looks: no writes, no network, no programs nobody knows. */
  readonly plainRead: boolean;
  readonly findings: readonly Finding[];
  /** Scripts of the workspace it would run: what they do is for whoever can read them to judge. */
  readonly scripts: readonly RunScript[];
  /** Absolute paths it makes or changes, as far as they are known. */
  readonly written: readonly string[];
  /** Absolute paths it takes away, as far as they are known. */
  readonly deleted: readonly string[];
  /** Absolute folders it goes to, as far as they are known. */
  readonly visited: readonly string[];
  /** Every simple command seen in it, wrappers and nested ones included. */
  readonly ran: readonly string[];
}

export function judge(tree: Script, source: string, context: CommandContext): Judgement {
  const findings: Finding[] = [];
  const touches = new Set<string>();
  const deleted = new Set<string>();
  const visited = new Set<string>();
  const scripts = new Map<string, string>();
  const scope = { ...initialScope(context), sealed: context.script !== true };
  const ran: string[] = [];
  const reach = { read: true };
  walkScript(
    tree,
    scope,
    NO_FEED,
    {
      places: context,
      findings,
      touches,
      deleted,
      visited,
      source,
      reach,
      parse: context.parse,
      answered: context.answered === true,
      scripts,
      ran,
      depth: DEPTH,
      budget: { steps: MAX_STEPS },
    },
    context.parse,
  );
  const verdict = findings.some((each) => each.level === "deny") ? "deny" : findings.length > 0 ? "ask" : "allow";
  const told = verdict === "deny" ? findings.filter((each) => each.level === "deny") : findings;
  return {
    verdict,
    reasons: [...new Set(told.map((each) => each.why))],
    touches: [...touches],
    key: verdict === "allow" ? "" : grantKey(findings),
    plainRead: verdict === "allow" && reach.read,
    findings,
    scripts: [...scripts].map(([path, program]) => ({ path, program })),
    written: [...scope.written],
    deleted: [...deleted],
    visited: [...visited],
    ran,
  };
}

/** Sorted and free of repeats, so that the order of things in a command does not matter. */
export function grantKey(findings: readonly Finding[]): string {
  return [...new Set(findings.map((each) => `${each.kind}: ${each.subject}`))].sort().join(" + ");
}

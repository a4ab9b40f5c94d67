// The user's own rules about calls: deny beats ask beats allow.

import { matchesText } from "../glob.ts";
import { matchesCommand, matchesHost, matchesPath } from "./rule-patterns.ts";

export interface RuleSet {
  readonly tools: readonly string[];
  readonly paths: readonly string[];
  readonly hosts: readonly string[];
  readonly commands: readonly string[];
}

export interface Rules {
  readonly allow: RuleSet;
  readonly ask: RuleSet;
  readonly deny: RuleSet;
}

/** What a call is about; paths are absolute, commands are simple ones, wrappers and nested ones included. */
export interface CallFacts {
  readonly tool: string;
  readonly paths: readonly string[];
  readonly hosts: readonly string[];
  readonly commands: readonly string[];
}

/** The first rule that any part of the call falls under. */
export function findRule(rules: RuleSet, facts: CallFacts): string | undefined {
  return (
    rules.tools.find((rule) => matchesText(rule, facts.tool)) ??
    rules.paths.find((rule) => facts.paths.some((path) => matchesPath(rule, path))) ??
    rules.hosts.find((rule) => facts.hosts.some((host) => matchesHost(rule, host))) ??
    rules.commands.find((rule) => facts.commands.some((command) => matchesCommand(rule, command)))
  );
}

/** True when the tool is allowed, or every path and every host of the call is. Commands are allowed one finding at a time. */
export function allowsCall(rules: RuleSet, facts: CallFacts): boolean {
  if (rules.tools.some((rule) => matchesText(rule, facts.tool))) return true;
  const some = facts.paths.length + facts.hosts.length > 0;
  return (
    some &&
    facts.paths.every((path) => rules.paths.some((rule) => matchesPath(rule, path))) &&
    facts.hosts.every((host) => rules.hosts.some((rule) => matchesHost(rule, host)))
  );
}

/** As calls name things: `~` at the start of a path rule is the user's home, hosts are spelled as addresses spell them. */
export function asCallsName(rules: Rules, home: string, spellHost: (rule: string) => string): Rules {
  const set = (each: RuleSet): RuleSet => ({
    ...each,
    paths: each.paths.map((path) => path.replace(/^~(?=\/|$)/, home)),
    hosts: each.hosts.map(spellHost),
  });
  return { allow: set(rules.allow), ask: set(rules.ask), deny: set(rules.deny) };
}

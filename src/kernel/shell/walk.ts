// Follows a parsed command statement by statement, the way a shell would, without running anything.

import { callsItselfTwice, disguise, namedByNothing } from "./disguise.ts";
import { expandText, expandWord } from "./expand.ts";
import { type Feed, NO_FEED, UNKNOWN_FEED } from "./findings.ts";
import { judgeCommand } from "./judge-command.ts";
import { loadsCode } from "./judge-run.ts";
import {
  type Arg,
  assign,
  DYNAMIC,
  exactArg,
  fork,
  HOLE,
  hasHole,
  initialScope,
  type Scope,
  setParameters,
} from "./scope.ts";
import type { Command, Node, Redirect, Script } from "./tree.ts";
import { ask, deny, type Parse, ranCommand, readPath, type Trial, writePath } from "./trial.ts";

/** Text inside text inside text: past this depth nobody can say what it does. */
const MAX_DEPTH = 10;

type Frame = Omit<Trial, "scope" | "run" | "script" | "alias" | "call" | "harmlessElsewhere">;

/** Walks `script`; findings and touched paths are left in `frame`. */
export function walkScript(script: Script, scope: Scope, feed: Feed, frame: Frame, parse: Parse): Feed {
  const trial = trialOf(frame, scope, parse);
  const walker: Walker = { trial, parse, frame };
  let out: Feed = NO_FEED;
  for (const node of script.statements) out = walkNode(walker, node, feed);
  return script.statements.length === 1 ? out : UNKNOWN_FEED;
}

export const DEPTH = MAX_DEPTH;

function trialOf(frame: Frame, scope: Scope, parse: Parse): Trial {
  const below = { ...frame, depth: frame.depth - 1 };
  const trial: Trial = {
    ...frame,
    scope,
    run: (args, feed) => {
      if (frame.depth <= 0) return tooDeep(trial);
      if (isSpent(trial)) return UNKNOWN_FEED;
      const found = frame.findings.length;
      const out = judgeCommand(trialOf(below, scope, parse), args, feed);
      ranCommand(trial, args, found);
      return out;
    },
    script: (text, feed, parameters) => {
      if (frame.depth <= 0) return tooDeep(trial);
      if (parameters === undefined) return walkScript(parse(text), scope, feed, below, parse);
      const inside = fork(scope);
      setParameters(inside, parameters);
      return walkScript(parse(text), inside, feed, below, parse);
    },
    alias: (name, text, args, feed) => {
      if (frame.depth <= 0) return tooDeep(trial);
      scope.aliases.delete(name);
      const words = args.map((arg) => quoted(arg.text)).join(" ");
      const out = walkScript(parse(`${text} ${words}`), scope, feed, below, parse);
      scope.aliases.set(name, text);
      return out;
    },
    call: (name, body, args, feed) => {
      if (frame.depth <= 0) return tooDeep(trial);
      const inside = fork(scope);
      inside.functions.delete(name);
      setParameters(inside, args);
      return walkScript(body, inside, feed, below, parse);
    },
    harmlessElsewhere: (text) => {
      if (frame.depth <= 0) return false;
      const home = "/home/elsewhere";
      const places = { cwd: home, workspace: "/", home, controlHomes: [] };
      const scratch = { ...below, places, findings: [], touches: new Set<string>(), reach: { read: true } };
      walkScript(parse(text), initialScope(places), NO_FEED, scratch, parse);
      const systemFiles = [...scratch.touches].some((path) => /^\/(etc|root|var\/lib)(\/|$)/.test(path));
      return scratch.findings.length === 0 && !systemFiles;
    },
  };
  return trial;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

interface Walker {
  readonly trial: Trial;
  readonly parse: Parse;
  readonly frame: Frame;
}

/** Counts a step; true once a command has taken more than any honest one needs, which is asked about. */
function isSpent(trial: Trial): boolean {
  if (trial.budget.steps-- > 0) return false;
  if (trial.budget.steps === -1) ask(trial, "unparsable", "the command does too much to follow");
  return true;
}

function tooDeep(trial: Trial): Feed {
  ask(trial, "unparsable", "commands are nested too deeply to follow");
  return UNKNOWN_FEED;
}

function inner(walker: Walker, script: Script, scope: Scope, feed: Feed): Feed {
  if (walker.frame.depth <= 0) return tooDeep(walker.trial);
  return walkScript(script, scope, feed, { ...walker.frame, depth: walker.frame.depth - 1 }, walker.parse);
}

function walkNode(walker: Walker, node: Node, feed: Feed): Feed {
  const { trial } = walker;
  if (isSpent(trial)) return UNKNOWN_FEED;
  switch (node.type) {
    case "command":
      return walkCommand(walker, node, feed);
    case "pipeline": {
      let carried = feed;
      for (const each of node.commands)
        carried = walkNode({ ...walker, trial: { ...trial, scope: trial.scope } }, each, carried);
      return carried;
    }
    case "and-or": {
      let out: Feed = UNKNOWN_FEED;
      node.nodes.forEach((each, index) => {
        if (index > 0) trial.scope.uncertain++;
        const got = walkNode(walker, each, feed);
        if (index > 0) trial.scope.uncertain--;
        else out = got;
      });
      return out;
    }
    case "background":
      trial.reach.read = false;
      return walkNode(walker, node.node, feed);
    case "subshell":
    case "group": {
      const input = walkRedirects(walker, node.redirects, feed);
      return inner(walker, node.body, node.type === "subshell" ? fork(trial.scope) : trial.scope, input);
    }
    case "branch": {
      const input = walkRedirects(walker, node.redirects, feed);
      for (const word of node.words) expandText(word, trial.scope, (script) => substitute(walker, script));
      inner(walker, node.always, trial.scope, input);
      trial.scope.uncertain++;
      for (const branch of node.branches) inner(walker, branch, trial.scope, input);
      trial.scope.uncertain--;
      return UNKNOWN_FEED;
    }
    case "loop":
      return walkLoop(walker, node, feed);
    case "function":
      return walkFunction(walker, node.name, node.body);
    case "test":
      for (const word of node.words) expandText(word, trial.scope, (script) => substitute(walker, script));
      walkRedirects(walker, node.redirects, feed);
      return NO_FEED;
    case "unparsable":
      ask(trial, "unparsable", `this is not a shell command that can be read: ${node.why}`);
      return UNKNOWN_FEED;
  }
}

function walkLoop(walker: Walker, node: Extract<Node, { type: "loop" }>, feed: Feed): Feed {
  const { trial } = walker;
  const input = walkRedirects(walker, node.redirects, feed);
  const values = node.words.flatMap((word) => expandWord(word, trial.scope, (script) => substitute(walker, script)));
  trial.scope.uncertain++;
  const known = values.length > 0 && values.length <= MOST_ROUNDS && values.every((value) => value.exact);
  const any: Arg = { text: HOLE, exact: false, glob: true, dynamic: values.some((value) => value.dynamic) };
  for (const value of known || values.length === 1 ? values : [any]) {
    if (node.variable !== undefined) trial.scope.variables.set(node.variable, value);
    inner(walker, node.clause, trial.scope, input);
    inner(walker, node.body, trial.scope, input);
  }
  trial.scope.uncertain--;
  return UNKNOWN_FEED;
}

/** A loop over more words than this is judged once, for any word. */
const MOST_ROUNDS = 12;

function walkFunction(walker: Walker, name: string, body: Script): Feed {
  const { trial } = walker;
  trial.reach.read = false;
  if (callsItselfTwice(name, body)) deny(trial, "catastrophe", `${name}() starts copies of itself without end`);
  trial.scope.functions.set(name, body);
  return NO_FEED;
}

function walkCommand(walker: Walker, command: Command, feed: Feed): Feed {
  const { trial } = walker;
  const found = trial.findings.length;
  const run = (script: Script): Arg => substitute(walker, script);
  for (const each of command.assignments) {
    for (const element of each.elements ?? []) expandWord(element, trial.scope, run);
    const value =
      each.elements === undefined ? expandText(each.value, trial.scope, run) : { ...DYNAMIC, dynamic: false };
    loadsCode(trial, each.name, value.text);
    if (command.words.length === 0) assign(trial.scope, each.name, value, each.append);
  }
  const input = walkRedirects(walker, command.redirects, feed);
  const args: Arg[] = [];
  for (const word of command.words) {
    disguise(trial, word, args.length === 0);
    if (args.length === 0) namedByNothing(trial, word);
    if (word.assigns === undefined) for (const arg of expandWord(word, trial.scope, run)) args.push(arg);
    else {
      const value = expandText(word.assigns.value, trial.scope, run);
      for (const element of word.assigns.elements ?? []) expandWord(element, trial.scope, run);
      assign(
        trial.scope,
        word.assigns.name,
        word.assigns.elements === undefined ? value : DYNAMIC,
        word.assigns.append,
      );
      args.push({ ...value, text: `${word.assigns.name}=${value.text}` });
    }
  }
  if (args.length === 0) return NO_FEED;
  if (args[0]?.text === "yes" && command.redirects.some((redirect) => redirect.type === "write"))
    ask(trial, "system", "yes without a reader fills a disk or burns a processor", "yes");
  const out = judgeCommand(trial, args, input);
  ranCommand(trial, args, found);
  return command.redirects.some((redirect) => redirect.type === "write") && out.type !== "none" ? UNKNOWN_FEED : out;
}

function walkRedirects(walker: Walker, redirects: readonly Redirect[], feed: Feed): Feed {
  const { trial } = walker;
  const run = (script: Script): Arg => substitute(walker, script);
  let input = feed;
  for (const redirect of redirects) {
    if (redirect.type === "duplicate") continue;
    if (redirect.type === "text") {
      const body = expandText(redirect.body, trial.scope, run);
      input = hasHole(body.text)
        ? body.dynamic
          ? { type: "decoded" }
          : UNKNOWN_FEED
        : { type: "text", text: body.text, decoded: false, shown: redirect.as === "document" };
      continue;
    }
    const target = expandText(redirect.target, trial.scope, run);
    if (redirect.type === "read") {
      readPath(trial, target, "a redirect");
      input = target.text === "/dev/null" ? NO_FEED : UNKNOWN_FEED;
    } else writePath(trial, target, "a redirect");
  }
  return input;
}

function substitute(walker: Walker, script: Script): Arg {
  const out = inner(walker, script, fork(walker.trial.scope), NO_FEED);
  if (out.type === "text") {
    const text = out.text.replace(/\n+$/, "");
    return hasHole(text) ? { text, exact: false, glob: false, dynamic: true } : exactArg(text);
  }
  if (out.type === "listing" && out.roots.length === 1)
    return { text: `${out.roots[0]}/${HOLE}`, exact: false, glob: true, dynamic: true };
  return DYNAMIC;
}

// The shell parser's syntax tree becomes the kernel's plain one.

import type {
  AndOr,
  Assignment as BashAssignment,
  Command as BashCommand,
  Word as BashWord,
  Case,
  CommandNode,
  CompoundList,
  HereDocBody,
  If,
  ParameterExpansionPart,
  ParsedScript,
  PipelineNode,
  Redirection,
  Statement,
  SyntaxNode,
  WordPart,
} from "unbash";
import { forEachChild } from "unbash";
import {
  type Assignment,
  EMPTY_SCRIPT,
  EMPTY_WORD,
  type Keeps,
  type Node,
  type Operation,
  type Piece,
  type Redirect,
  type Script,
  type Word,
} from "../kernel/shell/tree.ts";

/** Text that was no shell command leaves an `unparsable` node beside whatever could be read. */
export function plainScript(parsed: ParsedScript | undefined): Script {
  if (parsed === undefined) return { statements: [{ type: "unparsable", why: "nested too deeply" }] };
  const statements: Node[] = [];
  for (const each of parsed.commands) statements.push(statement(each));
  const error = parsed.errors?.[0];
  if (error !== undefined) statements.push({ type: "unparsable", why: error.message });
  return { statements };
}

function list(parsed: CompoundList): Script {
  return { statements: parsed.commands.map(statement) };
}

function statement(parsed: Statement): Node {
  const node = expression(parsed.command);
  return parsed.background === true ? { type: "background", node } : node;
}

function expression(parsed: PipelineNode | AndOr): Node {
  if (parsed.type === "AndOr") return { type: "and-or", nodes: parsed.commands.map(expression) };
  if (parsed.type === "Pipeline") {
    const only = parsed.commands[0];
    return parsed.commands.length === 1 && only !== undefined
      ? command(only, [])
      : { type: "pipeline", commands: parsed.commands.map((each) => command(each, [])) };
  }
  return command(parsed, []);
}

function command(parsed: CommandNode | CompoundList, redirects: readonly Redirect[]): Node {
  switch (parsed.type) {
    case "Command":
      return simple(parsed);
    case "Redirected":
      return command(parsed.command, parsed.redirects.map(redirect));
    case "CompoundList":
    case "Subshell":
    case "BraceGroup":
      return {
        type: parsed.type === "Subshell" ? "subshell" : "group",
        body: list(parsed.type === "CompoundList" ? parsed : parsed.body),
        redirects,
      };
    case "If":
      return branches(parsed, redirects);
    case "Case":
      return choices(parsed, redirects);
    case "For":
    case "Select":
      return {
        type: "loop",
        variable: parsed.name.value,
        words: (parsed.wordlist ?? []).map(word),
        clause: EMPTY_SCRIPT,
        body: list(parsed.body),
        redirects,
      };
    case "ArithmeticFor":
      return { type: "loop", words: [nested(parsed)], clause: EMPTY_SCRIPT, body: list(parsed.body), redirects };
    case "While":
      return { type: "loop", words: [], clause: list(parsed.clause), body: list(parsed.body), redirects };
    case "Function":
      return { type: "function", name: parsed.name.value, body: { statements: [command(parsed.body, [])] } };
    case "Coproc":
      return { type: "background", node: command(parsed.body, []) };
    case "TestCommand":
    case "ArithmeticCommand":
      return { type: "test", words: [nested(parsed)], redirects };
  }
}

function simple(parsed: BashCommand): Node {
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (const each of parsed.prefix) {
    if (each.type === "Assignment") assignments.push(assignment(each));
    else redirects.push(redirect(each));
  }
  if (parsed.name !== undefined) words.push(word(parsed.name));
  for (const each of parsed.suffix) {
    if (each.type === "Word") words.push(word(each));
    else if (each.type === "Assignment") words.push(assigningWord(each));
    else redirects.push(redirect(each));
  }
  return { type: "command", assignments, words, redirects };
}

function branches(parsed: If, redirects: readonly Redirect[]): Node {
  const all = [list(parsed.then)];
  for (const each of parsed.elif) all.push(list(each.clause), list(each.then));
  if (parsed.else !== undefined) all.push(list(parsed.else));
  return { type: "branch", always: list(parsed.clause), words: [], branches: all, redirects };
}

function choices(parsed: Case, redirects: readonly Redirect[]): Node {
  const words = [word(parsed.word)];
  for (const item of parsed.items) for (const pattern of item.pattern) words.push(word(pattern));
  return {
    type: "branch",
    always: EMPTY_SCRIPT,
    words,
    branches: parsed.items.map((item) => list(item.body)),
    redirects,
  };
}

function assignment(parsed: BashAssignment): Assignment {
  const value = parsed.value;
  const head = { name: parsed.name, append: parsed.append === true || parsed.index !== undefined };
  return value.type === "ArrayValue"
    ? { ...head, value: EMPTY_WORD, elements: value.elements.map(word) }
    : { ...head, value: word(value) };
}

/** `export A=b`: an ordinary argument that also sets a variable. */
function assigningWord(parsed: BashAssignment): Word {
  const assigns = assignment(parsed);
  const name: Piece = { type: "text", value: `${parsed.name}=`, quoted: false, disguised: false };
  return { text: parsed.text, pieces: [name, ...assigns.value.pieces], assigns };
}

function redirect(parsed: Redirection): Redirect {
  if (parsed.type === "HereDoc") return { type: "text", body: body(parsed.body), as: "document" };
  const target = parsed.target === undefined ? EMPTY_WORD : word(parsed.target);
  if (parsed.type === "HereString") return { type: "text", body: target, as: "string" };
  switch (parsed.operator) {
    case "<":
      return { type: "read", target };
    case "<&":
      return { type: "duplicate" };
    case ">&":
      return /^(\d+-?|-)$/.test(target.text) ? { type: "duplicate" } : { type: "write", target, append: false };
    case ">>":
    case "&>>":
      return { type: "write", target, append: true };
    case ">":
    case ">|":
    case "&>":
    case "<>":
      return { type: "write", target, append: false };
  }
}

function body(parsed: HereDocBody): Word {
  const pieces: Piece[] = [];
  if (parsed.parts === undefined) pieces.push({ type: "text", value: parsed.text, quoted: true, disguised: false });
  else for (const part of parsed.parts) piece(part, true, pieces);
  return { text: "<<", pieces };
}

function word(parsed: BashWord): Word {
  const parts = parsed.parts;
  if (parts === undefined) {
    const disguised = parsed.text !== parsed.value && /.\\\w/s.test(parsed.text);
    return { text: parsed.text, pieces: [{ type: "text", value: parsed.value, quoted: false, disguised }] };
  }
  const pieces: Piece[] = [];
  for (const part of parts) piece(part, false, pieces);
  return { text: parsed.text, pieces };
}

function piece(part: WordPart, quoted: boolean, out: Piece[]): void {
  switch (part.type) {
    case "Literal":
      out.push({ type: "text", value: part.value, quoted, disguised: !quoted && /\\\w/.test(part.text) });
      return;
    case "SingleQuoted":
      out.push({ type: "text", value: part.value, quoted: true, disguised: false });
      return;
    case "AnsiCQuoted":
      out.push({ type: "text", value: part.value, quoted: true, disguised: SPELLED.test(part.text) });
      return;
    case "DoubleQuoted":
    case "LocaleString":
      if (part.parts.length === 0) out.push({ type: "text", value: "", quoted: true, disguised: false });
      for (const inner of part.parts) piece(inner, true, out);
      return;
    case "Glob":
    case "ExtendedGlob":
      out.push({ type: "glob", value: part.text });
      return;
    case "BraceExpansion":
      out.push({ type: "braces", value: part.text });
      return;
    case "SimpleExpansion":
      out.push({ type: "variable", name: part.text.slice(1), quoted, operation: { type: "plain" } });
      return;
    case "ParameterExpansion":
      out.push({ type: "variable", name: part.parameter, quoted, operation: operation(part) });
      return;
    case "CommandExpansion":
      out.push({ type: "substitution", script: plainScript(part.script), quoted });
      return;
    case "ArithmeticExpansion":
      out.push({ type: "arithmetic", value: part.text, scripts: scriptsIn(part), quoted });
      return;
    case "ProcessSubstitution":
      out.push({ type: "process", direction: part.operator, script: plainScript(part.script) });
      return;
  }
}

/** Printable characters written as numbers; control characters have no other way to be written. */
const SPELLED = /\\(x[2-7][0-9a-f]|u00[2-7][0-9a-f]|U0{6}[2-7][0-9a-f]|0?(0[4-7]|1[0-7])[0-7])/i;

function operation(part: ParameterExpansionPart): Operation {
  const inner = part.operation;
  if (inner === undefined && part.prefix === undefined && part.index === undefined) return { type: "plain" };
  if (inner?.type === "Default" && part.prefix === undefined && part.index === undefined)
    return { type: "default", operator: inner.operator, word: word(inner.operand) };
  return { type: "other", words: [nested(part)], keeps: keeps(part) };
}

function keeps(part: ParameterExpansionPart): Keeps {
  const inner = part.operation;
  if (inner === undefined || part.prefix !== undefined || part.index !== undefined) return "nothing";
  if (inner.type === "CaseModification") return "directory";
  if (inner.type === "Replace")
    return inner.pattern.text.includes("/") || inner.replacement.text.includes("/") ? "nothing" : "directory";
  if (inner.type !== "Remove") return "nothing";
  if (inner.operator === "%" && inner.operand.text === "/*") return "parent";
  if (inner.operator.startsWith("%")) return inner.operand.text.includes("/") ? "nothing" : "directory";
  return inner.operand.text === "*/" && inner.operator === "##" ? "name" : "nothing";
}

/** A word that stands for everything that would run inside a construct whose value is not followed. */
function nested(node: SyntaxNode): Word {
  const pieces: Piece[] = scriptsIn(node).map((inner) => ({ type: "substitution", script: inner, quoted: true }));
  return pieces.length === 0 ? EMPTY_WORD : { text: "", pieces };
}

function scriptsIn(node: SyntaxNode): Script[] {
  const found: Script[] = [];
  const visit = (child: SyntaxNode): void => {
    if (child.type === "Script") found.push(plainScript(child));
    else if (child.type !== "CompoundList") forEachChild(child, visit);
  };
  forEachChild(node, visit);
  return found;
}

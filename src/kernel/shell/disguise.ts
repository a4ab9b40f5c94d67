// Ways of writing a command so that it is not seen for what it is, and one way of writing it so that it never ends.

import type { Node, Script, Word } from "./tree.ts";
import { ask, type Trial } from "./trial.ts";

/** A fork bomb: the function calls itself in a pipe or in the background. */
export function callsItselfTwice(name: string, body: Script): boolean {
  const visit = (node: Node, forked: boolean): boolean => {
    switch (node.type) {
      case "command":
        return forked && node.words[0]?.text === name;
      case "pipeline":
        return node.commands.some((each) => visit(each, true));
      case "background":
        return visit(node.node, true);
      case "and-or":
        return node.nodes.some((each) => visit(each, forked));
      case "subshell":
      case "group":
        return node.body.statements.some((each) => visit(each, forked));
      case "loop":
        return node.body.statements.some((each) => visit(each, forked));
      default:
        return false;
    }
  };
  return body.statements.some((each) => visit(each, false));
}

/** Names cut up with quotes, escapes or empty expansions hide what they say; nobody writes them to be read. */
export function disguise(trial: Trial, word: Word, isName: boolean): void {
  let why: string | undefined;
  word.pieces.forEach((piece, index) => {
    if (piece.type === "variable" && piece.name === "IFS") why = "uses $IFS in place of a space";
    else if (piece.type === "variable" && /^[@*]$/.test(piece.name) && piece.operation.type === "other")
      why = "is padded with expansions of nothing";
    else if (piece.type === "text" && piece.disguised && (isName || piece.quoted)) why = "spells letters as escapes";
    else if (isName && index > 0 && piece.type === "text") {
      const before = word.pieces[index - 1];
      if (
        before?.type === "text" &&
        before.quoted !== piece.quoted &&
        /(^|\w)$/.test(before.value) &&
        /^(\w|$)/.test(piece.value)
      )
        why = "is cut up with quotes";
      else if (
        before?.type === "text" &&
        before.quoted &&
        piece.quoted &&
        (before.value === "" || /\w$/.test(before.value)) &&
        /^\w|^$/.test(piece.value)
      )
        why = "is cut up with quotes";
    }
  });
  if (why !== undefined) ask(trial, "obfuscated", `a word ${why}: ${word.text}`);
}

/** An unset variable where the program's name should be: whatever it was meant to hold is not here to be judged. */
export function namedByNothing(trial: Trial, word: Word): void {
  const unset = word.pieces.find(
    (piece) => piece.type === "variable" && trial.scope.variables.get(piece.name) === undefined,
  );
  if (unset !== undefined) ask(trial, "unresolved", `which program runs is only known when it runs: ${word.text}`);
}

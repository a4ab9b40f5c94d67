// Code in colour. The highlighter marks spans; this turns spans into paint, line by line, so that no style crosses a line end.

import hljs from "highlight.js/lib/common";
import type { Role } from "./skins.data.ts";
import type { Theme } from "./theme.ts";

const ROLES: Readonly<Record<string, Role>> = {
  keyword: "keyword",
  built_in: "type",
  type: "type",
  literal: "number",
  number: "number",
  string: "string",
  regexp: "string",
  char: "string",
  subst: "text",
  symbol: "number",
  class: "type",
  title: "callable",
  params: "text",
  comment: "dim",
  doctag: "dim",
  meta: "dim",
  section: "heading",
  tag: "keyword",
  name: "keyword",
  attr: "callable",
  attribute: "callable",
  variable: "text",
  selector: "type",
  addition: "added",
  deletion: "removed",
  bullet: "accent",
  link: "link",
};

/** Never fails: what cannot be highlighted is given back as it is. Lines in, as many lines out. */
export function highlight(code: string, language: string, theme: Theme): readonly string[] {
  if (!theme.colour || hljs.getLanguage(language) === undefined) return code.split("\n");
  return paintMarkup(hljs.highlight(code, { language, ignoreIllegals: true }).value, theme);
}

const TOKEN = /<span class="([^"]*)">|<\/span>|([^<]+)/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function paintMarkup(markup: string, theme: Theme): readonly string[] {
  const lines: string[] = [""];
  const open: (Role | undefined)[] = [];
  for (const [whole, scope, text] of markup.matchAll(TOKEN)) {
    if (scope !== undefined) open.push(roleOf(scope));
    else if (text === undefined && whole === "</span>") open.pop();
    else if (text !== undefined)
      append(
        lines,
        decode(text),
        open.findLast((role) => role !== undefined),
        theme,
      );
  }
  return lines;
}

function append(lines: string[], text: string, role: Role | undefined, theme: Theme): void {
  const pieces = text.split("\n").map((piece) => (role === undefined ? piece : theme.paint(role, piece)));
  lines[lines.length - 1] = `${lines.at(-1) ?? ""}${pieces[0] ?? ""}`;
  lines.push(...pieces.slice(1));
}

function roleOf(scope: string): Role | undefined {
  if (/\bclass_$/.test(scope)) return "type";
  const name = /hljs-([a-z_]+)/.exec(scope)?.[1]?.replace(/_$/, "") ?? "";
  return ROLES[name] ?? ROLES[name.split("-")[0] ?? ""];
}

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

// What a program's text visibly does to files and to a shell, said as shell commands, so that one judge is enough for both.

import type { Language } from "./code.ts";
import { type Argument, type CodeReader, createCodeReader, type Piece, type Value } from "./code-values.ts";

/** Beyond this a text is no script somebody wrote by hand. */
const MAX_CODE = 400_000;
const MAX_CALLS = 2_000;
const MAX_PATH_TEXT = 2_000;

type Act = "open" | "shell" | "program" | "delete-tree" | "delete" | "write" | "read" | "move" | "send";

/** Names of calls by what they do; the last part of a longer name counts, with what must stand before it. */
const ACTS: readonly (readonly [Act, RegExp])[] = [
  ["open", /^(?:(?:io|codecs|builtins|File)\.)?open$/],
  [
    "shell",
    /^(?:os\.(?:system|popen)|(?:subprocess|commands)\.get(?:status)?output|(?:(?:child_process|cp|childProcess|shell|shelljs)\.)?exec(?:Sync)?|Kernel\.(?:system|exec)|system|shell_exec|passthru|popen|os\.execute|io\.popen|IO\.popen|proc_open|qx)$/,
  ],
  [
    "program",
    /^(?:(?:subprocess\.)?(?:run|call|check_call|check_output|Popen)|os\.(?:exec[lv]\w*|spawn[lv]\w*)|(?:(?:child_process|cp|childProcess)\.)?(?:spawn|spawnSync|execFile|execFileSync)|execa|execaSync)$/,
  ],
  [
    "delete-tree",
    /^(?:(?:shutil\.)?rmtree|(?:\w+\.)*(?:rmSync|rmdirSync|removeSync|emptyDirSync)|(?:fs|fsp|promises|fs\.promises)\.(?:rm|rmdir|remove|emptyDir)|rimraf(?:\.sync|Sync)?|(?:FileUtils\.)?(?:rm_rf|rm_r|remove_dir|remove_entry\w*|rmtree)|remove_tree)$/,
  ],
  [
    "delete",
    /^(?:os\.(?:remove|unlink|rmdir|removedirs)|(?:\w+\.)*unlinkSync|(?:fs|fsp|promises|fs\.promises)\.unlink|unlink|File\.(?:delete|unlink)|FileUtils\.rm(?:_f)?|os\.remove)$/,
  ],
  [
    "write",
    /^(?:(?:\w+\.)*(?:writeFileSync|appendFileSync|createWriteStream)|(?:fs|fsp|promises|fs\.promises)\.(?:writeFile|appendFile)|File\.(?:write|binwrite)|file_put_contents|os\.truncate)$/,
  ],
  [
    "read",
    /^(?:(?:\w+\.)*(?:readFileSync|createReadStream)|(?:fs|fsp|promises|fs\.promises)\.readFile|File\.(?:read|readlines|binread)|IO\.read|file_get_contents|np\.loadtxt)$/,
  ],
  ["move", /^(?:shutil\.move|os\.(?:rename|replace)|(?:\w+\.)*renameSync|FileUtils\.mv)$/],
  ["send", /^(?:requests|httpx|session|axios)\.(?:post|put|patch)$/],
];

const CALL = /([A-Za-z_$][\w$]{0,40})[ \t]{0,8}(\(|(?=["'`]))/g;
/** The last part of every name above, so that most calls cost nothing. */
const MAY_ACT =
  /open|system|exec|output|passthru|qx|^(?:run|call|Popen|send)|check_|spawn|rm|remove|rimraf|emptyDir|unlink|delete|write|append|truncate|read|loadtxt|move|rename|replace|^mv$|post|put|patch|createReadStream/i;

/** With what stands before the dots, `::` and `->` of Perl and Ruby included. */
function wholeName(text: string, at: number, last: string): string {
  const before = /(?:[A-Za-z_$][\w$]{0,40}(?:\.|::|->)){0,4}$/.exec(text.slice(Math.max(0, at - 80), at))?.[0] ?? "";
  return (before + last).replaceAll(/::|->/g, ".").replace(/^\$/, "");
}

/** `pathlib.Path(x).unlink()` and its kin: what is acted on stands before the dot. */
const ON_PATH = /(?<![\w.])(?:pathlib\.)?Path\s*\(/g;
const PATH_METHOD = /\.\s*(unlink|rmdir|write_text|write_bytes|read_text|read_bytes)\s*\(/y;
/** Runs itself without end. */
const FORKS = /while\s*\(?\s*(?:True|1|true)\s*\)?\s*[:{]\s*(?:os\.)?fork\s*\(|fork\s+while\s+fork|loop\s*\{\s*fork\b/;
/** Text only a run can read, handed to whatever runs text. */
const HIDDEN =
  /\b(?:exec|eval|Function|instance_eval|loadstring)\s*\(\s*[^;\n]{0,120}?(?:b64decode|decompress|fromhex|unhexlify|atob\s*\(|base64|codecs\.decode|marshal\.loads|urlopen|requests\.get|httpx\.get|gzinflate|str_rot13|unpack1?\s*\()/;

export interface CodeActs {
  /** Each is one line of shell. What is not known is `$HERMES_UNKNOWN` in it. */
  readonly commands: readonly string[];
  /** It runs text that it decodes or fetches itself. */
  readonly hidden: boolean;
  /** False when it is too long to be followed to its end. */
  readonly whole: boolean;
}

/** Linear in the length of the text, and blind to what is put together while it runs. */
export function actsOf(language: Language, code: string): CodeActs {
  const text = withoutComments(language, code.slice(0, MAX_CODE));
  const reader = createCodeReader(text);
  const commands: string[] = FORKS.test(text) ? [":(){ :|:& };:"] : [];
  let calls = 0;
  for (const call of text.matchAll(CALL)) {
    if (!MAY_ACT.test(call[1] ?? "")) continue;
    const name = wholeName(text, call.index, call[1] ?? "");
    const bracketed = call[2] === "(";
    const act = actOf(language, name);
    if (act === undefined || (!bracketed && !WITHOUT_BRACKETS.has(language))) continue;
    if (name === "exec" && isMethodOfOther(text, call.index)) continue;
    if (++calls > MAX_CALLS) break;
    const given = reader.argumentsAt(call.index + call[0].length, bracketed ? ")" : "\n");
    commands.push(...commandsOf(act, language, name, given));
  }
  for (const path of text.matchAll(ON_PATH)) {
    if (++calls > MAX_CALLS) break;
    commands.push(...pathActs(text, path.index + path[0].length, reader));
  }
  if (HAS_BACKTICKS.has(language))
    for (const quoted of text.matchAll(BACKTICKS)) commands.push(quoted[1] ?? quoted[2] ?? "");
  return {
    commands: [...new Set(commands)].filter((each) => each !== ""),
    hidden: HIDDEN.test(text),
    whole: code.length <= MAX_CODE && calls <= MAX_CALLS && !reader.isSpent(),
  };
}

/** `pattern.exec(text)` searches; `require("child_process").exec(text)` runs. */
function isMethodOfOther(text: string, at: number): boolean {
  return text[at - 1] === "." && !/child_process["']\s*\)\s*\.$/.test(text.slice(Math.max(0, at - 40), at));
}

const WITHOUT_BRACKETS: ReadonlySet<Language> = new Set(["perl", "ruby", "php", "lua"]);
const HAS_BACKTICKS: ReadonlySet<Language> = new Set(["perl", "ruby", "php"]);
const BACKTICKS = /`([^`\n]{1,400})`|(?:%x|qx)\s*[({[]([^)}\]\n]{1,400})[)}\]]/g;

function actOf(language: Language, name: string): Act | undefined {
  // In Python exec runs Python; everywhere else a call of that name starts a program.
  return language === "python" && name === "exec" ? undefined : ACTS.find(([, names]) => names.test(name))?.[0];
}

function commandsOf(act: Act, language: Language, name: string, given: readonly Argument[]): readonly string[] {
  const first = given[0]?.value;
  if (first === undefined) return [];
  switch (act) {
    case "open":
      return opened(language, given);
    case "shell":
      return [
        first.type === "list"
          ? argv(first.items)
          : given.length > 1 && language !== "node"
            ? argv(values(given))
            : shellText(first),
      ];
    case "program":
      return [program(given)];
    case "delete-tree":
      return deletesTree(name, given) ? [`rm -rf -- ${word(first)}`] : [];
    case "delete":
      return [`rm -f -- ${word(first)}`];
    case "write":
      return known(first) ? [`: > ${word(first)}`] : [];
    case "read":
      return known(first) ? [`cat -- ${word(first)}`] : [];
    case "move":
      return known(first) || known(given[1]?.value) ? [`mv -- ${values(given).slice(0, 2).map(word).join(" ")}`] : [];
    case "send":
      return [`curl -d data -- ${word(first)}`];
  }
}

/** `fs.rm` and `rmdir` take a tree only when told to. */
function deletesTree(name: string, given: readonly Argument[]): boolean {
  if (!/(?:^|\.)(?:rm|rmSync|rmdir|rmdirSync)$/.test(name)) return true;
  return given.slice(1).some(({ raw }) => /recursive\s*["']?\s*:\s*(?:true|!0|1)/.test(raw));
}

function opened(language: Language, given: readonly Argument[]): readonly string[] {
  // Perl says the way before the path: open(my $f, ">", $path).
  const at = language === "perl" ? 2 : 0;
  const path = given[at]?.value;
  if (path === undefined || !known(path)) return [];
  const mode = given
    .filter((_each, index) => index !== at)
    .map(({ raw }) => raw)
    .join(",");
  return [/["'][^"']*[wax+>][^"']*["']|mode\s*=\s*["'][wax]/.test(mode) ? `: > ${word(path)}` : `cat -- ${word(path)}`];
}

function pathActs(text: string, at: number, reader: CodeReader): readonly string[] {
  const given = reader.argumentsAt(at, ")");
  const path = given[0]?.value;
  const last = Math.min(text.length, at + MAX_PATH_TEXT);
  let end = at;
  for (let depth = 1; end < last && depth > 0; end++) depth += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
  PATH_METHOD.lastIndex = end;
  const method = PATH_METHOD.exec(text)?.[1];
  if (path === undefined || method === undefined || !known(path)) return [];
  if (method.startsWith("read")) return [`cat -- ${word(path)}`];
  return [method.startsWith("write") ? `: > ${word(path)}` : `rm -f -- ${word(path)}`];
}

/** A program and its arguments, as one list, as a name and a list, or as text for a shell. */
function program(given: readonly Argument[]): string {
  const [first, second] = given;
  if (first === undefined) return "";
  if (first.value.type === "list") return argv(first.value.items);
  if (second?.value.type === "list") return argv([first.value, ...second.value.items]);
  const shell = given.some(({ raw }) => /shell\s*[=:]\s*(?:True|true)/.test(raw));
  return shell ? shellText(first.value) : argv(values(given).filter((value) => value.type === "text" && known(value)));
}

const values = (given: readonly Argument[]): readonly Value[] => given.map(({ value }) => value);

function known(value: Value | undefined): boolean {
  return (
    value?.type === "text" &&
    value.pieces.some((piece) => piece.type === "home" || (piece.type === "text" && piece.text !== ""))
  );
}

function argv(items: readonly Value[]): string {
  return items.map(word).join(" ");
}

/** One word of shell; a leading `~` means the home, as whoever expands it says. */
function word(value: Value): string {
  if (value.type === "list") return UNKNOWN_WORD;
  const pieces = value.pieces.filter((piece) => piece.type !== "text" || piece.text !== "");
  return pieces.length === 0 ? "''" : pieces.map((piece, index) => quoted(piece, index === 0)).join("");
}

const UNKNOWN_WORD = '"$HERMES_UNKNOWN"';

function quoted(piece: Piece, first: boolean): string {
  if (piece.type !== "text") return piece.type === "home" ? '"$HOME"' : UNKNOWN_WORD;
  const tilde = first && /^~(?=\/|$)/.test(piece.text);
  const text = tilde ? piece.text.slice(1) : piece.text;
  return `${tilde ? '"$HOME"' : ""}'${text.replaceAll("'", "'\\''")}'`;
}

/** The text as a shell would get it. */
function shellText(value: Value): string {
  if (value.type === "list") return argv(value.items);
  return value.pieces
    .map((piece) => (piece.type === "text" ? piece.text : piece.type === "home" ? "$HOME" : "$HERMES_UNKNOWN"))
    .join("");
}

/** Whole lines only: a mark inside a text is not worth telling from a comment. */
function withoutComments(language: Language, code: string): string {
  return code.replace(language === "node" ? /^[ \t]*\/\/.*$/gm : /^[ \t]*#(?!\{).*$/gm, "");
}

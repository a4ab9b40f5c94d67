// What could come next on a command line, decided from the command tree alone; names of things are left to be looked up.

import type { CommandNode, FlagSpec, ValueSpec } from "./command-tree.ts";
import { WORDS } from "./words.data.ts";

/** Things that are looked up while somebody types. */
export type ValueKind =
  | "session"
  | "profile"
  | "model"
  | "provider"
  | "toolset"
  | "skill"
  | "setting"
  | "plugin"
  | "log"
  | "file";

export interface Choice {
  readonly value: string;
  readonly summary: string;
}

export type Completion =
  | { readonly type: "choices"; readonly choices: readonly Choice[] }
  /** `before` stands in front of each name: `--model=`, or `file,` in a list. */
  | { readonly type: "lookup"; readonly kind: ValueKind; readonly before: string; readonly typed: string };

/** Which arguments and flags want which kind: the words of the command, then the name of the value. */
const KINDS: readonly (readonly [RegExp, ValueKind])[] = [
  [/(?: |^)session$|--session id$|--session-id id$|--continue name$/, "session"],
  [/^profile (?:show|use|rename|delete|export) name$|--(?:profile|clone-from) name$/, "profile"],
  [/(?: |^)model$|--model \w+$/, "model"],
  [/(?: |^)provider$|--provider \w+$/, "provider"],
  [/(?: |^)toolsets$|--toolsets list$/, "toolset"],
  [
    /(?: |^)skill$|--skills names$|^curator (?:pin|unpin|archive) words$|^skills (?:update|uninstall|reset) words$/,
    "skill",
  ],
  [/^config (?:get|set|unset) key$/, "setting"],
  [/^plugins (?:info|enable|disable|remove) name$/, "plugin"],
  [/^logs log$/, "log"],
  [/(?: |^)(?:file|files|path|out|source)$|^skills (?:install|inspect|audit) words$/, "file"],
];

/** Words after the program's name; the last one is being typed. */
export function completionOf(root: CommandNode, words: readonly string[]): Completion {
  const typed = words.at(-1) ?? "";
  const { node, path, at, wants } = walk(root, words.slice(0, -1));
  // A flag whose value may be left out can be followed by another flag.
  if (wants !== undefined && !(isOptional(wants) && typed.startsWith("-"))) return flagValue(wants, path, typed, "");
  const [, name = "", value = ""] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  const assigned = node.flags.find((flag) => flag.long === name);
  if (assigned !== undefined) return flagValue(assigned, path, value, `${name}=`);
  if (typed.startsWith("-")) return choices(flagsOf(node), typed);
  const verbs = at === 0 ? node.verbs.map(({ name: value, summary }) => ({ value, summary })) : [];
  if (verbs.length > 0) return choices(verbs, typed);
  const spec = node.values[at] ?? node.values.findLast(({ many }) => many);
  const completion = spec === undefined ? undefined : completeValue(spec, `${path} ${spec.name}`, typed, "");
  return completion ?? choices(typed === "" ? flagsOf(node) : [], typed);
}

interface Place {
  readonly node: CommandNode;
  readonly path: string;
  /** How many arguments stand before. */
  readonly at: number;
  /** The flag whose value is being typed. */
  readonly wants: FlagSpec | undefined;
}

function walk(root: CommandNode, words: readonly string[]): Place {
  let place: Place = { node: root, path: "", at: 0, wants: undefined };
  for (const word of words) place = step(place, word);
  return place;
}

function step(place: Place, word: string): Place {
  const { node, path, at, wants } = place;
  if (wants !== undefined && !(isOptional(wants) && word.startsWith("-"))) return { ...place, wants: undefined };
  if (word.startsWith("-")) {
    const flag = node.flags.find(({ long, short }) => long === word || short === word);
    return { ...place, wants: flag?.value === undefined ? undefined : flag };
  }
  const verb = at === 0 ? node.verbs.find((one) => one.name === word || one.aliases.includes(word)) : undefined;
  return verb === undefined
    ? { node, path, at: at + 1, wants: undefined }
    : { node: verb, path: path === "" ? verb.name : `${path} ${verb.name}`, at: 0, wants: undefined };
}

const isOptional = ({ value }: FlagSpec): boolean => value?.needed === false;

function flagValue({ long, value }: FlagSpec, path: string, typed: string, before: string): Completion {
  if (value === undefined) return { type: "choices", choices: [] };
  return completeValue(value, `${path} ${long} ${value.name}`, typed, before) ?? { type: "choices", choices: [] };
}

function completeValue(spec: ValueSpec, where: string, typed: string, before: string): Completion | undefined {
  if (spec.choices.length > 0) {
    const all = spec.choices.map((value) => ({ value: `${before}${value}`, summary: "" }));
    return choices(all, `${before}${typed}`);
  }
  const kind = KINDS.find(([pattern]) => pattern.test(where.trim()))?.[1];
  if (kind === undefined) return undefined;
  const comma = kind === "toolset" || kind === "skill" ? typed.lastIndexOf(",") + 1 : 0;
  return { type: "lookup", kind, before: before + typed.slice(0, comma), typed: typed.slice(comma) };
}

function flagsOf(node: CommandNode): readonly Choice[] {
  return [
    ...node.flags.map(({ long, short, summary }) => ({ value: long === "" ? short : long, summary })),
    { value: "--help", summary: WORDS.completion.sayMore },
  ];
}

function choices(all: readonly Choice[], typed: string): Completion {
  return { type: "choices", choices: all.filter(({ value }) => value.startsWith(typed)) };
}

/** A line as a shell would split it; the last word may be unfinished, also within quotes. */
export function splitTyped(line: string): readonly string[] {
  const words: string[] = [""];
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (quote === "" && /\s/.test(char)) {
      if (words.at(-1) !== "" || /["']/.test(line[at - 1] ?? "")) words.push("");
    } else if (quote === "" && /["']/.test(char)) quote = char;
    else if (char === quote) quote = "";
    else words.push((words.pop() ?? "") + (char === "\\" && quote !== "'" ? (line[++at] ?? "") : char));
  }
  return words;
}

// What the pages say is there is there: links lead somewhere, commands and settings exist.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { configReference } from "../src/config/reference.ts";
import { type CommandNode, commandTree } from "../src/surfaces/cli/command-tree.ts";
import { SUBCOMMANDS } from "../src/surfaces/cli/subcommands.data.ts";
import { anchorsOf, type Page, pages, root } from "./docs-pages.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe.each(pages())("$path", (page) => {
  test("links lead somewhere", () => {
    expect(brokenLinks(page)).toEqual([]);
  });

  test("commands exist", async () => {
    const tree = await program;
    expect(commandsIn(page.text).flatMap((words) => complaint(tree, words) ?? [])).toEqual([]);
  });

  test("slash commands exist", () => {
    const unknown = codeSpans(page.text).flatMap((code) => {
      const [, name] = /^\/([a-z][a-z-]*)(?: [^/]*)?$/.exec(code) ?? [];
      return name === undefined || slashCommands.has(name) ? [] : [code];
    });
    expect(unknown).toEqual([]);
  });

  test("settings exist", () => {
    expect(codeSpans(page.text).filter((code) => isSetting(code) && !isKnown(code))).toEqual([]);
  });
});

function brokenLinks({ path, text }: Page): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g), ...prose.matchAll(/(?:href|src)="([^"]+)"/g)];
  return targets.flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = "", anchor] = target.split("#");
    const at = file === "" ? join(root, path) : resolve(root, dirname(path), file);
    if (!existsSync(at)) return [target];
    return anchor === undefined || anchorsOf(readFileSync(at, "utf8")).has(anchor) ? [] : [target];
  });
}

/** The words after `hermes` wherever a command is shown: in code spans, and at the start of a line of a shell block. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const blocks = [...text.matchAll(/^```(?:sh|console)\n([\s\S]*?)^```/gm)].flatMap(([, body = ""]) =>
    body.split("\n"),
  );
  return [...codeSpans(text), ...blocks.map((line) => line.replace(/^\$ /, "").replace(/ {2,}.*| #.*/, ""))].flatMap(
    (line) => {
      const [, rest] = /^hermes((?: [\s\S]*)?)$/.exec(line.trim()) ?? [];
      return rest === undefined ? [] : [rest.trim().split(/\s+/).filter(Boolean)];
    },
  );
}

function complaint(tree: CommandNode, words: readonly string[]): string | undefined {
  const [first, second] = words;
  if (first === undefined || !/^[a-z-]+$/.test(first) || first.startsWith("-")) return undefined;
  const command = find(tree.verbs, first);
  if (command === undefined) return `hermes ${first}`;
  if (second === undefined || command.verbs.length === 0 || command.args !== "") return undefined;
  return second.split("|").every((verb) => !/^[a-z-]+$/.test(verb) || verb.startsWith("-") || find(command.verbs, verb))
    ? undefined
    : `hermes ${first} ${second}`;
}

const find = (nodes: readonly CommandNode[], name: string): CommandNode | undefined =>
  nodes.find((node) => node.name === name || node.aliases.includes(name));

function codeSpans(text: string): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

const never = () => {
  throw new Error("describing a command runs nothing");
};

const program = commandTree({
  io: { out: never, err: never, columns: 100, colour: false, stdinIsTty: false, stdoutIsTty: false },
  facts: { env: {}, platform: "linux", userHome: root, cwd: root },
  profile: undefined,
  version: "",
  subcommands: SUBCOMMANDS,
  openApp: never,
  openAdmin: never,
} as unknown as Parameters<typeof commandTree>[0]);

/** The generated page lists what every surface has; the terminal adds its own. */
const slashCommands = new Set(
  [
    ...read("docs/reference/commands.md").matchAll(/`\/([a-z-]+)/g),
    ...read("src/surfaces/tui/local-commands.ts").matchAll(/^ {2}name: "([a-z-]+)"/gm),
  ].map(([, name = ""]) => name),
);

const rows = [...configReference().matchAll(/^\| `([^`]+)` \|/gm)].map(([, key = ""]) => key);
/** Keys, and the sections above them: `limits.day` stands for what is below it. */
const settings = new Set(rows.flatMap((key) => key.split(".").map((_, at, all) => all.slice(0, at + 1).join("."))));
const sections = new Set(rows.flatMap((key) => (key.includes(".") ? [key.slice(0, key.indexOf("."))] : [])));

function isSetting(code: string): boolean {
  const [section = "", ...rest] = code.split(".");
  if (rest.length === 0 || !sections.has(section) || FILE.test(code)) return false;
  return /^[a-z_]+(?:\.(?:[a-z_0-9]+|<\w+>))+$/.test(code);
}

/** `<task>` stands for any name, and below a free map any name is fine. */
function isKnown(code: string): boolean {
  if (settings.has(code) || rows.includes(code.replace(/\.<\w+>$/, ""))) return true;
  const wanted = new RegExp(`^${code.replaceAll(".", "\\.").replace(/<\w+>/g, "[^.]+")}$`);
  return code.includes("<") && [...settings].some((key) => wanted.test(key));
}

/** `skills.md` is a page, `config.yaml` a file. */
const FILE = /\.(?:md|ts|mjs|json|yaml|db|log|svg|txt)$/;

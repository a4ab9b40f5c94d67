import { describe, expect, test } from "vitest";
import type { CommandNode, ValueSpec } from "./command-tree.ts";
import { completionOf, splitTyped } from "./completion-choices.ts";

const value = (name: string, extra: Partial<ValueSpec> = {}): ValueSpec => ({
  ...{ name, needed: true, many: false, choices: [] },
  ...extra,
});
const flag = (long: string, short: string, spec?: ValueSpec) => ({
  ...{ flags: `${short}, ${long}`, long, short, summary: `about ${long}`, value: spec },
});
const node = (name: string, rest: Partial<CommandNode> = {}): CommandNode => ({
  ...{ name, aliases: [], summary: `about ${name}`, args: "", values: [], flags: [], examples: [], verbs: [] },
  ...rest,
});

const TREE = node("hermes", {
  flags: [
    flag("--resume", "-r", value("session")),
    flag("--continue", "-c", value("name", { needed: false })),
    flag("--toolsets", "-t", value("list")),
    flag("--yolo", ""),
  ],
  verbs: [
    node("sessions", {
      verbs: [
        node("show", { aliases: ["cat"], values: [value("session")], flags: [flag("--json", "")] }),
        node("export", {
          values: [value("out")],
          flags: [flag("--format", "", value("format", { choices: ["md", "html"] }))],
        }),
      ],
    }),
    node("tools", { verbs: [node("enable", { values: [value("toolsets", { many: true })] })] }),
  ],
});

const ask = (line: string) => completionOf(TREE, splitTyped(line).slice(1));
const offered = (line: string) => {
  const completion = ask(line);
  return completion.type === "choices" ? completion.choices.map((one) => one.value) : completion;
};

describe("what could come next", () => {
  test.each([
    ["hermes ", ["sessions", "tools"]],
    ["hermes se", ["sessions"]],
    ["hermes --y", ["--yolo"]],
    ["hermes sessions ", ["show", "export"]],
    ["hermes --yolo sessions sh", ["show"]],
    ["hermes -r 2026 sess", ["sessions"]],
    ["hermes sessions show x --", ["--json", "--help"]],
    ["hermes sessions export x --format h", ["html"]],
    ["hermes sessions export x --format=m", ["--format=md"]],
    ["hermes -c --y", ["--yolo"]],
    ["hermes nonsense foo ", ["--resume", "--continue", "--toolsets", "--yolo", "--help"]],
  ])("%j", (line, expected) => {
    expect(offered(line)).toEqual(expected);
  });
  test.each([
    ["hermes -r ", { kind: "session", before: "", typed: "" }],
    ["hermes -c My", { kind: "session", before: "", typed: "My" }],
    ["hermes --resume=20", { kind: "session", before: "--resume=", typed: "20" }],
    ["hermes sessions cat 20", { kind: "session", before: "", typed: "20" }],
    ["hermes -t file,te", { kind: "toolset", before: "file,", typed: "te" }],
    ["hermes tools enable web br", { kind: "toolset", before: "", typed: "br" }],
    ["hermes sessions export ", { kind: "file", before: "", typed: "" }],
  ])("%j asks for names of things", (line, expected) => {
    expect(ask(line)).toEqual({ type: "lookup", ...expected });
  });
});

test.each([
  ["hermes  sessions ", ["hermes", "sessions", ""]],
  ["hermes -r 'My fi", ["hermes", "-r", "My fi"]],
  ["hermes -r My\\ fi", ["hermes", "-r", "My fi"]],
  ['hermes -r "a b" -', ["hermes", "-r", "a b", "-"]],
  ["hermes -r '' x", ["hermes", "-r", "", "x"]],
])("%j is split as a shell would", (line, words) => {
  expect(splitTyped(line)).toEqual(words);
});

import { expect, test } from "vitest";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { type AttachmentPorts, attachReferences } from "./attachments.ts";

const never = new AbortController().signal;
const ports = (window = 100_000): AttachmentPorts => ({
  env: fakeEnvironment({
    cwd: "/w",
    files: { "/w/a.txt": "one\ntwo\nthree", "/w/sub/b.txt": "b", "/etc/passwd": "root" },
  }),
  home: "/home/me",
  window,
  newNonce: () => "n1",
  fetchPage: async () => ({ type: "failed", why: "no network" }),
});

test("a file is attached, fenced, and the token leaves the sentence", async () => {
  const { text, warnings } = await attachReferences("what is in @file:a.txt ?", ports(), never);
  expect(warnings).toEqual([]);
  expect(text).toContain("what is in");
  expect(text).toContain("one\ntwo\nthree");
  expect(text).toContain("<untrusted-n1");
});
test("a range of lines", async () => {
  const { text } = await attachReferences("@file:a.txt:2-3", ports(), never);
  expect(text).toContain("two\nthree");
  expect(text).not.toContain("one");
});
test("outside the workspace, missing, or failing: said, and the rest is sent", async () => {
  const { text, warnings } = await attachReferences(
    "see @file:/etc/passwd and @file:nope.txt and @url:http://x.y/",
    ports(),
    never,
  );
  expect(warnings).toHaveLength(3);
  expect(text).not.toContain("root");
  expect(text).toContain("Context Warnings");
});
test("too large for the window: the message goes as it was written", async () => {
  const { text, warnings } = await attachReferences("@file:a.txt", ports(4), never);
  expect(text).toBe("@file:a.txt");
  expect(warnings.join()).toContain("half");
});
test("a page from the web taints, with its address; files of the project and refused pages do not", async () => {
  const online: AttachmentPorts = { ...ports(), fetchPage: async () => ({ type: "page", text: "a page" }) };
  const asked = "compare @url:https://x.example/p with @file:a.txt";
  expect((await attachReferences(asked, online, never)).taints).toEqual(["web page (https://x.example/p)"]);
  expect((await attachReferences(asked, ports(), never)).taints).toEqual([]);
  expect((await attachReferences(asked, { ...online, window: 4 }, never)).taints).toEqual([]);
});
test("a message without references is not touched", async () => {
  expect(await attachReferences("mail me@file:x.y please", ports(), never)).toEqual({
    text: "mail me@file:x.y please",
    taints: [],
    warnings: [],
  });
});

const withGit = (answers: Readonly<Record<string, { code: number; output: string }>>): AttachmentPorts => ({
  ...ports(),
  env: fakeEnvironment({
    cwd: "/w",
    exec: (command) => Object.entries(answers).find(([start]) => command.startsWith(start))?.[1] ?? { code: 0 },
  }),
});
test.each(["@staged", "@diff", "@git:2"])("%s outside a repository says so, in words of ours", async (token) => {
  const outside = withGit({
    "git rev-parse": { code: 128, output: "fatal: not a git repository" },
    "git diff": { code: 129, output: "error: unknown option `staged'" },
    "git log": { code: 128, output: "fatal: not a git repository" },
  });
  const { warnings } = await attachReferences(`what is in ${token}`, outside, never);
  expect(warnings).toEqual([`${token}: /w is not in a git repository that git can use`]);
});
test("no git, no commits, nothing staged: each has its sentence", async () => {
  const said = async (token: string, answers: Parameters<typeof withGit>[0]) =>
    (await attachReferences(token, withGit(answers), never)).warnings;
  expect(await said("@diff", { "git rev-parse": { code: 127, output: "git: not found" } })).toEqual([
    "@diff: git is not installed here",
  ]);
  expect(await said("@git:1", { "git log": { code: 128, output: "fatal: no commits" } })).toEqual([
    "@git:1: this repository has no commits yet",
  ]);
  expect(await said("@staged", { "git diff": { code: 0, output: "" } })).toEqual(["@staged: there is nothing to show"]);
});

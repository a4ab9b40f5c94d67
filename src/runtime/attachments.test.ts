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
test("a message without references is not touched", async () => {
  expect(await attachReferences("mail me@file:x.y please", ports(), never)).toEqual({
    text: "mail me@file:x.y please",
    warnings: [],
  });
});

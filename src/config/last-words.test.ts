import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { UsageFailure } from "../kernel/failure.ts";
import { lastWords } from "./last-words.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "words-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const facts = (env: Record<string, string> = {}) => ({
  env: { HERMES_HOME: root, ...env },
  platform: process.platform,
  userHome: root,
  cwd: root,
});

test("one sentence for the person, the stack for the log, secrets for nobody", () => {
  writeFileSync(join(root, ".env"), "MY_TOKEN=plain-looking-words\n");
  const { text, exitCode } = lastWords(new Error("no\n  luck with plain-looking-words."), facts());
  expect(exitCode).toBe(1);
  expect(text).toMatch(/^hermes: Something broke inside Hermes: no luck with \S+; details are in .*errors\.log\.\n$/);
  const log = readFileSync(join(root, "logs", "errors.log"), "utf8");
  expect(log).toContain("last-words.test");
  expect(text + log).not.toContain("plain-looking-words");
  expect(statSync(join(root, "logs", "errors.log")).mode & 0o777).toBe(0o600);
});

test("the stack shows on request, and without a home there is still a sentence", () => {
  expect(lastWords(new Error("x"), facts({ HERMES_DEBUG: "1" })).text).toContain("last-words.test");
  writeFileSync(join(root, "file"), "");
  chmodSync(join(root, "file"), 0o600);
  const { text } = lastWords(new Error(""), facts({ HERMES_HOME: join(root, "file") }));
  expect(text).toBe("hermes: Something broke inside Hermes: no reason was given; HERMES_DEBUG=1 shows more.\n");
});

test("what the person did wrong is said as it is", () => {
  expect(lastWords(new UsageFailure("Name it."), facts())).toEqual({ text: "hermes: Name it.\n", exitCode: 2 });
});

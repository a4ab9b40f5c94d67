import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesText } from "../glob.ts";
import { matchesCommand, matchesHost, matchesPath } from "./rule-patterns.ts";

test("agrees with the regular expression it stands for", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
  fc.assert(
    fc.property(letters, text, (pattern, given) => {
      const expression = new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`);
      expect(matchesText(pattern, given)).toBe(expression.test(given));
    }),
  );
});

test("paths: one star stays in its directory, two do not, none covers what is below", () => {
  expect(matchesPath("/srv/*", "/srv/a")).toBe(true);
  expect(matchesPath("/srv/*", "/srv/a/b")).toBe(false);
  expect(matchesPath("/srv/**", "/srv/a/b")).toBe(true);
  expect(matchesPath("/srv/**/x", "/srv/a/b/x")).toBe(true);
  expect(matchesPath("/srv", "/srv/a/b")).toBe(true);
  expect(matchesPath("/srv", "/srvother")).toBe(false);
});

test("hosts: sub-domains are covered, look-alikes are not", () => {
  expect(matchesHost("example.org", "a.example.org")).toBe(true);
  expect(matchesHost("https://www.example.org/x", "EXAMPLE.ORG.")).toBe(true);
  expect(matchesHost("example.org", "notexample.org")).toBe(false);
  expect(matchesHost("*.example.org", "example.org")).toBe(false);
  expect(matchesHost("*.example.org", "www.example.org")).toBe(true);
  expect(matchesHost("", "example.org")).toBe(false);
});

test("commands: whole words, or a glob over everything", () => {
  expect(matchesCommand("git push", "git  push origin")).toBe(true);
  expect(matchesCommand("git push", "git pushy")).toBe(false);
  expect(matchesCommand("npm *", "npm run build")).toBe(true);
  expect(matchesCommand("", "ls")).toBe(false);
});

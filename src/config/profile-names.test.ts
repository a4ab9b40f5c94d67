import { expect, test } from "vitest";
import { UsageFailure } from "../kernel/failure.ts";
import { checkNewProfileName, checkProfileName, takeProfileFlag } from "./profile-names.ts";

const taken = (line: string) => takeProfileFlag(line.split(" "));

test.each([
  ["-p work chat -q hi", "work", "chat -q hi"],
  ["chat --profile work -q hi", "work", "chat -q hi"],
  ["chat --profile=Work", "work", "chat"],
  ["-p a -p b x", "b", "x"],
  ["-p default x", "default", "x"],
])("%s is profile %s", (line, profile, rest) => {
  expect(taken(line)).toEqual({ profile, argv: rest.split(" ") });
});

test.each(["-z -p", "chat -- -p work", "mcp add x --args -p 80", "-m --profile", "config get profile"])(
  "%s names no profile",
  (line) => {
    expect(taken(line)).toEqual({ argv: line.split(" ") });
  },
);

test("a bad or missing name is a usage failure", () => {
  for (const argv of [["-p"], ["--profile=../x"], ["-p", "a b"], ["--profile="]])
    expect(() => takeProfileFlag(argv)).toThrow(UsageFailure);
});

test("names are folded, bounded and some are reserved", () => {
  expect(checkProfileName("  Work-2 ")).toEqual({ type: "ok", name: "work-2" });
  for (const bad of ["", "-x", "a/b", "..", "é", "x".repeat(65), "a.b"]) expect(checkProfileName(bad).type).toBe("bad");
  for (const reserved of ["default", "Hermes", "root", "tmp", "chat"])
    expect(checkNewProfileName(reserved, new Set(["chat"])).type).toBe("bad");
});

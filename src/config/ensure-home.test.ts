import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigFailure } from "../kernel/failure.ts";
import { ensureHome } from "./ensure-home.ts";
import { homeAt } from "./home.ts";

const NOBODY = 65_534;
let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "home-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

function asNobody<T>(action: () => T): T {
  if (process.getuid?.() !== 0) return action();
  process.seteuid?.(NOBODY);
  try {
    return action();
  } finally {
    process.seteuid?.(0);
  }
}

function failureOf(action: () => unknown): ConfigFailure {
  try {
    action();
  } catch (error) {
    if (error instanceof ConfigFailure) return error;
    throw error;
  }
  throw new Error("expected a ConfigFailure");
}

test("makes a private home with an identity of its own", () => {
  const home = homeAt(join(place, "deep", "h"), "default", process.platform);
  expect(ensureHome(home)).toEqual({ created: true });
  for (const folder of [home.root, home.memories, home.skills, home.sessions, home.logs])
    expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(home.soul)).toBe(0o600);
  expect(readFileSync(home.soul, "utf8")).toContain("You are Hermes");
});

test("leaves what is there alone", () => {
  const home = homeAt(place, "default", process.platform);
  writeFileSync(home.soul, "mine");
  chmodSync(place, 0o750);
  expect(ensureHome(home)).toEqual({ created: false });
  expect(readFileSync(home.soul, "utf8")).toBe("mine");
  expect(modeOf(place)).toBe(0o750);
});

test("a shared home may ask for wider folders", () => {
  const home = homeAt(join(place, "h"), "default", process.platform);
  ensureHome(home, { HERMES_HOME_MODE: "0750" });
  expect(modeOf(home.root)).toBe(0o750);
});

test("a home that may not be written is one clear sentence", () => {
  const home = homeAt(join(place, "h"), "default", process.platform);
  chmodSync(place, 0o755);
  const uncreatable = failureOf(() => asNobody(() => ensureHome(home)));
  expect(uncreatable.kind).toBe("read-only");
  expect(uncreatable.message).toContain(home.root);
  expect(uncreatable.message).toContain("HERMES_HOME");
  ensureHome(home);
  expect(failureOf(() => asNobody(() => ensureHome(home))).kind).toBe("read-only");
});

test("a file where the home should be is said so", () => {
  writeFileSync(join(place, "f"), "");
  expect(failureOf(() => ensureHome(homeAt(join(place, "f"), "default", process.platform))).message).toContain(
    "must be a folder",
  );
  expect(failureOf(() => ensureHome(homeAt(join(place, "f", "below"), "default", process.platform))).message).toContain(
    "not a folder",
  );
});

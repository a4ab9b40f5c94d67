import { describe, expect, test } from "vitest";
import { displayPath, homeAt, resolveHome } from "./home.ts";

const linux = { env: {}, platform: "linux", userHome: "/home/ada", cwd: "/here" } as const;
const windows = { env: {}, platform: "win32", userHome: "C:\\Users\\ada", cwd: "C:\\work" } as const;

describe("resolveHome", () => {
  test("is ~/.hermes when nothing is said", () => {
    expect(resolveHome(linux)).toMatchObject({
      root: "/home/ada/.hermes",
      profile: "default",
      config: "/home/ada/.hermes/config.yaml",
    });
  });

  test("follows HERMES_HOME: trimmed, made absolute, ~ expanded, empty ignored", () => {
    const at = (value: string) => resolveHome({ ...linux, env: { HERMES_HOME: value } }).root;
    expect(at("  /srv/h ")).toBe("/srv/h");
    expect(at("rel")).toBe("/here/rel");
    expect(at("~/x")).toBe("/home/ada/x");
    expect(at("   ")).toBe("/home/ada/.hermes");
  });

  test("is below LOCALAPPDATA on Windows, or below the user's folder without it", () => {
    expect(resolveHome({ ...windows, env: { LOCALAPPDATA: "D:\\Local" } }).stateDb).toBe("D:\\Local\\hermes\\state.db");
    expect(resolveHome(windows).memoryFile).toBe("C:\\Users\\ada\\AppData\\Local\\hermes\\memories\\MEMORY.md");
    expect(resolveHome({ ...windows, profileFlag: "work" }).root).toBe(
      "C:\\Users\\ada\\AppData\\Local\\hermes\\profiles\\work",
    );
    expect(resolveHome({ ...windows, env: { HERMES_HOME: "E:\\h\\profiles\\x" } })).toMatchObject({
      profile: "x",
      top: "E:\\h",
    });
  });

  test("a flag beats a profile home, which beats the active profile", () => {
    const env = { HERMES_HOME: "/srv/h/profiles/one" };
    expect(resolveHome({ ...linux, env, activeProfile: "two", profileFlag: "three" })).toMatchObject({
      root: "/srv/h/profiles/three",
      top: "/srv/h",
    });
    expect(resolveHome({ ...linux, env, activeProfile: "two" })).toMatchObject({
      root: "/srv/h/profiles/one",
      profile: "one",
    });
    expect(resolveHome({ ...linux, activeProfile: "two" }).root).toBe("/home/ada/.hermes/profiles/two");
    expect(resolveHome({ ...linux, env, profileFlag: "default" })).toMatchObject({
      root: "/srv/h",
      profile: "default",
    });
  });

  test("two homes live side by side and know each other's place", () => {
    const one = homeAt("/a", "default", "linux");
    const two = homeAt("/b", "office", "linux");
    expect([one.stateDb, two.stateDb]).toEqual(["/a/state.db", "/b/profiles/office/state.db"]);
    expect(two.activeProfile).toBe("/b/active_profile");
    expect(two.sibling("default").root).toBe("/b");
  });
});

test("paths are shown from the user's home when they lie below it", () => {
  expect(displayPath("/home/ada/.hermes", linux)).toBe("~/.hermes");
  expect(displayPath("/home/ada", linux)).toBe("~");
  expect(displayPath("/home/adam/x", linux)).toBe("/home/adam/x");
  expect(displayPath("C:\\Users\\ada\\h", windows)).toBe("~\\h");
  expect(displayPath("D:\\h", windows)).toBe("D:\\h");
});

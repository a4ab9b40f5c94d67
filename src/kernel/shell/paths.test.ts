import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guardPath } from "./guard.ts";
import { isInside, isWholeRoot, normalizePath, type Places, placeOf, resolvePath } from "./paths.ts";

const places: Places = {
  cwd: "/home/ann/shop",
  workspace: "/home/ann/shop",
  home: "/home/ann",
  controlHomes: ["/home/ann/.hermes"],
};

const segment = fc.constantFrom("a", "b", ".", "..", "", ".ssh", ".hermes", "config.yaml", "home", "ann");
const path = fc.array(segment, { maxLength: 8 }).map((parts) => `/${parts.join("/")}`);

test("a normalized path has nothing left to collapse, and stays what it is", () => {
  fc.assert(
    fc.property(path, (given) => {
      const once = normalizePath(given);
      expect(normalizePath(once)).toBe(once);
      expect(once.startsWith("/")).toBe(true);
      expect(
        once
          .split("/")
          .slice(1)
          .filter((part) => part === ".." || part === "."),
      ).toEqual([]);
    }),
  );
});

test("however a guarded file is spelled, it is neither read nor written", () => {
  const guarded = fc.constantFrom(
    "/home/ann/.hermes/config.yaml",
    "/home/ann/.ssh/id_rsa",
    "/home/ann/.aws/credentials",
  );
  const detour = fc.constantFrom("/./", "//", "/x/../");
  fc.assert(
    fc.property(guarded, detour, fc.constantFrom("read", "write"), (file, way, use) => {
      const spelled = resolvePath(file.replaceAll("/", way), "/");
      expect(guardPath(spelled, use as "read" | "write", places).type).toBe("deny");
    }),
  );
});

test("what lies inside stays inside, and no sibling with the same beginning does", () => {
  expect(isInside("/home/ann/shop/a", "/home/ann/shop")).toBe(true);
  expect(isInside("/home/ann/shopping", "/home/ann/shop")).toBe(false);
});

describe("places", () => {
  test.each([
    ["/home/ann/shop/src/a.ts", "workspace"],
    ["/dev/null", "stream"],
    ["/dev/nvme0n1", "disk"],
    ["/home/ann/.hermes/state.db", "control"],
    ["/home/ann/.hermes/profiles/office/.env", "control"],
    ["/home/ann/.ssh/id_ed25519", "credential"],
    ["/home/ann/.ssh/id_ed25519.pub", "home"],
    ["/home/ann/.bashrc", "startup"],
    ["/home/ann/notes.txt", "home"],
    ["/etc/shadow", "secret"],
    ["/etc/hosts", "system"],
    ["/srv/x/y", "system"],
    ["/tmp/a", "outside"],
    ["/", "root"],
    ["/home/bob", "root"],
  ])("%s is %s", (given, place) => {
    expect(placeOf(given, places)).toBe(place);
  });

  test("a workspace as wide as the home does not swallow what runs at login", () => {
    expect(placeOf("/home/ann/.bashrc", { ...places, workspace: "/home/ann" })).toBe("startup");
    expect(isWholeRoot("/home/ann", { ...places, workspace: "/home/ann" })).toBe(true);
  });
});

// The lock must name every optional package of every platform, or `npm ci` refuses it.

import { expect, test } from "vitest";
// @ts-expect-error: a plain script without types, it has to run before anything is installed
import { complete } from "../scripts/complete-lock.mjs";

const done = (packages: object) => complete(packages) as { packages: Record<string, object>; added: string[] };

test("adds what is missing with the platform its name says, and keeps the rest", () => {
  const tool = {
    version: "2.0.0",
    dev: true,
    optionalDependencies: { "@t/linux-x64": "2.0.0", "@t/linux-x64-musl": "2.0.0", "@t/win32-arm64-msvc": "^2.0.0" },
  };
  const present = { version: "2.0.0", integrity: "x", optional: true };
  const { packages, added } = done({ "": {}, "node_modules/t": tool, "node_modules/@t/linux-x64": present });
  expect(added).toHaveLength(2);
  expect(packages["node_modules/@t/linux-x64"]).toEqual(present);
  expect(packages["node_modules/@t/linux-x64-musl"]).toEqual({
    version: "2.0.0",
    os: ["linux"],
    cpu: ["x64"],
    libc: ["musl"],
    dev: true,
    optional: true,
  });
  expect(packages["node_modules/@t/win32-arm64-msvc"]).toMatchObject({
    version: "2.0.0",
    os: ["win32"],
    cpu: ["arm64"],
  });
  expect(done(packages).added).toEqual([]);
});

test("finds a package nested where npm would look for it", () => {
  const inner = { version: "1.0.0", optionalDependencies: { fsevents: "~2.3.3" } };
  const packages = {
    "node_modules/a/node_modules/b": inner,
    "node_modules/a/node_modules/fsevents": { version: "2.3.3" },
  };
  expect(done(packages).added).toEqual([]);
});

test("refuses to guess a platform", () => {
  expect(() => done({ "node_modules/a": { version: "1.0.0", optionalDependencies: { mystery: "1.0.0" } } })).toThrow(
    "mystery",
  );
});

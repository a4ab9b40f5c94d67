// The file tools against real files, through the same JSON a model sees.

import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFileLedger } from "./file-ledger.ts";
import { readFileTool } from "./read-file.ts";
import { searchFilesTool } from "./search-files.ts";
import { type Bench, createBench } from "./testbench.ts";
import { writeFileTool } from "./write-file.ts";

let bench: Bench;
beforeEach(async () => {
  const ledger = createFileLedger();
  bench = await createBench([
    readFileTool({ ledger }),
    writeFileTool({ ledger }),
    searchFilesTool({ ripgrep: rgPath }),
  ]);
});

afterEach(() => bench.remove());

const put = (name: string, content: string | Uint8Array) => writeFile(join(bench.root, name), content);
const get = (name: string) => readFile(join(bench.root, name));

test("lines are numbered and a final newline adds none", async () => {
  await put("a.txt", "one\ntwo\n");
  expect(await bench.call("read_file", { path: "a.txt" })).toEqual({
    content: "1|one\n2|two",
    total_lines: 2,
    file_size: 8,
    truncated: false,
  });
});

test("a window into a long file says how to go on", async () => {
  await put("a.txt", Array.from({ length: 30 }, (_, i) => `l${i + 1}`).join("\n"));
  const page = await bench.call("read_file", { path: "a.txt", offset: "11", limit: "10" });
  expect(page.content).toMatch(/^11\|l11\n[\s\S]*20\|l20$/);
  expect(page).toMatchObject({ truncated: true, total_lines: 30 });
  expect(page.hint).toContain("offset=21");
});

test("the same unchanged range is not sent twice; a change sends it again; insisting is refused", async () => {
  await put("a.txt", "x");
  await bench.call("read_file", { path: "a.txt" });
  expect(await bench.call("read_file", { path: "a.txt" })).toMatchObject({
    status: "unchanged",
    dedup: true,
    content_returned: false,
  });
  await bench.call("read_file", { path: "a.txt" });
  expect((await bench.call("read_file", { path: "a.txt" })).error).toMatch(/^BLOCKED/);
  await bench.call("write_file", { path: "a.txt", content: "yy" });
  expect(await bench.call("read_file", { path: "a.txt" })).toMatchObject({ content: "1|yy" });
});

test("a missing file names files that look like it", async () => {
  await put("config.yaml", "");
  const answer = await bench.call("read_file", { path: "confg.yml" });
  expect(answer.error).toContain("not found");
  expect(answer.similar_files).toEqual([join(bench.root, "config.yaml")]);
});

test("images point to vision, other binaries are refused, devices never open", async () => {
  await put("p.png", Buffer.from([0x89, 0x50]));
  await put("blob", Buffer.from([0, 1, 2, 3, 0, 0, 9]));
  expect(await bench.call("read_file", { path: "p.png" })).toMatchObject({ is_image: true });
  expect((await bench.call("read_file", { path: "blob" })).error).toContain("Not a text file");
  expect((await bench.call("read_file", { path: "/dev/zero" })).error).toContain("Refused");
  expect((await bench.call("read_file", { path: "/proc/self/environ" })).error).toContain("Refused");
});

test("a notebook reads as cells and outputs", async () => {
  const cells = [
    { cell_type: "code", source: ["print(1)\n", "2"], outputs: [{ output_type: "stream", text: ["1\n"] }] },
  ];
  await put("n.ipynb", JSON.stringify({ cells }));
  expect((await bench.call("read_file", { path: "n.ipynb" })).content).toMatch(/print\(1\)[\s\S]*\[output\][\s\S]*1/);
});

test("line ends of a large file are kept too", async () => {
  const path = join(bench.root, "large.csv");
  await writeFile(path, "a,b\r\n".repeat(600_000));
  await bench.call("write_file", { path: "large.csv", content: "c,d\ne,f\n" });
  expect(await readFile(path, "utf8")).toBe("c,d\r\ne,f\r\n");
});

test("rewriting keeps mark, line ends and encoding", async () => {
  await put("bom.txt", "\uFEFFa\r\nb\r\n");
  await bench.call("write_file", { path: "bom.txt", content: "c\nd\n" });
  expect((await get("bom.txt")).toString()).toBe("\uFEFFc\r\nd\r\n");
  await put("wide.txt", Buffer.from("\uFEFFhällo\n", "utf16le"));
  expect((await bench.call("read_file", { path: "wide.txt" })).content).toBe("1|hällo");
  await bench.call("write_file", { path: "wide.txt", content: "ö\n" });
  expect((await get("wide.txt")).toString("utf16le")).toBe("\uFEFFö\n");
  await put("old.txt", Buffer.from([0x67, 0x72, 0xfc, 0x6e]));
  expect((await bench.call("read_file", { path: "old.txt" })).content).toBe("1|grün");
  await bench.call("write_file", { path: "old.txt", content: "grüner" });
  expect([...(await get("old.txt"))]).toEqual([0x67, 0x72, 0xfc, 0x6e, 0x65, 0x72]);
});

test("dirs_created is true only when a directory was made", async () => {
  expect(await bench.call("write_file", { path: "n/e/w.txt", content: "1" })).toMatchObject({
    dirs_created: true,
    bytes_written: 1,
  });
  expect(await bench.call("write_file", { path: "n/e/w.txt", content: "2" })).toMatchObject({ dirs_created: false });
});

test("overwriting what someone else changed meanwhile is said", async () => {
  await put("a.txt", "1");
  await bench.call("read_file", { path: "a.txt" });
  await put("a.txt", "changed by a person");
  expect((await bench.call("write_file", { path: "a.txt", content: "mine" }))._warning).toContain("changed");
});

test("the unchanged notice cannot be written into a file", async () => {
  const content = '{"status":"unchanged","path":"a","dedup":true}';
  expect((await bench.call("write_file", { path: "a.txt", content })).error).toBeDefined();
});

test("files outside the workspace taint, files inside do not", async () => {
  await put("a.txt", "x");
  expect((await bench.raw("read_file", { path: "a.txt" })).taint).toBeUndefined();
  expect((await bench.raw("read_file", { path: "/etc/hostname" })).taint).toContain("/etc/hostname");
});

test("a search finds lines, skips what is ignored, and pages in a stable order", async () => {
  await mkdir(join(bench.root, "src"));
  await put(".gitignore", "ignored.txt\n");
  await put("ignored.txt", "needle\n");
  await put("src/b.txt", "x\nneedle: two\n");
  await put("src/a.txt", "needle 'one'\nneedle again\n");
  expect(await bench.call("search_files", { pattern: "needle", path: "." })).toMatchObject({
    total_count: 3,
    matches: [
      { path: "src/a.txt", line: 1, content: "needle 'one'" },
      { path: "src/a.txt", line: 2 },
      { path: "src/b.txt", line: 2, content: "needle: two" },
    ],
  });
  const page = await bench.call("search_files", { pattern: "needle", limit: 1, offset: 1 });
  expect(page).toMatchObject({ matches: [{ path: "src/a.txt", line: 2 }], truncated: true });
  expect(page.hint).toContain("offset=2");
  expect(await bench.call("search_files", { pattern: "needle", output_mode: "files_only" })).toMatchObject({
    files: ["src/a.txt", "src/b.txt"],
  });
  expect(await bench.call("search_files", { pattern: "needle", output_mode: "count" })).toMatchObject({
    counts: { "src/a.txt": 2, "src/b.txt": 1 },
  });
  expect((await bench.call("search_files", { pattern: "^x", context: 1 })).matches).toHaveLength(2);
});

test("patterns and names with quotes reach the searcher unharmed; broken patterns are explained", async () => {
  await put("it's $(x).txt", `say "it's $HOME"\n`);
  expect(await bench.call("search_files", { pattern: `"it's \\$HOME"` })).toMatchObject({ total_count: 1 });
  expect((await bench.call("search_files", { pattern: "(" })).error).toContain("failed");
  expect(await bench.call("search_files", { pattern: "nothing here" })).toMatchObject({ total_count: 0, matches: [] });
});

test("files are found by name, newest first, with and without ripgrep", async () => {
  await put("old.log", "");
  await bench.context.env.exec("touch -d '2001-01-01' old.log", { timeoutMs: 5_000, signal: bench.context.signal });
  await put("new.log", "");
  expect(await bench.call("search_files", { pattern: "*.log", target: "files" })).toMatchObject({
    files: ["new.log", "old.log"],
  });
  const plain = await createBench([searchFilesTool({ ripgrep: undefined })]);
  await writeFile(join(plain.root, "x.log"), "needle\n");
  expect(await plain.call("search_files", { pattern: "log", target: "files" })).toMatchObject({ files: ["x.log"] });
  expect(await plain.call("search_files", { pattern: "needle" })).toMatchObject({
    matches: [{ path: "x.log", line: 1 }],
  });
  await plain.remove();
});

test.each([["ripgrep"], ["find"]])("a list of files keeps out ignored files and hidden folders (%s)", async (how) => {
  const there = await createBench([searchFilesTool({ ripgrep: how === "ripgrep" ? rgPath : undefined })]);
  const files = {
    ".gitignore": ".build/\nnode_modules\n*.log\n",
    ".build/build.ts": "",
    ".github/build.yml": "",
    "node_modules/build/build.ts": "",
    "src/build.ts": "",
    "src/.env": "",
    "src/build.log": "",
    "src/.cache/build.ts": "",
    "docs/build.md": "",
  };
  for (const [path, text] of Object.entries(files)) await there.context.env.write(path, new TextEncoder().encode(text));
  await there.context.env.exec("git init -q .", { timeoutMs: 5_000, signal: there.context.signal });
  const list = async (pattern: string, more: object = {}) =>
    [...(await there.call("search_files", { pattern, target: "files", ...more })).files].sort();
  expect(await list("build")).toEqual(["docs/build.md", "src/build.ts"]);
  expect(await list("*")).toEqual([".gitignore", "docs/build.md", "src/.env", "src/build.ts"]);
  expect(await list("*.{md,ts}")).toEqual(["docs/build.md", "src/build.ts"]);
  expect(await list("src/**")).toEqual(["src/.env", "src/build.ts"]);
  expect(await list("**/*.ts", { path: "src" })).toEqual(["src/build.ts"]);
  expect(await list("*.ts", { path: there.root })).toEqual([join(there.root, "src/build.ts")]);
  expect(await list("src/bui")).toEqual(["src/build.ts"]);
  expect(await list("build", { path: ".github" })).toEqual([".github/build.yml"]);
  expect(await list("nothing")).toEqual([]);
  await there.remove();
});

test("what is found in files that tools never read is left out, whichever way leads there", async () => {
  const there = await createBench([]);
  const secret = join(there.root, "real/keys.txt");
  const guarded = await createBench([
    searchFilesTool({ ripgrep: rgPath, isHidden: (path) => path === secret || path.endsWith("/.env") }),
  ]);
  await mkdir(join(there.root, "real"));
  await writeFile(secret, "needle\n");
  await symlink(join(there.root, "real"), join(guarded.root, "link"));
  await mkdir(join(guarded.root, "app"));
  for (const name of [".env", "app/.env", "app/a.txt"]) await writeFile(join(guarded.root, name), "needle\n");
  const found = async (path: string, more: object = {}) => {
    const result = await guarded.call("search_files", { pattern: "needle", path, ...more });
    return JSON.stringify(result.matches ?? result.files ?? result.counts);
  };
  const none = "[]";
  for (const path of [".", "./app", "app/", guarded.root]) {
    expect(await found(path)).toMatch(/a\.txt/);
    expect(await found(path)).not.toContain(".env");
  }
  expect(await found(".", { output_mode: "files_only" })).toBe('["app/a.txt"]');
  expect(await found(".", { output_mode: "count" })).toBe('{"app/a.txt":1}');
  expect([await found("link"), await found("./link/"), await found("link/keys.txt"), await found(".env")]).toEqual([
    none,
    none,
    none,
    none,
  ]);
  await Promise.all([there.remove(), guarded.remove()]);
});

test("a file_glob does not bring ignored files back", async () => {
  await put(".gitignore", ".build/\n");
  await bench.context.env.write(".build/a.ts", new TextEncoder().encode("needle\n"));
  await put("b.ts", "needle\n");
  expect((await bench.call("search_files", { pattern: "needle", file_glob: "*" })).matches).toMatchObject([
    { path: "b.ts" },
  ]);
});

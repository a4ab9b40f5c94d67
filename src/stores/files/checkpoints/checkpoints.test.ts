import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Saved } from "../../../contracts/checkpoints.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { fakeClock, fakeIds, fakeLog } from "../../../testing/fakes.ts";
import { type CheckpointOptions, createCheckpoints } from "./checkpoints.ts";
import { projectHash } from "./layout.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean();
});

function world(change: Partial<CheckpointOptions> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "checkpoints-")));
  cleanups.push(() => rmSync(root, { recursive: true, force: true }));
  const [home, dir] = [join(root, "agent"), join(root, "project")];
  mkdirSync(dir);
  const clock = fakeClock();
  const options: CheckpointOptions = {
    dir: join(home, "checkpoints"),
    enabled: true,
    searchPath: process.env.PATH ?? "",
    timeoutMs: 30_000,
    places: { userHome: join(root, "user"), agentHomes: [home], agentWorkspaces: [] },
    clock,
    ids: fakeIds(),
    log: fakeLog(),
    redact: (text) => text.replaceAll("hunter2", "***"),
    maxSnapshots: 20,
    maxTotalBytes: 500 * 1_048_576,
    maxFileBytes: 10 * 1_048_576,
    maxEntries: 50_000,
    retentionMs: 7 * 86_400_000,
    deleteOrphans: true,
    minIntervalMs: 86_400_000,
    ...change,
  };
  const checkpoints = createCheckpoints(options);
  const put = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  };
  const read = (name: string) => readFileSync(join(dir, name), "utf8");
  const save = async (reason = "before write_file", also: readonly string[] = []) => {
    await clock.advance(1000);
    return checkpoints.save(dir, reason, { also });
  };
  const ids = async () => (await checkpoints.list(dir)).checkpoints.map(({ id }) => id);
  return { root, home, dir, clock, options, checkpoints, put, read, save, ids };
}

const idOf = (saved: Saved): string => {
  if (saved.type === "skipped") throw new Error(saved.why);
  return saved.id;
};

const git = (store: string, ...args: string[]) =>
  execFileSync("git", ["--git-dir", store, ...args], { encoding: "utf8" });

describe("taking", () => {
  test("lists newest first, with reason, time and what changed", async () => {
    const { checkpoints, put, save, dir } = world();
    put("a.txt", "one\n");
    const first = idOf(await save("before write_file"));
    put("a.txt", "two\n");
    put("b.txt", "new\n");
    const second = idOf(await save("before terminal: rm -rf b.txt"));
    const { workdir, checkpoints: listed } = await checkpoints.list(dir);
    expect(workdir).toBe(dir);
    expect(listed.map(({ id, number, reason }) => ({ id, number, reason }))).toEqual([
      { id: second, number: 1, reason: "before terminal: rm -rf b.txt" },
      { id: first, number: 2, reason: "before write_file" },
    ]);
    expect(listed[0]).toMatchObject({ filesChanged: 2, insertions: 2, deletions: 1 });
    expect(Date.parse(listed[0]?.at ?? "")).toBeGreaterThan(Date.parse(listed[1]?.at ?? ""));
  });

  test("nothing changed means nothing new, also when only times changed", async () => {
    const { put, save, ids } = world();
    put("a.txt", "one\n");
    const first = await save();
    put("a.txt", "one\n");
    expect(await save()).toEqual({ type: "unchanged", id: idOf(first) });
    expect(await ids()).toHaveLength(1);
  });

  test("a change of the same size right after a snapshot is seen", async () => {
    const { put, save, ids } = world();
    put("a.txt", "0");
    await save();
    for (let round = 1; round <= 8; round += 1) {
      put("a.txt", String(round));
      expect((await save()).type).toBe("saved");
    }
    expect(await ids()).toHaveLength(9);
  });

  test("the layout is the shared one", async () => {
    const { options, dir, put, save, clock } = world();
    put("a.txt", "one\n");
    const id = idOf(await save());
    const store = join(options.dir, "store");
    const hash = projectHash(dir);
    expect(git(store, "rev-parse", `refs/hermes/${hash}`).trim()).toBe(id);
    expect(existsSync(join(store, "indexes", hash))).toBe(true);
    expect(JSON.parse(readFileSync(join(store, "projects", `${hash}.json`), "utf8"))).toMatchObject({
      workdir: dir,
      last_touch: clock.now() / 1000,
    });
    expect(git(store, "log", "-1", "--format=%an <%ae>", id).trim()).toBe("Hermes Checkpoint <hermes@local>");
    expect(statSync(store).mode & 0o077).toBe(0);
    expect(readdirSync(join(store, "indexes"))).toEqual([hash]);
  });

  test("repositories of an older layout are put aside, once", async () => {
    const { options, put, save, clock } = world();
    const older = join(options.dir, "0123456789abcdef");
    mkdirSync(older, { recursive: true });
    execFileSync("git", ["init", "-q", "--bare", older]);
    put("a.txt", "one\n");
    await save();
    const aside = `legacy-${Math.floor(clock.now() / 1000)}`;
    expect(readdirSync(options.dir).filter((name) => !name.startsWith("."))).toEqual([aside, "store"]);
    expect(existsSync(join(options.dir, aside, "0123456789abcdef", "HEAD"))).toBe(true);
  });

  test("the project is left as it was: no files, no repository, its own git untouched", async () => {
    const { dir, put, save } = world();
    execFileSync("git", ["init", "-q"], { cwd: dir });
    put("a.txt", "one\n");
    execFileSync("git", ["add", "a.txt"], { cwd: dir });
    const before = readFileSync(join(dir, ".git/index"));
    put("b.txt", "two\n");
    await save();
    expect(readdirSync(dir).sort()).toEqual([".git", "a.txt", "b.txt"]);
    expect(readFileSync(join(dir, ".git/index")).equals(before)).toBe(true);
  });

  test("secrets in the reason are masked; line ends cannot forge entries", async () => {
    const { checkpoints, dir, put, save } = world();
    put("a.txt", "one\n");
    await save('before terminal: curl -u me:hunter2\nleft-out: too-large "forged"');
    const detail = await checkpoints.show(dir, "1");
    expect(detail.reason).not.toContain("hunter2");
    expect(detail.leftOut).toEqual([]);
  });

  test("whole homes, shared places and the agent's own home are not taken", async () => {
    const { checkpoints, home, root, options } = world();
    mkdirSync(join(root, "user"), { recursive: true });
    mkdirSync(join(home, "memories"), { recursive: true });
    for (const place of ["/", "/tmp", root, options.places.userHome, join(home, "memories")])
      expect((await checkpoints.save(place, "x")).type, place).toBe("skipped");
  });

  test("too many files, or more than the cap, is said and nothing is kept", async () => {
    const many = world({ maxEntries: 5 });
    for (let index = 0; index < 6; index += 1) many.put(`f${index}`, "x");
    expect(await many.save()).toMatchObject({ type: "skipped", why: expect.stringContaining("more than 5 files") });
    const big = world({ maxTotalBytes: 1_048_576 });
    for (let index = 0; index < 4; index += 1) big.put(`f${index}`, Buffer.alloc(400_000, index));
    expect(await big.save()).toMatchObject({ type: "skipped", why: expect.stringContaining("1 MB") });
    expect(await big.ids()).toEqual([]);
  });

  test("without git it says so", async () => {
    const { save, put } = world({ git: "/nonexistent/git" });
    put("a", "x");
    await expect(save()).rejects.toThrow(StoreFailure);
    await expect(save()).rejects.toMatchObject({ kind: "not-found" });
  });

  test("two processes' worth of saves at once lose nothing", async () => {
    const { options, put, dir, ids } = world();
    const others = [createCheckpoints(options), createCheckpoints({ ...options, ids: fakeIds(2) })];
    put("a.txt", "one\n");
    const saved = await Promise.all(others.flatMap((one) => [one.save(dir, "x"), one.save(dir, "y")]));
    expect(saved.filter(({ type }) => type === "saved")).toHaveLength(1);
    expect(new Set(saved.map(idOf)).size).toBe(1);
    expect(await ids()).toHaveLength(1);
  });
});

describe("what is left out", () => {
  test("huge files, ignored files and secrets are named, never stored, never touched", async () => {
    const { checkpoints, dir, put, read, save } = world({ maxFileBytes: 1000 });
    put(".gitignore", "private.txt\n");
    put("a.txt", "one\n");
    put("huge.bin", Buffer.alloc(5000, 1));
    put("private.txt", "mine\n");
    put(".env", "KEY=1\n");
    put("node_modules/x/index.js", "x\n");
    const id = idOf(await save());
    const { leftOut, files } = await checkpoints.show(dir, id);
    expect(files).toBe(2);
    expect(leftOut).toEqual(
      expect.arrayContaining([
        { path: "huge.bin", why: "too-large" },
        { path: "private.txt", why: "excluded" },
        { path: ".env", why: "excluded" },
        { path: "node_modules/", why: "excluded" },
      ]),
    );
    put("a.txt", "two\n");
    put("huge.bin", Buffer.alloc(6000, 2));
    put(".env", "KEY=2\n");
    const done = await checkpoints.restore(dir, id, { removeNew: true });
    expect(read("a.txt")).toBe("one\n");
    expect(statSync(join(dir, "huge.bin")).size).toBe(6000);
    expect(read(".env")).toBe("KEY=2\n");
    expect(read("private.txt")).toBe("mine\n");
    expect(existsSync(join(dir, "node_modules/x/index.js"))).toBe(true);
    expect(done.leftOut.map(({ path }) => path)).toEqual(expect.arrayContaining(["huge.bin", ".env"]));
  });

  test("an ignored file that the call itself is about to change is saved, a secret one is not", async () => {
    const { checkpoints, dir, put, read, save } = world();
    put(".gitignore", "notes.md\n");
    put("notes.md", "precious\n");
    put(".env", "KEY=1\n");
    const id = idOf(await save("before write_file", [join(dir, "notes.md"), join(dir, ".env"), "/etc/passwd"]));
    put("notes.md", "gone\n");
    put(".env", "KEY=2\n");
    await checkpoints.restore(dir, id);
    expect(read("notes.md")).toBe("precious\n");
    expect(read(".env")).toBe("KEY=2\n");
  });

  test("a file that has grown too large since is not overwritten: it could not be saved first", async () => {
    const { checkpoints, dir, put, read, save } = world({ maxFileBytes: 1000 });
    put("data.txt", "small\n");
    put("a.txt", "one\n");
    const id = idOf(await save());
    put("data.txt", "x".repeat(2000));
    put("a.txt", "two\n");
    const done = await checkpoints.restore(dir, id);
    expect(done.restored).toEqual(["a.txt"]);
    expect(done.leftOut).toContainEqual({ path: "data.txt", why: "not-saved" });
    expect(read("data.txt")).toHaveLength(2000);
  });

  test("files nobody may read are left out and left alone", async () => {
    const { options, dir, put } = world();
    put("a.txt", "one\n");
    put("locked.txt", "secret\n");
    chmodSync(join(dir, "locked.txt"), 0o000);
    const result = asNobody(options, dir);
    expect(result.saved.type).toBe("saved");
    expect(result.leftOut).toContainEqual({ path: "locked.txt", why: "unreadable" });
  });

  test("pipes and sockets do not stop anything", async () => {
    const { dir, put, save, checkpoints } = world();
    put("a.txt", "one\n");
    execFileSync("mkfifo", [join(dir, "pipe")]);
    const id = idOf(await save());
    rmSync(join(dir, "a.txt"));
    execFileSync("mkfifo", [join(dir, "a.txt")]);
    const done = await checkpoints.restore(dir, id);
    expect(done.leftOut).toContainEqual({ path: "a.txt", why: "not-saved" });
    expect(lstatSync(join(dir, "a.txt")).isFIFO()).toBe(true);
  });

  test("the agent's home inside the project stays out", async () => {
    const { checkpoints, put, dir, options } = world();
    const inside = createCheckpoints({
      ...options,
      places: { ...options.places, agentHomes: [join(dir, "agent [x] home")] },
    });
    put("agent [x] home/config.yaml", "key: 1\n");
    put("a.txt", "one\n");
    const id = idOf(await inside.save(dir, "x"));
    expect((await checkpoints.show(dir, id)).files).toBe(1);
  });
});

describe("restoring", () => {
  test("brings back changed and deleted files, keeps new ones, and can itself be taken back", async () => {
    const { checkpoints, dir, put, read, save, ids } = world();
    put("a.txt", "one\n");
    put("deep/er/b.txt", "two\n");
    const id = idOf(await save());
    put("a.txt", "changed\n");
    rmSync(join(dir, "deep"), { recursive: true });
    put("new.txt", "fresh\n");
    const done = await checkpoints.restore(dir, id.slice(0, 7));
    expect([...done.restored].sort()).toEqual(["a.txt", "deep/er/b.txt"]);
    expect(done.kept).toEqual(["new.txt"]);
    expect([read("a.txt"), read("deep/er/b.txt"), read("new.txt")]).toEqual(["one\n", "two\n", "fresh\n"]);

    expect((await ids()).slice(0, 2)).toEqual([done.undo, id]);
    const back = await checkpoints.restore(dir, done.undo ?? "", { removeNew: true });
    expect([...back.removed]).toEqual(["deep/er/b.txt"]);
    expect(read("a.txt")).toBe("changed\n");
    expect(readdirSync(dir).sort()).toEqual(["a.txt", "new.txt"]);
  });

  test("removes new files when asked, each of them saved first", async () => {
    const { checkpoints, dir, put, read, save } = world();
    put("a.txt", "one\n");
    const id = idOf(await save());
    put("made/by/agent.txt", "fresh\n");
    const done = await checkpoints.restore(dir, id, { removeNew: true });
    expect(done.removed).toEqual(["made/by/agent.txt"]);
    expect(readdirSync(dir)).toEqual(["a.txt"]);
    await checkpoints.restore(dir, done.undo ?? "");
    expect(read("made/by/agent.txt")).toBe("fresh\n");
  });

  test("one file or one folder", async () => {
    const { checkpoints, dir, put, read, save } = world();
    for (const name of ["a.txt", "lib/b.txt", "lib/c.txt", "library.txt"]) put(name, "old\n");
    const id = idOf(await save());
    for (const name of ["a.txt", "lib/b.txt", "lib/c.txt", "library.txt"]) put(name, "new\n");
    expect((await checkpoints.restore(dir, id, { path: "lib/b.txt" })).restored).toEqual(["lib/b.txt"]);
    expect((await checkpoints.restore(dir, id, { path: join(dir, "lib") })).restored).toEqual(["lib/c.txt"]);
    expect(read("library.txt")).toBe("new\n");
    for (const path of ["../outside", "/etc/passwd", "lib/../../x"])
      await expect(checkpoints.restore(dir, id, { path })).rejects.toMatchObject({ kind: "invalid" });
    await expect(checkpoints.restore(dir, id, { path: "nothing.txt" })).rejects.toMatchObject({ kind: "not-found" });
  });

  test("a path is meant from the folder one is in, or as the checkpoint names it", async () => {
    const { root, checkpoints, dir, put, read, save } = world();
    put("lib/b.txt", "old\n");
    const id = idOf(await save());
    const link = join(root, "link");
    symlinkSync(join(dir, "lib"), link);
    for (const [path, from] of [
      ["b.txt", join(dir, "lib")],
      ["lib/b.txt", join(dir, "lib")],
      ["b.txt", link],
      ["../lib/b.txt", join(dir, "lib")],
    ] as const) {
      put("lib/b.txt", "new\n");
      expect((await checkpoints.diff(dir, id, { path, from })).files).toEqual([
        { path: "lib/b.txt", change: "changed" },
      ]);
      expect((await checkpoints.restore(dir, id, { path, from })).restored).toEqual(["lib/b.txt"]);
      expect(read("lib/b.txt")).toBe("old\n");
    }
    const out = { path: "../../x", from: join(dir, "lib") };
    await expect(checkpoints.restore(dir, id, out)).rejects.toMatchObject({ kind: "invalid" });
  });

  test("a folder that is gone altogether comes back", async () => {
    const { checkpoints, dir, put, read, save } = world();
    put("a/b.txt", "one\n");
    const id = idOf(await save());
    rmSync(dir, { recursive: true });
    await checkpoints.restore(dir, id);
    expect(read("a/b.txt")).toBe("one\n");
  });

  test("bytes come back exactly, whatever the project's attributes say", async () => {
    const { checkpoints, dir, put, save } = world();
    const bytes = Buffer.from("line\r\nline\n\0\xff\xfe$Id$", "latin1");
    put(".gitattributes", "* text=auto eol=lf ident filter=lfs working-tree-encoding=UTF-16\n");
    put("mixed.txt", bytes);
    const id = idOf(await save());
    put("mixed.txt", "x");
    await checkpoints.restore(dir, id);
    expect(readFileSync(join(dir, "mixed.txt")).equals(bytes)).toBe(true);
  });

  test("odd names survive", async () => {
    const { checkpoints, dir, put, save } = world();
    const names = ["new\nline", 'quo"te', " lead", "-dash", "ümläut", "tab\there", "*", "a\\b", ":(top)x", "日本"];
    for (const name of names) put(name, "old\n");
    const raw = Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x62, 0xff, 0xfe])]);
    writeFileSync(raw, "old\n");
    const id = idOf(await save());
    for (const name of names) rmSync(join(dir, name));
    rmSync(raw);
    const done = await checkpoints.restore(dir, id);
    expect(done.restored).toHaveLength(names.length + 1);
    for (const name of names) expect(readFileSync(join(dir, name), "utf8")).toBe("old\n");
    expect(readFileSync(raw, "utf8")).toBe("old\n");
    const diff = await checkpoints.diff(dir, id, { path: "*" });
    expect(diff.files).toEqual([]);
  });

  test("links are saved as links, brought back as links, and never written through", async () => {
    const { root, checkpoints, dir, put, read, save } = world();
    writeFileSync(join(root, "outside.txt"), "outside\n");
    mkdirSync(join(root, "elsewhere"));
    put("plain.txt", "plain\n");
    put("folder/inner.txt", "inner\n");
    symlinkSync("../outside.txt", join(dir, "link"));
    const id = idOf(await save());
    rmSync(join(dir, "link"));
    rmSync(join(dir, "plain.txt"));
    symlinkSync("../outside.txt", join(dir, "plain.txt"));
    rmSync(join(dir, "folder"), { recursive: true });
    symlinkSync("../elsewhere", join(dir, "folder"));
    writeFileSync(join(root, "elsewhere/inner.txt"), "not yours\n");

    const done = await checkpoints.restore(dir, id);
    expect(readlinkSync(join(dir, "link"))).toBe("../outside.txt");
    expect(lstatSync(join(dir, "plain.txt")).isFile()).toBe(true);
    expect(read("plain.txt")).toBe("plain\n");
    expect(readFileSync(join(root, "outside.txt"), "utf8")).toBe("outside\n");
    expect(done.leftOut).toContainEqual({ path: "folder/inner.txt", why: "in-the-way" });

    await checkpoints.restore(dir, id, { removeNew: true });
    expect(read("folder/inner.txt")).toBe("inner\n");
    expect(readFileSync(join(root, "elsewhere/inner.txt"), "utf8")).toBe("not yours\n");
  });

  test("a file that became a folder, and a folder that became a file", async () => {
    const { checkpoints, dir, put, read, save } = world();
    put("thing", "file\n");
    put("box/a.txt", "a\n");
    const id = idOf(await save());
    rmSync(join(dir, "thing"));
    put("thing/inside.txt", "x\n");
    rmSync(join(dir, "box"), { recursive: true });
    put("box", "file now\n");
    const kept = await checkpoints.restore(dir, id);
    expect(kept.leftOut).toEqual([
      { path: "box/a.txt", why: "in-the-way" },
      { path: "thing", why: "in-the-way" },
    ]);
    expect(read("box")).toBe("file now\n");
    const forced = await checkpoints.restore(dir, id, { removeNew: true });
    expect([read("thing"), read("box/a.txt")]).toEqual(["file\n", "a\n"]);
    await checkpoints.restore(dir, forced.undo ?? "", { removeNew: true });
    expect([read("thing/inside.txt"), read("box")]).toEqual(["x\n", "file now\n"]);
  });

  test("modes: what may be run comes back, private stays private", async () => {
    const { checkpoints, dir, put, save } = world();
    put("run.sh", "#!/bin/sh\n");
    chmodSync(join(dir, "run.sh"), 0o755);
    put("private.txt", "one\n");
    chmodSync(join(dir, "private.txt"), 0o600);
    const id = idOf(await save());
    rmSync(join(dir, "run.sh"));
    put("private.txt", "two\n");
    const mode = (name: string) => statSync(join(dir, name)).mode & 0o777;
    await checkpoints.restore(dir, id);
    expect(mode("run.sh") & 0o100).toBe(0o100);
    expect(mode("private.txt")).toBe(0o600);
    rmSync(join(dir, "private.txt"));
    expect((await checkpoints.restore(dir, id)).created).toEqual(["private.txt"]);
    expect(mode("private.txt")).toBe(0o600);
    expect(mode("run.sh")).toBe(0o755 & ~process.umask());
  });

  test("repositories inside the project are files like all others, with or without commits", async () => {
    const { checkpoints, dir, put, read, save } = world();
    put("top.txt", "top\n");
    for (const name of ["sub", "sub/deeper", "empty"]) {
      mkdirSync(join(dir, name), { recursive: true });
      execFileSync("git", ["init", "-q"], { cwd: join(dir, name) });
    }
    put("sub/a.txt", "a\n");
    put("sub/deeper/b.txt", "b\n");
    put("empty/c.txt", "c\n");
    execFileSync("git", ["add", "a.txt"], { cwd: join(dir, "sub") });
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"], { cwd: join(dir, "sub") });
    const id = idOf(await save());
    put("sub/late.txt", "late\n");
    rmSync(join(dir, "sub/a.txt"));
    rmSync(join(dir, "sub/deeper/b.txt"));
    rmSync(join(dir, "empty/c.txt"));
    const second = idOf(await save());
    await checkpoints.restore(dir, id);
    expect([read("sub/a.txt"), read("sub/deeper/b.txt"), read("empty/c.txt")]).toEqual(["a\n", "b\n", "c\n"]);
    expect(existsSync(join(dir, "sub/.git/HEAD"))).toBe(true);
    expect((await checkpoints.show(dir, second)).changes).toContainEqual({ path: "sub/late.txt", change: "added" });
  });

  test("a reference must name exactly one checkpoint of this folder", async () => {
    const { root, checkpoints, dir, put, save } = world();
    put("a.txt", "one\n");
    await save();
    const other = join(root, "other");
    mkdirSync(other);
    writeFileSync(join(other, "x.txt"), "x\n");
    const foreign = idOf(await checkpoints.save(other, "x"));
    await expect(checkpoints.restore(dir, foreign)).rejects.toMatchObject({ kind: "not-found" });
    await expect(checkpoints.restore(dir, "HEAD~1")).rejects.toMatchObject({ kind: "invalid" });
    await expect(checkpoints.restore(dir, "--help")).rejects.toMatchObject({ kind: "invalid" });
    await expect(checkpoints.restore(dir, "7")).rejects.toMatchObject({ kind: "not-found" });
  });
});

test("a diff shows from then to now, new and ignored files included, and stores nothing", async () => {
  const { checkpoints, dir, put, save, options } = world();
  put("a.txt", "one\n");
  put("later-ignored.txt", "here\n");
  const id = idOf(await save());
  put("a.txt", "two\n");
  put("b.txt", "new\n");
  put(".gitignore", "later-ignored.txt\n");
  const objects = () => git(join(options.dir, "store"), "count-objects").trim();
  const before = objects();
  const { unified, files } = await checkpoints.diff(dir, "1");
  expect(files).toEqual([
    { path: ".gitignore", change: "added" },
    { path: "a.txt", change: "changed" },
    { path: "b.txt", change: "added" },
  ]);
  expect(unified).toMatch(/-one\n\+two/);
  expect((await checkpoints.diff(dir, id, { path: "b.txt" })).unified).not.toContain("a.txt");
  expect(objects()).toBe(before);
  expect(readdirSync(join(options.dir, "store")).filter((name) => name.startsWith("compare-"))).toEqual([]);
});

describe("keeping it small", () => {
  test("old snapshots go, ids stay the same, and garbage collection proves it", async () => {
    const { checkpoints, dir, put, save, ids, options } = world({ maxSnapshots: 3 });
    const made: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      put("a.txt", `round ${round}\n`);
      made.unshift(idOf(await save()));
    }
    expect(await ids()).toEqual(made.slice(0, 3));
    await checkpoints.prune();
    expect(await ids()).toEqual(made.slice(0, 3));
    expect(git(join(options.dir, "store"), "fsck", "--connectivity-only")).not.toContain("missing");
    expect(() => git(join(options.dir, "store"), "cat-file", "-e", `${made[5]}^{commit}`)).toThrow();
    await checkpoints.restore(dir, made[2] ?? "");
    expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("round 3\n");
  });

  test("a pinned one stays while others are added", async () => {
    const { checkpoints, dir, put, ids } = world({ maxSnapshots: 2 });
    put("a.txt", "start\n");
    const pinned = idOf(await checkpoints.save(dir, "x"));
    for (let round = 0; round < 4; round += 1) {
      put("a.txt", `round ${round}\n`);
      await checkpoints.save(dir, "x", { pinned });
    }
    expect(await ids()).toHaveLength(5);
    put("a.txt", "next turn\n");
    await checkpoints.save(dir, "x");
    expect(await ids()).toHaveLength(2);
  });

  test("the one being restored stays, even when saving what is there pushes it over the edge", async () => {
    const { checkpoints, dir, put, read, save, ids } = world({ maxSnapshots: 2 });
    put("a.txt", "one\n");
    const first = idOf(await save());
    put("a.txt", "two\n");
    await save();
    put("a.txt", "three\n");
    const done = await checkpoints.restore(dir, first);
    expect(read("a.txt")).toBe("one\n");
    expect(await ids()).toContain(first);
    await checkpoints.restore(dir, done.undo ?? "");
    expect(read("a.txt")).toBe("three\n");
  });

  test("the size cap drops the oldest of all projects, never the newest nor the target", async () => {
    const noise = (seed: number) => {
      const bytes = Buffer.alloc(300_000);
      let state = seed + 1;
      for (let at = 0; at < bytes.length; at += 1) {
        state = (state * 48_271) % 2_147_483_647;
        bytes[at] = state & 255;
      }
      return bytes;
    };
    const { root, checkpoints, dir, put, read, save, options } = world({ maxTotalBytes: 1_048_576 });
    const other = join(root, "other");
    mkdirSync(other);
    writeFileSync(join(other, "x.bin"), noise(100));
    await checkpoints.save(other, "x");
    const made: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      put("a.bin", noise(round));
      made.unshift(idOf(await save()));
    }
    const { bytes } = await checkpoints.status();
    expect(bytes).toBeLessThanOrEqual(options.maxTotalBytes);
    const kept = (await checkpoints.list(dir)).checkpoints.map(({ id }) => id);
    expect(kept).toEqual(made.slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(0);
    const target = kept.at(-1) ?? "";
    put("a.bin", noise(50));
    const done = await checkpoints.restore(dir, target);
    expect(done.restored).toEqual(["a.bin"]);
    expect((await checkpoints.list(dir)).checkpoints.map(({ id }) => id)).toEqual(
      expect.arrayContaining([target, done.undo]),
    );
    expect(read("a.bin")).toBe(noise(5 - kept.length).toString("utf8"));
  });

  test("forgotten projects go; a folder deleted a moment ago does not", async () => {
    const { root, checkpoints, dir, put, save, clock } = world();
    const old = join(root, "old");
    mkdirSync(old);
    writeFileSync(join(old, "x.txt"), "x\n");
    await checkpoints.save(old, "x");
    await clock.advance(8 * 86_400_000);
    put("a.txt", "one\n");
    await save();
    renameSync(dir, `${dir}-moved`);
    const first = await checkpoints.prune();
    expect(first.projectsRemoved).toEqual([old]);
    expect((await checkpoints.list(dir)).checkpoints).toHaveLength(1);
    expect((await checkpoints.prune({ onlyIfDue: true })).ran).toBe(false);
    expect((await checkpoints.prune({ orphansNow: true })).projectsRemoved).toEqual([dir]);
    expect((await checkpoints.status()).projects).toEqual([]);
  });
});

describe("bad days", () => {
  test("a full disk: nothing half-saved, nothing touched, and it says so", async () => {
    const base = mkdtempSync(join(tmpdir(), "small-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", base]);
    cleanups.push(() => {
      execFileSync("umount", ["-l", base]);
      rmSync(base, { recursive: true });
    });
    const { checkpoints, put, read, save, dir, ids } = world({ dir: join(base, "checkpoints") });
    put("a.txt", "one\n");
    const first = idOf(await save());
    put("a.txt", "two\n");
    for (let index = 0; index < 40; index += 1)
      put(`f${index}.bin`, execFileSync("head", ["-c", "60000", "/dev/urandom"]));
    await expect(save()).rejects.toMatchObject({ kind: "full" });
    await expect(checkpoints.restore(dir, first)).rejects.toMatchObject({ kind: "full" });
    expect(read("a.txt")).toBe("two\n");
    expect(await ids()).toEqual([first]);
    for (let index = 0; index < 40; index += 1) rmSync(join(dir, `f${index}.bin`));
    await checkpoints.prune();
    await checkpoints.restore(dir, first);
    expect(read("a.txt")).toBe("one\n");
  });

  test("a full disk under the project: the old file stays whole", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "small-disk-")));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=600k", "tmpfs", base]);
    cleanups.push(() => {
      execFileSync("umount", ["-l", base]);
      rmSync(base, { recursive: true });
    });
    const { checkpoints } = world();
    const work = join(base, "project");
    mkdirSync(work);
    writeFileSync(join(work, "big.txt"), "o".repeat(250_000));
    const id = idOf(await checkpoints.save(work, "x"));
    writeFileSync(join(work, "big.txt"), "small and precious\n");
    writeFileSync(join(work, "filler.bin"), Buffer.alloc(420_000));
    const done = await checkpoints.restore(work, id);
    expect(done.leftOut).toContainEqual({ path: "big.txt", why: "could-not-write" });
    expect(readFileSync(join(work, "big.txt"), "utf8")).toBe("small and precious\n");
    expect(readdirSync(work).sort()).toEqual(["big.txt", "filler.bin"]);
  });

  test("killed at any moment, the next one works and nothing is lost", async () => {
    const { options, put, save, ids, dir } = world();
    put("a.txt", "one\n");
    await save();
    for (let round = 0; round < 6; round += 1) {
      for (let index = 0; index < 60; index += 1) put(`f${index}.txt`, `${round} ${index}\n`);
      const before = await ids();
      await killed(options, dir, 5 + round * 25);
      const after = await ids();
      expect(after.slice(-before.length)).toEqual(before);
    }
    put("a.txt", "last\n");
    expect((await save()).type).toBe("saved");
    expect(git(join(options.dir, "store"), "fsck", "--connectivity-only")).not.toMatch(/missing|broken/);
  });

  test("a broken index is made anew", async () => {
    const { options, put, save, dir, ids } = world();
    put("a.txt", "one\n");
    await save();
    writeFileSync(join(options.dir, "store", "indexes", projectHash(dir)), "garbage");
    put("a.txt", "two\n");
    expect((await save()).type).toBe("saved");
    expect(await ids()).toHaveLength(2);
  });
});

describe("which project", () => {
  test("the nearest marked folder, else the workspace, else the file's own", async () => {
    const { root, checkpoints, dir, put } = world();
    put("packages/one/package.json", "{}");
    put("packages/one/src/x.ts", "x");
    put("notes/y.md", "y");
    const of = (path: string) => checkpoints.projectOf(path, dir);
    expect(await of(join(dir, "packages/one/src/x.ts"))).toBe(join(dir, "packages/one"));
    expect(await of(join(dir, "notes/y.md"))).toBe(dir);
    expect(await of(join(dir, "not/there/yet.md"))).toBe(dir);
    mkdirSync(join(root, "apart"));
    expect(await of(join(root, "apart/z.md"))).toBe(join(root, "apart"));
    symlinkSync(join(dir, "packages"), join(root, "shortcut"));
    expect(await of(join(root, "shortcut/one/src/x.ts"))).toBe(join(dir, "packages/one"));
  });
});

/** Saves in another process that runs as nobody. */
function asNobody(options: CheckpointOptions, dir: string): { saved: Saved; leftOut: readonly unknown[] } {
  const root = dirname(dir);
  execFileSync("chown", ["-R", "65534:65534", root]);
  execFileSync("chown", ["0:0", join(dir, "locked.txt")]);
  const out = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", childScript(options, dir)], {
    encoding: "utf8",
    uid: 65_534,
    gid: 65_534,
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1" },
  });
  return JSON.parse(out) as { saved: Saved; leftOut: readonly unknown[] };
}

async function killed(options: CheckpointOptions, dir: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", childScript(options, dir)], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1" },
  });
  await new Promise<void>((resolve) => {
    child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), afterMs));
    child.once("exit", () => resolve());
  });
}

function childScript(options: CheckpointOptions, dir: string): string {
  const here = import.meta.dirname;
  const plain = JSON.stringify({ ...options, clock: undefined, ids: undefined, log: undefined, redact: undefined });
  return `
    import { createCheckpoints } from ${JSON.stringify(join(here, "checkpoints.ts"))};
    import { fakeIds, fakeLog } from ${JSON.stringify(join(here, "../../../testing/fakes.ts"))};
    const ids = fakeIds(process.pid);
    const checkpoints = createCheckpoints({ ...${plain}, ids, log: fakeLog(), clock: { now: () => ${options.clock.now()} }, redact: (text) => text });
    if (${process.getuid?.() === 0 ? "process.getuid() === 0" : "false"}) console.log("started");
    const saved = await checkpoints.save(${JSON.stringify(dir)}, "from a child");
    if (process.getuid() !== 0) console.log(JSON.stringify({ saved, leftOut: saved.leftOut ?? [] }));
  `;
}

// Stored sessions from the command line: everything a script or a worried person does with them.

import { spawnSync } from "node:child_process";
import { readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/compose/system-clock.ts";
import { holderName } from "../../src/stores/shared/holder.ts";
import { openSqliteStore } from "../../src/stores/sqlite/open.ts";
import { fakeIds } from "../../src/testing/fakes.ts";
import { HERMES, makePlace, type Place } from "./program.ts";

let place: Place;
let other: Place;
beforeEach(async () => {
  place = await makePlace();
  other = await makePlace();
});
afterEach(async () => {
  await place.remove();
  await other.remove();
});

const json = async (where: Place, ...args: string[]) => {
  const ran = await where.run(args);
  expect(ran.stderr).toBe("");
  return JSON.parse(ran.stdout);
};
const talk = async (words: string): Promise<string> => {
  const ran = await place.run(["chat", "-q", words, "-Q"]);
  return /session_id: (\S+)/.exec(ran.stderr)?.[1] ?? "";
};
const idsIn = async (where: Place, ...args: string[]): Promise<string[]> =>
  (await json(where, "sessions", "list", "--json", ...args)).sessions.map((row: { id: string }) => row.id);

describe("finding", () => {
  test("list is newest first, by the names of the columns", async () => {
    expect((await place.run(["sessions"])).stdout).toBe("No sessions found.\n");
    const first = await talk("run echo one");
    const second = await talk("run echo two");
    const { sessions } = await json(place, "sessions", "list", "--json");
    expect(sessions.map((row: { id: string }) => row.id)).toEqual([second, first]);
    expect(sessions[0]).toMatchObject({
      source: "cli",
      message_count: 4,
      tool_call_count: 1,
      archived: 0,
      end_reason: "cli_close",
    });
    expect(sessions[0].started_at).toBeLessThan(1e11);
    expect(await idsIn(place, "--limit", "1")).toEqual([second]);
    expect((await json(place, "sessions", "browse", "--json")).sessions).toEqual(sessions);
    expect((await place.run(["sessions"])).stdout).toContain("Last Active");
  });
  test("search gives message hits; many queries at once on stdin", async () => {
    const id = await talk("remember that the server is called atlas");
    const { results } = await json(place, "sessions", "search", "atlas", "--json");
    expect(results.length).toBeGreaterThan(1);
    expect(results[0]).toMatchObject({ session_id: id, message_id: expect.any(Number), score: expect.any(Number) });
    const asked = [{ id: "q1", query: "atlas", limit: 1 }, { id: "q2", query: "zebra" }, { id: "q3" }];
    const ran = await place.run(["sessions", "search", "--stdin", "--json"], {
      stdin: asked.map((one) => JSON.stringify(one)).join("\n"),
    });
    const [one, two, three] = ran.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(one).toMatchObject({ id: "q1", results: [{ session_id: id, snippet: expect.stringContaining("atlas") }] });
    expect(two).toEqual({ id: "q2", results: [] });
    expect(three).toMatchObject({ id: "q3", error: expect.any(String) });
    expect((await place.run(["sessions", "search", "zebra"])).code).toBe(1);
  });
  test("show by id, start of the id and title; what matches nothing is said", async () => {
    const id = await talk("run echo hello there");
    await place.run(["sessions", "rename", id, "My", "greeting"]);
    for (const reference of [id, id.slice(0, -2), "My greeting"])
      expect((await place.run(["sessions", "show", reference])).stdout, reference).toContain("hello there");
    expect((await json(place, "sessions", "show", id, "--json")).messages).toHaveLength(4);
    expect(await place.run(["sessions", "show", "nothing"])).toMatchObject({ code: 1, stdout: "" });
    expect(await place.run(["sessions", "browse"])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("changing", () => {
  test("undo takes back, redo brings back, branch copies, archive hides, delete removes", async () => {
    const id = await talk("run echo one");
    expect(await json(place, "sessions", "undo", id, "--json")).toMatchObject({ id, removed: 4, text: "run echo one" });
    expect((await json(place, "sessions", "show", id, "--json")).messages).toHaveLength(0);
    expect(await json(place, "sessions", "undo", id, "--redo", "--json")).toEqual({ id, restored: 4 });
    const branch = (await json(place, "sessions", "branch", id, "other", "way", "--json")).id;
    expect((await json(place, "sessions", "show", "other way", "--json")).messages).toHaveLength(4);
    await place.run(["sessions", "archive", branch]);
    expect(await idsIn(place)).toEqual([id]);
    expect(new Set(await idsIn(place, "--archived"))).toEqual(new Set([id, branch]));
    await place.run(["sessions", "archive", branch, "--undo"]);
    expect(await place.run(["sessions", "delete", branch])).toMatchObject({ code: 2 });
    await place.run(["sessions", "delete", branch, "-y"]);
    expect(await idsIn(place)).toEqual([id]);
    expect(await place.run(["sessions", "undo", id, "9"])).toMatchObject({ code: 1 });
  });
  test("what somebody is in the middle of is neither removed, nor taken back, nor replaced from here", async () => {
    const id = await talk("run echo one");
    await place.run(["backup", "-o", "copy.db"]);
    const store = await openSqliteStore({ path: join(place.home, "state.db"), clock: systemClock, ids: fakeIds() });
    const lease = await store.claim(id, holderName("test"), 60_000);
    for (const args of [
      ["sessions", "delete", id, "-y"],
      ["sessions", "undo", id],
      ["restore", "copy.db", "-y"],
    ])
      expect(await place.run(args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${id} is open in another process`),
      });
    expect(await store.history(id)).toHaveLength(4);
    await lease?.release();
    await store.close();
    expect(await place.run(["sessions", "delete", id, "-y"])).toMatchObject({ code: 0 });
  });
  test("a number no list is that long, and output that cannot be written, are told in a line", async () => {
    await talk("run echo one");
    const wide = await place.run(["sessions", "list", "--limit", "99999999999999999999"]);
    expect(wide).toMatchObject({ code: 2, stderr: expect.stringContaining("takes a whole number above 0") });
    const env = { ...process.env, HERMES_HOME: place.home };
    const full = spawnSync("sh", ["-c", '"$0" sessions list > /dev/full', HERMES], { env, encoding: "utf8" });
    expect(full).toMatchObject({ status: 1, stderr: "hermes: The output cannot be written: the disk is full.\n" });
  });
  test("a title can be taken away again", async () => {
    const id = await talk("run echo one");
    expect((await place.run(["sessions", "rename", id, ""])).stdout).toBe(`${id} has no title any more.\n`);
    expect(await json(place, "sessions", "rename", id, "", "--json")).toEqual({ id, title: null });
  });
  test("prune says first, spares pins and archives, and needs a yes", async () => {
    const [old, pinned, kept] = [await talk("run echo 1"), await talk("run echo 2"), await talk("run echo 3")];
    await place.run(["sessions", "pin", pinned]);
    await place.run(["sessions", "archive", kept]);
    const plan = await json(place, "sessions", "prune", "--older-than", "0", "--dry-run", "--json");
    expect(plan.sessions.map((row: { id: string }) => row.id)).toEqual([old]);
    expect(plan.removed).toBe(0);
    expect(new Set(plan.kept.map((one: { why: string }) => one.why))).toEqual(new Set(["pinned", "archived"]));
    expect((await place.run(["sessions", "prune", "--older-than", "0"])).code).toBe(2);
    expect((await place.run(["sessions", "prune", "--older-than", "", "-y"])).code).toBe(2);
    expect((await place.run(["sessions", "prune", "--older-than", "0", "-y"])).code).toBe(0);
    expect(new Set(await idsIn(place, "--archived"))).toEqual(new Set([pinned, kept]));
  });
});

describe("carrying", () => {
  test("export and import are exact and idempotent; what differs is left alone", async () => {
    const id = await talk("run echo one");
    await talk("remember that I like plums");
    expect(await json(place, "sessions", "export", "all.jsonl", "--json")).toMatchObject({ sessions: 2, messages: 8 });
    const text = await readFile(join(place.cwd, "all.jsonl"), "utf8");
    expect(text.trim().split("\n")).toHaveLength(2);
    expect((await stat(join(place.cwd, "all.jsonl"))).mode & 0o077).toBe(0);
    const bring = (body: string) => other.run(["sessions", "import", "-", "--json"], { stdin: body });
    expect(JSON.parse((await bring(text)).stdout)).toMatchObject({ created: 2, refused: 0 });
    expect(JSON.parse((await bring(text)).stdout)).toMatchObject({ created: 0, unchanged: 2 });
    const again = await other.run(["sessions", "export", "-", "--session-id", id]);
    expect(JSON.parse(again.stdout).messages).toEqual(
      JSON.parse(text.split("\n").find((line) => line.includes(id)) ?? "").messages,
    );
    const least = {
      id: "plain",
      source: "cli",
      started_at: 1_700_000_000,
      messages: [{ role: "user", content: "hi", timestamp: 1_700_000_001 }],
    };
    const separated = {
      ...least,
      id: "separated",
      messages: [{ ...least.messages[0], content: "a\u2028b\u2029c\u0085d" }],
    };
    expect(JSON.parse((await bring(JSON.stringify(separated))).stdout)).toMatchObject({ created: 1, refused: 0 });
    const out = await other.run(["sessions", "export", "separated.jsonl", "--session-id", "separated"]);
    expect(out.code).toBe(0);
    expect(await json(other, "sessions", "import", "separated.jsonl", "--json")).toMatchObject({ unchanged: 1 });
    const windows = await bring(`\ufeff${JSON.stringify({ ...least, id: "windows" })}\r\n`);
    expect(JSON.parse(windows.stdout)).toMatchObject({ created: 1, refused: 0 });
    const odd = await bring(`${JSON.stringify(least)}\nnot json\n`);
    expect(JSON.parse(odd.stdout).notes).toEqual(["line 2 was refused: not a JSON object."]);
    expect(odd.code).toBe(1);
    expect(JSON.parse(odd.stdout)).toMatchObject({ created: 1, refused: 1 });
    expect((await other.run(["sessions", "show", "plain"])).stdout).toContain("hi");
  });
  test("Markdown and HTML for people, by the ending of the name", async () => {
    await talk("run echo <b>hello</b>");
    await place.run(["sessions", "export", "all.md"]);
    await place.run(["sessions", "export", "all.html"]);
    expect(await readFile(join(place.cwd, "all.md"), "utf8")).toContain("hello");
    const html = await readFile(join(place.cwd, "all.html"), "utf8");
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).not.toContain("<b>hello</b>");
    expect(html).not.toMatch(/(src|href)="https?:/);
    expect(await place.run(["sessions", "export", "/nowhere/at/all.jsonl"])).toMatchObject({ code: 1 });
  });
  test("nothing is put in the place of a device, a folder or the database itself; a full disk is called full", async () => {
    await talk("run echo one");
    const pipe = join(place.cwd, "pipe");
    spawnSync("mkfifo", [pipe]);
    const reading = readFile(pipe, "utf8");
    expect((await place.run(["sessions", "export", "pipe"])).code).toBe(0);
    expect((await reading).trim().split("\n")).toHaveLength(1);
    expect((await stat(pipe)).isFIFO()).toBe(true);
    const refused = (words: string) => ({ code: 1, stderr: expect.stringContaining(words) });
    await symlink("/dev/full", join(place.cwd, "full"));
    expect(await place.run(["sessions", "export", "full"])).toMatchObject(refused("the disk is full"));
    expect((await stat(join(place.cwd, "full"))).isCharacterDevice()).toBe(true);
    expect(await place.run(["sessions", "export", place.home])).toMatchObject(refused("it is a folder"));
    expect(await place.run(["sessions", "export", "none/x.jsonl"])).toMatchObject(refused("no such folder"));
    const database = join(place.home, "state.db");
    for (const path of ["pipe", place.home, database])
      expect(await place.run(["backup", "-o", path])).toMatchObject(refused("no place for a backup"));
    expect(await place.run(["restore", database, "-y"])).toMatchObject(refused("what this home uses now"));
    expect(await idsIn(place)).toHaveLength(1);
  });
  test("backup and restore; import knows a backup from an export", async () => {
    const id = await talk("run echo one");
    await place.run(["sessions", "export", "all.jsonl"]);
    const { path } = await json(place, "backup", "--to", "copy.db", "--json");
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(await place.run(["backup", "-o", "no/such/folder.db"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^hermes: There is no folder [^\n]*no\/such; make it first\.\n$/),
    });
    expect(await place.run(["restore", "none.db"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^hermes: There is no backup at [^\n]*none\.db\.\n$/),
    });
    await talk("run echo two");
    expect(await place.run(["restore", path])).toMatchObject({ code: 2 });
    const { previous } = await json(place, "restore", path, "-y", "--json");
    expect(await idsIn(place)).toEqual([id]);
    expect((await stat(previous)).size).toBeGreaterThan(0);
    await json(other, "import", path, "-y", "--json");
    expect(await idsIn(other)).toEqual([id]);
    expect(await json(other, "import", join(place.cwd, "all.jsonl"), "--json")).toMatchObject({ unchanged: 1 });
    expect(await other.run(["import", "nothing.db"])).toMatchObject({ code: 1 });
    await writeFile(join(place.cwd, "fake.db"), "SQLite format 3\u0000 but no more");
    expect(await place.run(["restore", "fake.db", "-y"])).toMatchObject({ code: 1 });
    expect(await idsIn(place)).toEqual([id]);
  });
});

describe("compactions", () => {
  test("compact, list, undo: the full conversation is back", async () => {
    const lines = ["run seq 1 3000", "run date", "run seq 1 2500", "run date", "run seq 1 2000", "run date"];
    await place.run(["chat", "--provider", "offline"], { stdin: `${lines.join("\n")}\n` });
    const [id = ""] = await idsIn(place);
    const before = (await json(place, "sessions", "show", id, "--json")).messages.length;
    const done = await place.run(["sessions", "compact", id, "--keep", "1", "--json"]);
    expect(done.code).toBe(0);
    const child = JSON.parse(done.stdout).session_id;
    expect(child).not.toBe(id);
    const { compactions } = await json(place, "sessions", "compactions", id, "--json");
    expect(compactions).toMatchObject([{ session_id: child, parent_session_id: id, pass: 1 }]);
    expect(compactions[0].tokens_after).toBeLessThan(compactions[0].tokens_before);
    const context = await json(place, "context", "--session", child, "--json");
    expect(context.compactions).toMatchObject([{ pass: 1, tokens_before: compactions[0].tokens_before }]);
    expect(JSON.stringify(context).match(/"\w*[A-Z]\w*":/g)).toBeNull();
    expect((await place.run(["context", "--session", child])).stdout).toMatch(/Compaction 1: [\d,]+ → [\d,]+ tokens/);
    const back = await json(place, "sessions", "undo-compact", child, "--json");
    expect((await json(place, "sessions", "show", back.id, "--json")).messages).toHaveLength(before);
    expect(await place.run(["sessions", "undo-compact", back.id])).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("care", () => {
  test("optimize keeps long results and images within what is asked for, and takes nothing but megabytes", async () => {
    const call = { id: "c1", type: "function", function: { name: "terminal", arguments: "{}" } };
    const said = [
      { role: "user", content: "show the log" },
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", tool_name: "terminal", content: `begun ${"z".repeat(300_000)}` },
    ];
    const stdin = JSON.stringify({ id: "s1", source: "cli", started_at: 1_700_000_000, messages: said });
    expect(await place.run(["sessions", "import", "-"], { stdin })).toMatchObject({ code: 0, stderr: "" });
    for (const flag of ["--image-quota", "--result-quota"])
      for (const given of ["", "much", "-1"])
        expect(await place.run(["sessions", "optimize", `${flag}=${given}`])).toMatchObject({
          code: 2,
          stderr: expect.stringContaining(`${flag} takes megabytes`),
        });
    const optimize = (quota: string) => json(place, "sessions", "optimize", "--json", "--result-quota", quota);
    expect(await optimize("1")).toMatchObject({ dropped_images: 0, dropped_results: 0 });
    expect(await optimize("0")).toMatchObject({ dropped_images: 0, dropped_results: 1 });
    const { stdout } = await place.run(["sessions", "export", "-", "--session-id", "s1"]);
    expect(stdout).toMatch(/begun z+.*no longer at hand/u);
  });

  test("stats, optimize, and repair of a file that was cut", async () => {
    for (let n = 0; n < 3; n++) await talk(`run seq 1 ${200 + n}`);
    expect(await json(place, "sessions", "stats", "--json")).toMatchObject({
      sessions: 3,
      messages: 12,
      by_source: { cli: { sessions: 3 } },
    });
    const sizes = await json(place, "sessions", "optimize", "--json");
    expect(sizes.after).toBeGreaterThan(0);
    expect((await place.run(["sessions", "repair", "--check-only"])).stdout).toContain("fine");
    const file = join(place.home, "state.db");
    await truncate(file, (await stat(file)).size - 4096);
    expect((await place.run(["sessions", "repair", "--check-only"])).code).toBe(1);
    const report = await json(place, "sessions", "repair", "--json");
    expect((await stat(report.backup)).size).toBeGreaterThan(0);
    expect(report.salvaged).toMatchObject({ sessions: 3, messages: 12 });
    expect(await idsIn(place)).toHaveLength(3);
  });
  test("a file with nothing left in it is not replaced by an empty one as if that were a repair", async () => {
    await talk("run echo one");
    const file = join(place.home, "state.db");
    await truncate(file, 4096);
    expect(await place.run(["sessions", "repair"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Nothing can be read out of"),
    });
    expect((await stat(file)).size).toBe(4096);
  });
});

describe("memory", () => {
  test("what the agent learned is listed with its origin and taken back by one command", async () => {
    await place.run(["-z", "remember that I like plums"]);
    await place.run(["memory", "add", "the server is called atlas"]);
    const { books } = await json(place, "memory", "--json");
    const [memory, user] = books;
    expect(memory.entries[0]).toMatchObject({ text: "the server is called atlas", origin: "user" });
    expect(user.entries[0]).toMatchObject({ text: "I like plums", origin: "agent", session_id: expect.any(String) });
    expect((await place.run(["memory", "undo", "2"])).stdout).toContain("plums");
    expect(
      (await json(place, "memory", "--json")).books.flatMap((book: { entries: unknown[] }) => book.entries),
    ).toEqual([]);
    expect((await json(place, "memory", "history", "--json")).history.length).toBeGreaterThan(2);
  });
  test("writes wait when they should, and are approved or dropped", async () => {
    await place.run(["memory", "approval", "on"]);
    await place.run(["-z", "remember that I like plums"]);
    await place.run(["-z", "remember that the server is called atlas"]);
    const { pending } = await json(place, "memory", "pending", "--json");
    expect(pending).toHaveLength(2);
    await place.run(["memory", "approve", pending[0].id]);
    await place.run(["memory", "reject", "all"]);
    expect((await json(place, "memory", "pending", "--json")).pending).toEqual([]);
    const { books } = await json(place, "memory", "--json");
    expect(books.flatMap((book: { entries: unknown[] }) => book.entries)).toHaveLength(1);
    expect(await place.run(["memory", "approve", "00000000"])).toMatchObject({ code: 1 });
  });
  test("what an entry says already is not added, and said to be known", async () => {
    await place.run(["-z", "remember that I live in Berlin"]);
    const again = await place.run(["-z", "remember that i live in berlin!"]);
    expect(again.stdout).toContain('I knew that already: "I live in Berlin"');
    const { books } = await json(place, "memory", "--json");
    expect(books.flatMap((book: { entries: unknown[] }) => book.entries)).toHaveLength(1);
  });
  test("a provider is chosen once it has what it needs; what only it lacks is named", async () => {
    const states = async () =>
      Object.fromEntries(
        (await json(place, "memory", "status", "--json")).providers.map((one: { name: string; missing: unknown }) => [
          one.name,
          one.missing,
        ]),
      );
    expect(await states()).toMatchObject({
      holographic: [],
      byterover: ["the program brv"],
      honcho: ["HONCHO_API_KEY or HONCHO_BASE_URL"],
    });
    expect(await place.run(["memory", "setup", "mem0"])).toMatchObject({ code: 2, stdout: "" });
    expect(await json(place, "memory", "status", "--json")).not.toMatchObject({ provider: "mem0" });
    const started = await place.run(["memory", "setup", "byterover"]);
    expect(started).toMatchObject({ code: 0, stderr: "hermes: It still needs the program brv.\n" });
    expect((await place.run(["-z", "hello"])).stderr).toContain("byterover is off: it needs the program brv");
    await writeFile(join(place.home, "honcho.json"), '{"baseUrl": "http://127.0.0.1:1"}');
    expect(await states()).toMatchObject({ honcho: [] });
  });
  test("carried to another home, and forgotten only after a yes", async () => {
    await place.run(["memory", "add", "the server is called atlas"]);
    await place.run(["memory", "export", "notes.json"]);
    await other.run(["memory", "import", join(place.cwd, "notes.json")]);
    expect((await other.run(["memory"])).stdout).toContain("atlas");
    expect((await other.run(["memory", "reset"])).code).toBe(2);
    await other.run(["memory", "reset", "-y"]);
    expect((await other.run(["memory"])).stdout).not.toContain("atlas");
    expect((await place.run(["memory", "remove", "7"])).code).toBe(1);
  });
});

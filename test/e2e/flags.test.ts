// The flags people type daily: in one question, in a piped conversation and in the terminal interface.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call, calls, reply } from "../../src/testing/script.ts";
import { asked, atTerminal, inTerminal, say } from "./at-terminal.ts";
import { customModel, HERMES } from "./program.ts";

const here = atTerminal();
const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, stdio: "pipe" }).toString();

async function repository(): Promise<string> {
  const repo = join(here.place.cwd, "repo");
  await mkdir(join(repo, "deep"), { recursive: true });
  git(repo, "init", "-q");
  await writeFile(join(repo, "deep", "a.txt"), "from the repository");
  git(repo, "add", ".");
  git(repo, "commit", "-qm", "first");
  return repo;
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";
async function picture(name = "dot.png"): Promise<string> {
  const file = join(here.place.cwd, name);
  await writeFile(file, Buffer.from(PIXEL, "base64"));
  return file;
}

describe("--worktree", () => {
  test.each([[["-w", "-z", "do it"]], [["-z", "do it", "-w"]], [["chat", "-q", "do it", "--worktree"]]])(
    "%j works in the new tree, tools and prompt included, and keeps what was done",
    async (args) => {
      const repo = await repository();
      const server = await here.serve(
        calls(call("terminal", { command: "pwd; echo changed > deep/a.txt" })),
        reply("Done."),
      );
      const ran = await here.place.run(args, { cwd: repo });
      expect(ran).toMatchObject({ code: 0, stdout: "Done.\n" });
      const [tree = ""] = (await readdir(join(repo, ".worktrees"))).filter((name) => name !== ".gitignore");
      const path = join(repo, ".worktrees", tree);
      expect(asked(server)).toContain(path);
      expect(await readFile(join(path, "deep", "a.txt"), "utf8")).toBe("changed\n");
      expect(await readFile(join(repo, "deep", "a.txt"), "utf8")).toBe("from the repository");
      expect(ran.stderr).toContain(`The work is kept in ${path}, on branch hermes/${tree} (1 changed file).`);
      expect(git(repo, "status", "--porcelain")).toBe("");
    },
  );
  test("nothing done, nothing left", async () => {
    const repo = await repository();
    const ran = await here.place.run(["-z", "hello", "-w"], { cwd: join(repo, "deep") });
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("the worktree is gone again") });
    expect(await readdir(repo)).toEqual([".git", "deep"]);
    expect(git(repo, "branch", "--list", "hermes/*")).toBe("");
  });
  test("outside a repository one sentence says so", async () => {
    const ran = await here.place.run(["-w", "-z", "hi"]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/^hermes: --worktree needs a git repository[^\n]*\n$/);
    const bare = { PATH: here.place.cwd };
    expect(await here.place.run(["-w", "-z", "hi"], { env: bare })).toMatchObject({
      ...{ code: 1, stdout: "", stderr: "hermes: --worktree needs git, and it is not installed here.\n" },
    });
  });
  test("the setting does the same in a repository, and nothing outside", async () => {
    const repo = await repository();
    await here.place.configure("worktree: true\n");
    expect((await here.place.run(["-z", "hello"], { cwd: repo })).stderr).toContain("Working in");
    expect(await here.place.run(["-z", "hello"])).toMatchObject({ code: 0, stderr: "" });
    expect(await here.place.run(["-z", "hello", "--ignore-user-config"], { cwd: repo })).toMatchObject({ stderr: "" });
  });
});

describe("--image", () => {
  test("goes along with one question and with the first line of a piped conversation", async () => {
    const file = await picture();
    const server = await here.serve(reply("A dot."));
    expect(await here.place.run(["-z", "what is it?", "--image", file, "-m", "gpt-4o"])).toMatchObject({ code: 0 });
    expect(asked(server)).toContain(PIXEL);
    expect(
      await here.place.run(["--image", "dot.png", "-m", "gpt-4o"], { stdin: "what is it?\nand now?\n" }),
    ).toMatchObject({
      code: 0,
    });
    expect(asked(server).split(PIXEL)).toHaveLength(2);
  });
  test("several, also with a comma in the name", async () => {
    await picture("a,b.png");
    await picture("c.png");
    const server = await here.serve(reply("Two dots."));
    await here.place.run(["-m", "gpt-4o", "--image", "a,b.png", "-z", "what?", "--image", "c.png"]);
    expect(asked(server).split(PIXEL)).toHaveLength(3);
  });
  test("a model that cannot look at pictures is not shown them without a word", async () => {
    await picture();
    await here.serve(reply("I see nothing."));
    const ran = await here.place.run(["-z", "what?", "--image", "dot.png"]);
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("test-model cannot look at pictures") });
  });
  test("a file that is missing, or only called an image, is refused in one sentence before anything is stored", async () => {
    await writeFile(join(here.place.cwd, "words.png"), "just words");
    expect(await here.place.run(["-z", "x", "--image", "none.png"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "hermes: --image: none.png does not exist.\n",
    });
    expect(await here.place.run(["-z", "x", "--image", "words.png"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "hermes: --image: words.png is no image the models take: png, jpg, gif or webp.\n",
    });
    expect(existsSync(join(here.place.home, "state.db"))).toBe(false);
  });
});

inTerminal("flags in the terminal interface", () => {
  test("-w: tools, prompt, ! and @ work in the new tree; leaving says where the work is", async () => {
    const repo = await repository();
    const server = await here.serve(
      calls(call("terminal", { command: "echo changed > deep/a.txt; pwd" })),
      reply("All done."),
    );
    const terminal = await here.open(["-w"], { cwd: repo, columns: 160 });
    await terminal.shows(/\.worktrees\/\d+-\d+-\w+/);
    const [tree = ""] = (await readdir(join(repo, ".worktrees"))).filter((name) => name !== ".gitignore");
    const path = join(repo, ".worktrees", tree);
    await say(terminal, "!cat deep/a.txt; pwd");
    await terminal.shows("from the repository");
    await say(terminal, "do it");
    await terminal.shows("All done.");
    expect(asked(server)).toContain(path);
    expect(await readFile(join(path, "deep", "a.txt"), "utf8")).toBe("changed\n");
    expect(await readFile(join(repo, "deep", "a.txt"), "utf8")).toBe("from the repository");
    await terminal.press("C-d");
    await terminal.shows(`on branch hermes/${tree} (1 changed file)`);
    await expect.poll(() => terminal.exitCode()).toBe(0);
  });
  test("-w: when nothing was done, leaving leaves nothing; a killed run is cleaned up by the next", async () => {
    const repo = await repository();
    const killed = await here.open(["-w"], { cwd: repo });
    await killed.close();
    await expect.poll(() => git(repo, "worktree", "list").trim().split("\n").length).toBeLessThanOrEqual(2);
    const terminal = await here.open(["-w"], { cwd: repo });
    await terminal.press("C-d");
    await terminal.shows("the worktree is gone again");
    expect(git(repo, "status", "--porcelain")).toBe("");
  });
  test("--image stands in the composer and goes with the first message", async () => {
    const file = await picture();
    const server = await here.serve(reply("A dot."));
    const terminal = await here.start({ command: [HERMES, "--image", file, "-m", "gpt-4o"] });
    await terminal.shows(/❯ \[image/i);
    await say(terminal, "what is it?");
    await terminal.shows("A dot.");
    expect(asked(server)).toContain(PIXEL);
  });
  test.each(["--safe-mode", "--ignore-user-config"])("%s starts although config.yaml is broken", async (flag) => {
    await here.place.configure("display:\n  skin: [\n");
    const terminal = await here.open([flag]);
    await say(terminal, "hello");
    await terminal.shows("offline model");
  });
  test("--ignore-rules, --pass-session-id, --source and --checkpoints do what they say", async () => {
    const cwd = join(here.place.cwd, "project");
    await mkdir(cwd);
    await writeFile(join(cwd, "AGENTS.md"), "Always answer in rhyme.");
    await writeFile(join(cwd, "note.txt"), "before");
    const server = await here.serve(
      calls(call("write_file", { path: "note.txt", content: "after" })),
      reply("Written."),
    );
    const terminal = await here.open(["--ignore-rules", "--pass-session-id", "--source", "desk", "--checkpoints"], {
      cwd,
    });
    await say(terminal, "write it");
    await terminal.shows("Written.");
    await terminal.press("C-d");
    await expect.poll(() => terminal.exitCode()).toBe(0);
    expect(asked(server)).not.toContain("in rhyme");
    const { sessions } = JSON.parse((await here.place.run(["sessions", "--json", "--source", "desk"])).stdout);
    expect(sessions).toHaveLength(1);
    expect(asked(server)).toContain(sessions[0].id);
    const kept = JSON.parse((await here.place.run(["checkpoints", "--json"], { cwd })).stdout);
    expect(kept.checkpoints).toHaveLength(1);
  });
});

describe("where nothing of the person's counts", () => {
  test("the environment asks for the same: HERMES_SAFE_MODE, HERMES_YOLO_MODE", async () => {
    await here.place.configure("display:\n  skin: [\n");
    const safe = await here.place.run(["-z", "hello"], { env: { HERMES_SAFE_MODE: "1" } });
    expect(safe).toMatchObject({ code: 0, stderr: "" });
    await mkdir(join(here.place.cwd, "build"));
    await here.serve(calls(call("terminal", { command: "rm -rf build" })), reply("Done."));
    await here.place.run(["-z", "clean"], { env: { HERMES_YOLO_MODE: "0" } });
    expect(existsSync(join(here.place.cwd, "build"))).toBe(true);
    await here.serve(calls(call("terminal", { command: "rm -rf build" })), reply("Done."));
    await here.place.run(["-z", "clean"], { env: { HERMES_YOLO_MODE: "true" } });
    expect(existsSync(join(here.place.cwd, "build"))).toBe(false);
  });
  test("--safe-mode, --ignore-user-config and --ignore-rules, before and after the prompt", async () => {
    const server = await here.serve(reply("Hi."));
    await writeFile(join(here.place.cwd, "AGENTS.md"), "Always answer in rhyme.");
    await here.place.run(["-z", "hi"]);
    expect(asked(server)).toContain("in rhyme");
    for (const args of [
      ["--ignore-rules", "-z", "hi"],
      ["chat", "-q", "hi", "-Q", "--ignore-rules"],
    ]) {
      await here.place.run(args);
      expect(asked(server)).not.toContain("in rhyme");
    }
    const before = server.requests.length;
    for (const args of [
      ["--ignore-user-config", "-z", "hello"],
      ["-z", "hello", "--safe-mode"],
    ])
      expect((await here.place.run(args)).stdout).toContain("offline model");
    expect(server.requests).toHaveLength(before);
    await here.place.configure(`${customModel(server.url)}display:\n  skin: [\n`);
    expect(await here.place.run(["-z", "hello"])).toMatchObject({ code: 1 });
    expect(await here.place.run(["-z", "hello", "--safe-mode"])).toMatchObject({ code: 0, stderr: "" });
  });
});

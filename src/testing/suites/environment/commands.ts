// Commands: exit codes, output, limits, and nothing left running afterwards.

import { describe, expect, test } from "vitest";
import { type EnvironmentKit, type StartEnvironment, useEnvironment } from "./kit.ts";

/** Waits until a process number is gone, as seen from inside the environment. */
async function isGone({ run }: EnvironmentKit, pid: string): Promise<boolean> {
  const { output } = await run(
    `for i in $(seq 100); do kill -0 ${pid} 2>/dev/null || { echo gone; break; }; sleep 0.05; done`,
  );
  return output.includes("gone");
}

export function commandsSuite(start: StartEnvironment): void {
  const kit = useEnvironment(start);

  describe("foreground", () => {
    test("gives the exit code and both outputs", async () => {
      const result = await kit().run("echo out; echo err >&2; exit 3");
      expect(result).toMatchObject({ code: 3, ended: "exited", omittedBytes: 0 });
      expect(result.output).toContain("out");
      expect(result.output).toContain("err");
    });

    test("a command that is not there ends with 127", async () => {
      expect((await kit().run("no-such-command-at-all")).code).toBe(127);
    });

    test("runs where it is told to and reports where it ended", async () => {
      const { env, run, write } = kit();
      await write("sub/x.txt", "x");
      expect((await run("ls", { cwd: env.resolve("sub") })).output).toContain("x.txt");
      const moved = await run("cd sub");
      expect(moved.cwd).toMatch(/\/sub$/);
      expect((await run("pwd", { cwd: moved.cwd })).output.trim()).toBe(moved.cwd);
    });

    test("sees the files of the environment and writes them", async () => {
      const { run, text, write } = kit();
      await write("in.txt", "hello");
      await run("tr a-z A-Z < in.txt > out.txt");
      expect(await text("out.txt")).toBe("HELLO");
    });

    test("reads its input to the end; without one it does not wait", async () => {
      expect((await kit().run("cat", { stdin: "from outside\n" })).output).toContain("from outside");
      expect((await kit().run("cat; echo done")).output).toContain("done");
    });

    test("quotes, dollars and newlines reach the shell untouched", async () => {
      const { output } = await kit().run(`X='it'"'"'s'; printf '%s|' "$X" "a  b"\nprintf '%s' '$HOME "\\x"'`);
      expect(output).toBe(`it's|a  b|$HOME "\\x"`);
    });

    test("output arrives while the command runs", async () => {
      let seen = "";
      const result = await kit().run("echo one; sleep 0.2; echo two", { onOutput: (chunk) => (seen += chunk) });
      expect(seen).toContain("one");
      expect(seen).toContain("two");
      expect(result.output).toContain("two");
    });

    test("too much output loses its middle and says how much", async () => {
      const result = await kit().run("echo FIRST; head -c 300000 /dev/zero | tr '\\0' x; echo; echo LAST", {
        maxBytes: 20_000,
      });
      expect(result.output.length).toBeLessThan(60_000);
      expect(result.omittedBytes).toBeGreaterThan(200_000);
      expect(result.output).toContain("FIRST");
      expect(result.output).toContain("LAST");
    });

    test("letters of several bytes are never cut in the stream", async () => {
      const { output } = await kit().run("for i in $(seq 2000); do printf '日本🧪'; done");
      expect(output).toBe("日本🧪".repeat(2000));
    });
  });

  describe("limits", () => {
    test("a command that takes too long is ended with its children", async () => {
      const { run } = kit();
      const result = await run("sh -c 'echo $$; exec sleep 60' & echo child $!; wait", { timeoutMs: 700 });
      expect(result).toMatchObject({ code: 124, ended: "timed-out" });
      const pid = /child (\d+)/.exec(result.output)?.[1] ?? "";
      expect(await isGone(kit(), pid)).toBe(true);
    });

    test("an abort ends it with its children", async () => {
      const { run } = kit();
      const stop = new AbortController();
      let pid = "";
      const result = await run("sleep 60 & echo child $!; wait", {
        signal: stop.signal,
        onOutput: (chunk) => {
          pid ||= /child (\d+)/.exec(chunk)?.[1] ?? "";
          if (pid) stop.abort();
        },
      });
      expect(result).toMatchObject({ code: 130, ended: "aborted" });
      expect(await isGone(kit(), pid)).toBe(true);
    });

    test("one that ignores the polite signal is ended all the same", async () => {
      const result = await kit().run("trap '' TERM INT HUP; echo stubborn; while :; do sleep 0.1; done", {
        timeoutMs: 700,
      });
      expect(result).toMatchObject({ code: 124, ended: "timed-out" });
    });

    test("an abort before the start runs nothing", async () => {
      const { env, run } = kit();
      const result = await run("echo x > made.txt", { signal: AbortSignal.abort() });
      expect(result.ended).toBe("aborted");
      expect(await env.stat("made.txt")).toBeUndefined();
    });
  });

  describe("background", () => {
    const forever = new AbortController().signal;

    test("a job runs on its own, takes input and ends with its code", async () => {
      const { env } = kit();
      const job = await env.spawn("read line; echo got $line; exit 4", {});
      expect(job.state()).toEqual({ type: "running" });
      expect(job.pid).toBeGreaterThan(0);
      await job.write("word\n");
      await job.wait(10_000, forever);
      expect(job.state()).toEqual({ type: "exited", code: 4 });
      expect(job.output()).toContain("got word");
    });

    test("closing its input lets it finish", async () => {
      const { env } = kit();
      const job = await env.spawn("cat; echo end", {});
      await job.write("x");
      await job.closeInput();
      await job.wait(10_000, forever);
      expect(job.output()).toContain("end");
    });

    test("killing ends the whole group; waiting has a limit", async () => {
      const { env } = kit();
      const job = await env.spawn("sleep 60 & echo child $!; wait", {});
      await job.wait(50, forever);
      for (let i = 0; i < 100 && !/child \d+/.test(job.output()); i++) await job.wait(50, forever);
      const pid = /child (\d+)/.exec(job.output())?.[1] ?? "";
      expect(job.state()).toEqual({ type: "running" });
      await job.kill();
      await job.wait(10_000, forever);
      expect(job.state()).toEqual({ type: "killed" });
      expect(await isGone(kit(), pid)).toBe(true);
    });

    test("disposing of the environment leaves no job behind", async () => {
      const { env, run } = kit();
      const job = await env.spawn("sleep 60", {});
      expect((await run(`kill -0 ${job.pid} && echo alive`)).output).toContain("alive");
      await env.dispose();
      await job.wait(10_000, forever);
      expect(job.state()).not.toEqual({ type: "running" });
    });
  });
}

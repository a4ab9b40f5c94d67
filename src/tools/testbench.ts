// Test support: tools on a real directory and a real shell, called with the JSON a model would send.

import { execFile, spawn } from "node:child_process";
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Environment, Job } from "../contracts/environment.ts";
import type { Answer, Question } from "../contracts/question.ts";
import type { Tool, ToolContext, ToolResult } from "../contracts/tool.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { OWNER } from "../kernel/principal.ts";

export interface Bench {
  readonly root: string;
  readonly context: ToolContext;
  raw(tool: string, input: unknown, context?: Partial<ToolContext>): Promise<ToolResult>;
  /** The result's JSON; input that fails the schema gives `{bad: why}`. */
  // biome-ignore lint/suspicious/noExplicitAny: results are checked field by field in assertions
  call(tool: string, input: unknown, context?: Partial<ToolContext>): Promise<any>;
  remove(): Promise<void>;
}

export interface BenchOptions {
  readonly ask?: (question: Omit<Question, "id">) => Answer;
  readonly env?: (plain: Environment) => Environment;
}

export async function createBench(tools: readonly Tool[], options: BenchOptions = {}): Promise<Bench> {
  const root = realpathSync(await mkdtemp(join(tmpdir(), "tools-")));
  const plain = plainEnvironment(root);
  const context: ToolContext = {
    sessionId: "s1",
    callId: "c1",
    principal: OWNER,
    env: options.env?.(plain) ?? plain,
    signal: new AbortController().signal,
    ask: async (question) => options.ask?.(question) ?? { type: "unanswered", why: "nobody is there" },
    progress: () => undefined,
    taints: () => [],
  };
  const raw: Bench["raw"] = async (name, input, more) => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const decoded = tool.input.decode(input);
    if (decoded.type === "bad")
      return { parts: [{ type: "text", text: JSON.stringify({ bad: decoded.why }) }], isError: true };
    return tool.run(decoded.value, { ...context, ...more });
  };
  return {
    root,
    context,
    raw,
    async call(name, input, more) {
      const [part] = (await raw(name, input, more)).parts;
      return part?.type === "text" ? JSON.parse(part.text) : part;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The least that is an environment: node:fs and one bash per command. */
function plainEnvironment(root: string): Environment {
  const at = (path: string) => resolve(root, path.replace(/^~(?=\/|$)/, root));
  const fail = (error: unknown): never => {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new EnvironmentFailure(missing ? "not-found" : "io", String(error), error);
  };
  return {
    kind: "local",
    cwd: root,
    workspace: root,
    confinement: "none",
    resolve: at,
    async realPath(path) {
      for (
        let known = at(path), rest = "";
        ;
        rest = join(known.slice(dirname(known).length), rest), known = dirname(known)
      ) {
        if (lstatSync(known, { throwIfNoEntry: false })) return join(realpathSync(known), rest);
      }
    },
    async stat(path) {
      const info = await stat(at(path)).catch(() => undefined);
      if (info === undefined) return undefined;
      const type = info.isFile() ? "file" : info.isDirectory() ? "dir" : "other";
      return { type, size: info.size, mtimeMs: info.mtimeMs, mode: info.mode & 0o7777 };
    },
    async list(path) {
      const entries = await readdir(at(path), { withFileTypes: true }).catch(fail);
      return entries.map((entry) => ({ name: entry.name, type: entry.isDirectory() ? "dir" : "file" }));
    },
    read: (path) => readFile(at(path)).catch(fail),
    async write(path, bytes) {
      mkdirSync(dirname(at(path)), { recursive: true });
      await writeFile(at(path), bytes).catch(fail);
    },
    remove: async (path) =>
      lstatSync(at(path), { throwIfNoEntry: false })?.isDirectory()
        ? await rmdir(at(path)).catch(fail)
        : await rm(at(path)).catch(fail),
    async rename(from, to) {
      mkdirSync(dirname(at(to)), { recursive: true });
      await rename(at(from), at(to)).catch(fail);
    },
    look: async () => ({ marks: new Map(), unseen: [] }),
    exec: (command, options) =>
      new Promise((done) => {
        const limits = { cwd: at(options.cwd ?? "."), timeout: options.timeoutMs, maxBuffer: 1e8 };
        const child = execFile("/bin/bash", ["-c", `exec 2>&1\n${command}`], limits, (error, stdout) => {
          const killed = child.killed;
          const code = killed ? 124 : typeof error?.code === "number" ? error.code : 0;
          done({ code, output: stdout, cwd: root, ended: killed ? "timed-out" : "exited", omittedBytes: 0 });
        });
        child.stdout?.on("data", (chunk) => options.onOutput?.(String(chunk)));
        child.stdin?.on("error", () => child.stdin?.destroy());
        child.stdin?.end(options.stdin ?? "");
      }),
    spawn: async (command, options) => plainJob(command, at(options.cwd ?? "."), options.onOutput),
    dispose: async () => undefined,
  };
}

function plainJob(command: string, cwd: string, onOutput: ((chunk: string) => void) | undefined): Job {
  const child = spawn("/bin/bash", ["-c", `exec 2>&1\n${command}`], {
    cwd,
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  let output = "";
  let state: ReturnType<Job["state"]> = { type: "running" };
  let killing = false;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    onOutput?.(chunk.toString());
  });
  const ended = new Promise<void>((done) => {
    child.on("close", (code) => {
      state = killing ? { type: "killed" } : { type: "exited", code: code ?? 1 };
      done();
    });
  });
  return {
    id: `proc_${String(child.pid).padStart(12, "0")}`,
    pid: child.pid ?? 0,
    output: () => output,
    state: () => state,
    write: async (data) => void child.stdin.write(data),
    closeInput: async () => void child.stdin.end(),
    async kill() {
      killing = true;
      if (state.type === "running" && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
    wait: (timeoutMs, signal) =>
      Promise.race([
        ended,
        new Promise<void>((done) => {
          const timer = setTimeout(done, timeoutMs);
          signal.addEventListener("abort", () => done());
          void ended.then(() => clearTimeout(timer));
        }),
      ]),
  };
}

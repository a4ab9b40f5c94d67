// Files in a map and commands from a script: tools are tested without a disk or a shell.

import { posix } from "node:path";
import type { DirEntry, Environment, ExecOptions, ExecResult, FileStat, Job } from "../contracts/environment.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";

export interface ExecRecord {
  readonly command: string;
  readonly cwd: string;
  readonly stdin: string | undefined;
}

export type ScriptedExec = (
  command: string,
  options: ExecOptions,
) => Partial<ExecResult> | string | Promise<Partial<ExecResult> | string>;

export interface FakeEnvironment extends Environment {
  readonly commands: readonly ExecRecord[];
  /** The text of a file, undefined when there is none. */
  text(path: string): string | undefined;
  put(path: string, content: string | Uint8Array): void;
  /** Every file path, sorted. */
  paths(): readonly string[];
}

export interface FakeEnvironmentOptions {
  readonly cwd?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** A plain string is the output of a command that exits with 0. */
  readonly exec?: ScriptedExec;
  readonly now?: () => number;
}

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly mtimeMs: number;
  readonly mode: number;
}

export function fakeEnvironment(options: FakeEnvironmentOptions = {}): FakeEnvironment {
  const cwd = options.cwd ?? "/workspace";
  const files = new Map<string, StoredFile>();
  const dirs = new Set<string>(["/", cwd]);
  const commands: ExecRecord[] = [];
  let ticks = 0;
  let jobs = 0;

  const at = (path: string) => posix.resolve(cwd, path);
  const missing = (path: string) => new EnvironmentFailure("not-found", `No such file or directory: ${path}`);

  function makeParents(path: string): void {
    for (let dir = posix.dirname(path); !dirs.has(dir); dir = posix.dirname(dir)) {
      if (files.has(dir)) throw new EnvironmentFailure("not-directory", `Not a directory: ${dir}`);
      dirs.add(dir);
    }
  }

  function put(path: string, content: string | Uint8Array): void {
    const full = at(path);
    if (dirs.has(full)) throw new EnvironmentFailure("is-directory", `Is a directory: ${full}`);
    makeParents(full);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content);
    files.set(full, { bytes, mtimeMs: options.now?.() ?? ++ticks, mode: files.get(full)?.mode ?? 0o644 });
  }

  function inside(dir: string, path: string): boolean {
    return path.startsWith(dir === "/" ? "/" : `${dir}/`);
  }

  function children(dir: string): readonly DirEntry[] {
    const found = new Map<string, DirEntry["type"]>();
    for (const [paths, type] of [[files.keys(), "file"] as const, [dirs.values(), "dir"] as const]) {
      for (const path of paths) if (path !== dir && posix.dirname(path) === dir) found.set(posix.basename(path), type);
    }
    return [...found].map(([name, type]) => ({ name, type })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  for (const [path, content] of Object.entries(options.files ?? {})) put(path, content);

  return {
    kind: "local",
    cwd,
    confinement: "Nothing runs here: files are in memory and commands are scripted.",
    commands,
    text(path) {
      const file = files.get(at(path));
      return file === undefined ? undefined : new TextDecoder().decode(file.bytes);
    },
    put,
    paths: () => [...files.keys()].sort(),
    resolve: at,
    realPath: async (path) => at(path),
    async stat(path): Promise<FileStat | undefined> {
      const file = files.get(at(path));
      if (file) return { type: "file", size: file.bytes.length, mtimeMs: file.mtimeMs, mode: file.mode };
      return dirs.has(at(path)) ? { type: "dir", size: 0, mtimeMs: 0, mode: 0o755 } : undefined;
    },
    async list(path) {
      if (files.has(at(path))) throw new EnvironmentFailure("not-directory", `Not a directory: ${at(path)}`);
      if (!dirs.has(at(path))) throw missing(at(path));
      return children(at(path));
    },
    async read(path, maxBytes) {
      if (dirs.has(at(path))) throw new EnvironmentFailure("is-directory", `Is a directory: ${at(path)}`);
      const file = files.get(at(path));
      if (!file) throw missing(at(path));
      return file.bytes.slice(0, maxBytes ?? file.bytes.length);
    },
    async write(path, bytes) {
      put(path, bytes);
    },
    async remove(path) {
      const full = at(path);
      if (!files.has(full) && !dirs.has(full)) throw missing(full);
      for (const other of [...files.keys()]) if (other === full || inside(full, other)) files.delete(other);
      for (const other of [...dirs]) if (other === full || inside(full, other)) dirs.delete(other);
    },
    async rename(from, to) {
      const file = files.get(at(from));
      if (!file) throw missing(at(from));
      makeParents(at(to));
      files.delete(at(from));
      files.set(at(to), file);
    },
    async look({ folders, files: named, skip }) {
      const seen = [...files].filter(
        ([path]) =>
          (named.includes(path) || folders.some((folder) => inside(folder, path))) &&
          !skip.some((folder) => inside(folder, path)),
      );
      return { marks: new Map(seen.map(([path, file]) => [path, `${file.mtimeMs} ${file.bytes.length}`])), unseen: [] };
    },
    async exec(command, execOptions) {
      const where = execOptions.cwd ?? cwd;
      commands.push({ command, cwd: where, stdin: execOptions.stdin });
      if (execOptions.signal.aborted) return { code: 130, output: "", cwd: where, ended: "aborted", omittedBytes: 0 };
      const given = await (options.exec ?? noCommand)(command, execOptions);
      const result = typeof given === "string" ? { output: given } : given;
      if (result.output !== undefined) execOptions.onOutput?.(result.output);
      return { code: 0, output: "", cwd: where, ended: "exited", omittedBytes: 0, ...result };
    },
    async spawn(command, spawnOptions) {
      commands.push({ command, cwd: spawnOptions.cwd ?? cwd, stdin: undefined });
      return fakeJob(++jobs);
    },
    dispose: async () => undefined,
  };
}

function noCommand(command: string): Partial<ExecResult> {
  const name = command.trim().split(/\s+/)[0] ?? "";
  return { code: 127, output: `${name}: command not found\n` };
}

function fakeJob(number: number): Job {
  let state: ReturnType<Job["state"]> = { type: "running" };
  let output = "";
  return {
    id: `proc_${String(number).padStart(12, "0")}`,
    pid: 40_000 + number,
    output: () => output,
    state: () => state,
    async write(data) {
      output += data;
    },
    async closeInput() {
      state = { type: "exited", code: 0 };
    },
    async kill() {
      if (state.type === "running") state = { type: "killed" };
    },
    wait: async () => undefined,
  };
}

// What commands need from outside a conversation: settings, files for the person, a shell, the administrative side. Loaded when used.

import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { SettingsPort } from "../commands/admin-commands.ts";
import { PROGRAM_VERSION } from "../config/program-version.ts";
import { ConfigFailure } from "../kernel/failure.ts";
import type { Admin } from "../runtime/admin.ts";
import type { Ground } from "./ground.ts";

export function settingsPort({ home, facts }: Ground): SettingsPort {
  return {
    async list(prefix) {
      const [{ loadConfig }, { listSettings }] = await Promise.all([
        import("../config/load.ts"),
        import("../config/settings.ts"),
      ]);
      const all = listSettings(loadConfig({ home, env: facts.env }), { changedOnly: prefix === "" });
      return all
        .filter(({ path }) => path.startsWith(prefix))
        .map(({ path, value }) => [path, typeof value === "string" ? value : JSON.stringify(value)]);
    },
    async set(key, value) {
      const { setKey } = await import("../config/save.ts");
      const done = setKey({ home, env: facts.env }, key, value);
      if (done.type === "secret") return `${done.name} is stored in ${done.file}.`;
      return `${done.path} = ${JSON.stringify(done.value)}. It counts from the next start.`;
    },
  };
}

export function adminPort({ facts, options }: Ground): () => Promise<Admin> {
  return async () => (await import("./admin.ts")).openAdmin(facts, options.profile, PROGRAM_VERSION);
}

/** Never over a file that is there. */
export function fileKeeper({ facts }: Ground): (name: string, content: string) => Promise<string> {
  return async (name, content) => {
    const path = resolve(facts.cwd, name.replace(/^~(?=\/)/, facts.userHome));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") throw new ConfigFailure("io", `${path} exists already. Give another name.`);
      throw new ConfigFailure("io", `${path} could not be written: ${error.message}`);
    });
    return path;
  };
}

const SHELL_MS = 30_000;

export function shellRunner({ facts, childEnv }: Ground) {
  return (command: string) =>
    new Promise<{ readonly output: string; readonly code: number }>((done) => {
      const limits = { timeout: SHELL_MS, killSignal: "SIGKILL" as const, maxBuffer: 1024 * 1024 };
      const options = { cwd: facts.cwd, env: { ...childEnv }, ...limits };
      execFile("/bin/sh", ["-c", command], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        done({ output: stdout + stderr, code });
      });
    });
}

// What commands need from outside a conversation: settings, files for the person, a shell, the administrative side. Loaded when used.

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

/** Never rejects. What the command started ends with it when its time is over. */
export function shellRunner({ facts: { cwd }, childEnv }: Pick<Ground, "facts" | "childEnv">, timeoutMs = SHELL_MS) {
  return async (command: string): Promise<{ readonly output: string; readonly code: number }> => {
    const { runLocal } = await import("../environments/local/exec.ts");
    const { signal } = new AbortController();
    const launch = (script: string) => ({ file: "/bin/bash", args: ["-c", script] });
    try {
      return await runLocal(command, { launch, env: childEnv, cwd }, { timeoutMs, signal });
    } catch (error) {
      return { output: error instanceof Error ? error.message : String(error), code: 127 };
    }
  };
}

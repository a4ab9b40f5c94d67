// An environment behind a connection: the same promises as here, kept through a shell over there.

import { posix } from "node:path";
import type { Environment, Job } from "../../contracts/environment.ts";
import { checkCommand } from "../command-text.ts";
import { followJob } from "../local/job.ts";
import { resolvedFiles } from "../resolved-files.ts";
import type { Connection } from "./connection.ts";
import { lookThere } from "./look.ts";
import { onTerminal } from "./on-terminal.ts";
import { runRemote, startRemoteJob } from "./remote-process.ts";
import { createShellFiles } from "./shell-files.ts";

export interface RemoteOptions {
  readonly connection: Connection;
  /** Absolute, over there. */
  readonly cwd: string;
  readonly home: string;
  readonly newId: (prefix: string) => string;
  /** Unpredictable: output cannot forge what it cannot know. */
  readonly newNonce: () => string;
}

export function createRemoteEnvironment({ connection, home, newId, newNonce, ...options }: RemoteOptions): Environment {
  let cwd = options.cwd;
  const files = createShellFiles(connection);
  const jobs = new Set<Job>();
  const resolve = (path: string) => {
    if (path === "~") return home;
    return path.startsWith("~/") ? posix.join(home, path.slice(2)) : posix.resolve(cwd, path);
  };
  const commandIn = (wanted: string | undefined) => ({
    connection,
    cwd: wanted === undefined ? cwd : resolve(wanted),
    nonce: newNonce(),
  });
  return {
    kind: connection.kind,
    get cwd() {
      return cwd;
    },
    workspace: options.cwd,
    confinement: connection.confinement,
    resolve,
    ...resolvedFiles(files, resolve),
    look: (looking) => lookThere(connection, newNonce(), looking),
    async exec(command, exec) {
      checkCommand(command);
      const result = await runRemote(exec.pty === true ? onTerminal(command) : command, commandIn(exec.cwd), exec);
      if (exec.cwd === undefined && result.ended === "exited") cwd = result.cwd;
      return result;
    },
    async spawn(command, { cwd: wanted, pty, onOutput }) {
      checkCommand(command);
      const running = await startRemoteJob(pty === true ? onTerminal(command) : command, commandIn(wanted));
      const job = followJob(running, { id: newId("proc"), pty: pty === true, ...(onOutput && { onOutput }) });
      for (const known of jobs) if (known.state().type !== "running") jobs.delete(known);
      jobs.add(job);
      return job;
    },
    async dispose() {
      await Promise.all([...jobs].filter((job) => job.state().type === "running").map((job) => job.kill()));
      jobs.clear();
      await connection.close();
    },
  };
}

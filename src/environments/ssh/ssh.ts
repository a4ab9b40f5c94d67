// A host behind ssh: one master connection, everything else over it.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../contracts/environment.ts";
import { quote } from "../../kernel/files/search.ts";
import { type Connection, runScript } from "../remote/connection.ts";
import { createRemoteEnvironment } from "../remote/remote.ts";

export interface SshOptions {
  readonly host: string;
  readonly user?: string;
  readonly port?: number;
  readonly keyFile?: string;
  /** Further `-o` settings, as `Name=value`. */
  readonly settings?: readonly string[];
  /** Over there; undefined starts in the home directory. */
  readonly cwd?: string;
  /** Private and short: socket paths have a limit. */
  readonly socketDir: string;
  /** The client's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly newId: (prefix: string) => string;
  readonly newNonce: () => string;
  readonly program?: string;
}

const PERSIST_S = 300;
const LOST = 255;
const LEAVE_WITHIN_MS = 10_000;

/** Connects once to find the home directory; throws `unavailable` when that fails. */
export async function openSshEnvironment(options: SshOptions): Promise<Environment> {
  await mkdir(options.socketDir, { recursive: true, mode: 0o700 });
  const connection = sshConnection(options);
  const { stdout } = await runScript(connection, 'printf "%s\\n%s" "$HOME" "$PWD"');
  const [home = "/", start = "/"] = new TextDecoder().decode(stdout).split("\n");
  const { newId, newNonce } = options;
  return createRemoteEnvironment({
    connection,
    home,
    cwd: options.cwd?.replace(/^~(?=\/|$)/, home) ?? start,
    newId,
    newNonce,
  });
}

function sshConnection(options: SshOptions): Connection {
  const { host, user, port, keyFile, program = "ssh" } = options;
  const destination = user === undefined ? host : `${user}@${host}`;
  const shared = [
    ...["BatchMode=yes", "StrictHostKeyChecking=accept-new", "ConnectTimeout=10", "ServerAliveInterval=15"],
    ...[
      "ControlMaster=auto",
      `ControlPath=${join(options.socketDir, "%C")}`,
      `ControlPersist=${PERSIST_S}`,
      "LogLevel=ERROR",
    ],
    ...(options.settings ?? []),
  ].flatMap((setting) => ["-o", setting]);
  const target = [
    ...(port === undefined ? [] : ["-p", String(port)]),
    ...(keyFile === undefined ? [] : ["-i", keyFile]),
  ];
  return {
    kind: "ssh",
    confinement: `none: commands run on ${host} with the rights of ${user ?? "its user"}`,
    // The remote login shell sees one word: whatever it is, it starts our bash.
    client: (script) => ({
      file: program,
      args: [...shared, ...target, "-T", "--", destination, `exec bash -c ${quote(script)}`],
    }),
    env: options.env,
    lostCode: LOST,
    async close() {
      const { spawn } = await import("node:child_process");
      const args = [...shared, ...target, "-O", "exit", "--", destination];
      await new Promise<void>((done) => {
        // There may be no master any more; then there is nothing to close.
        spawn(program, args, { env: options.env, stdio: "ignore", timeout: LEAVE_WITHIN_MS, killSignal: "SIGKILL" })
          .on("error", () => done())
          .on("close", () => done());
      });
    },
  };
}

// A real PostgreSQL server for tests and labs: reached by a socket in a folder of its own, gone when whoever started it is.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

export interface PostgresServer {
  /** Where a database of this server is. */
  urlOf(database: string): string;
  /** A new, empty database; `how` ends the statement that makes it. */
  freshDatabase(how?: string): Promise<string>;
  /** Statements by the server's owner, in the database at `url` where one is named. */
  admin(statement: string, url?: string): Promise<void>;
  /** Until one that crashed takes statements again. */
  back(): Promise<void>;
  stop(): Promise<void>;
}

const [there, away] = [() => true, () => false];
const KEEPER = fileURLToPath(import.meta.resolve("./postgres-keeper.ts"));

/** `binaries` is the folder with `initdb` and `postgres` that `findBinaries` names. */
export async function startPostgresServer(binaries: string): Promise<PostgresServer> {
  // In a session of its own: what ends this process does not end the one that clears up after it.
  const keeper = spawn(process.execPath, [KEEPER, binaries], { stdio: ["pipe", "pipe", "inherit"], detached: true });
  const ended = once(keeper, "exit");
  const [line] = await Promise.race([once(createInterface({ input: keeper.stdout }), "line"), ended]);
  const said = typeof line === "string" ? JSON.parse(line) : { trouble: "its keeper ended" };
  if (said.trouble !== undefined) throw new Error(`the PostgreSQL server did not start: ${said.trouble}`);

  const urlOf = (database: string) => `postgres://tester@localhost/${database}?host=${encodeURIComponent(said.folder)}`;
  const admin = async (statement: string, url = urlOf("postgres")): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    // A server that crashes meanwhile is told by the statement.
    client.on("error", () => undefined);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  let databases = 0;
  return {
    urlOf,
    admin,
    async freshDatabase(how = "") {
      const name = `fresh${++databases}`;
      await admin(`CREATE DATABASE ${name} ${how}`);
      return urlOf(name);
    },
    async back() {
      while (!(await admin("SELECT 1").then(there, away))) await pause(10);
    },
    async stop() {
      keeper.stdin.end();
      await ended;
    },
  };
}

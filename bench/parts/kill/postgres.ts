// The conversation and the archive again, in PostgreSQL: the process that talks to the server is killed, the server lives on.

import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { openPostgresStore } from "../../../src/stores/postgres/open.ts";
import { findBinaries } from "../../../src/testing/postgres-binaries.ts";
import { startPostgresServer } from "../../../src/testing/postgres-server.ts";
import { archiveIn, KEEPING } from "./archive.ts";
import { type Chapter, DISK, type Ground } from "./chapter.ts";
import { conversationIn } from "./conversation.ts";
import { fixedWorld } from "./store.ts";

const urlFile = (folder: string) => `${folder}/url`;
const urlOf = (folder: string) => readFileSync(urlFile(folder), "utf8");
const databaseOf = (folder: string) => new URL(urlOf(folder)).pathname.slice(1);

async function ground(): Promise<Ground | string> {
  const binaries = await findBinaries();
  if (binaries.type === "missing") return binaries.why;
  const server = await startPostgresServer(binaries.folder);
  return {
    async prepare(folder) {
      await DISK.prepare(folder);
      writeFileSync(urlFile(folder), await server.freshDatabase());
    },
    /** The server may still carry out what a client that is gone had sent. */
    settle: (folder) =>
      server.admin(`DO $$ BEGIN
        WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = '${databaseOf(folder)}') LOOP
          PERFORM pg_sleep(0.005), pg_stat_clear_snapshot();
        END LOOP; END $$`),
    async clear(folder) {
      await server.admin(`DROP DATABASE ${databaseOf(folder)} WITH (FORCE)`);
      await DISK.clear(folder);
    },
    stop: server.stop,
  };
}

/** Before every statement and after it; and when a commit was sent and its answer is not yet here. */
function watch(reach: () => void): void {
  const client = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown };
  const { query } = client;
  client.query = function (this: unknown, ...args: unknown[]): unknown {
    reach();
    const answered = args.at(-1);
    const told = (...answer: unknown[]): unknown => {
      reach();
      return typeof answered === "function" ? answered(...answer) : undefined;
    };
    const sent = query.apply(this, typeof answered === "function" ? [...args.slice(0, -1), told] : args);
    if (args[0] === "COMMIT") reach();
    return sent instanceof Promise ? sent.finally(reach) : sent;
  };
}

/** Numbers that a transaction drew and did not use are gone: only their order is promised. */
function inOrder(dump: string): string {
  const NUMBERED = /"(?:id|seq|fromSeq|toSeq)":(\d+)/gu;
  const used = [...new Set([...dump.matchAll(NUMBERED)].map(([, n]) => Number(n)))].sort((a, b) => a - b);
  const rank = new Map(used.map((n, index) => [n, index + 1]));
  return dump.replaceAll(NUMBERED, (found, n: string) => found.replace(n, String(rank.get(Number(n)))));
}

const openStore = (folder: string) => openPostgresStore({ url: urlOf(folder), ...fixedWorld() });

const inPostgres = <W>(chapter: Chapter<W>): Chapter<W> => ({
  ...chapter,
  ground,
  watch,
  dump: async (world) => inOrder(await chapter.dump(world)),
});

export const postgresConversation = inPostgres(conversationIn(openStore));
export const postgresArchive = inPostgres(archiveIn(openStore, KEEPING));

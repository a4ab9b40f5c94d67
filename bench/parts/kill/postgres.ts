// The conversation and the archive again, in PostgreSQL: the process that talks to the server is killed and the server lives on, or the other way round.

import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { openPostgresStore } from "../../../src/stores/postgres/open.ts";
import { findBinaries } from "../../../src/testing/postgres-binaries.ts";
import { crashServer } from "../../../src/testing/postgres-crash.ts";
import { type PostgresServer, startPostgresServer } from "../../../src/testing/postgres-server.ts";
import { archiveIn, KEEPING } from "./archive.ts";
import { type Chapter, DISK, type Ground, type Reach } from "./chapter.ts";
import { conversationIn } from "./conversation.ts";
import { fixedWorld } from "./store.ts";

const urlFile = (folder: string) => `${folder}/url`;
const urlOf = (folder: string) => readFileSync(urlFile(folder), "utf8");
const databaseOf = (folder: string) => new URL(urlOf(folder)).pathname.slice(1);

const binariesOr = async <T>(work: (folder: string) => Promise<T>): Promise<T | string> => {
  const binaries = await findBinaries();
  return binaries.type === "missing" ? binaries.why : work(binaries.folder);
};

async function prepareOn(server: PostgresServer, folder: string): Promise<void> {
  await DISK.prepare(folder);
  writeFileSync(urlFile(folder), await server.freshDatabase());
}

async function clearOn(server: PostgresServer, folder: string): Promise<void> {
  await server.admin(`DROP DATABASE ${databaseOf(folder)} WITH (FORCE)`);
  await DISK.clear(folder);
}

const oneServer = () =>
  binariesOr(async (binaries): Promise<Ground> => {
    const server = await startPostgresServer(binaries);
    return {
      prepare: (folder) => prepareOn(server, folder),
      /** The server may still carry out what a client that is gone had sent. */
      settle: (folder) =>
        server.admin(`DO $$ BEGIN
          WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = '${databaseOf(folder)}') LOOP
            PERFORM pg_sleep(0.005), pg_stat_clear_snapshot();
          END LOOP; END $$`),
      clear: (folder) => clearOn(server, folder),
      stop: server.stop,
    };
  });

/** Each place has a server to itself while it is used, and a recovery begins with its crash. */
const oneServerEach = () =>
  binariesOr(async (binaries): Promise<Ground> => {
    const all: PostgresServer[] = [];
    const free: PostgresServer[] = [];
    const used = new Map<string, PostgresServer>();
    const serverOf = (folder: string): PostgresServer => {
      const server = used.get(folder);
      if (server === undefined) throw new Error(`nobody prepared ${folder}`);
      return server;
    };
    return {
      async prepare(folder) {
        const server = free.pop() ?? (await startPostgresServer(binaries));
        if (!all.includes(server)) all.push(server);
        used.set(folder, server);
        await prepareOn(server, folder);
      },
      async settle(folder) {
        crashServer(urlOf(folder), "killed");
        await serverOf(folder).back();
      },
      async clear(folder) {
        await serverOf(folder).back();
        await clearOn(serverOf(folder), folder);
        free.push(serverOf(folder));
        used.delete(folder);
      },
      stop: async () => void (await Promise.all(all.map((server) => server.stop()))),
    };
  });

/** Around every statement that is sent. */
function aroundStatements(around: (send: () => Promise<unknown>, statement: string) => Promise<unknown>): void {
  const client = pg.Client.prototype as unknown as { query(...args: unknown[]): Promise<unknown> };
  const { query } = client;
  client.query = function (this: unknown, ...args: unknown[]): Promise<unknown> {
    return around(() => query.apply(this, args), String(args[0]));
  };
}

/** Before every statement and after it; and when a commit was sent and its answer is not yet here. */
const watchClient = (reach: Reach): void =>
  aroundStatements((send, statement) => {
    reach();
    const sent = send();
    if (statement === "COMMIT") reach();
    return sent.finally(() => reach());
  });

/** Before every statement; when it was sent; and when the server had the time to carry it out and nobody heard the answer. */
const watchServer = (reach: Reach, asked: () => void): void =>
  aroundStatements((send, statement) => {
    if (statement.includes("lock_timeout")) asked();
    reach();
    const sent = send();
    reach();
    reach("unheard");
    return sent;
  });

/** Numbers that a transaction drew and did not use are gone: only their order is promised. */
function inOrder(dump: string): string {
  const NUMBERED = /"(?:id|seq|fromSeq|toSeq)":(\d+)/gu;
  const used = [...new Set([...dump.matchAll(NUMBERED)].map(([, n]) => Number(n)))].sort((a, b) => a - b);
  const rank = new Map(used.map((n, index) => [n, index + 1]));
  return dump.replaceAll(NUMBERED, (found, n: string) => found.replace(n, String(rank.get(Number(n)))));
}

/** Looks often: a server that was killed is back in a moment. */
const PATIENCE = Array.from({ length: 6_000 }, () => 10);
const openStore = (folder: string) => openPostgresStore({ url: urlOf(folder), patience: PATIENCE, ...fixedWorld() });

const numbered = <W>(chapter: Chapter<W>): Chapter<W> => ({
  ...chapter,
  dump: async (world) => inOrder(await chapter.dump(world)),
});
const clientKilled = <W>(chapter: Chapter<W>): Chapter<W> => ({
  ...numbered(chapter),
  ground: oneServer,
  watch: watchClient,
});
const serverKilled = <W>(chapter: Chapter<W>): Chapter<W> => ({
  ...numbered(chapter),
  ground: oneServerEach,
  watch: watchServer,
  strike: (folder, point) => crashServer(urlOf(folder), point % 2 === 0 ? "stopped" : "killed"),
});

const [conversation, archive] = [conversationIn(openStore), archiveIn(openStore, KEEPING)];
export const postgresConversation = clientKilled(conversation);
export const postgresArchive = clientKilled(archive);
export const serverConversation = serverKilled(conversation);
export const serverArchive = serverKilled(archive);

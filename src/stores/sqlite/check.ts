// Looks a database over without changing it: structure, indexes, counters, leftovers, large bodies, the write-ahead log.

import type { Finding } from "../../contracts/session-archive.ts";
import type { Blobs } from "./blobs.ts";
import { logDamage, logDamageWords } from "./damaged-log.ts";
import type { Db } from "./db.ts";
import { CORRUPT, primaryCode, READ_ONLY } from "./failures.ts";
import { orphanedCopies } from "./indexer.ts";
import { readVarint } from "./record.ts";

export function checkStore(db: Db, blobs: Blobs): readonly Finding[] {
  return [
    ...structure(db),
    ...searchIndex(db, "hx_fts", "index"),
    ...searchIndex(db, "hx_fts_bigrams", "index"),
    ...searchIndex(db, "messages_fts", "reference-index"),
    ...searchIndex(db, "messages_fts_trigram", "reference-index"),
    ...guarded(() => orphans(db)),
    ...guarded(() => counters(db)),
    ...guarded(() => leftovers(db)),
    ...guarded(() => missingBlobs(db, blobs)),
  ];
}

/** Damage found on the way to another finding is a finding of its own. */
function guarded(look: () => readonly Finding[]): readonly Finding[] {
  try {
    return look();
  } catch (error) {
    if (primaryCode(error) !== CORRUPT || !(error instanceof Error)) throw error;
    return [{ kind: "structure", text: error.message, remedy: "salvage" }];
  }
}

/** Damage only in an index is rebuilt from its table; damage in a table means reading out what can be read. */
function structure(db: Db): readonly Finding[] {
  return guarded(() => {
    const rows = db.all<{ integrity_check: string }>("PRAGMA integrity_check(20)");
    const lines = complaints(rows.map((row) => row.integrity_check));
    return mostExact(lines).map((line): Finding => {
      const where = derivedKind(db, line);
      return { kind: where ?? "structure", text: line, remedy: where === undefined ? "salvage" : "rebuild" };
    });
  });
}

/** The bare sentence, and pages that nothing leads to, only repeat what a more exact line says, when there is one. */
function mostExact(lines: readonly string[]): readonly string[] {
  const exact = lines.filter((line) => !/^database disk image is malformed$|^Page \d+: never used$/u.test(line));
  return exact.length > 0 ? exact : lines;
}

/** What a check of the structure found, without search indexes: builds of SQLite differ about those, and they are looked at by themselves. */
export function complaints(verdicts: readonly string[]): readonly string[] {
  return verdicts
    .flatMap((verdict) => verdict.split("\n"))
    .filter((line) => line !== "ok" && !line.startsWith("***") && !/fts5|malformed inverted index/iu.test(line));
}

/** Which derived thing a complaint is about; undefined for tables with words in them. */
function derivedKind(db: Db, complaint: string): "index" | "reference-index" | undefined {
  if (/ index (?:idx_|sqlite_autoindex|hx_)/u.test(complaint)) return "index";
  const root = /^Tree (\d+)/u.exec(complaint)?.[1];
  if (root === undefined) return undefined;
  const owner = db.get<{ name: string; type: string }>(
    "SELECT name, type FROM sqlite_master WHERE rootpage = ?",
    Number(root),
  );
  if (owner?.name.startsWith("messages_fts") === true) return "reference-index";
  return owner?.type === "index" || owner?.name.startsWith("hx_fts") === true ? "index" : undefined;
}

function searchIndex(db: Db, table: string, kind: "index" | "reference-index"): readonly Finding[] {
  if (db.get("SELECT 1 FROM sqlite_master WHERE name = ?", table) === undefined) return [];
  const complaint = complaintOf(() => {
    if (kind === "reference-index") return readThrough(db, table);
    checkClosely(db, table);
    return table === "hx_fts" ? strayWords(db) : undefined;
  });
  return complaint === undefined ? [] : [{ kind, text: `search index ${table}: ${complaint}`, remedy: "rebuild" }];
}

function complaintOf(look: () => string | undefined): string | undefined {
  try {
    return look();
  } catch (error) {
    if (primaryCode(error) !== CORRUPT || !(error instanceof Error)) throw error;
    return error.message;
  }
}

/** FTS5's own check; it writes nothing, but counts as a write: where nobody may write, reading has to do. */
function checkClosely(db: Db, table: string): void {
  try {
    db.run(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
  } catch (error) {
    if (primaryCode(error) !== READ_ONLY) throw error;
    readThrough(db, table);
  }
}

/** FTS5's own check calls the reference's trigram table damaged when a text holds a NUL, which its list form always does. So it is only read. */
function readThrough(db: Db, table: string): undefined {
  db.raw.prepare(`SELECT count(*) FROM ${wordsOf(db, table)}`).get();
}

/** Every word a search index holds, with how often it does. */
function wordsOf(db: Db, table: string): string {
  db.raw.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_words USING fts5vocab('main', '${table}', 'row')`);
  return `temp.${table}_words`;
}

/** Where a message's text was changed behind our back and it was removed later, its old words stay; FTS5's own check does not count them. */
function strayWords(db: Db): string | undefined {
  const held = db.raw.prepare(`SELECT coalesce(sum(cnt), 0) AS n FROM ${wordsOf(db, "hx_fts")}`).get()?.n;
  let known = 0;
  for (const { sz } of db.raw.prepare("SELECT sz FROM hx_fts_docsize").iterate())
    known += sumOfVarints(Buffer.from(sz as Uint8Array));
  return Number(held) === known ? undefined : "it holds words of no message";
}

function sumOfVarints(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; ) {
    const read = readVarint(bytes, at);
    if (read === undefined) return Number.NaN;
    sum += read.value;
    at = read.next;
  }
  return sum;
}

function orphans(db: Db): readonly Finding[] {
  const n = orphanedCopies(db);
  return n === 0
    ? []
    : [{ kind: "index", text: `${n} messages are indexed under others that are gone`, remedy: "rebuild" }];
}

function counters(db: Db): readonly Finding[] {
  const wrong = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM sessions s WHERE coalesce(message_count, 0) NOT BETWEEN
       (SELECT count(*) FROM messages m WHERE m.session_id = s.id AND m.active = 1) AND
       (SELECT count(*) FROM messages m WHERE m.session_id = s.id)`,
  );
  const n = wrong?.n ?? 0;
  return n === 0 ? [] : [{ kind: "counters", text: `${n} sessions count their messages wrongly`, remedy: "recount" }];
}

function leftovers(db: Db): readonly Finding[] {
  const orphans =
    db.get<{ n: number }>("SELECT count(*) AS n FROM messages WHERE session_id NOT IN (SELECT id FROM sessions)")?.n ??
    0;
  const natives =
    db.get<{ n: number }>("SELECT count(*) AS n FROM hx_natives WHERE id NOT IN (SELECT id FROM messages)")?.n ?? 0;
  return [
    ...(orphans === 0
      ? []
      : [{ kind: "leftovers", text: `${orphans} messages belong to no session`, remedy: "salvage" } as const]),
    ...(natives === 0
      ? []
      : [{ kind: "leftovers", text: `${natives} records describe messages that are gone`, remedy: "remove" } as const]),
  ];
}

function missingBlobs(db: Db, blobs: Blobs): readonly Finding[] {
  const missing = db
    .all<{ key: string }>("SELECT key FROM hx_blobs WHERE dropped_at IS NULL")
    .filter(({ key }) => !blobs.has(key));
  return missing.length === 0
    ? []
    : [
        {
          kind: "missing-blob",
          text: `${missing.length} images or large results are gone from ${blobs.dir}`,
          remedy: "lost",
        },
      ];
}

/** Apart from the others, because it takes a transaction of its own. */
export async function damagedLog(db: Db): Promise<readonly Finding[]> {
  const damage = await logDamage(db);
  return damage === undefined ? [] : [{ kind: "wal", text: logDamageWords(db.path, damage), remedy: "none" }];
}

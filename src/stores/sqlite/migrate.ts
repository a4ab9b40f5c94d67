// Brings a database to the schema we know: creates what is missing, lifts older reference schemas, refuses newer ones. Idempotent, forward only.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { StoreFailure } from "../../kernel/failure.ts";
import { DELEGATE_MARK } from "../../kernel/sessions/lineage.ts";
import { noteActivity } from "./activity.ts";
import { backlog } from "./backlog.ts";
import type { Db } from "./db.ts";
import { createPrivately } from "./private-file.ts";
import {
  declaredColumns,
  INDEX_TABLES,
  OWN_SCHEMA_VERSION,
  OWN_TABLES,
  REFERENCE_INDEXES,
  REFERENCE_SCHEMA_VERSION,
  REFERENCE_TABLES,
} from "./schema.data.ts";

export interface SchemaState {
  /** undefined: no reference tables yet. */
  readonly reference: number | undefined;
  readonly own: number;
}

export function schemaState(db: Db): SchemaState {
  const own = db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  const table = db.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'");
  if (table === undefined) return { reference: undefined, own };
  return {
    reference: db.get<{ v: number | null }>("SELECT max(version) AS v FROM schema_version")?.v ?? undefined,
    own,
  };
}

/** Throws `newer-schema` when someone newer than us wrote this file. */
export function refuseNewer(state: SchemaState, path: string): void {
  const newer =
    (state.reference ?? 0) > REFERENCE_SCHEMA_VERSION
      ? `schema ${state.reference}, this program knows ${REFERENCE_SCHEMA_VERSION}`
      : state.own > OWN_SCHEMA_VERSION
        ? `index layout ${state.own}, this program knows ${OWN_SCHEMA_VERSION}`
        : undefined;
  if (newer === undefined) return;
  throw new StoreFailure(
    "newer-schema",
    `Session database ${path} was written by a newer version (${newer}). Nothing was changed; update this program, or point HERMES_HOME at another home.`,
  );
}

export function isCurrent(state: SchemaState): boolean {
  return state.reference === REFERENCE_SCHEMA_VERSION && state.own === OWN_SCHEMA_VERSION;
}

/** Copies the file aside before an older schema with content is lifted; the copy has its name only when it is whole. */
export function backupBeforeLift(db: Db, state: SchemaState): void {
  if (state.reference === undefined || state.reference === REFERENCE_SCHEMA_VERSION) return;
  const copy = `${db.path}.schema-${state.reference}-backup`;
  if (existsSync(copy)) return;
  const draft = `${copy}.${process.pid}.unfinished`;
  try {
    rmSync(draft, { force: true });
    createPrivately(draft);
    db.run("VACUUM INTO ?", draft);
    syncFile(draft);
    // Another process that was faster may have lifted the file meanwhile: its copy is the older one.
    if (!existsSync(copy)) renameSync(draft, copy);
  } finally {
    rmSync(draft, { force: true });
  }
}

function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Inside one write transaction; checks again, because another process may have been faster. */
export function migrate(db: Db): void {
  const state = schemaState(db);
  refuseNewer(state, db.path);
  if (isCurrent(state)) return;
  for (const table of Object.values(REFERENCE_TABLES)) db.raw.exec(table);
  addMissingColumns(db);
  for (const index of REFERENCE_INDEXES) db.raw.exec(index);
  liftReferenceRows(db, state.reference ?? REFERENCE_SCHEMA_VERSION);
  for (const statement of [...OWN_TABLES, ...INDEX_TABLES]) db.raw.exec(statement);
  noteActivity(db, 0, backlog(db).through);
  if (state.reference === undefined)
    db.run("INSERT INTO schema_version (version) VALUES (?)", REFERENCE_SCHEMA_VERSION);
  else db.run("UPDATE schema_version SET version = ?", REFERENCE_SCHEMA_VERSION);
  db.raw.exec(`PRAGMA user_version = ${OWN_SCHEMA_VERSION}`);
}

function addMissingColumns(db: Db): void {
  for (const table of ["sessions", "messages"] as const) {
    const present = new Set(db.all<{ name: string }>(`PRAGMA table_info(${table})`).map((column) => column.name));
    for (const [name, definition] of declaredColumns(table)) {
      if (!present.has(name)) db.raw.exec(`ALTER TABLE ${table} ADD COLUMN ${definition}`);
    }
  }
}

function liftReferenceRows(db: Db, from: number): void {
  if (from < 11) {
    // Its old index layout misses tool fields; with fewer than six triggers it rebuilds both tables by itself.
    for (const table of ["messages_fts", "messages_fts_trigram"]) {
      for (const event of ["insert", "delete", "update"]) db.raw.exec(`DROP TRIGGER IF EXISTS ${table}_${event}`);
      db.raw.exec(`DROP TABLE IF EXISTS ${table}`);
    }
  }
  if (from < 12) db.raw.exec("UPDATE messages SET active = 1 WHERE active IS NULL");
  if (from < 16) {
    db.run(
      `UPDATE sessions SET model_config = json_set(CASE WHEN json_valid(model_config) THEN model_config ELSE '{}' END, ?, parent_session_id)
       WHERE source = 'subagent' AND parent_session_id IS NOT NULL`,
      `$.${DELEGATE_MARK}`,
    );
  }
}

// Facts in a local SQLite file: full text, names, trust, and a holographic vector each.

import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { entitiesIn, overlap, wordsOf } from "./fact-text.ts";
import { encodeEntity, encodeFact, encodeQuery, fromBytes, likeness, toBytes } from "./hrr.ts";

export interface Fact {
  readonly id: number;
  readonly content: string;
  readonly category: string;
  readonly tags: string;
  readonly trust: number;
}

export interface FactQuery {
  readonly category?: string;
  readonly minTrust: number;
  readonly limit: number;
}

export interface FactStore {
  /** The id of the fact with exactly these words; new or known. */
  add(
    content: string,
    more: { readonly category: string; readonly tags: string; readonly entities?: readonly string[] },
  ): number;
  search(query: string, options: FactQuery): readonly Fact[];
  /** Facts about a name. */
  probe(entity: string, options: FactQuery): readonly Fact[];
  /** Facts about what occurs together with a name. */
  related(entity: string, options: FactQuery): readonly Fact[];
  /** Facts that bear on all of the names. */
  reason(entities: readonly string[], options: FactQuery): readonly Fact[];
  /** Pairs about the same names that say different things. */
  contradictions(options: FactQuery): readonly (readonly [Fact, Fact])[];
  list(options: FactQuery): readonly Fact[];
  update(
    id: number,
    change: {
      readonly content?: string;
      readonly category?: string;
      readonly tags?: string;
      readonly trustDelta?: number;
    },
  ): boolean;
  remove(id: number): boolean;
  removeText(content: string): boolean;
  feedback(id: number, helpful: boolean): boolean;
  close(): void;
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS facts (
  fact_id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL UNIQUE, category TEXT DEFAULT 'general', tags TEXT DEFAULT '',
  trust_score REAL DEFAULT 0.5, retrieval_count INTEGER DEFAULT 0, helpful_count INTEGER DEFAULT 0,
  created_at TEXT DEFAULT CURRENT_TIMESTAMP, updated_at TEXT DEFAULT CURRENT_TIMESTAMP, hrr_vector BLOB);
CREATE TABLE IF NOT EXISTS entities (entity_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE);
CREATE TABLE IF NOT EXISTS fact_entities (fact_id INTEGER NOT NULL, entity_id INTEGER NOT NULL, PRIMARY KEY (fact_id, entity_id));
CREATE TABLE IF NOT EXISTS memory_banks (bank_id INTEGER PRIMARY KEY AUTOINCREMENT, bank_name TEXT UNIQUE, vector BLOB, dim INTEGER, fact_count INTEGER DEFAULT 0);
CREATE VIRTUAL TABLE IF NOT EXISTS facts_fts USING fts5(content, tags, content='facts', content_rowid='fact_id');
CREATE TRIGGER IF NOT EXISTS facts_ai AFTER INSERT ON facts BEGIN
  INSERT INTO facts_fts(rowid, content, tags) VALUES (new.fact_id, new.content, new.tags); END;
CREATE TRIGGER IF NOT EXISTS facts_ad AFTER DELETE ON facts BEGIN
  INSERT INTO facts_fts(facts_fts, rowid, content, tags) VALUES ('delete', old.fact_id, old.content, old.tags); END;
CREATE TRIGGER IF NOT EXISTS facts_au AFTER UPDATE OF content, tags ON facts BEGIN
  INSERT INTO facts_fts(facts_fts, rowid, content, tags) VALUES ('delete', old.fact_id, old.content, old.tags);
  INSERT INTO facts_fts(rowid, content, tags) VALUES (new.fact_id, new.content, new.tags); END;`;

const FIELDS = "f.fact_id AS id, f.content, f.category, f.tags, f.trust_score AS trust, f.hrr_vector AS vector";
const WEIGHTS = { text: 0.4, words: 0.3, vector: 0.3 };
const CANDIDATES = 60;
const HELPFUL = 0.05;
const UNHELPFUL = -0.1;

type Row = Record<string, SQLOutputValue>;

export function openFactStore(path: string): FactStore {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  db.exec("PRAGMA journal_mode = WAL");
  db.exec(SCHEMA);
  const all = (sql: string, ...values: (string | number)[]): readonly Row[] => db.prepare(sql).all(...values);

  function atomically<T>(work: () => T): T {
    db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      db.exec("COMMIT");
      return result;
    } catch (error) {
      db.exec("ROLLBACK");
      throw error;
    }
  }

  function link(id: number, content: string, entities: readonly string[]): void {
    db.prepare("DELETE FROM fact_entities WHERE fact_id = ?").run(id);
    for (const entity of entities) {
      db.prepare("INSERT OR IGNORE INTO entities (name) VALUES (?)").run(entity);
      db.prepare(
        "INSERT OR IGNORE INTO fact_entities SELECT ?, entity_id FROM entities WHERE name = ? COLLATE NOCASE",
      ).run(id, entity);
    }
    const vector = toBytes(encodeFact(wordsOf(content), entities));
    db.prepare("UPDATE facts SET hrr_vector = ? WHERE fact_id = ?").run(vector, id);
  }

  /** Best first: likeness of words and vectors, weighed by trust. */
  function rank(
    rows: readonly Row[],
    query: Float64Array,
    words: readonly string[],
    options: FactQuery,
  ): readonly Fact[] {
    const scored = rows
      .map((row, place) => {
        const fact = factOf(row);
        const vector = fromBytes(row.vector);
        const score =
          WEIGHTS.text * (1 - place / Math.max(1, rows.length)) +
          WEIGHTS.words * overlap(words, wordsOf(fact.content)) +
          WEIGHTS.vector * (vector === undefined ? 0 : Math.max(0, likeness(query, vector)));
        return { fact, score: score * fact.trust };
      })
      .filter(
        ({ fact }) =>
          fact.trust >= options.minTrust && (options.category === undefined || fact.category === options.category),
      )
      .sort((a, b) => b.score - a.score)
      .slice(0, options.limit)
      .map(({ fact }) => fact);
    for (const { id } of scored)
      db.prepare("UPDATE facts SET retrieval_count = retrieval_count + 1 WHERE fact_id = ?").run(id);
    return scored;
  }

  const about = (entity: string): readonly Row[] =>
    all(
      `SELECT ${FIELDS} FROM facts f JOIN fact_entities l ON l.fact_id = f.fact_id JOIN entities e ON e.entity_id = l.entity_id
       WHERE e.name = ? COLLATE NOCASE ORDER BY f.trust_score DESC LIMIT ?`,
      entity,
      CANDIDATES,
    );
  const remove = (id: number): boolean =>
    atomically(() => {
      db.prepare("DELETE FROM fact_entities WHERE fact_id = ?").run(id);
      return Number(db.prepare("DELETE FROM facts WHERE fact_id = ?").run(id).changes) > 0;
    });

  return {
    add(content, { category, tags, entities }) {
      return atomically(() => {
        const known = all("SELECT fact_id AS id FROM facts WHERE content = ?", content)[0];
        if (known !== undefined) return Number(known.id);
        const { lastInsertRowid } = db
          .prepare("INSERT INTO facts (content, category, tags) VALUES (?, ?, ?)")
          .run(content, category, tags);
        const id = Number(lastInsertRowid);
        link(id, content, [...new Set([...(entities ?? []), ...entitiesIn(content)])]);
        return id;
      });
    },
    search(query, options) {
      const words = wordsOf(query);
      if (words.length === 0) return [];
      const match = words.map((word) => `"${word}"`).join(" OR ");
      const rows = all(
        `SELECT ${FIELDS} FROM facts_fts JOIN facts f ON f.fact_id = facts_fts.rowid WHERE facts_fts MATCH ? ORDER BY bm25(facts_fts) LIMIT ?`,
        match,
        CANDIDATES,
      );
      return rank(rows, encodeQuery(words), words, options);
    },
    probe: (entity, options) => rank(about(entity), encodeEntity(entity), wordsOf(entity), options),
    related(entity, options) {
      const rows = all(
        `SELECT DISTINCT ${FIELDS} FROM facts f JOIN fact_entities l ON l.fact_id = f.fact_id WHERE l.entity_id IN (
           SELECT other.entity_id FROM fact_entities mine JOIN fact_entities other ON other.fact_id = mine.fact_id
           JOIN entities e ON e.entity_id = mine.entity_id WHERE e.name = ? COLLATE NOCASE AND other.entity_id <> mine.entity_id) LIMIT ?`,
        entity,
        CANDIDATES,
      );
      return rank(rows, encodeEntity(entity), wordsOf(entity), options);
    },
    reason(entities, options) {
      const [first = [], ...rest] = entities.map((entity) => about(entity));
      const shared = first.filter((row) => rest.every((rows) => rows.some((other) => other.id === row.id)));
      const pool = shared.length > 0 ? shared : [first, ...rest].flat();
      const distinct = [...new Map(pool.map((row) => [row.id, row])).values()];
      return rank(distinct, encodeEntity(entities[0] ?? ""), entities.flatMap(wordsOf), options);
    },
    contradictions(options) {
      const rows = all(
        `SELECT a.fact_id AS a, b.fact_id AS b FROM fact_entities a JOIN fact_entities b ON b.entity_id = a.entity_id AND b.fact_id > a.fact_id
         GROUP BY a.fact_id, b.fact_id LIMIT 500`,
      );
      const byId = new Map(all(`SELECT ${FIELDS} FROM facts f`).map((row) => [Number(row.id), factOf(row)]));
      return rows
        .flatMap((row): (readonly [Fact, Fact])[] => {
          const [left, right] = [byId.get(Number(row.a)), byId.get(Number(row.b))];
          return left && right && left.trust >= options.minTrust && right.trust >= options.minTrust
            ? [[left, right]]
            : [];
        })
        .filter(([left, right]) => {
          const same = overlap(wordsOf(left.content), wordsOf(right.content));
          return same >= 0.3 && same < 0.95;
        })
        .slice(0, options.limit);
    },
    list: (options) =>
      all(
        `SELECT ${FIELDS} FROM facts f WHERE f.trust_score >= ? AND (? = '' OR f.category = ?) ORDER BY f.fact_id DESC LIMIT ?`,
        options.minTrust,
        options.category ?? "",
        options.category ?? "",
        options.limit,
      ).map(factOf),
    update(id, change) {
      return atomically(() => {
        const row = all(`SELECT ${FIELDS} FROM facts f WHERE f.fact_id = ?`, id)[0];
        if (row === undefined) return false;
        const fact = factOf(row);
        const trust = Math.min(1, Math.max(0, fact.trust + (change.trustDelta ?? 0)));
        db.prepare(
          "UPDATE OR IGNORE facts SET content = ?, category = ?, tags = ?, trust_score = ?, updated_at = CURRENT_TIMESTAMP WHERE fact_id = ?",
        ).run(change.content ?? fact.content, change.category ?? fact.category, change.tags ?? fact.tags, trust, id);
        if (change.content !== undefined) link(id, change.content, entitiesIn(change.content));
        return true;
      });
    },
    remove,
    removeText(content) {
      const row = all("SELECT fact_id AS id FROM facts WHERE content = ?", content)[0];
      return row !== undefined && remove(Number(row.id));
    },
    feedback(id, helpful) {
      const { changes } = db
        .prepare(
          "UPDATE facts SET trust_score = MIN(1, MAX(0, trust_score + ?)), helpful_count = helpful_count + ? WHERE fact_id = ?",
        )
        .run(helpful ? HELPFUL : UNHELPFUL, helpful ? 1 : 0, id);
      return Number(changes) > 0;
    },
    close: () => db.close(),
  };
}

function factOf(row: Row): Fact {
  return {
    id: Number(row.id),
    content: String(row.content ?? ""),
    category: String(row.category ?? "general"),
    tags: String(row.tags ?? ""),
    trust: Number(row.trust ?? 0.5),
  };
}

// Table and index definitions: those of the reference (schema 16) word for word, so that its program opens our file, and our own under `hx_`.

export const REFERENCE_SCHEMA_VERSION = 16;

/** Bumped when our own tables change; stored in `PRAGMA user_version`, which the reference does not use. */
export const OWN_SCHEMA_VERSION = 4;

export const REFERENCE_TABLES: Readonly<Record<string, string>> = {
  schema_version: `CREATE TABLE IF NOT EXISTS schema_version (
    version INTEGER NOT NULL
)`,
  sessions: `CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    user_id TEXT,
    model TEXT,
    model_config TEXT,
    system_prompt TEXT,
    parent_session_id TEXT,
    started_at REAL NOT NULL,
    ended_at REAL,
    end_reason TEXT,
    message_count INTEGER DEFAULT 0,
    tool_call_count INTEGER DEFAULT 0,
    input_tokens INTEGER DEFAULT 0,
    output_tokens INTEGER DEFAULT 0,
    cache_read_tokens INTEGER DEFAULT 0,
    cache_write_tokens INTEGER DEFAULT 0,
    reasoning_tokens INTEGER DEFAULT 0,
    cwd TEXT,
    billing_provider TEXT,
    billing_base_url TEXT,
    billing_mode TEXT,
    estimated_cost_usd REAL,
    actual_cost_usd REAL,
    cost_status TEXT,
    cost_source TEXT,
    pricing_version TEXT,
    title TEXT,
    api_call_count INTEGER DEFAULT 0,
    handoff_state TEXT,
    handoff_platform TEXT,
    handoff_error TEXT,
    rewind_count INTEGER NOT NULL DEFAULT 0,
    archived INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (parent_session_id) REFERENCES sessions(id)
)`,
  messages: `CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES sessions(id),
    role TEXT NOT NULL,
    content TEXT,
    tool_call_id TEXT,
    tool_calls TEXT,
    tool_name TEXT,
    timestamp REAL NOT NULL,
    token_count INTEGER,
    finish_reason TEXT,
    reasoning TEXT,
    reasoning_content TEXT,
    reasoning_details TEXT,
    codex_reasoning_items TEXT,
    codex_message_items TEXT,
    platform_message_id TEXT,
    observed INTEGER DEFAULT 0,
    active INTEGER NOT NULL DEFAULT 1
)`,
  state_meta: `CREATE TABLE IF NOT EXISTS state_meta (
    key TEXT PRIMARY KEY,
    value TEXT
)`,
  compression_locks: `CREATE TABLE IF NOT EXISTS compression_locks (
    session_id TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    acquired_at REAL NOT NULL,
    expires_at REAL NOT NULL
)`,
};

export const REFERENCE_INDEXES: readonly string[] = [
  "CREATE INDEX IF NOT EXISTS idx_sessions_source ON sessions(source)",
  "CREATE INDEX IF NOT EXISTS idx_sessions_source_id ON sessions(source, id)",
  "CREATE INDEX IF NOT EXISTS idx_sessions_parent ON sessions(parent_session_id)",
  "CREATE INDEX IF NOT EXISTS idx_sessions_started ON sessions(started_at DESC)",
  "CREATE INDEX IF NOT EXISTS idx_messages_session ON messages(session_id, timestamp)",
  "CREATE INDEX IF NOT EXISTS idx_compression_locks_expires ON compression_locks(expires_at)",
  "CREATE INDEX IF NOT EXISTS idx_messages_platform_msg_id ON messages(session_id, platform_message_id) WHERE platform_message_id IS NOT NULL",
  `CREATE INDEX IF NOT EXISTS idx_messages_session_active
    ON messages(session_id, active, timestamp)`,
  "CREATE UNIQUE INDEX IF NOT EXISTS idx_sessions_title_unique ON sessions(title) WHERE title IS NOT NULL",
];

/** Columns that earlier reference schemas lack, as `ALTER TABLE … ADD COLUMN` wants them. */
export function declaredColumns(table: "sessions" | "messages"): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  for (const line of (REFERENCE_TABLES[table] ?? "").split("\n").slice(1, -1)) {
    const definition = line.trim().replace(/,$/u, "");
    const name = definition.split(" ", 1)[0] ?? "";
    if (name !== "" && name !== "FOREIGN") columns.set(name, definition);
  }
  return columns;
}

/** What the columns of the reference cannot express. Dropping all of it loses search, order of parts, where foreign words came from and open work, never words. */
export const OWN_TABLES: readonly string[] = [
  "CREATE TABLE IF NOT EXISTS hx_guests (session_id TEXT PRIMARY KEY) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS hx_natives (id INTEGER PRIMARY KEY, body TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS hx_copies (id INTEGER PRIMARY KEY, origin INTEGER NOT NULL)",
  "CREATE INDEX IF NOT EXISTS hx_copies_origin ON hx_copies(origin)",
  "CREATE TABLE IF NOT EXISTS hx_texts (key TEXT PRIMARY KEY, body TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS hx_prompts (session_id TEXT PRIMARY KEY, tools_key TEXT NOT NULL, body TEXT NOT NULL)",
  `CREATE TABLE IF NOT EXISTS hx_inbox (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL,
    input_id TEXT NOT NULL,
    delivery TEXT NOT NULL,
    parts TEXT,
    at REAL NOT NULL,
    taken_seq INTEGER,
    UNIQUE (session_id, input_id)
)`,
  `CREATE TABLE IF NOT EXISTS hx_calls (
    session_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    started_at REAL NOT NULL,
    done_at REAL,
    PRIMARY KEY (session_id, call_id)
) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS hx_leases (
    session_id TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    token TEXT NOT NULL,
    expires_at REAL NOT NULL
) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS hx_compactions (
    child_id TEXT PRIMARY KEY,
    parent_id TEXT NOT NULL,
    summary TEXT NOT NULL,
    from_seq INTEGER NOT NULL,
    to_seq INTEGER NOT NULL,
    tokens_before INTEGER NOT NULL,
    tokens_after INTEGER NOT NULL,
    note TEXT NOT NULL,
    at REAL NOT NULL
)`,
  "CREATE INDEX IF NOT EXISTS hx_compactions_parent ON hx_compactions(parent_id)",
  "CREATE TABLE IF NOT EXISTS hx_blobs (key TEXT PRIMARY KEY, kind TEXT NOT NULL, bytes INTEGER NOT NULL, at REAL NOT NULL, dropped_at REAL)",
  `CREATE TABLE IF NOT EXISTS hx_blob_refs (
    message_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (message_id, key)
) WITHOUT ROWID`,
  "CREATE INDEX IF NOT EXISTS hx_blob_refs_key ON hx_blob_refs(key)",
  "CREATE TABLE IF NOT EXISTS hx_vectors (n INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE, vector BLOB NOT NULL)",
  "CREATE TABLE IF NOT EXISTS hx_vector_model (one INTEGER PRIMARY KEY CHECK (one = 1), model TEXT NOT NULL)",
];

/** Text the index holds: words of people and model in `body`, a digest of calls and results in `extra`; no second copy of either. */
export const INDEX_TABLES: readonly string[] = [
  `CREATE VIEW IF NOT EXISTS hx_search_rows AS SELECT id,
    CASE WHEN role NOT IN ('user', 'assistant') THEN NULL
      WHEN substr(CAST(content AS BLOB), 1, 6) = x'006A736F6E3A' THEN (
        SELECT group_concat(CASE part.type WHEN 'object' THEN json_extract(part.value, '$.text') END, char(10))
        FROM json_each(CASE WHEN json_valid(CAST(substr(CAST(messages.content AS BLOB), 7) AS TEXT))
          THEN CAST(substr(CAST(messages.content AS BLOB), 7) AS TEXT) ELSE '[]' END) AS part)
      ELSE content END AS body,
    CASE role WHEN 'tool' THEN coalesce(tool_name, '') || ' ' || substr(coalesce(content, ''), 1, 2000)
      WHEN 'assistant' THEN substr(tool_calls, 1, 1000) END AS extra
  FROM messages`,
  "CREATE TABLE IF NOT EXISTS hx_index (one INTEGER PRIMARY KEY CHECK (one = 1), through INTEGER NOT NULL)",
  "INSERT OR IGNORE INTO hx_index (one, through) VALUES (1, 0)",
  "CREATE TABLE IF NOT EXISTS hx_activity (session_id TEXT PRIMARY KEY, newest REAL NOT NULL) WITHOUT ROWID",
  "CREATE INDEX IF NOT EXISTS hx_activity_newest ON hx_activity(newest)",
  `CREATE VIRTUAL TABLE IF NOT EXISTS hx_fts USING fts5(
    body, extra, content='hx_search_rows', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2')`,
  `CREATE VIRTUAL TABLE IF NOT EXISTS hx_fts_bigrams USING fts5(
    grams, content='', contentless_delete=1, detail='full', tokenize='unicode61 remove_diacritics 0')`,
];

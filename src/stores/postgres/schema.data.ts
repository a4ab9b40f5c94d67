// Tables for several machines: the same columns as in SQLite where they mean the same, and nothing that lives outside the database.

/** Bumped when tables change; statements are idempotent and run under one advisory lock. */
export const SCHEMA_VERSION = 6;

export const TABLES: readonly string[] = [
  "CREATE TABLE IF NOT EXISTS hx_schema (version INTEGER NOT NULL)",
  `CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    user_id TEXT,
    guest BOOLEAN,
    model TEXT,
    model_config TEXT,
    kin TEXT,
    parent_session_id TEXT REFERENCES sessions(id) ON DELETE SET NULL,
    started_at DOUBLE PRECISION NOT NULL,
    ended_at DOUBLE PRECISION,
    end_reason TEXT,
    message_count INTEGER NOT NULL DEFAULT 0,
    tool_call_count INTEGER NOT NULL DEFAULT 0,
    input_tokens BIGINT NOT NULL DEFAULT 0,
    output_tokens BIGINT NOT NULL DEFAULT 0,
    cache_read_tokens BIGINT NOT NULL DEFAULT 0,
    cache_write_tokens BIGINT NOT NULL DEFAULT 0,
    reasoning_tokens BIGINT NOT NULL DEFAULT 0,
    cwd TEXT,
    billing_provider TEXT,
    estimated_cost_usd DOUBLE PRECISION,
    title TEXT,
    api_call_count INTEGER NOT NULL DEFAULT 0,
    rewind_count INTEGER NOT NULL DEFAULT 0,
    archived BOOLEAN NOT NULL DEFAULT FALSE,
    preview TEXT NOT NULL DEFAULT '',
    prompt TEXT,
    last_active DOUBLE PRECISION NOT NULL
  )`,
  "ALTER TABLE sessions ADD COLUMN IF NOT EXISTS guest BOOLEAN",
  // What only the reference fills, as JSON: carried through for whoever exports it again.
  "ALTER TABLE sessions ADD COLUMN IF NOT EXISTS extra TEXT",
  "UPDATE sessions SET guest = user_id IS NOT NULL WHERE guest IS NULL",
  "CREATE UNIQUE INDEX IF NOT EXISTS sessions_title ON sessions(title) WHERE title IS NOT NULL",
  "CREATE INDEX IF NOT EXISTS sessions_parent ON sessions(parent_session_id)",
  "CREATE INDEX IF NOT EXISTS sessions_active ON sessions(last_active DESC)",
  `CREATE TABLE IF NOT EXISTS messages (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    content TEXT,
    tool_call_id TEXT,
    tool_calls TEXT,
    tool_name TEXT,
    timestamp DOUBLE PRECISION NOT NULL,
    finish_reason TEXT,
    reasoning TEXT,
    native TEXT,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    origin BIGINT,
    terms TSVECTOR
  )`,
  "ALTER TABLE messages ADD COLUMN IF NOT EXISTS extra TEXT",
  "CREATE INDEX IF NOT EXISTS messages_session ON messages(session_id, id)",
  "CREATE INDEX IF NOT EXISTS messages_origin ON messages(origin) WHERE origin IS NOT NULL",
  "CREATE INDEX IF NOT EXISTS messages_terms ON messages USING GIN(terms)",
  // `body` is NULL when it was dropped to keep within a quota.
  `CREATE TABLE IF NOT EXISTS hx_blobs (
    key TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    body BYTEA
  )`,
  `CREATE TABLE IF NOT EXISTS hx_blob_refs (
    message_id BIGINT NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    key TEXT NOT NULL REFERENCES hx_blobs(key),
    PRIMARY KEY (message_id, key)
  )`,
  "CREATE INDEX IF NOT EXISTS blob_refs_key ON hx_blob_refs(key)",
  // The last transaction over each connection: whether it is there tells whoever never heard what became of it.
  `CREATE TABLE IF NOT EXISTS hx_writers (
    writer UUID PRIMARY KEY,
    n BIGINT NOT NULL,
    at TIMESTAMPTZ NOT NULL DEFAULT now()
  ) WITH (fillfactor = 50)`,
  "CREATE TABLE IF NOT EXISTS hx_meta (key TEXT PRIMARY KEY, value TEXT)",
  `CREATE TABLE IF NOT EXISTS hx_inbox (
    n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    input_id TEXT NOT NULL,
    delivery TEXT NOT NULL,
    parts TEXT,
    at DOUBLE PRECISION NOT NULL,
    taken_seq BIGINT,
    UNIQUE (session_id, input_id)
  )`,
  `CREATE TABLE IF NOT EXISTS hx_calls (
    session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    call_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    done_at DOUBLE PRECISION,
    PRIMARY KEY (session_id, call_id)
  )`,
  `CREATE TABLE IF NOT EXISTS hx_leases (
    session_id TEXT PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
    holder TEXT NOT NULL,
    token TEXT NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS hx_compactions (
    child_id TEXT PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
    parent_id TEXT NOT NULL,
    summary TEXT NOT NULL,
    from_seq BIGINT NOT NULL,
    to_seq BIGINT NOT NULL,
    tokens_before INTEGER NOT NULL,
    tokens_after INTEGER NOT NULL,
    note TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS hx_vectors (
    n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id BIGINT NOT NULL UNIQUE REFERENCES messages(id) ON DELETE CASCADE,
    vector BYTEA NOT NULL
  )`,
  "CREATE TABLE IF NOT EXISTS hx_vector_model (one INTEGER PRIMARY KEY CHECK (one = 1), model TEXT NOT NULL)",
];

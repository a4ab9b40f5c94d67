// Writes on their way to RetainDB, kept in a small database so that a crash or an outage loses none.

import { DatabaseSync } from "node:sqlite";
import { isRecord, parseJson } from "../../kernel/json.ts";
import { ApiFailure } from "./api-failure.ts";

export interface SessionWrite {
  readonly user: string;
  readonly session: string;
  readonly messages: readonly { readonly role: string; readonly content: string; readonly timestamp: string }[];
}

export interface WriteQueue {
  add(write: SessionWrite): void;
  /** Delivers what waits, oldest first, until it is empty or the service fails. Throws that failure. */
  flush(signal?: AbortSignal): Promise<void>;
  close(): void;
}

const AT_ONCE = 200;

export function openWriteQueue(
  path: string,
  deliver: (write: SessionWrite, signal?: AbortSignal) => Promise<void>,
): WriteQueue {
  const state = { db: undefined as DatabaseSync | undefined, running: undefined as Promise<void> | undefined };
  const open = (): DatabaseSync => {
    if (state.db !== undefined) return state.db;
    const db = new DatabaseSync(path, { timeout: 5_000 });
    db.exec("CREATE TABLE IF NOT EXISTS waiting (id INTEGER PRIMARY KEY, body TEXT NOT NULL)");
    state.db = db;
    return db;
  };

  async function run(signal?: AbortSignal): Promise<void> {
    const rows = open().prepare("SELECT id, body FROM waiting ORDER BY id LIMIT ?").all(AT_ONCE);
    for (const { id = 0, body = "" } of rows) {
      signal?.throwIfAborted();
      const write = decode(String(body));
      try {
        if (write !== undefined) await deliver(write, signal);
      } catch (error) {
        // What the service refuses for good would block everything behind it.
        if (!(error instanceof ApiFailure) || error.kind !== "refused") throw error;
      }
      open().prepare("DELETE FROM waiting WHERE id = ?").run(id);
    }
  }

  return {
    add: (write) => void open().prepare("INSERT INTO waiting (body) VALUES (?)").run(JSON.stringify(write)),
    flush(signal) {
      state.running ??= run(signal).finally(() => {
        state.running = undefined;
      });
      return state.running;
    },
    close() {
      state.db?.close();
      state.db = undefined;
    },
  };
}

function decode(body: string): SessionWrite | undefined {
  const parsed = parseJson(body);
  if (parsed.type === "bad" || !isRecord(parsed.value)) return undefined;
  const { user, session, messages } = parsed.value;
  if (typeof user !== "string" || typeof session !== "string" || !Array.isArray(messages)) return undefined;
  return { user, session, messages };
}

// The frozen prompt: its text in the reference's column, block borders and tools in our own tables, tools shared between sessions.

import { createHash } from "node:crypto";
import type { ToolSpec } from "../../contracts/model.ts";
import type { FrozenPrompt, PromptLayer } from "../../contracts/stores.ts";
import type { Db } from "./db.ts";
import { mustExist } from "./session-rows.ts";

interface PromptBody {
  /** UTF-16 lengths of the blocks in the joined column; or the blocks themselves when the column cannot hold them. */
  readonly lengths: readonly number[];
  readonly blocks?: readonly string[];
  readonly sharedThrough: number;
  readonly layers: readonly PromptLayer[];
}

const BETWEEN_BLOCKS = "\n\n";

/** Replaces a prompt frozen earlier; what is replayed is always the last one frozen. */
export function writePrompt(db: Db, id: string, prompt: FrozenPrompt): void {
  mustExist(db, id);
  const joined = prompt.system.join(BETWEEN_BLOCKS);
  const tools = JSON.stringify(prompt.tools);
  const toolsKey = createHash("sha256").update(tools).digest("hex");
  const body: PromptBody = {
    lengths: prompt.system.map((block) => block.length),
    ...(joined.isWellFormed() ? {} : { blocks: prompt.system }),
    sharedThrough: prompt.sharedThrough,
    layers: prompt.layers,
  };
  db.run("UPDATE sessions SET system_prompt = ? WHERE id = ?", joined.toWellFormed(), id);
  db.run("INSERT OR IGNORE INTO hx_texts (key, body) VALUES (?, ?)", toolsKey, tools);
  db.run(
    `INSERT INTO hx_prompts (session_id, tools_key, body) VALUES (?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET tools_key = excluded.tools_key, body = excluded.body`,
    id,
    toolsKey,
    JSON.stringify(body),
  );
}

/** undefined when none was frozen here; a prompt the reference stored has text but no tools. */
export function readPrompt(db: Db, id: string): FrozenPrompt | undefined {
  const row = db.get<{ system_prompt: string | null; body: string | null; tools: string | null }>(
    `SELECT s.system_prompt, p.body, t.body AS tools FROM sessions s
     LEFT JOIN hx_prompts p ON p.session_id = s.id LEFT JOIN hx_texts t ON t.key = p.tools_key WHERE s.id = ?`,
    id,
  );
  if (row === undefined || row.body === null || row.system_prompt === null) return undefined;
  const body = JSON.parse(row.body) as PromptBody;
  return {
    system: body.blocks ?? splitBlocks(row.system_prompt, body.lengths),
    tools: JSON.parse(row.tools ?? "[]") as ToolSpec[],
    sharedThrough: body.sharedThrough,
    layers: body.layers,
  };
}

/** One block when the reference has meanwhile stored other text in the column. */
function splitBlocks(joined: string, lengths: readonly number[]): readonly string[] {
  const expected = lengths.reduce(
    (sum, length) => sum + length,
    Math.max(0, lengths.length - 1) * BETWEEN_BLOCKS.length,
  );
  if (joined.length !== expected) return [joined];
  let offset = 0;
  return lengths.map((length) => {
    const block = joined.slice(offset, offset + length);
    offset += length + BETWEEN_BLOCKS.length;
    return block;
  });
}

/** A continued or branched session starts with its parent's prompt, byte for byte. */
export function copyPrompt(db: Db, fromId: string, toId: string): void {
  db.run(
    "UPDATE sessions SET system_prompt = (SELECT system_prompt FROM sessions WHERE id = ?) WHERE id = ?",
    fromId,
    toId,
  );
  db.run(
    "INSERT OR REPLACE INTO hx_prompts (session_id, tools_key, body) SELECT ?, tools_key, body FROM hx_prompts WHERE session_id = ?",
    toId,
    fromId,
  );
}

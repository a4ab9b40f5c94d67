// What compactions left behind, what is pinned, and the way back, over sessions at rest. Everything is read from the transcript: no state of its own.

import type { CompactionRecord, Compactions, UndoOutcome } from "../contracts/compactions.ts";
import type { SessionRow, StoredMessage } from "../contracts/stores.ts";
import type { EffectOf } from "../kernel/compress/artifacts.ts";
import { isFinalReply, isOwnWords } from "../kernel/compress/entry.ts";
import { type Handoff, parseHandoff, standingOf } from "../kernel/compress/handoff.ts";
import { type Opened, readOpened } from "../kernel/compress/opened.ts";
import { foldPins, openRequests, pinMessage, unpinMessage } from "../kernel/compress/pins.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { textOf } from "../kernel/message.ts";
import { kinship, MAX_CHAIN } from "../kernel/sessions/lineage.ts";
import { estimateMessages } from "../kernel/tokens.ts";
import { claimSession } from "./claim.ts";
import type { HostPorts } from "./host-ports.ts";

export type CompactionPorts = Pick<HostPorts, "store" | "clock" | "holder" | "leaseTtlMs" | "onMoved">;

const UNDONE = "compaction_undone";

/** `effectOf` tells which files a call changed, for those changed since the last compaction. */
export function createCompactions(ports: CompactionPorts, effectOf: EffectOf): Compactions {
  const { store, clock } = ports;
  const headOf = (entries: readonly StoredMessage[]) => entries.at(-1)?.seq ?? 0;

  async function pinnedOf(sessionId: string) {
    const entries = await store.history(sessionId);
    const standing = standingOf(entries);
    const last = entries.findLast(({ message }) => isOwnWords(message) || isFinalReply(message));
    const answered = last !== undefined && isFinalReply(last.message);
    const after = entries.slice(standing.at + 1);
    return {
      ...foldPins(standing.pins, standing.fresh, effectOf),
      requests: answered ? [] : openRequests(standing.pins.requests, after),
    };
  }

  return {
    list: (sessionId) => list(ports, sessionId),
    undo: (sessionId) => undo(ports, sessionId),
    pinned: pinnedOf,
    async pin(sessionId, text) {
      await store.append(sessionId, [pinMessage(text, clock.now())], headOf(await store.history(sessionId)));
    },
    async unpin(sessionId, number) {
      const rule = (await pinnedOf(sessionId)).rules[number - 1];
      if (rule === undefined) return undefined;
      await store.append(sessionId, [unpinMessage(rule.text, clock.now())], headOf(await store.history(sessionId)));
      return rule;
    },
    async exclusively(sessionId, work) {
      const lease = await claimSession(ports, sessionId, "Close it there first.");
      try {
        return await work();
      } finally {
        await lease.release();
      }
    },
  };
}

async function mustGet({ store }: CompactionPorts, id: string): Promise<SessionRow> {
  const row = await store.get(id);
  if (row === undefined) throw new StoreFailure("not-found", `There is no session ${id}.`);
  return row;
}

interface Step {
  readonly row: SessionRow;
  readonly parent: SessionRow;
  readonly entries: readonly StoredMessage[];
  readonly opened: Opened;
  /** Undefined for an engine that writes no note like ours. */
  readonly handoff: Handoff | undefined;
}

/** The compaction that opened this session; undefined when none did. */
async function stepInto({ store }: CompactionPorts, row: SessionRow): Promise<Step | undefined> {
  const parent = row.parentId === undefined ? undefined : await store.get(row.parentId);
  if (parent === undefined || kinship(row, parent) !== "continuation") return undefined;
  const entries = await store.history(row.id);
  const handoff = entries[0] === undefined ? undefined : parseHandoff(entries[0].message);
  const opened = readOpened(row.settings) ?? (handoff && { ...handoff, messages: handoff.kept + 1 });
  return opened === undefined ? undefined : { row, parent, entries, opened, handoff };
}

async function list(ports: CompactionPorts, sessionId: string): Promise<readonly CompactionRecord[]> {
  const records: CompactionRecord[] = [];
  let row: SessionRow | undefined = await mustGet(ports, sessionId);
  for (let steps = 0; row !== undefined && steps < MAX_CHAIN; steps++) {
    const step: Step | undefined = await stepInto(ports, row);
    if (step !== undefined) records.unshift(recordOf(step, await ports.store.history(step.parent.id)));
    row = step?.parent;
  }
  return records.map((record, index) => ({ ...record, pass: Math.max(record.pass, index + 1) }));
}

function recordOf({ row, parent, entries, opened, handoff }: Step, before: readonly StoredMessage[]): CompactionRecord {
  const sizeOf = (messages: readonly StoredMessage[]) => estimateMessages(messages.map((entry) => entry.message));
  return {
    sessionId: row.id,
    parentId: parent.id,
    pass: handoff?.pass ?? 1,
    at: row.startedAt,
    replaced: { fromSeq: opened.fromSeq, toSeq: opened.toSeq },
    messagesBefore: before.length,
    kept: opened.messages - 1,
    tokensBefore: sizeOf(before),
    tokensAfter: sizeOf(entries.slice(0, opened.messages)),
    rules: handoff?.pins.rules.length ?? 0,
    files: handoff?.pins.files.length ?? 0,
    summary: handoff?.summary ?? (entries[0] === undefined ? "" : textOf(entries[0].message)),
  };
}

/** In this order a crash between two steps leaves both sessions whole: at worst the newer one is not put away yet. */
async function undo(ports: CompactionPorts, sessionId: string): Promise<UndoOutcome> {
  const { store, clock } = ports;
  const step = await stepInto(ports, await mustGet(ports, sessionId));
  const first = step?.entries[0];
  if (step === undefined || first === undefined) return { type: "none" };
  const parentId = step.parent.id;
  const since = step.entries.filter(({ seq }) => seq >= first.seq + step.opened.messages);
  const before = await store.history(parentId);
  await store.reopen(parentId);
  await store.append(
    parentId,
    since.map((entry) => entry.message),
    before.at(-1)?.seq ?? 0,
  );
  for (const input of await store.pending(sessionId)) await store.admit(parentId, input);
  await store.end(sessionId, UNDONE, clock.now());
  // Kept, but no longer a conversation of its own in any list.
  await store.archive(sessionId, true);
  ports.onMoved?.(sessionId, parentId, step.row.principal);
  return { type: "restored", sessionId: parentId, messages: before.length, carried: since.length };
}

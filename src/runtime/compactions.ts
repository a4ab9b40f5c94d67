// Compaction by hand and its way back, over sessions at rest. Everything is read from the transcript: no state of its own.

import type {
  CompactionRecord,
  Compactions,
  CompactOrder,
  CompactOutcome,
  UndoOutcome,
} from "../contracts/compactions.ts";
import type { FrozenPrompt, SessionRow, StoredMessage } from "../contracts/stores.ts";
import { type Handoff, parseHandoff, standingOf } from "../kernel/compress/handoff.ts";
import { foldPins, openRequests, pinMessage, unpinMessage } from "../kernel/compress/pins.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { kinship, MAX_CHAIN } from "../kernel/sessions/lineage.ts";
import { carryTaints } from "../kernel/taint.ts";
import { estimateMessages, estimateText } from "../kernel/tokens.ts";
import { claimSession } from "./claim.ts";
import type { HostPorts } from "./host-ports.ts";
import { callerOf, freezePrompt } from "./prompt-freeze.ts";
import { sideModels } from "./side-models.ts";

export type CompactionPorts = Pick<
  HostPorts,
  | "store"
  | "clock"
  | "ids"
  | "models"
  | "engine"
  | "prompt"
  | "environment"
  | "tools"
  | "holder"
  | "leaseTtlMs"
  | "onMoved"
>;

const UNDONE = "compaction_undone";

export function createCompactions(ports: CompactionPorts): Compactions {
  const { store, clock } = ports;
  const headOf = (entries: readonly StoredMessage[]) => entries.at(-1)?.seq ?? 0;

  async function pinnedOf(sessionId: string) {
    const entries = await store.history(sessionId);
    const standing = standingOf(entries);
    const after = entries.slice(standing.at + 1);
    return {
      ...foldPins(standing.pins, standing.fresh, () => undefined),
      requests: openRequests(standing.pins.requests, after),
    };
  }

  return {
    run: (order) => run(ports, order),
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

async function run(ports: CompactionPorts, order: CompactOrder): Promise<CompactOutcome> {
  const { store, engine, models } = ports;
  if (engine === undefined) return { type: "unchanged", why: "Compression is switched off (compression.enabled)." };
  const row = await mustGet(ports, order.sessionId);
  const plan = await models.plan(order.settings);
  if (plan.type === "refused") return { type: "unchanged", why: plan.why };
  const info = plan.primary.provider.info(plan.primary.model);
  const messages = await store.history(row.id);
  const prompt = await store.prompt(row.id);
  const result = await engine.compact(
    {
      sessionId: row.id,
      messages,
      window: info.window,
      estimate: estimateOf(prompt, messages),
      maxOutput: info.maxOutput,
    },
    {
      models: await sideModels(models, plan.primary),
      signal: order.signal,
      manual: true,
      ...(order.focus === undefined ? {} : { focus: order.focus }),
      ...(order.exchanges === undefined ? {} : { exchanges: order.exchanges }),
    },
  );
  if (result.type === "unchanged") return result;
  const { id, source, principal, cwd } = row;
  const child = await store.continueFrom(
    id,
    {
      ...{ source, principal },
      id: ports.ids.sessionId(),
      parentId: id,
      startedAt: ports.clock.now(),
      ...(cwd === undefined ? {} : { cwd }),
    },
    {
      ...result.compaction,
      view: carryTaints(
        messages.map(({ message }) => message),
        result.compaction.view,
      ),
    },
  );
  ports.onMoved?.(id, child.id, principal);
  const warnings = [...(result.warnings ?? []), ...(await freeze(ports, order, child, prompt))];
  return { type: "compacted", sessionId: child.id, note: result.compaction.note, warnings };
}

/** The prompt is rebuilt, so that memory and project files are read again. */
async function freeze(
  ports: CompactionPorts,
  order: CompactOrder,
  row: SessionRow,
  before: FrozenPrompt | undefined,
): Promise<readonly string[]> {
  const plan = await ports.models.plan(order.settings);
  if (plan.type === "refused") return [plan.why];
  const env = await ports.environment(row.cwd ?? "/");
  try {
    const { notices } = await freezePrompt(ports, {
      sessionId: row.id,
      principal: row.principal,
      env,
      tools: ports.tools({ settings: order.settings, source: row.source, principal: row.principal }),
      choice: plan.primary,
      platform: row.source,
      ...callerOf(before),
      at: ports.clock.now(),
    });
    return notices;
  } finally {
    await env.dispose();
  }
}

function estimateOf(prompt: FrozenPrompt | undefined, messages: readonly StoredMessage[]): number {
  const fixed =
    prompt === undefined
      ? 0
      : prompt.system.reduce((sum, block) => sum + estimateText(block), 0) + estimateText(JSON.stringify(prompt.tools));
  return fixed + estimateMessages(messages.map((entry) => entry.message));
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
  readonly handoff: Handoff;
}

/** The compaction that opened this session; undefined when none did. */
async function stepInto({ store }: CompactionPorts, row: SessionRow): Promise<Step | undefined> {
  const parent = row.parentId === undefined ? undefined : await store.get(row.parentId);
  if (parent === undefined || kinship(row, parent) !== "continuation") return undefined;
  const entries = await store.history(row.id);
  const handoff = entries[0] === undefined ? undefined : parseHandoff(entries[0].message);
  return handoff === undefined ? undefined : { row, parent, entries, handoff };
}

async function list(ports: CompactionPorts, sessionId: string): Promise<readonly CompactionRecord[]> {
  const records: CompactionRecord[] = [];
  let row: SessionRow | undefined = await mustGet(ports, sessionId);
  for (let steps = 0; row !== undefined && steps < MAX_CHAIN; steps++) {
    const step: Step | undefined = await stepInto(ports, row);
    if (step !== undefined) records.unshift(recordOf(step, await ports.store.history(step.parent.id)));
    row = step?.parent;
  }
  return records;
}

function recordOf({ row, parent, entries, handoff }: Step, before: readonly StoredMessage[]): CompactionRecord {
  const sizeOf = (messages: readonly StoredMessage[]) => estimateMessages(messages.map((entry) => entry.message));
  return {
    sessionId: row.id,
    parentId: parent.id,
    pass: handoff.pass,
    at: row.startedAt,
    replaced: { fromSeq: handoff.fromSeq, toSeq: handoff.toSeq },
    messagesBefore: before.length,
    kept: handoff.kept,
    tokensBefore: sizeOf(before),
    tokensAfter: sizeOf(entries.slice(0, handoff.kept + 1)),
    rules: handoff.pins.rules.length,
    files: handoff.pins.files.length,
    summary: handoff.summary,
  };
}

/** In this order a crash between two steps leaves both sessions whole: at worst the newer one is not put away yet. */
async function undo(ports: CompactionPorts, sessionId: string): Promise<UndoOutcome> {
  const { store, clock } = ports;
  const step = await stepInto(ports, await mustGet(ports, sessionId));
  const note = step?.entries[0];
  if (step === undefined || note === undefined) return { type: "none" };
  const parentId = step.parent.id;
  const since = step.entries.filter(({ seq }) => seq > note.seq + step.handoff.kept);
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

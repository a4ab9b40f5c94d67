// Two or three processes on one session, every order of their steps: the file answers exactly as the plain in-memory model does.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionStore } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { memorySessionStore } from "../../testing/memory-session-store.ts";
import { openSqliteStore } from "./open.ts";

/** What one process remembers between its steps. */
interface Actor {
  readonly name: string;
  readonly store: SessionStore;
  head: number;
  inputs: number;
  lease: Awaited<ReturnType<SessionStore["claim"]>>;
}
type Step = (actor: Actor, session: string) => Promise<unknown>;

const clock = fakeClock({ auto: true });
const words = (name: string, n: number) => userMessage(`${name} ${n}`, 1000 + n);
const STEPS: Readonly<Record<string, Step>> = {
  look: async (actor, id) => {
    const history = await actor.store.history(id);
    actor.head = history.at(-1)?.seq ?? 0;
    return history.map(({ message }) => textOf(message));
  },
  append: async (actor, id) => {
    const seqs = await actor.store.append(id, [words(actor.name, 1), words(actor.name, 2)], actor.head);
    actor.head = seqs.at(-1) ?? 0;
    return seqs.length;
  },
  claim: async (actor, id) => {
    actor.lease = await actor.store.claim(id, actor.name, 60_000);
    return actor.lease !== undefined;
  },
  renew: async (actor) => actor.lease?.renew(),
  release: async (actor) => actor.lease?.release(),
  admit: (actor, id) =>
    actor.store.admit(id, {
      id: `in-${actor.name}-${++actor.inputs}`,
      parts: [{ type: "text", text: `input of ${actor.name}` }],
      delivery: "queue",
      at: 5,
    }),
  takeAll: async (actor, id) => {
    const waiting = (await actor.store.pending(id)).map((input) => input.id);
    const taken = await actor.store.take(id, waiting, actor.head);
    actor.head = taken.at(-1)?.seq ?? actor.head;
    return taken.map(({ message }) => textOf(message));
  },
  undo: async (actor, id) => {
    const history = await actor.store.history(id);
    const last = history.findLast(({ message }) => message.role === "user");
    return actor.store.rewind(id, last?.seq ?? 0);
  },
};

const SCRIPTS: readonly (readonly (readonly string[])[])[] = [
  [
    ["look", "append", "append", "look"],
    ["append", "look", "append", "undo"],
  ],
  [
    ["claim", "append", "renew", "release"],
    ["claim", "look", "append", "release"],
  ],
  [
    ["admit", "takeAll", "append", "look"],
    ["admit", "takeAll", "look", "takeAll"],
  ],
  [
    ["append", "undo", "append"],
    ["look", "append", "undo"],
    ["admit", "takeAll"],
  ],
  [
    ["claim", "release", "claim"],
    ["claim", "renew"],
    ["claim", "look", "append"],
  ],
];

/** Every order in which the steps of the actors can happen, each actor's own kept. */
function* interleavings(lengths: readonly number[]): Generator<readonly number[]> {
  if (lengths.every((length) => length === 0)) yield [];
  for (const [actor, left] of lengths.entries()) {
    if (left === 0) continue;
    const rest = lengths.map((length, index) => (index === actor ? length - 1 : length));
    for (const order of interleavings(rest)) yield [actor, ...order];
  }
}

async function play(
  handles: readonly SessionStore[],
  id: string,
  script: readonly (readonly string[])[],
  order: readonly number[],
): Promise<unknown[]> {
  await handles[0]?.create({ id, source: "cli", principal: OWNER, startedAt: 1 });
  const actors = script.map(
    (_, index): Actor => ({
      name: `p${index}`,
      store: handles[index] as SessionStore,
      head: 0,
      inputs: 0,
      lease: undefined,
    }),
  );
  const next = script.map(() => 0);
  const log: unknown[] = [];
  for (const index of order) {
    const name = script[index]?.[next[index] ?? 0] ?? "";
    next[index] = (next[index] ?? 0) + 1;
    const actor = actors[index];
    const step = STEPS[name];
    if (actor === undefined || step === undefined) throw new Error(`no step ${name}`);
    log.push([
      index,
      name,
      await step(actor, id).catch((error: unknown) =>
        error instanceof StoreFailure ? `${error.kind}` : Promise.reject(error),
      ),
    ]);
  }
  const history = await handles[0]?.history(id);
  log.push(
    history?.map(({ message }) => textOf(message)),
    (await handles[0]?.pending(id))?.map((input) => input.id),
    (await handles[0]?.get(id))?.messageCount,
  );
  return log;
}

let dir: TempDir;
let handles: SessionStore[];
beforeAll(async () => {
  dir = await tempDir();
  handles = [];
  for (let i = 0; i < 3; i++)
    handles.push(
      await openSqliteStore({ path: dir.join("state.db"), clock, ids: fakeIds(i + 1), holderAlive: () => true }),
    );
});
afterAll(async () => {
  for (const handle of handles) await handle.close();
  await dir.remove();
});

test.each(
  SCRIPTS.map((script, index) => ({ name: script.map((steps) => steps.join("-")).join(" | "), script, index })),
)(
  "$name",
  async ({ script, index }) => {
    let count = 0;
    for (const order of interleavings(script.map((steps) => steps.length))) {
      const id = `s${index}-${count++}`;
      const model = memorySessionStore({ clock });
      const wanted = await play([model, model, model], id, script, order);
      expect([order, await play(handles, id, script, order)]).toEqual([order, wanted]);
    }
    expect(count).toBeGreaterThanOrEqual(70);
  },
  120_000,
);

test("random longer runs with known seeds", async () => {
  const names = Object.keys(STEPS);
  for (let seed = 1; seed <= 40; seed++) {
    const ids = fakeIds(seed * 7919);
    const pick = (count: number) => Math.floor(ids.random() * count);
    const script = Array.from({ length: 2 + pick(2) }, () =>
      Array.from({ length: 12 }, () => names[pick(names.length)] ?? "look"),
    );
    const order = Array.from({ length: script.length * 12 }, (_, i) => i % script.length).sort(
      () => ids.random() - 0.5,
    );
    const model = memorySessionStore({ clock });
    const wanted = await play([model, model, model], `r${seed}`, script, order);
    expect([seed, await play(handles, `r${seed}`, script, order)]).toEqual([seed, wanted]);
  }
}, 120_000);

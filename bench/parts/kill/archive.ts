// Everything people do with stored sessions beyond talking: import, vectors, pins, prune, undone compactions, optimize, backup, restore.

import { existsSync } from "node:fs";
import { userMessage } from "../../../src/kernel/message.ts";
import { packVector } from "../../../src/kernel/sessions/vectors.ts";
import { restoreStore } from "../../../src/stores/sqlite/restore.ts";
import type { Chapter, Step } from "./chapter.ts";
import {
  dumpStore,
  head,
  IMAGE,
  type KillStore,
  NOW,
  openKillStore,
  picture,
  START,
  said,
  session,
  storeFindings,
} from "./store.ts";

export interface World {
  readonly folder: string;
  store: KillStore;
}

const DAY = 86_400_000;
const step = (run: (store: KillStore) => Promise<unknown>): Step<World> => ({
  run: ({ store }) => run(store),
});
const again = (run: (world: World) => Promise<unknown>): Step<World> => ({ run, again: true });

const foreign = (id: string, extra: object = {}) => ({
  id,
  source: "telegram",
  started_at: START / 1000,
  title: `brought ${id}`,
  messages: [
    { role: "user", content: `hello from ${id}`, timestamp: START / 1000 },
    { role: "assistant", content: `an answer 会議 for ${id}`, timestamp: START / 1000 + 1 },
    { role: "user", content: "x".repeat(250_000), timestamp: START / 1000 + 2 },
  ],
  ...extra,
});
const bring =
  (...sessions: object[]) =>
  async (store: KillStore) => {
    for await (const outcome of store.importSessions(sessions))
      if (outcome.type === "refused" || outcome.type === "differs") throw new Error(JSON.stringify(outcome));
  };
const talk = (id: string, at: number, ...texts: string[]) => [
  step((store) => store.create(session(id, at))),
  step(async (store) =>
    store.append(
      id,
      texts.map((text, n) => userMessage(text, START + at + n)),
      await head(store, id),
    ),
  ),
];
const understand = step(async ({ shelf }) => {
  const texts = await shelf.waiting("lab", 100);
  await shelf.place(
    "lab",
    texts.map(({ seq, text }) => ({ seq, vector: packVector([text.length, 1]) })),
  );
});
const prune = { olderThanDays: 90, now: NOW };
const backupFile = (folder: string) => `${folder}/backup.db`;

/** What every store does. */
export const KEEPING: readonly Step<World>[] = [
  step(bring(foreign("one"))),
  step(bring(foreign("two"))),
  again(({ store }) =>
    bring(
      foreign("older", { end_reason: "compression", ended_at: START / 1000 + 5 }),
      foreign("newer", { parent_session_id: "older", started_at: START / 1000 + 6, title: null }),
    )(store),
  ),
  step(
    bring(
      foreign("one", {
        messages: [...foreign("one").messages, { role: "user", content: "and later", timestamp: START / 1000 + 9 }],
      }),
    ),
  ),
  understand,
  ...talk("old", -200 * DAY, "long ago", "and far away"),
  ...talk("kept", -200 * DAY, "old but dear"),
  step((store) => store.pin("kept", true)),
  step(async (store) => store.append("old", [picture("seen", IMAGE, -200 * DAY)], await head(store, "old"))),
  step(async (store) => store.prune(await store.prunePlan(prune), prune)),
  ...talk("old2", -300 * DAY, "ancient words"),
  again(({ store }) => store.autoPrune({ ...prune, minIntervalHours: 1, vacuum: true })),
  ...talk("long", 10, "first part", "second part", "third part"),
  understand,
  step(async (store) => {
    const history = await store.history("long");
    await store.continueFrom("long", session("long2", 700), {
      view: [userMessage("in short", START + 700), ...history.slice(-1).map(({ message }) => message)],
      summary: "in short",
      replaced: { fromSeq: history[0]?.seq ?? 0, toSeq: history.at(-2)?.seq ?? 0 },
      tokensBefore: 900,
      tokensAfter: 90,
      note: "",
    });
  }),
  step(async (store) => store.append("long2", [said("going on", 710)], await head(store, "long2"))),
  step((store) => store.undoCompaction("long2")),
  step(async (store) => store.append("long", [said("as if nothing had been", 720)], await head(store, "long"))),
  step((store) => store.branch("long", session("side", 800))),
  understand,
  step((store) => store.remove("long")),
  again(({ store }) => store.optimize({ imageBytes: 10 })),
  step(async (store) => store.append("side", [said("on the side", 890)], await head(store, "side"))),
];

/** What a store in a file does beside it. */
const COPYING: readonly Step<World>[] = [
  again(({ store, folder }) => store.backup(backupFile(folder))),
  step(async (store) => store.append("side", [said("after the backup", 900)], await head(store, "side"))),
  step((store) => store.removeConversation("two")),
  again(async (world) => {
    await world.store.close();
    const { folder } = world;
    await restoreStore({
      from: backupFile(folder),
      path: `${folder}/state.db`,
      blobDir: `${folder}/blobs`,
      stamp: "lab",
      now: 0,
    });
    world.store = await openKillStore(folder);
  }),
  step(async (store) => store.append("side", [said("after the restore", 910)], await head(store, "side"))),
];

export const archiveIn = (
  open: (folder: string) => Promise<KillStore>,
  steps: readonly Step<World>[],
): Chapter<World> => ({
  steps,
  open: async (folder) => ({ folder, store: await open(folder) }),
  async dump({ store, folder }) {
    const vectors = await store.shelf.placedAfter(0, 1_000);
    return JSON.stringify([
      await dumpStore(store, []),
      vectors.map(({ seq, vector }) => ({ seq, vector: [...vector] })),
      (await store.prunePlan({ ...prune, olderThanDays: 0 })).kept,
      existsSync(backupFile(folder)),
    ]);
  },
  findings: ({ store }) => storeFindings(store),
  close: ({ store }) => store.close(),
});

export const archive = archiveIn(openKillStore, [...KEEPING, ...COPYING]);

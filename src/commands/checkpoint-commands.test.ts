import { expect, test } from "vitest";
import type { Checkpoint, Checkpoints, Restored } from "../contracts/checkpoints.ts";
import type { Session } from "../contracts/session.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { text } from "../kernel/message.ts";
import { OWNER } from "../kernel/principal.ts";
import { fakeClock } from "../testing/fakes.ts";
import { memorySessionStore } from "../testing/memory-session-store.ts";
import { checkpointCommands, restoredText } from "./checkpoint-commands.ts";

const ONE: Checkpoint = {
  ...{ id: "abcdef0123456789", number: 1, at: "2026-01-15T12:00:00.000Z", reason: "before write_file" },
  ...{ filesChanged: 2, insertions: 3, deletions: 1 },
};

async function scene(listed: readonly Checkpoint[] = [ONE]) {
  const clock = fakeClock();
  const store = memorySessionStore({ clock });
  const row = await store.create({
    id: "s1",
    source: "cli",
    principal: OWNER,
    cwd: "/project/sub",
    startedAt: clock.now(),
  });
  await store.append("s1", [{ role: "user", parts: [text("please change it")], at: clock.now() }], 0);
  const asked: unknown[] = [];
  const restored: Restored = {
    ...{ id: ONE.id, workdir: "/project", restored: ["a.txt"], removed: [], kept: ["new.txt"] },
    leftOut: [{ path: "big.iso", why: "too-large" }],
    leftOutMore: 0,
    created: [],
    undo: "fedcba9876543210",
  };
  const checkpoints = {
    projectOf: async (path: string) => path.replace("/sub", ""),
    list: async (workdir: string) => ({ workdir, checkpoints: listed }),
    diff: async (...args: unknown[]) => {
      asked.push(args);
      return {
        id: ONE.id,
        workdir: "/project",
        files: [],
        unified: Array.from({ length: 100 }, (_, n) => `line ${n}`).join("\n"),
      };
    },
    restore: async (...args: unknown[]) => {
      asked.push(args);
      if (args[1] === "9") throw new StoreFailure("not-found", "There is no checkpoint 9; there are 1.");
      return restored;
    },
    status: async () => ({ enabled: true, store: "/s", bytes: 1_048_576, maxBytes: 10_485_760, projects: [] }),
  } as unknown as Checkpoints;
  const [rollback, overview] = checkpointCommands({ checkpoints, store, cwd: "/elsewhere" });
  const session = { id: row.id } as Session;
  return {
    asked,
    store,
    rollback: (args: string) => rollback?.run(args, session),
    overview: () => overview?.run("", session),
  };
}

test("lists the session's project, or says how to get any", async () => {
  const { rollback } = await scene();
  expect(await rollback("")).toMatchObject({
    type: "table",
    rows: [["1", "abcdef01", "2026-01-15 12:00:00", "before write_file", "2 files, +3 -1"]],
  });
  const none = await scene([]);
  expect(await none.rollback("list")).toMatchObject({ type: "text", text: expect.stringContaining("--checkpoints") });
});

test("going back says what came back, what stayed, what was left out and how to undo it, and takes the turn back", async () => {
  const { rollback, asked, store } = await scene();
  const reply = await rollback("1");
  expect(asked).toEqual([["/project", "1", { removeNew: false }]]);
  expect(reply?.type).toBe("switch");
  for (const word of ["a.txt", "new.txt", "big.iso", "/rollback fedcba98"])
    expect(JSON.stringify(reply)).toContain(word);
  expect(await store.history("s1")).toEqual([]);
});

test("one file leaves the conversation alone", async () => {
  const { rollback, asked, store } = await scene();
  expect(await rollback("1 my notes.txt")).toMatchObject({ type: "text" });
  expect(asked).toEqual([["/project", "1", { path: "my notes.txt", from: "/project/sub", removeNew: false }]]);
  expect(await store.history("s1")).toHaveLength(1);
});

test("newer files are removed only when that is said", async () => {
  const { rollback, asked } = await scene();
  await rollback("1 --remove-new");
  await rollback("1 my notes.txt --remove-new");
  expect(asked).toEqual([
    ["/project", "1", { removeNew: true }],
    ["/project", "1", { path: "my notes.txt", from: "/project/sub", removeNew: true }],
  ]);
});

test("a restore that made files again is taken back with them", () => {
  const restored: Restored = {
    ...{ id: ONE.id, workdir: "/project", restored: ["a.txt"], created: ["a.txt"], removed: [], kept: [] },
    ...{ leftOut: [{ path: ".env", why: "excluded" }], leftOutMore: 3, undo: "fedcba9876543210" },
  };
  expect(restoredText(restored)).toBe(
    [
      "Back to abcdef01: a.txt brought back.",
      "Left out (never saved): .env",
      "Left out besides: 3 more",
      "To take this back: /rollback fedcba98 --remove-new",
    ].join("\n"),
  );
});

test("a diff is cut, a wrong number is an answer", async () => {
  const { rollback, overview } = await scene();
  expect(await rollback("diff 1")).toMatchObject({ text: expect.stringMatching(/line 79\n… 20 more lines$/) });
  expect(await rollback("diff")).toMatchObject({ type: "text" });
  expect(await rollback("9")).toEqual({ type: "text", text: "There is no checkpoint 9; there are 1." });
  expect(await overview()).toMatchObject({ text: expect.stringContaining("1.0 MB of 10.0 MB") });
});

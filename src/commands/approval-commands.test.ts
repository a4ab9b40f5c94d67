import { expect, test } from "vitest";
import type { Session } from "../contracts/session.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { approvalCommands, type GivenPermission } from "./approval-commands.ts";

const HELD: readonly GivenPermission[] = [
  { key: "command delete: recursive workspace", scope: "always" },
  { key: "taint commands after web page", scope: "session", sessionId: "s1" },
  { key: "of another conversation", scope: "session", sessionId: "s2" },
];

function scene(list: () => Promise<readonly GivenPermission[]> = async () => HELD) {
  const removed: string[] = [];
  const [command] = approvalCommands({
    list,
    remove: async (key) => {
      removed.push(key);
      return true;
    },
  });
  return { removed, run: (args: string) => command?.run(args, { id: "s1" } as Session) };
}

test("shows what holds here, with how long it holds", async () => {
  const { run } = scene();
  expect(await run("")).toMatchObject({
    type: "table",
    rows: [
      ["1", "for good", HELD[0]?.key],
      ["2", "this session", HELD[1]?.key],
    ],
  });
  expect(await scene(async () => []).run("list")).toMatchObject({ text: expect.stringContaining("Nothing") });
});

test("takes one back by its number, or all that hold here; a wrong number takes nothing", async () => {
  const { run, removed } = scene();
  for (const wrong of ["revoke", "revoke 3", "revoke x", "forget 1"])
    expect(await run(wrong)).toMatchObject({ text: expect.stringContaining("/approvals revoke") });
  expect(removed).toEqual([]);
  await run("revoke 2");
  expect(removed).toEqual([HELD[1]?.key]);
  await run("revoke all");
  expect(removed.slice(1)).toEqual([HELD[0]?.key, HELD[1]?.key]);
});

test("a file that cannot be read is said", async () => {
  const { run } = scene(async () => {
    throw new StoreFailure("corrupt", "it is damaged");
  });
  expect(await run("")).toEqual({ type: "text", text: "it is damaged" });
});

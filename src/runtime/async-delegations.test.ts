import { expect, test } from "vitest";
import type { DelegatedResult } from "../contracts/delegation.ts";
import type { ToolContext } from "../contracts/tool.ts";
import { OWNER } from "../kernel/principal.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { fakeLog } from "../testing/fakes.ts";
import { createBackground } from "./after-turn/background.ts";
import { createAsyncDelegations, type DelegationNotice } from "./async-delegations.ts";

const RESULT: DelegatedResult = {
  ...{ task_index: 0, status: "completed", summary: "found it", api_calls: 2, duration_seconds: 3.2 },
  ...{ model: "m", exit_reason: "answered", tokens: { input: 1, output: 1 }, tool_trace: [], taints: ["a page"] },
  changes: [{ path: "/w/a.ts", state: "created" }],
};
const aborted = new AbortController();
aborted.abort();
const CONTEXT: ToolContext = {
  ...{ sessionId: "s1", callId: "c", principal: OWNER, env: fakeEnvironment(), signal: aborted.signal },
  ask: async () => ({ type: "unanswered", why: "test" }),
  progress: () => undefined,
  taints: () => ["a mail"],
};

test("a few at a time, beyond their turn, told to the session wherever it went", async () => {
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const seen: { aborted: boolean; taints: readonly string[] }[] = [];
  const codes = ["00000001", "00000002", "00000003"];
  const board = createAsyncDelegations({
    async run(_tasks, context) {
      seen.push({ aborted: context.signal.aborted, taints: context.taints("turn") });
      await ends[seen.length - 1]?.promise;
      return [RESULT];
    },
    background: createBackground(fakeLog()),
    maxRunning: 2,
    newCode: () => codes.shift() ?? "",
  });
  const notices: DelegationNotice[] = [];
  board.subscribe((notice) => void notices.push(notice));
  expect(board.dispatch({ goal: "one" }, CONTEXT)).toEqual({ type: "started", delegation_id: "deleg_00000001" });
  board.dispatch({ goal: "two" }, CONTEXT);
  expect(board.dispatch({ goal: "three" }, CONTEXT).type).toBe("refused");
  expect(seen).toEqual([
    { aborted: false, taints: ["a mail"] },
    { aborted: false, taints: ["a mail"] },
  ]);
  board.carry("s1", "s2");
  ends[0]?.resolve();
  await expect.poll(() => notices.length).toBe(1);
  expect(notices[0]).toMatchObject({ sessionId: "s2", jobId: "deleg_00000001", taint: "a page" });
  expect(notices[0]?.text).toMatch(/ASYNC DELEGATION COMPLETE — deleg_00000001\][\s\S]*found it/);
  expect(board.dispatch({ goal: "three" }, CONTEXT).type).toBe("started");
  for (const { resolve } of ends) resolve();
});

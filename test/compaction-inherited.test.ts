// Children keep to the same policy as their parent: their own long work is compacted, not refused.

import { expect, test } from "vitest";
import { compactionHost, REQUEST, SETTINGS } from "../bench/parts/compaction-host.ts";
import { isHandoff } from "../src/kernel/compress/handoff.ts";
import { type Message, textOf } from "../src/kernel/message.ts";
import { createDelegation } from "../src/runtime/delegate.ts";
import type { HostPorts } from "../src/runtime/host-ports.ts";
import { call, calls, forever, reply } from "../src/testing/script.ts";
import { scripted, scriptedWith } from "../src/testing/scripted-model.ts";
import { wholeTurn } from "../src/testing/whole-turn.ts";
import { delegateTool } from "../src/tools/delegate.ts";
import { bodyOf, GOOD, look, lookAgain } from "./compaction-kit.ts";

test("a child that outgrows its window goes on in a continued session and reports to its parent", async () => {
  const late = { ports: undefined as HostPorts | undefined };
  const delegate = delegateTool({
    maxParallel: 1,
    now: () => 0,
    run(tasks, context) {
      if (late.ports === undefined) throw new Error("not wired");
      const options = { settings: SETTINGS, maxParallel: 1, timeoutMs: 0, projectBlock: async () => "" };
      return createDelegation(late.ports, {
        ...options,
        allowed: (tool) => tool.name === "look",
        effectOf: () => undefined,
      }).run(tasks, context);
    },
  });
  const model = scriptedWith({ window: 16_384, maxOutput: 2_000 });
  const summariser = scripted(forever(reply(GOOD)));
  const kit = compactionHost({ model, summariser, tools: [look, delegate] });
  late.ports = kit.ports;
  const session = await kit.host.create(REQUEST);
  const first = session.id;
  model.push(calls(call("delegate_task", { goal: "Never wake the cat. Look at twelve rooms." })));
  model.push(...Array.from({ length: 12 }, (_, n) => lookAgain(n)), reply("All twelve are empty."));
  model.push(reply("The child says they are empty."));
  const events = await wholeTurn(session, "Have the rooms looked at.");
  expect(events.at(-1)).toMatchObject({ reason: "answered" });
  expect(events.some((event) => event.type === "session-moved")).toBe(false);
  expect(bodyOf(model.requests.at(-1))).toContain("All twelve are empty.");
  expect(bodyOf(model.requests.at(-1))).toContain('"api_calls":13');

  expect(summariser.requests.length).toBeGreaterThan(0);
  const children = await kit.store.list({ principal: REQUEST.principal, source: "subagent", includeArchived: true });
  const [root] = children.filter(({ parentId }) => parentId === first);
  expect(root).toMatchObject({ endReason: "compression" });
  const next = children.find(({ parentId }) => parentId === root?.id);
  const note = (await kit.store.history(next?.id ?? ""))[0]?.message as Message;
  expect(isHandoff(note)).toBe(true);
  expect(textOf(note)).toContain("Never wake the cat.");
});

// A month of made-up work in a home, so that the insights screen has something to show. The same every time.

import { join } from "node:path";
import { systemClock, systemIds } from "../../src/compose/system-clock.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { openSqliteStore } from "../../src/stores/sqlite/open.ts";

const DAY = 86_400_000;
const TOPICS = [
  "Cents in the cart",
  "Faster search",
  "Invoices as PDF",
  "Upgrade the database",
  "Weekly report",
  "Flaky checkout test",
];
const TOOLS = ["terminal", "read_file", "read_file", "patch", "search_files", "terminal", "web_search", "read_file"];
const MODELS = [
  "anthropic/claude-sonnet-4-5",
  "anthropic/claude-sonnet-4-5",
  "openai/gpt-5",
  "anthropic/claude-haiku-4-5",
];

export async function liveThroughAMonth(home) {
  const now = systemClock.now();
  const dice = random(7);
  const store = await openSqliteStore({ path: join(home, "state.db"), clock: systemClock, ids: systemIds });
  for (let day = 29; day >= 0; day--) {
    const sessions = dice() < 0.25 ? 0 : 1 + Math.floor(dice() * 3);
    for (let index = 0; index < sessions; index++) {
      const hour = 8 + Math.floor(dice() * 11);
      const at =
        now - day * DAY - ((now % DAY) - hour * 3_600_000) - (hour * 3_600_000 > now % DAY && day === 0 ? DAY : 0);
      await live(store, at, dice, TOPICS[Math.floor(dice() * TOPICS.length)]);
    }
  }
  await store.close();
}

async function live(store, at, dice, title) {
  const model = MODELS[Math.floor(dice() * MODELS.length)];
  const [provider] = model.split("/");
  const id = `20260101_${String(Math.floor(dice() * 1e6)).padStart(6, "0")}_${Math.floor(dice() * 0xffffff)
    .toString(16)
    .padStart(6, "0")}`;
  await store.create({ id, source: "cli", principal: OWNER, model, provider, startedAt: at });
  let seq = 0;
  const turns = 2 + Math.floor(dice() * 5);
  for (let turn = 0; turn < turns; turn++) {
    const callId = `call_${turn}`;
    const tool = TOOLS[Math.floor(dice() * TOOLS.length)];
    const input = 8_000 + Math.floor(dice() * 40_000);
    const usage = {
      input,
      output: 300 + Math.floor(dice() * 1500),
      cacheRead: Math.floor(input * (0.6 + dice() * 0.3)),
      cacheWrite: 900,
      reasoning: 0,
    };
    const when = at + turn * 90_000;
    const said = await store.append(
      id,
      [
        { role: "user", parts: [{ type: "text", text: `${title}, step ${turn + 1}` }], at: when },
        {
          role: "assistant",
          parts: [{ type: "call", call: { id: callId, tool, input: {} } }],
          stop: "calls",
          usage,
          model,
          at: when + 9_000,
        },
        {
          role: "tool",
          callId,
          tool,
          parts: [{ type: "text", text: "{}" }],
          isError: dice() < 0.08,
          at: when + 14_000,
        },
        { role: "assistant", parts: [{ type: "text", text: "Done." }], stop: "end", usage, model, at: when + 30_000 },
      ],
      seq,
      { usage, model, provider, costUsd: undefined, at: when },
    );
    seq = said.at(-1);
  }
  const { length } = await store.list({ principal: OWNER, limit: 200 });
  await store.setTitle(id, `${title} ${length}`);
  await store.end(id, "cli_close", at + turns * 90_000);
}

/** A small generator with a seed: pictures must not change by themselves. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

import { expect, test } from "vitest";
import type { ModelChoice, ModelProvider } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { Spent } from "../contracts/spending.ts";
import { reply } from "../testing/script.ts";
import { scripted } from "../testing/scripted-model.ts";
import { completeWith } from "./auxiliary.ts";
import { countedModels } from "./counted-models.ts";

test("what a side request uses counts towards the day", async () => {
  const recorded: Spent[] = [];
  const model = scripted(reply("ok", { usage: { input: 1_000_000, output: 1_000_000 } }));
  const priced: ModelProvider = {
    ...model,
    info: (name) => ({
      ...model.info(name),
      prices: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
    }),
    stream: (request, signal) => model.stream(request, signal),
  };
  const choice: ModelChoice = { provider: priced, model: "m" };
  const models = countedModels({ auxiliary: async () => choice } as unknown as Models, {
    clock: { now: () => 7 },
    spending: {
      record: (at, spent) => {
        expect(at).toBe(7);
        recorded.push(spent);
      },
      since: async () => ({ tokens: 0, usd: 0 }),
    },
  });
  const complete = completeWith(await models.auxiliary("compression", choice), new AbortController().signal);
  expect(await complete({ system: "s", prompt: "p", maxOutput: 10 })).toBe("ok");
  expect(recorded).toEqual([{ tokens: 2_000_000, usd: 3 }]);
});

// ASI09 human trust: a question shows the thing itself and why; silence is a no; a yes covers what was asked and no more.

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runPlan, terminal } from "./agent-run.ts";
import { labs } from "./with-lab.ts";

const lab = labs();

test("the whole command is shown, however long and however it hides its end", async () => {
  const place = await lab();
  const command = `echo ${"harmless ".repeat(40)}; rm -rf ${place.outside}`;
  const { questions } = await runPlan(place, [[terminal(command)]], { answer: () => ({ type: "no" }) });
  expect(questions).toHaveLength(1);
  expect(questions[0]).toMatchObject({ type: "approve", subject: command });
  expect(JSON.stringify(questions[0])).toMatch(/reasons":\[".+"/);
});

test("once means once; no and silence mean no", async () => {
  const place = await lab();
  for (const name of ["a", "b", "c"]) mkdirSync(join(place.workspace, name));
  let asked = 0;
  await runPlan(place, [[terminal("rm -rf a"), terminal("rm -rf b"), terminal("rm -rf c")]], {
    answer: () => {
      asked += 1;
      if (asked === 1) return { type: "yes", scope: "once" };
      return asked === 2 ? { type: "no" } : { type: "unanswered", why: "nobody answered" };
    },
  });
  expect(asked).toBe(3);
  expect(["a", "b", "c"].filter((name) => existsSync(join(place.workspace, name)))).toEqual(["b", "c"]);
});

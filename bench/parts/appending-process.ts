// One of many processes that open the same store at the same moment and append to a session of their own.

import { OWNER } from "../../src/kernel/principal.ts";
import { createCorpus, userSaid } from "./corpus.ts";
import { openBenchStore } from "./store-places.ts";

const [path = "", name = "", count = "0", startAt = "0"] = process.argv.slice(2);
const corpus = createCorpus(Number(name) + 1);
const delay = Number(startAt) - Date.now();
if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));

const waits: number[] = [];
const opened = performance.now();
const store = await openBenchStore(path);
await store.create({ id: `p${name}`, source: "cli", principal: OWNER, startedAt: Date.now() });
const openMs = performance.now() - opened;
let head = 0;
for (let i = 0; i < Number(count); i++) {
  const start = performance.now();
  [head = 0] = await store.append(`p${name}`, [userSaid(`${i} ${corpus.text()}`, Date.now())], head);
  waits.push(performance.now() - start);
}
await store.close();
process.stdout.write(JSON.stringify({ openMs, waits }));

// A process that remembers one fact, then a second one between two marks that a tracer can see.

import { statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { OWNER } from "../../src/kernel/principal.ts";
import { openMemory } from "../../src/stores/files/memory/open-memory.ts";
import { benchClock, benchIds } from "./store-places.ts";

const [path = "", first = "", second = ""] = process.argv.slice(2);
const book = openMemory({
  folders: { memories: join(path, "memories"), pending: join(path, "pending") },
  enabled: { memory: true, user: true },
  limits: { memory: 2_200, user: 1_375 },
  clock: benchClock,
  ids: benchIds,
});
const add = (content: string) => book.change(OWNER, "memory", { type: "add", content }, { origin: "agent" });
await add(first);
writeSync(1, "ready ");
statSync(join(path, "write-begins"), { throwIfNoEntry: false });
await add(second);
statSync(join(path, "write-ended"), { throwIfNoEntry: false });
writeSync(1, "done");

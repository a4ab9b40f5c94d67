// `npm run bench -- <name>`: measures something that takes at most a minute or two.

import { runByName } from "./parts/catalog.ts";

const code = await runByName("bench", process.argv.slice(2));
if (code !== 0) process.exitCode = code;

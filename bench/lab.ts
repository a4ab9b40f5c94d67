// `npm run lab -- <name>`: the long experiments that `npm test` leaves out.

import { runByName } from "./parts/catalog.ts";

const code = await runByName("lab", process.argv.slice(2));
if (code !== 0) process.exitCode = code;

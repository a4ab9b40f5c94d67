// The first file that runs. It answers `--version` by itself, so that this never waits for anything heavy;
// everything else is loaded after the decision.

import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { IS_BUILT, PROGRAM_VERSION } from "./config/program-version.ts";

const [first] = process.argv.slice(2);
if (first === "--version" || first === "-V") {
  process.stdout.write(`hermes ${PROGRAM_VERSION}\n`);
} else {
  // By call and not by NODE_COMPILE_CACHE, which the programs we start would inherit.
  if (IS_BUILT) enableCompileCache(join(import.meta.dirname, ".compile-cache"));
  const { start } = await import("./start.ts");
  await start(process.argv.slice(2), PROGRAM_VERSION);
}

// The first file that runs. It answers `--version` by itself, so that this never waits for anything heavy;
// everything else is loaded after the decision.

import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { IS_BUILT, PROGRAM_VERSION } from "./config/program-version.ts";
import { renewStamp } from "./config/snapshot-stamp.ts";

const [first] = process.argv.slice(2);
if (first === "--version" || first === "-V") {
  process.stdout.write(`hermes ${PROGRAM_VERSION}\n`);
} else {
  if (IS_BUILT) {
    const dist = import.meta.dirname;
    // By call and not by NODE_COMPILE_CACHE, which the programs we start would inherit.
    enableCompileCache(join(dist, ".compile-cache"));
    process.once("exit", () => renewStamp({ dist, bootFile: "/proc/sys/kernel/random/boot_id" }));
  }
  const { start } = await import("./start.ts");
  await start(process.argv.slice(2));
}

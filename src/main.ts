// The first file that runs. It answers `--version` by itself, so that this never waits for anything heavy;
// everything else is loaded after the decision.

import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** Written in by the build; absent when the source runs directly. */
declare const __HERMES_VERSION__: string | undefined;
const built = typeof __HERMES_VERSION__ === "string";
const version = built ? __HERMES_VERSION__ : "0.0.0-source";

const [first] = process.argv.slice(2);
if (first === "--version" || first === "-V") {
  process.stdout.write(`hermes ${version}\n`);
} else {
  // By call and not by NODE_COMPILE_CACHE, which the programs we start would inherit.
  if (built) enableCompileCache(join(import.meta.dirname, ".compile-cache"));
  const { start } = await import("./start.ts");
  await start(process.argv.slice(2), version);
}

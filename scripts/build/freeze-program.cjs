// Runs inside `node --build-snapshot`: loads the first part of the program and leaves it loaded. No part of it may touch
// the machine while it loads; a start from the snapshot goes on in the function below, with its own process around it.

const { readFileSync } = require("node:fs");
const { startupSnapshot, setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

const path = process.env.HERMES_PROGRAM;

/** Parts of the program that were loaded later: asked for again at every call, so found without a search. */
const loaded = new Map();

/** What is loaded later lies beside the program of the process that asks, wherever the checkout is by then. */
function requireLater(id) {
  if (!id.startsWith(".")) return requireHere(id);
  if (!loaded.has(id)) loaded.set(id, requireHere(id));
  return loaded.get(id);
}

function requireHere(id) {
  const { createRequire, enableCompileCache } = process.getBuiltinModule("node:module");
  const { dirname, join } = process.getBuiltinModule("node:path");
  enableCompileCache(join(dirname(process.argv[1]), ".compile-cache"));
  return createRequire(process.argv[1])(id);
}

// Compiled whole, so that nothing of it is compiled again at every start.
setFlagsFromString("--no-lazy");
setFlagsFromString("--no-flush-bytecode");
const script = new Script(`(function (module, exports, require) {${readFileSync(path, "latin1")}\n})`, {
  filename: "program.cjs",
});
setFlagsFromString("--lazy");
const program = { exports: {} };
script.runInThisContext()(program, program.exports, requireLater);

startupSnapshot.addSerializeCallback(() => setFlagsFromString("--flush-bytecode"));
startupSnapshot.setDeserializeMainFunction(() => program.exports.start(process.argv.slice(2)));

// argv → profile → surface. Explicit exit: no idle socket or timer keeps a finished program alive.

import { readFacts } from "./config/process-facts.ts";
import { takeProfileFlag } from "./config/profile-names.ts";
import { runCli } from "./surfaces/cli/cli.ts";
import { processIo } from "./surfaces/cli/process-io.ts";

export async function start(argv: readonly string[], version: string): Promise<void> {
  const facts = readFacts();
  const io = processIo(facts);
  const { argv: rest, profile } = takeProfileFlag(argv);
  const code = await runCli(rest, {
    io,
    facts,
    version,
    profile,
    openAdmin: async () => (await import("./compose/admin.ts")).openAdmin(facts, profile, version),
    // Loaded on demand: a prompt can be on screen before the rest of the program is.
    openApp: async (options) =>
      (await import("./compose/app.ts")).openApp(facts, profile === undefined ? options : { ...options, profile }),
  });
  await flushed(process.stdout);
  process.exit(code);
}

/** A pipe may still hold the last words. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}

// argv → profile → surface. Explicit exit: no idle socket or timer keeps a finished program alive.

import { systemClock } from "./compose/system-clock.ts";
import { lostActiveProfile } from "./config/open-home.ts";
import { type Facts, readFacts } from "./config/process-facts.ts";
import { takeProfileFlag } from "./config/profile-names.ts";
import { PROGRAM_VERSION } from "./config/program-version.ts";
import { runCli } from "./surfaces/cli/cli.ts";
import { processIo } from "./surfaces/cli/process-io.ts";

export async function start(argv: readonly string[]): Promise<void> {
  const facts = readFacts();
  const chosen = { profile: undefined as string | undefined };
  const ending = { begun: false };
  const end = async (error: unknown) => {
    // What breaks while the end is being told adds nothing to it.
    if (ending.begun) return;
    ending.begun = true;
    await breakOff(error, facts, chosen.profile).catch(breakOffWithout);
  };
  // Rejections nobody waits for end up here, too.
  process.on("uncaughtException", (error) => void end(error));
  try {
    const code = await run(argv, facts, chosen);
    await flushed(process.stdout);
    process.exit(code);
  } catch (error) {
    await end(error);
  }
}

async function run(argv: readonly string[], facts: Facts, chosen: { profile: string | undefined }): Promise<number> {
  const io = processIo(facts);
  const { argv: rest, profile: named } = takeProfileFlag(argv);
  const profile = named ?? fallback(rest, facts, io.err);
  chosen.profile = profile;
  return runCli(rest, {
    io,
    facts,
    clock: systemClock,
    version: PROGRAM_VERSION,
    profile,
    openAdmin: async (other = profile) =>
      (await import("./compose/admin.ts")).openAdmin(facts, other, PROGRAM_VERSION, (words) =>
        io.err(`hermes: ${words}\n`),
      ),
    // Loaded on demand: a prompt can be on screen before the rest of the program is.
    openApp: async (options) =>
      (await import("./compose/app.ts")).openApp(facts, profile === undefined ? options : { ...options, profile }),
  });
}

/** `hermes profile` is how one gets out of a choice that leads nowhere, so it must not depend on it. */
function fallback(argv: readonly string[], facts: Facts, warn: (text: string) => void): string | undefined {
  if (argv[0] !== "profile") return undefined;
  const lost = lostActiveProfile(facts);
  if (lost === undefined) return undefined;
  warn(`hermes: the profile in use, ${lost}, is gone; this command uses the default one.\n`);
  return "default";
}

async function breakOff(error: unknown, facts: Facts, profile: string | undefined): Promise<never> {
  const { lastWords } = await import("./config/last-words.ts");
  const { text, exitCode } = lastWords(error, facts, profile);
  process.stderr.write(text);
  // What stdout still holds is worth waiting for; that it may be the part that broke changes nothing any more.
  await flushed(process.stdout).catch(() => undefined);
  process.exit(exitCode);
}

/** Where even the last words cannot be loaded, files of the program are gone: it was moved, rebuilt or removed meanwhile. */
function breakOffWithout(): never {
  process.stderr.write(
    "hermes: Parts of the program are missing or cannot be read; start it again, or build it anew.\n",
  );
  process.exit(1);
}

/** A pipe may still hold the last words; a full disk behind it may have refused them; a terminal that is gone has no reader. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write("", (error) => (error && codeOf(error) !== "EIO" ? reject(error) : resolve()));
  });
}

function codeOf(error: Error): unknown {
  return "code" in error ? error.code : undefined;
}

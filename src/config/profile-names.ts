// Profile names, and the one flag that is read before all others because it decides which home they are read from.

import { UsageFailure } from "../kernel/failure.ts";
import { DEFAULT_PROFILE } from "./home.ts";

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const RESERVED: ReadonlySet<string> = new Set(["hermes", "test", "tmp", "root", "sudo"]);

// Flags whose next word is theirs, so that `-z "-p"` is a prompt and not a profile.
const TAKES_VALUE: ReadonlySet<string> = new Set([
  "-z",
  "--oneshot",
  "-q",
  "--query",
  "-m",
  "--model",
  "--provider",
  "-t",
  "--toolsets",
  "-r",
  "--resume",
  "-s",
  "--skills",
  "--image",
  "--max-turns",
  "--source",
]);

export type NameCheck = { readonly type: "ok"; readonly name: string } | { readonly type: "bad"; readonly why: string };

/** Trimmed and lower-cased; `default` is the home itself. */
export function checkProfileName(text: string): NameCheck {
  const name = text.trim().toLowerCase();
  if (!NAME.test(name)) {
    return {
      type: "bad",
      why: `"${text}" cannot be a profile name: use up to 64 letters, digits, - and _, starting with a letter or digit.`,
    };
  }
  return { type: "ok", name };
}

/** As above, for a profile that is to be made: some names are taken. */
export function checkNewProfileName(text: string, commands: ReadonlySet<string> = new Set()): NameCheck {
  const checked = checkProfileName(text);
  if (checked.type === "bad") return checked;
  const isTaken = checked.name === DEFAULT_PROFILE || RESERVED.has(checked.name) || commands.has(checked.name);
  return isTaken ? { type: "bad", why: `"${checked.name}" is reserved; choose another profile name.` } : checked;
}

export interface ProfileChoice {
  /** The arguments without the flag. */
  readonly argv: readonly string[];
  readonly profile?: string;
}

/** Takes `-p X`, `--profile X` and `--profile=X` out of the arguments; the last one counts. Throws UsageFailure on a bad name. */
export function takeProfileFlag(argv: readonly string[]): ProfileChoice {
  const kept: string[] = [];
  let given: string | undefined;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--" || isForeignTail(argv, at)) {
      kept.push(...argv.slice(at));
      break;
    }
    if (word === "-p" || word === "--profile") {
      given = valueAfter(argv, at);
      at++;
    } else if (word.startsWith("--profile=")) given = word.slice("--profile=".length);
    else if (TAKES_VALUE.has(word) && at + 1 < argv.length) kept.push(word, argv[++at] ?? "");
    else kept.push(word);
  }
  if (given === undefined) return { argv: kept };
  const checked = checkProfileName(given);
  if (checked.type === "bad") throw new UsageFailure(checked.why);
  return { argv: kept, profile: checked.name };
}

function valueAfter(argv: readonly string[], at: number): string {
  const value = argv[at + 1];
  if (value !== undefined) return value;
  throw new UsageFailure(`${argv[at]} needs the name of a profile. "hermes profile list" shows them.`);
}

// Everything after `mcp add … --args` belongs to the server's own command line.
function isForeignTail(argv: readonly string[], at: number): boolean {
  return argv[at] === "--args" && argv.slice(0, at).some((word, index) => word === "mcp" && argv[index + 1] === "add");
}

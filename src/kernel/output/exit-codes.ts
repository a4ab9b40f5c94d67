// Exit codes that are not failures, or that say more than a number: explained so that a model does not chase them.

const ANY: Readonly<Record<number, string>> = {
  126: "The command was found but could not be executed (permission or format).",
  127: "Command not found: not installed, or not on PATH.",
  134: "Aborted (SIGABRT).",
  137: "Killed (SIGKILL), often for lack of memory.",
  139: "Crashed with a segmentation fault (SIGSEGV).",
  141: "Stopped writing because the reader closed the pipe (SIGPIPE).",
  143: "Terminated (SIGTERM).",
};

const NO_MATCH = { 1: "No matches found (not an error)." };
const DIFFER = { 1: "The files differ (not an error)." };
const FALSE = { 1: "The condition is false (not an error)." };
const NOT_ON_PATH = { 1: "Not found on PATH (not an error)." };

type Meanings = Readonly<Record<string, Readonly<Record<number, string>>>>;

const BENIGN: Meanings = {
  grep: NO_MATCH,
  egrep: NO_MATCH,
  fgrep: NO_MATCH,
  zgrep: NO_MATCH,
  rg: NO_MATCH,
  ag: NO_MATCH,
  pgrep: { 1: "No process matched (not an error)." },
  diff: DIFFER,
  cmp: DIFFER,
  colordiff: DIFFER,
  test: FALSE,
  "[": FALSE,
  "[[": FALSE,
  which: NOT_ON_PATH,
  command: NOT_ON_PATH,
};

const TELLING: Meanings = {
  find: { 1: "Some directories could not be searched; the results may be partial." },
  git: { 1: "Often not an error: `git diff` reports differences this way, `git grep` no match." },
  timeout: { 124: "The command ran into its own time limit." },
  curl: {
    6: "Could not resolve the host.",
    7: "Could not connect to the host.",
    22: "The server answered with an HTTP error (4xx or 5xx).",
    28: "The request timed out.",
    35: "The TLS handshake failed.",
    60: "The server's certificate could not be verified.",
  },
  wget: { 4: "Network failure.", 5: "TLS verification failed.", 8: "The server answered with an error." },
  ssh: { 255: "The connection itself failed." },
  rsync: { 23: "Some files were not transferred.", 24: "Some source files vanished meanwhile." },
  pytest: { 1: "Some tests failed.", 2: "Interrupted.", 4: "Wrong usage.", 5: "No tests were collected." },
  make: { 1: "Not up to date (with -q).", 2: "A target failed." },
};

export interface ExitMeaning {
  readonly text: string;
  /** The code is an answer, not a failure. */
  readonly benign: boolean;
}

/** What a non-zero code means, or undefined when nothing helpful is known. The last part of a pipeline decides. */
export function explainExit(command: string, code: number): ExitMeaning | undefined {
  if (code === 0) return undefined;
  const name = lastCommandName(command) ?? "";
  const benign = BENIGN[name]?.[code];
  if (benign !== undefined) return { text: benign, benign: true };
  const telling = TELLING[name]?.[code] ?? ANY[code];
  return telling === undefined ? undefined : { text: telling, benign: false };
}

const PREFIXES = new Set(["sudo", "env", "time", "nice", "command", "exec", "builtin", "nohup", "stdbuf"]);

function lastCommandName(command: string): string | undefined {
  const parts = withoutQuotes(command).split(/\|\||&&|[|;\n]/);
  const last = parts.map((part) => part.trim()).findLast((part) => part !== "");
  const words = (last ?? "").split(/\s+/).filter((word) => !/^\w+=/.test(word) && word !== "(" && word !== "{");
  const index = words.findIndex((word) => !PREFIXES.has(word) && !word.startsWith("-"));
  const word = words[index];
  return word === undefined ? words[0] : (word.split("/").at(-1) ?? word);
}

/** The command with quoted text blanked out, so that operators inside quotes are not seen. */
function withoutQuotes(command: string): string {
  return command.replace(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, (quoted) =>
    quoted.startsWith("\\") ? "_" : `"${"_".repeat(Math.max(0, quoted.length - 2))}"`,
  );
}

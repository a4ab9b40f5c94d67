// A terminal on the other side: the one program that opens one there is `script`, which every usual system has.

import { quote } from "../../kernel/files/search.ts";

const COLUMNS = 120;
const ROWS = 40;

/** Bash that runs `command` on a terminal of its own and ends where and how it ended. */
export function onTerminal(command: string): string {
  const inner = `trap 'pwd > "$HERMES_CWD"' EXIT; stty cols ${COLUMNS} rows ${ROWS} 2>/dev/null\n${command}`;
  return [
    "command -v script >/dev/null || { echo 'No terminal can be opened here (script is not installed); run without pty.'; exit 127; }",
    "HERMES_CWD=$(mktemp) || exit 1; export HERMES_CWD",
    `SHELL=$(command -v bash) TERM=xterm-256color script -qefc ${quote(inner)} /dev/null; hermes_code=$?`,
    'cd -- "$(cat "$HERMES_CWD")" 2>/dev/null; rm -f -- "$HERMES_CWD"; exit "$hermes_code"',
  ].join("\n");
}

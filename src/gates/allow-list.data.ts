// The reference remembers an `always` under the name of the pattern that matched. These are its names, and what they cover here.

import type { FindingKind } from "../kernel/shell/findings.ts";

export interface AllowListRow {
  readonly name: string;
  readonly kind: FindingKind;
  /** Narrows the kind by what was found; absent covers all of it. */
  readonly subject?: RegExp;
}

const row = (name: string, kind: FindingKind, subject?: RegExp): AllowListRow => ({
  name,
  kind,
  ...(subject === undefined ? {} : { subject }),
});

export const ALLOW_LIST: readonly AllowListRow[] = [
  row("delete in root path", "delete", /^(\/|recursive (outside|home|system|unknown))/),
  row("recursive delete", "delete", /^recursive/),
  row("recursive delete (long flag)", "delete", /^recursive/),
  row("xargs with rm", "delete", /^wildcard/),
  row("find -exec rm", "delete", /^wildcard/),
  row("find -delete", "delete", /^find/),
  row("world/other-writable permissions", "permissions", /^chmod/),
  row("recursive world/other-writable (long flag)", "permissions", /^chmod/),
  row("recursive chown to root", "permissions", /^chown/),
  row("recursive chown to root (long flag)", "permissions", /^chown/),
  row("SQL DROP", "database"),
  row("SQL DELETE without WHERE", "database"),
  row("SQL TRUNCATE", "database"),
  row("overwrite system config", "write-outside", /^\/etc/),
  row("overwrite system file via tee", "write-outside", /^\/etc/),
  row("copy/move file into /etc/", "write-outside", /^\/etc/),
  row("in-place edit of system config", "write-outside", /^\/etc/),
  row("stop/restart system service", "service", /^systemctl/),
  row("stop/disable system service", "service", /^systemctl/),
  row("force kill processes", "kill"),
  row("pipe remote content to shell", "feeds-interpreter"),
  row("execute remote script via process substitution", "feeds-interpreter"),
  row("script execution via heredoc", "feeds-interpreter"),
  row("script execution via -e/-c flag", "inline-code"),
  row("shell command via -c/-lc flag", "unresolved"),
  row("chmod +x followed by immediate execution", "runs-script"),
  row("git reset --hard (destroys uncommitted changes)", "history-loss", /reset$/),
  row("git force push (rewrites remote history)", "history-loss", /push$/),
  row("git force push short flag (rewrites remote history)", "history-loss", /push$/),
  row("git clean with force (deletes untracked files)", "history-loss", /clean$/),
  row("git branch force delete", "history-loss", /branch$/),
];

// What stands on another machine, told by its own find and stat in one go.

import { EnvironmentFailure } from "../../kernel/failure.ts";
import { type Look, type Looking, NOT_WORK } from "../../kernel/files/look.ts";
import { quote } from "../../kernel/files/search.ts";
import { type Connection, runScript } from "./connection.ts";

/** Kind and rights in hex, then what changes with every write, then the name, which may hold anything. */
const FIELDS = "%f|%i|%s|%y|%z|%n";
const LONGEST_S = 5;
const PLAIN_OR_LINK = /^[8a]...$/;

/** `nonce` cannot be known over there, so no file name can pose as the start of a line. */
export async function lookThere(connection: Connection, nonce: string, looking: Looking): Promise<Look> {
  const { code, stdout, stderr } = await runScript(connection, script(nonce, looking));
  if (code !== 0) {
    const why = stderr.trim().split("\n").at(-1) || `exit code ${code}`;
    throw new EnvironmentFailure("unavailable", `The files cannot be looked through over there: ${why}`);
  }
  const seen = new TextDecoder().decode(stdout);
  const whole = seen.endsWith(`${nonce}!`);
  const lines = seen
    .slice(0, whole ? -nonce.length - 1 : undefined)
    .split(`${nonce}|`)
    .slice(1);
  const marks = new Map<string, string>();
  for (const line of lines) {
    const [mode = "", ...rest] = line.replace(/\n$/, "").split("|");
    if (!PLAIN_OR_LINK.test(mode)) continue;
    marks.set(rest.slice(4).join("|"), [mode, ...rest.slice(0, 4)].join(" "));
  }
  // Lines are what was counted over there, and a name may hold several.
  const counted = seen.split("\n").length - 1;
  return { marks, unseen: whole && counted <= looking.most ? [] : looking.folders };
}

function script(nonce: string, { folders, files, skip, most }: Looking): string {
  const format = quote(`${nonce}|${FIELDS}`);
  const left = [...[...NOT_WORK].map((name) => `-name ${quote(name)}`), ...skip.map((path) => `-path ${quote(path)}`)];
  const walk = `$limit find ${folders.map(quote).join(" ")} -type d \\( ${left.join(" -o ")} \\) -prune -o \\( -type f -o -type l \\) -exec stat -c ${format} {} + 2>/dev/null | head -n ${most + 1}
ended=\${PIPESTATUS[0]}`;
  const named = `for p in ${files.map(quote).join(" ")}; do stat -c ${format} -- "$p"; [ -L "$p" ] && stat -c ${format} -- "$(readlink -f -- "$p")"; done 2>/dev/null`;
  return [
    "command -v find >/dev/null || { echo 'there is no find' >&2; exit 9; }",
    `stat -c ${quote(FIELDS)} / >/dev/null || exit 9`,
    // Named ones first, so that they are seen whatever else there is.
    ...(files.length === 0 ? [] : [named]),
    `command -v timeout >/dev/null && limit='timeout ${LONGEST_S}'`,
    "ended=0",
    ...(folders.length === 0 ? [] : [walk]),
    // Said only by a look that was not cut short.
    `[ "$ended" = 124 ] || printf %s ${quote(`${nonce}!`)}`,
    "exit 0",
  ].join("\n");
}

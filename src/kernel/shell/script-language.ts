// What a script file is written in: told by its name, its first line, or the program it is given to.

import type { Language } from "./code.ts";
import { INTERPRETERS, SHELLS } from "./interpreters.data.ts";

export type ScriptLanguage = Language | "shell";

const BY_NAME: Readonly<Record<string, ScriptLanguage>> = {
  ...{ sh: "shell", bash: "shell", zsh: "shell", ksh: "shell", command: "shell" },
  ...{ py: "python", pyw: "python", pl: "perl", pm: "perl", rb: "ruby", php: "php", lua: "lua" },
  ...{ js: "node", mjs: "node", cjs: "node", ts: "node", mts: "node", cts: "node", jsx: "node", tsx: "node" },
};

export function scriptLanguage(
  { path, program }: { readonly path: string; readonly program: string },
  text: string,
): ScriptLanguage {
  const named = BY_NAME[/\.(\w+)$/.exec(path)?.[1] ?? ""];
  const first = /^#!.*?([\w.+-]+)\s*$/m.exec(
    text
      .slice(0, 200)
      .split("\n")[0]
      ?.replace(/\s+-\S*$/, "") ?? "",
  )?.[1];
  return named ?? languageOf(first) ?? languageOf(program) ?? "other";
}

function languageOf(program: string | undefined): ScriptLanguage | undefined {
  if (program === undefined) return undefined;
  if (SHELLS.has(program)) return "shell";
  return INTERPRETERS.get(program.replace(/[\d.]+$/, ""))?.language;
}

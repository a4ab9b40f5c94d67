// Finds benches and labs by file name: a file in bench/ (or bench/labs/ for the long ones) that exports `run`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(import.meta.dirname, "..");
const FRONT_DOORS = ["run.ts", "lab.ts"];

export type Kind = "bench" | "lab";

const folderOf = (kind: Kind) => (kind === "bench" ? folder : join(folder, "labs"));

const namesOf = (kind: Kind): string[] =>
  !existsSync(folderOf(kind))
    ? []
    : readdirSync(folderOf(kind))
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !FRONT_DOORS.includes(name))
        .map((name) => name.slice(0, -3))
        .sort();

const aboutOf = (kind: Kind, name: string): string =>
  /^\/\/ ?(.*)/.exec(readFileSync(join(folderOf(kind), `${name}.ts`), "utf8"))?.[1] ?? "";

/** Runs what the arguments name, or lists what there is. Resolves to the exit code. */
export async function runByName(kind: Kind, args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const names = namesOf(kind);
  if (name === undefined || !names.includes(name)) {
    if (name !== undefined) console.error(`There is no ${kind} called ${name}.`);
    console.error(`npm run ${kind} -- <name>\n`);
    for (const each of names) console.error(`  ${each.padEnd(14)} ${aboutOf(kind, each)}`);
    return name === undefined ? 0 : 2;
  }
  const loaded = (await import(pathToFileURL(join(folderOf(kind), `${name}.ts`)).href)) as {
    run(args: string[]): Promise<void>;
  };
  await loaded.run(rest);
  return 0;
}

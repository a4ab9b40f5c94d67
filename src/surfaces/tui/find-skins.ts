// The skins there are: the built-in ones, and a file each in the skins folder.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readSkin } from "./skin-file.ts";
import { SKINS, type Skin } from "./skins.data.ts";

/** A built-in skin, or the file of this name; undefined when there is neither, or the file cannot be read as one. */
export async function findSkin(name: string, folder: string): Promise<Skin | undefined> {
  const builtin = SKINS.find((skin) => skin.name === name);
  if (builtin !== undefined || !/^[\w-]+$/.test(name)) return builtin;
  const text = await readFile(join(folder, `${name}.yaml`), "utf8").catch(() => undefined);
  return text === undefined ? undefined : readSkin(name, text);
}

/** Those of one's own first. */
export async function listSkins(folder: string): Promise<readonly Skin[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((file) => file.endsWith(".yaml")).map((file) => file.slice(0, -".yaml".length));
  const own = await Promise.all(names.sort().map((name) => findSkin(name, folder)));
  return [...own.filter((skin) => skin !== undefined && !SKINS.includes(skin)), ...SKINS] as readonly Skin[];
}

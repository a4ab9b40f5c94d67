// Which plugins there are: folders with a plugin.yaml. Nothing of theirs is run to find out.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type PluginManifest, readManifest } from "./manifest.ts";

export type PluginOrigin = "user" | "project" | "bundled";

export interface FoundPlugin {
  readonly dir: string;
  readonly origin: PluginOrigin;
  readonly manifest: PluginManifest;
}

export interface Discovery {
  readonly plugins: readonly FoundPlugin[];
  /** One sentence per folder that could not be used. */
  readonly problems: readonly string[];
}

/** Folders one level deeper: `plugins/memory/<name>`, `plugins/context_engine/<name>`. */
const CATEGORIES = ["memory", "context_engine", "model_provider"];

/** Later places win over earlier ones of the same name. */
export async function discoverPlugins(
  places: readonly { readonly dir: string; readonly origin: PluginOrigin }[],
): Promise<Discovery> {
  const found = new Map<string, FoundPlugin>();
  const problems: string[] = [];
  for (const { dir, origin } of places) {
    for (const folder of await pluginFolders(dir)) {
      const text = await readFile(join(folder, "plugin.yaml"), "utf8").catch(() => undefined);
      if (text === undefined) continue;
      const read = readManifest(text, folder.split(/[\\/]/).at(-1) ?? "");
      if (read.type === "bad") problems.push(`Plugin in ${folder}: ${read.why}.`);
      else found.set(read.manifest.name, { dir: folder, origin, manifest: read.manifest });
    }
  }
  return { plugins: [...found.values()], problems };
}

async function pluginFolders(dir: string): Promise<readonly string[]> {
  const here = await folders(dir);
  const nested = await Promise.all(
    CATEGORIES.filter((name) => here.includes(name)).map(async (name) =>
      (await folders(join(dir, name))).map((inner) => join(dir, name, inner)),
    ),
  );
  return [...here.map((name) => join(dir, name)), ...nested.flat()];
}

async function folders(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .sort();
}

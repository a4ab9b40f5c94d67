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
    const unreadable = (error: unknown) => problems.push(`Plugins cannot be read: ${String(error)}.`);
    for (const folder of await pluginFolders(dir, unreadable)) {
      const text = await readFile(join(folder, "plugin.yaml"), "utf8").catch(unlessAbsent(undefined, unreadable));
      if (text === undefined) continue;
      const read = readManifest(text, folder.split(/[\\/]/).at(-1) ?? "");
      if (read.type === "bad") problems.push(`Plugin in ${folder}: ${read.why}.`);
      else found.set(read.manifest.name, { dir: folder, origin, manifest: read.manifest });
    }
  }
  return { plugins: [...found.values()], problems };
}

type Tell = (error: unknown) => void;

async function pluginFolders(dir: string, unreadable: Tell): Promise<readonly string[]> {
  const here = await folders(dir, unreadable);
  const nested = await Promise.all(
    CATEGORIES.filter((name) => here.includes(name)).map(async (name) =>
      (await folders(join(dir, name), unreadable)).map((inner) => join(dir, name, inner)),
    ),
  );
  return [...here.map((name) => join(dir, name)), ...nested.flat()];
}

/** What is not there is no news; what is there and cannot be read is told. */
function unlessAbsent<T>(otherwise: T, tell: Tell): (error: unknown) => T {
  return (error) => {
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    if (code !== "ENOENT" && code !== "ENOTDIR") tell(error);
    return otherwise;
  };
}

async function folders(dir: string, unreadable: Tell): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(unlessAbsent([], unreadable));
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .sort();
}

// Lets a plugin import "hermes-ts/plugin" wherever it lies: the name means the program that loads it.

import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const NAMES = new Set(["hermes-ts/plugin", "hermes-ts"]);

/** Call once before the first plugin is loaded; calling it again does no harm. */
export function offerOwnEntry(): void {
  const entry = findEntry();
  if (entry === undefined) return;
  registerHooks({
    resolve: (specifier, context, next) =>
      NAMES.has(specifier) ? { url: pathToFileURL(entry).href, shortCircuit: true } : next(specifier, context),
  });
}

/** Beside the bundle, above its chunks, or in the sources. */
function findEntry(): string | undefined {
  const here = import.meta.dirname;
  return [
    join(here, "plugin.mjs"),
    join(here, "..", "plugin.mjs"),
    join(here, "..", "..", "entries", "plugin.ts"),
  ].find((path) => existsSync(path));
}

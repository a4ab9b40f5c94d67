// Programs of this machine the tools can use. Looked for by name only: nothing is started to find out.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import type { Facts } from "../config/process-facts.ts";

export interface Programs {
  readonly ripgrep: string | undefined;
  readonly python: string | undefined;
}

export function findPrograms({ env, platform }: Pick<Facts, "env" | "platform">): Programs {
  return { ripgrep: shippedRipgrep(platform), python: onPath("python3", env.PATH ?? "") };
}

/** The binary that came with the installation; undefined where there is none for this platform. */
function shippedRipgrep(platform: NodeJS.Platform): string | undefined {
  const binary = platform === "win32" ? "rg.exe" : "rg";
  try {
    return createRequire(import.meta.url).resolve(`@vscode/ripgrep-${platform}-${process.arch}/bin/${binary}`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

export function onPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find((candidate) => existsSync(candidate));
}

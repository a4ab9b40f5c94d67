// The ripgrep binary that came with the installation; undefined where there is none for this platform.

import { createRequire } from "node:module";

export function findRipgrep(): string | undefined {
  const binary = process.platform === "win32" ? "rg.exe" : "rg";
  try {
    return createRequire(import.meta.url).resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${binary}`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

// Which browser of this machine can be driven; found by looking, not by starting it.

import { existsSync } from "node:fs";
import { join } from "node:path";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge",
  "brave-browser",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/snap/bin/chromium",
];

/** `path` is the value of PATH. */
export function findChromium(path: string, exists: (file: string) => boolean = existsSync): string | undefined {
  const dirs = path.split(":").filter((dir) => dir !== "");
  return [...NAMES.flatMap((name) => dirs.map((dir) => join(dir, name))), ...PLACES].find((file) => exists(file));
}

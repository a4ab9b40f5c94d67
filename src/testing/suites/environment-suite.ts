// The promises of the environment port: files first, then processes where there is a shell.

import { describe } from "vitest";
import { commandsSuite } from "./environment/commands.ts";
import { filesSuite } from "./environment/files.ts";
import type { StartEnvironment } from "./environment/kit.ts";
import { looksSuite } from "./environment/looks.ts";

export interface EnvironmentSuiteOptions {
  /** `scripted` environments run no real commands: only their files are tried. */
  readonly commands: "shell" | "scripted";
}

/** `start` makes an environment whose working directory is empty and the test's own. */
export function environmentSuite(name: string, start: StartEnvironment, options: EnvironmentSuiteOptions): void {
  describe(`environment: ${name}`, () => {
    describe("files", () => filesSuite(start));
    if (options.commands === "scripted") return;
    describe("commands", () => commandsSuite(start));
    describe("looks", () => looksSuite(start));
  });
}

// The files behind the prompt, read from this home and the working directory.

import { readFile } from "node:fs/promises";
import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { PromptFiles } from "../runtime/prompt-sources.ts";

export interface PromptFileWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
  readonly ignoreRules: boolean;
}

export function promptFiles({ home }: PromptFileWiring): PromptFiles {
  return {
    identity: async () => ({ text: await readFile(home.soul, "utf8"), source: home.soul, notices: [] }),
    project: async () => [],
    memory: async () => ({ notices: [] }),
    skillsIndex: async () => "",
    coding: async () => undefined,
  };
}

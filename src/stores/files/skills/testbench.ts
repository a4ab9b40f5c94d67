// A library in a fresh folder for tests: real files, fake clock and ids.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Log } from "../../../contracts/log.ts";
import { SILENT_LOG } from "../../../contracts/log.ts";
import type { Skills } from "../../../contracts/skills.ts";
import type { Clock, Ids } from "../../../contracts/time.ts";
import { openSkills } from "./open.ts";
import type { SkillsOptions } from "./options.ts";

export interface SkillHome {
  readonly root: string;
  readonly skills: string;
  put(path: string, content: string): void;
  open(change?: SkillChanges): Skills;
  options(change?: SkillChanges): SkillsOptions;
}

type SkillChanges = Omit<Partial<SkillsOptions>, "settings" | "places"> & {
  readonly settings?: Partial<SkillsOptions["settings"]>;
  readonly places?: Partial<SkillsOptions["places"]>;
};

export function skillHome(
  root: string,
  parts: { readonly clock: Clock; readonly ids: Ids; readonly log?: Log },
): SkillHome {
  const options = (change: SkillChanges = {}): SkillsOptions => ({
    clock: parts.clock,
    ids: parts.ids,
    log: parts.log ?? SILENT_LOG,
    os: "linux",
    ...change,
    places: {
      home: root,
      skills: join(root, "skills"),
      external: [],
      pending: join(root, "pending", "skills"),
      journal: join(root, "learned"),
      indexCache: join(root, "cache", "skills-index.json"),
      ...change.places,
    },
    settings: {
      disabled: [],
      writeApproval: () => false,
      templateVars: true,
      guardAgentCreated: false,
      config: {},
      ...change.settings,
    },
  });
  return {
    root,
    skills: join(root, "skills"),
    put(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    options,
    open: (change) => openSkills(options(change)),
  };
}

/** A complete small SKILL.md. */
export function skillText(name: string, description = `How to ${name}.`, body = "Do it carefully."): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n## Procedure\n\n${body}\n`;
}

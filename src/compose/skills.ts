// The skill library of this home, with the folders config and plugins add.

import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { PROGRAM_VERSION } from "../config/program-version.ts";
import type { Skills } from "../contracts/skills.ts";
import { trustKey } from "../runtime/project-files.ts";
import { openSkills } from "../stores/files/skills/open.ts";
import type { SkillPlaces } from "../stores/files/skills/options.ts";
import type { Ground } from "./ground.ts";
import { projectFileOptions } from "./prompt-files.ts";
import type { WriteApproval } from "./write-approval.ts";

/** What a skill's `environments` may ask for, and the file that shows we are in it. */
const SURROUNDINGS = [
  { tag: "docker", sign: "/.dockerenv" },
  { tag: "s6", sign: "/run/s6" },
];

export function composeSkills(ground: Ground, pluginDirs: readonly string[], approval: WriteApproval): Skills {
  const { config, env, facts, clock, ids, log } = ground;
  const { skills } = config;
  const { trusted } = projectFileOptions(ground);
  return openSkills({
    places: skillPlaces(ground, pluginDirs),
    settings: {
      disabled: [...skills.disabled, ...(skills.platform_disabled[ground.options.source] ?? [])],
      writeApproval: approval.on,
      templateVars: skills.template_vars,
      guardAgentCreated: skills.guard_agent_created,
      config: skills.config,
    },
    ...{ clock, ids, log },
    version: PROGRAM_VERSION,
    os: facts.platform,
    environments: SURROUNDINGS.flatMap(({ tag, sign }) => (existsSync(sign) ? [tag] : [])),
    isTrusted: (path, text) => trusted.size > 0 && trusted.has(trustKey(realpathSync(path), text)),
    hasVariable: (name) => env[name] !== undefined && env[name] !== "",
    hasCommand: (name) => (env.PATH ?? "").split(delimiter).some((dir) => existsSync(join(dir, name))),
  });
}

export function skillPlaces({ home, config, facts }: Ground, pluginDirs: readonly string[]): SkillPlaces {
  const asTyped = (dir: string) => (dir.startsWith("~/") ? join(facts.userHome, dir.slice(2)) : dir);
  return {
    skills: home.skills,
    external: [...config.skills.external_dirs.map(asTyped), ...pluginDirs],
    pending: join(home.pending, "skills"),
    journal: home.path("learned"),
    indexCache: join(home.cache, "skills-index.json"),
    home: home.root,
  };
}

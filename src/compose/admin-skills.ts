// `hermes skills`, `bundles`, `curator` and `learned`: the same library, curator and journal a conversation uses.

import { setKey } from "../config/save.ts";
import type { SkillAdmin } from "../runtime/admin-skills.ts";
import { syncBundled } from "../stores/files/skills/sync-bundled.ts";
import { bundledSkills } from "./bundled-skills.ts";
import type { Ground } from "./ground.ts";
import { composeParts } from "./parts.ts";
import { skillPorts } from "./skill-ports.ts";

export async function skillAdmin(ground: Ground): Promise<SkillAdmin> {
  await syncBundled(bundledSkills(ground));
  const parts = await composeParts(ground);
  const { disabled } = ground.config.skills;
  return {
    ...skillPorts(ground, parts),
    disabled,
    setEnabled(name, on) {
      const rest = disabled.filter((other) => other !== name);
      const save = { home: ground.home, env: ground.facts.env };
      setKey(save, "skills.disabled", JSON.stringify(on ? rest : [...rest, name]));
    },
    close: parts.close,
  };
}

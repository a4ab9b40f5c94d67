// Skills another agent on this machine has: the same kind of folder, so a person may want to bring them along.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Facts } from "../../config/process-facts.ts";
import type { OpenAdmin } from "../../runtime/admin.ts";
import type { Prompts } from "./prompts.ts";
import { withSkills } from "./with-skills.ts";
import { WORDS } from "./words.data.ts";

export interface FoundSkills {
  readonly agent: string;
  readonly path: string;
  readonly names: readonly string[];
}

const PLACES: readonly { readonly agent: string; readonly path: string }[] = [
  { agent: "OpenClaw", path: ".openclaw/workspace/skills" },
  { agent: "OpenClaw", path: ".openclaw/skills" },
  { agent: "Clawdbot", path: ".clawdbot/workspace/skills" },
  { agent: "Claude Code", path: ".claude/skills" },
  { agent: "Codex", path: ".codex/skills" },
  { agent: "Gemini CLI", path: ".gemini/skills" },
];

export async function findOtherSkills({ userHome }: Pick<Facts, "userHome">): Promise<readonly FoundSkills[]> {
  const found = await Promise.all(
    PLACES.map(async ({ agent, path }) => {
      const folder = join(userHome, path);
      const names = await skillFolders(folder);
      return names.length === 0 ? [] : [{ agent, path: folder, names }];
    }),
  );
  return found.flat();
}

async function skillFolders(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const skills = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name, "SKILL.md")).catch(() => undefined))?.isFile() === true),
  );
  return names.filter((_name, index) => skills[index]).sort();
}

/** Each goes through the same guard as any skill from elsewhere; one that is refused is named with the reason. */
export async function offerSkills(
  prompts: Prompts,
  found: readonly FoundSkills[],
  openAdmin: OpenAdmin,
): Promise<void> {
  for (const { agent, path, names } of found) {
    const question = WORDS.setup.skills.question(agent, names.length, names.join(", "));
    if (!(await prompts.confirm(question, false))) continue;
    await withSkills(openAdmin, async ({ hub }) => {
      for (const name of names) {
        const outcome = await hub.install(join(path, name), {});
        if (outcome.type === "refused") prompts.say(WORDS.setup.skills.refused(name, outcome.why));
        else
          prompts.say(
            outcome.type === "installed"
              ? WORDS.setup.skills.installed(outcome.skill.name)
              : WORDS.setup.skills.already(name),
          );
      }
    });
  }
}

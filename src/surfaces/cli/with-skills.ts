// The skill library, open for the length of one piece of work.

import type { SkillEntry } from "../../contracts/skills.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { OpenAdmin } from "../../runtime/admin.ts";
import type { SkillAdmin } from "../../runtime/admin-skills.ts";
import { WORDS } from "./words.data.ts";

export async function withSkills(
  openAdmin: OpenAdmin,
  work: (admin: SkillAdmin, now: number) => Promise<void>,
): Promise<void> {
  const { clock, skills } = await openAdmin();
  const admin = await skills();
  try {
    await work(admin, clock.now());
  } finally {
    await admin.close();
  }
}

/** Also one that is switched off or not for this machine. Throws UsageFailure. */
export async function skillNamed({ skills }: SkillAdmin, reference: string): Promise<SkillEntry> {
  const found = await skills.find(reference);
  switch (found.type) {
    case "found":
    case "hidden":
      return found.skill;
    case "ambiguous":
      throw new UsageFailure(WORDS.skills.several(reference, found.matches.join(", ")), 1);
    case "none":
      throw new UsageFailure(WORDS.skills.unknown(reference), 1);
  }
}

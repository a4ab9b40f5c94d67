// `hermes skills`, `curator` and `learned`: the same library, curator and journal a conversation uses.

import { setKey } from "../config/save.ts";
import type { MemoryChange } from "../contracts/memory.ts";
import type { MemoryBook } from "../contracts/memory-book.ts";
import { OWNER } from "../kernel/principal.ts";
import type { SkillAdmin } from "../runtime/admin-skills.ts";
import { curate, nextTurn } from "../runtime/after-turn/curator.ts";
import { openBundles } from "../stores/files/skills/bundles.ts";
import { openJournal } from "../stores/files/skills/journal.ts";
import { resetBundled } from "../stores/files/skills/sync-bundled.ts";
import { bundledSkills } from "./bundled-skills.ts";
import { composeCuration, curatorPorts } from "./curation.ts";
import type { Ground } from "./ground.ts";
import { composeHub } from "./hub.ts";
import { composeParts } from "./parts.ts";
import { sideComplete } from "./side-model.ts";
import { skillPlaces } from "./skills.ts";

const PROPOSE_MS = 600_000;

export async function skillAdmin(ground: Ground): Promise<SkillAdmin> {
  const { home, config, facts, clock, ids } = ground;
  const parts = await composeParts(ground);
  const { skills, memory, models, defaults, store } = parts;
  const curation = composeCuration(ground);
  const save = { home, env: facts.env };
  const { disabled } = config.skills;
  const ports = curatorPorts(ground, {
    curation,
    skills,
    propose: {
      model: config.auxiliary.curator.model || "the main model",
      complete: async (request) =>
        (await sideComplete(models, defaults, "curator")(AbortSignal.timeout(PROPOSE_MS)))(request),
    },
    async lastActivityAt() {
      const [latest] = await store.list({ principal: OWNER, limit: 1 });
      return latest?.lastActiveAt;
    },
  });
  return {
    skills,
    hub: composeHub(ground),
    bundles: openBundles(home.skillBundles),
    curation,
    journal: openJournal({
      places: skillPlaces(ground, []),
      ...{ clock, ids },
      ...(memory === undefined ? {} : { undoMemory: (inverse) => changeMemory(memory, inverse) }),
    }),
    disabled,
    approval: config.skills.write_approval,
    setApproval: (on) => void setKey(save, "skills.write_approval", String(on)),
    setEnabled(name, on) {
      const rest = disabled.filter((other) => other !== name);
      setKey(save, "skills.disabled", JSON.stringify(on ? rest : [...rest, name]));
    },
    reset: (name, keepEdits) => resetBundled(bundledSkills(ground), name, keepEdits),
    nextTurn: () => nextTurn(ports),
    curate: (dryRun) => curate(ports, { dryRun }),
    close: parts.close,
  };
}

/** A sentence when it cannot be done. */
async function changeMemory(book: MemoryBook, change: MemoryChange): Promise<string | undefined> {
  const edit =
    change.type === "add"
      ? { type: "add" as const, content: change.text }
      : change.type === "remove"
        ? { type: "remove" as const, oldText: change.before }
        : { type: "replace" as const, oldText: change.before, content: change.text };
  const { answer } = await book.change(OWNER, change.target, edit, { origin: "user" });
  return answer.success ? undefined : answer.error;
}

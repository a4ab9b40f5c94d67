// Slash commands about skills, and one for every skill and bundle there is.

import type { ArgumentChoice, Command, PreparedText, Reply } from "../contracts/command.ts";
import type { LearningJournal } from "../contracts/learning.ts";
import type { SkillBundles } from "../contracts/skill-bundles.ts";
import type { InlineShell, SkillEntry, Skills } from "../contracts/skills.ts";
import type { Clock } from "../contracts/time.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { type InvokedSkill, invocationText, type Occasion } from "../kernel/skills/invocation.ts";
import { slashKey, slugOf } from "../kernel/skills/names.ts";
import type { CuratorPorts } from "../runtime/after-turn/curator.ts";
import { bundleVerbs, curatorVerbs, learnedVerbs } from "./curator-verbs.ts";
import { type SkillVerbPorts, skillVerbs } from "./skill-verbs.ts";
import { pickVerb, readCall, type Verb } from "./verb.ts";
import { WORDS } from "./words.data.ts";

export interface SkillCommandPorts extends SkillVerbPorts {
  readonly bundles: SkillBundles;
  readonly journal: LearningJournal;
  readonly curator: CuratorPorts;
  readonly clock: Clock;
}

export function skillCommands(ports: SkillCommandPorts): readonly Command[] {
  return [
    verbCommand("skills", WORDS.skill.skillsSummary, skillVerbs(ports)),
    verbCommand("bundles", WORDS.skill.bundlesSummary, bundleVerbs(ports)),
    verbCommand("curator", WORDS.skill.curatorSummary, curatorVerbs(ports.curator)),
    verbCommand("learned", WORDS.skill.learnedSummary, learnedVerbs(ports.journal, ports.clock)),
    reloadSkills(ports),
  ];
}

/** A command whose first word picks the verb; without one the first verb answers. */
function verbCommand(name: string, summary: string, verbs: readonly Verb[]): Command {
  const usage = verbs.map((verb) => verb.name).join(" | ");
  return {
    ...{ name, summary, args: `[${usage}]`, group: "tools", whileBusy: true },
    async run(args): Promise<Reply> {
      const picked = pickVerb(verbs, args);
      if (picked === undefined) return { type: "text", text: WORDS.skill.knows(name, usage) };
      try {
        return (await picked.verb.run(readCall(picked.rest, picked.verb))).reply;
      } catch (error) {
        if (error instanceof StoreFailure) return { type: "text", text: error.message };
        throw error;
      }
    },
    complete: async (typed): Promise<readonly ArgumentChoice[]> =>
      verbs.filter((verb) => verb.name.startsWith(typed)).map((verb) => ({ value: verb.name, summary: verb.summary })),
  };
}

const reloadSkills = ({ skills }: SkillCommandPorts): Command => ({
  ...{ name: "reload-skills", summary: WORDS.skill.reloadSkillsSummary, group: "tools", whileBusy: true },
  async run() {
    const all = await skills.list();
    return {
      type: "text",
      text: WORDS.skill.reloaded(all.length),
    };
  },
});

export interface LoadingPorts {
  readonly skills: Skills;
  /** Present while `skills.inline_shell` is on. */
  readonly shell?: ((sessionId: string | undefined) => InlineShell) | undefined;
}

export interface InvocationPorts extends LoadingPorts {
  readonly bundles: SkillBundles;
}

/** `/word rest` as a prompt with the skill or bundle of that name; undefined when there is none. A bundle goes before a skill. */
export async function invokeByWord(
  ports: InvocationPorts,
  word: string,
  instruction: string,
  sessionId: string | undefined,
): Promise<Reply | undefined> {
  const key = slashKey(word);
  if (key === "") return undefined;
  const bundle = (await ports.bundles.list()).find(({ slug }) => slug === key);
  if (bundle !== undefined) {
    const { found, missing } = await findAll(ports.skills, bundle.skills);
    if (found.length === 0) return { type: "text", text: WORDS.skill.noneExist(key, missing.join(", ")) };
    const occasion: Occasion = {
      type: "bundle",
      bundle: bundle.name,
      instruction: bundle.instruction,
      skipped: missing,
    };
    return { type: "prompt", ...(await loadedText(ports, found, occasion, instruction, sessionId)) };
  }
  const skill = (await ports.skills.list()).find((one) => slugOf(one.name) === key);
  if (skill === undefined) return undefined;
  return { type: "prompt", ...(await loadedText(ports, [skill], { type: "command" }, instruction, sessionId)) };
}

/** `-s a,b`: the text to put before the session's first message, and the names that do not exist. */
export async function preloadSkills(
  ports: LoadingPorts,
  names: readonly string[],
): Promise<PreparedText & { readonly missing: readonly string[] }> {
  const { found, missing } = await findAll(ports.skills, names);
  return {
    ...(found.length === 0 ? { text: "" } : await loadedText(ports, found, { type: "preload" }, "", undefined)),
    missing,
  };
}

/** The same for a scheduled job. */
export async function scheduledSkills(
  ports: LoadingPorts,
  names: readonly string[],
  job: string,
  instruction: string,
): Promise<PreparedText & { readonly missing: readonly string[] }> {
  const { found, missing } = await findAll(ports.skills, names);
  const loaded =
    found.length === 0
      ? { text: instruction }
      : await loadedText(ports, found, { type: "schedule", job }, instruction, undefined);
  return { ...loaded, missing };
}

/** Every word that loads something, for menus and completion; bundles first. */
export async function skillWords(ports: InvocationPorts): Promise<readonly ArgumentChoice[]> {
  const bundles = (await ports.bundles.list()).map(({ slug, description, skills }) => ({
    value: slug,
    summary: description || WORDS.skill.loads(skills.join(", ")),
  }));
  const skills = (await ports.skills.list()).map(({ name, description }) => ({
    value: slugOf(name),
    summary: description,
  }));
  const seen = new Set<string>();
  return [...bundles, ...skills].filter(({ value }) => value !== "" && !seen.has(value) && seen.add(value));
}

async function findAll(skills: Skills, names: readonly string[]) {
  const found: SkillEntry[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const lookup = await skills.find(name);
    if (lookup.type === "found") found.push(lookup.skill);
    else missing.push(name);
  }
  return { found, missing };
}

async function loadedText(
  { skills, shell }: LoadingPorts,
  entries: readonly SkillEntry[],
  occasion: Occasion,
  instruction: string,
  sessionId: string | undefined,
): Promise<Required<Omit<PreparedText, "images">>> {
  const invoked: InvokedSkill[] = [];
  const taints = new Set<string>();
  const warnings: string[] = [];
  for (const entry of entries) {
    const document = await skills.read(entry, { sessionId, shell: shell?.(sessionId) });
    await skills.count(entry.name, "use");
    for (const source of document.taints) taints.add(source);
    warnings.push(...document.warnings);
    invoked.push({
      ...{
        name: entry.name,
        dir: entry.dir,
        content: document.content,
        files: document.files,
        settings: document.settings,
      },
      missing: [...document.missingVariables, ...document.missingCommands, ...document.missingFiles],
    });
  }
  return { text: invocationText(invoked, occasion, instruction), taints: [...taints], warnings };
}

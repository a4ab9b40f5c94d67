// The files behind the prompt: this home's identity and memory, the working directory's rules.

import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import { DEFAULT_SOUL } from "../config/soul.data.ts";
import { workplaceOf } from "../contracts/environment.ts";
import type { MemoryProvider, MemorySession } from "../contracts/memory.ts";
import type { MemoryBook } from "../contracts/memory-book.ts";
import type { SkillEntry, Skills } from "../contracts/skills.ts";
import { changesNote, cutNotice, loadIdentity, redactionNotice } from "../kernel/context-files/load.ts";
import type { Principal } from "../kernel/principal.ts";
import { guardText } from "../kernel/scan/redact.ts";
import { HIDDEN_DESCRIPTION, SKILL_FILE } from "../kernel/skills/skill.ts";
import { type ProjectFileOptions, readProjectFiles, trustKey } from "../runtime/project-files.ts";
import type { GatheredText, MemoryTexts, PromptFiles } from "../runtime/prompt-sources.ts";
import { gatherCoding } from "../runtime/workspace-facts.ts";
import { toolsetsAmong } from "../tools/toolsets.ts";

export interface PromptFileWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
  readonly ignoreRules: boolean;
  readonly memory: MemoryBook | undefined;
  readonly skills: Skills;
  readonly skillsReady: Promise<void>;
  readonly memoryProvider: MemoryProvider | undefined;
}

export function promptFiles(wiring: PromptFileWiring): PromptFiles {
  const { home, config, facts } = wiring;
  const options = projectFileOptions(wiring);
  return {
    identity: () => readIdentity(home.soul, options),
    async project(env) {
      if (wiring.ignoreRules) return [];
      const files = await readProjectFiles(env, workplaceOf(env), options);
      const loaded = files.loaded.map(
        (file): GatheredText => ({ text: file.text, source: file.candidate.path, ...noted(file), notices: [] }),
      );
      return [...loaded, ...(files.notices.length > 0 ? [{ text: "", notices: files.notices }] : [])];
    },
    memory: (principal, sessionId) => readMemory(wiring, principal, sessionId),
    async skillsIndex(tools) {
      await wiring.skillsReady;
      const names = tools.map(({ name }) => name);
      const text = await wiring.skills.index(names, toolsetsAmong(tools));
      const hidden = text === "" ? [] : (await wiring.skills.list()).filter(isHidden);
      return { text, notices: hidden.map(({ dir }) => `${join(dir, SKILL_FILE)}: ${HIDDEN_DESCRIPTION}.`) };
    },
    coding: (env, platform) =>
      gatherCoding(env, platform, { setting: config.agent.coding_context, home: facts.userHome }),
  };
}

function isHidden({ doubts }: SkillEntry): boolean {
  return doubts.includes(HIDDEN_DESCRIPTION);
}

const SNAPSHOT_DEADLINE_MS = 3_000;

async function readMemory(
  { memory, memoryProvider, facts }: PromptFileWiring,
  principal: Principal,
  sessionId: string,
): Promise<MemoryTexts> {
  const own = await memory?.snapshot(principal);
  const external = await externalMemory(memoryProvider, { id: sessionId, principal, cwd: facts.cwd });
  return {
    ...(own?.memory === undefined ? {} : { memory: { text: own.memory, source: "MEMORY.md" } }),
    ...(own?.userProfile === undefined ? {} : { userProfile: { text: own.userProfile, source: "USER.md" } }),
    ...(external.text === ""
      ? {}
      : {
          external: { text: external.text, ...(memoryProvider === undefined ? {} : { source: memoryProvider.name }) },
        }),
    notices: [...(own?.notices ?? []), ...external.notices],
  };
}

/** What a provider says is someone else's text: scanned like every file, bounded in time, and never a reason to fail. */
async function externalMemory(
  provider: MemoryProvider | undefined,
  session: MemorySession,
): Promise<{ text: string; notices: readonly string[] }> {
  if (provider === undefined) return { text: "", notices: [] };
  try {
    const said = await provider.snapshot(session, AbortSignal.timeout(SNAPSHOT_DEADLINE_MS));
    const guarded = guardText(said, provider.name, "strict");
    return {
      text: guarded.text,
      notices: guarded.redactions.map((redaction) => redactionNotice(provider.name, redaction)),
    };
  } catch (error) {
    return {
      text: "",
      notices: [
        `The memory provider ${provider.name} did not answer (${error instanceof Error ? error.message : String(error)}).`,
      ],
    };
  }
}

export function projectFileOptions({ config, facts }: Pick<PromptFileWiring, "config" | "facts">): ProjectFileOptions {
  const trusted = config.security.trusted_context_files.map((entry) => `${entry.path} ${entry.sha256}`);
  return { home: facts.userHome, maxChars: config.context_file_max_chars, trusted: new Set(trusted) };
}

function noted(file: Parameters<typeof changesNote>[0]): { readonly note?: string } {
  const note = changesNote(file);
  return note === undefined ? {} : { note };
}

async function readIdentity(path: string, options: ProjectFileOptions): Promise<GatheredText | undefined> {
  const raw = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => error);
  if (typeof raw !== "string") {
    // Without the file the default identity speaks; one that cannot be read is worth a word.
    return raw.code === "ENOENT"
      ? undefined
      : { text: "", source: path, notices: [`SOUL.md could not be read (${raw.code}).`] };
  }
  // Our own seeded text needs no scan.
  if (raw === DEFAULT_SOUL) return { text: raw.trim(), source: path, notices: [] };
  const trusted = options.trusted.size > 0 && options.trusted.has(trustKey(await realpath(path), raw));
  const loaded = loadIdentity(raw, { maxChars: options.maxChars, trusted });
  return {
    text: loaded.text,
    source: path,
    ...noted(loaded),
    notices: [
      ...loaded.redactions.map((redaction) => redactionNotice("SOUL.md", redaction, "SOUL.md")),
      ...(loaded.cut === undefined ? [] : [cutNotice("SOUL.md", loaded.cut)]),
    ],
  };
}

// Which model families and tools get which guidance.

import {
  EDIT_AS_PATCH,
  EDIT_AS_REPLACE,
  EXECUTION_DISCIPLINE,
  FINISHING,
  GOOGLE_DIRECTIVES,
  MEMORY,
  PARALLEL,
  RECALL,
  SKILLS_UPKEEP,
  TOOL_USE,
  UNTRUSTED,
} from "./guidance.data.ts";

/** `agent.tool_use_enforcement`: a switch, its spellings, a list of model-name parts, or anything else for automatic. */
export type Enforcement = boolean | string | readonly string[] | undefined;

const ALWAYS = new Set(["true", "always", "yes", "on"]);
const NEVER = new Set(["false", "never", "no", "off"]);
const AUTO = ["gpt", "codex", "gemini", "gemma", "grok", "glm", "qwen", "deepseek"];
const DISCIPLINED = ["gpt", "codex", "grok"];
const GOOGLE = ["gemini", "gemma"];
const REPLACING = [
  "claude",
  "gemini",
  "gemma",
  "qwen",
  "deepseek",
  "kimi",
  "glm",
  "grok",
  "hermes",
  "llama",
  "mistral",
  "devstral",
  "codestral",
  "minimax",
];

function namesAny(model: string, parts: readonly string[]): boolean {
  const lower = model.toLowerCase();
  return parts.some((part) => part !== "" && lower.includes(part.toLowerCase()));
}

export function enforcesToolUse(setting: Enforcement, model: string): boolean {
  if (typeof setting === "boolean") return setting;
  if (typeof setting === "string") {
    const word = setting.trim().toLowerCase();
    if (ALWAYS.has(word)) return true;
    if (NEVER.has(word)) return false;
  } else if (setting !== undefined) return namesAny(model, setting);
  return namesAny(model, AUTO);
}

/** The execute-don't-describe sections this model gets, in order. */
export function familyGuidance(setting: Enforcement, model: string): readonly string[] {
  if (!enforcesToolUse(setting, model)) return [];
  const sections = [TOOL_USE];
  if (namesAny(model, GOOGLE)) sections.push(GOOGLE_DIRECTIVES);
  if (namesAny(model, DISCIPLINED)) sections.push(EXECUTION_DISCIPLINE);
  return sections;
}

/** Guidance for the tools that are loaded; nothing at all without tools. */
export function toolGuidance(
  tools: readonly string[],
  finishing: boolean,
): readonly { readonly name: string; readonly text: string }[] {
  if (tools.length === 0) return [];
  const has = (name: string): boolean => tools.includes(name);
  const sections: { readonly name: string; readonly text: string }[] = [];
  if (finishing) sections.push({ name: "finishing the job", text: FINISHING });
  sections.push({ name: "outside text", text: UNTRUSTED });
  if (tools.length > 1) sections.push({ name: "parallel calls", text: PARALLEL });
  if (has("memory")) sections.push({ name: "memory guidance", text: MEMORY });
  if (has("session_search")) sections.push({ name: "recall guidance", text: RECALL });
  if (has("skill_manage")) sections.push({ name: "skills guidance", text: SKILLS_UPKEEP });
  return sections;
}

/** One line on how this family edits best; undefined for families we know nothing about. */
export function editStyle(model: string): string | undefined {
  if (namesAny(model, ["gpt", "codex"])) return EDIT_AS_PATCH;
  return namesAny(model, REPLACING) ? EDIT_AS_REPLACE : undefined;
}

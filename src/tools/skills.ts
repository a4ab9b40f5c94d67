// Reading skills, from cheap to costly: the list, one skill, one of its files.

import { z } from "zod";
import type { InlineShell, SkillDocument, SkillEntry, SkillFile, SkillLookup, Skills } from "../contracts/skills.ts";
import { defineTool, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { scanText } from "../kernel/scan/scan.ts";
import { MAX_DESCRIPTION_CHARS } from "../kernel/skills/checks.ts";
import { charCount, takeChars } from "../kernel/text.ts";
import { failed } from "./failures.ts";
import { zodSchema } from "./schema.ts";

export interface SkillToolOptions {
  readonly skills: Skills;
  /** Off for background reviews: looking must not keep a skill alive. */
  readonly counts?: boolean;
  /** Present while `skills.inline_shell` is on: runs the commands in a skill's text under the call that opens it. */
  shell?(context: ToolContext): InlineShell;
}

export function skillTools(options: SkillToolOptions): readonly Tool[] {
  return [skillsListTool(options), skillViewTool(options)];
}

function skillsListTool({ skills }: SkillToolOptions): Tool {
  return defineTool({
    name: "skills_list",
    toolset: "skills",
    description: "List skills with their descriptions. Load one with skill_view(name).",
    input: zodSchema("skills_list", () => z.object({ category: z.string().optional() })),
    effect: "read",
    output: "own",
    touches: () => [],
    label: ({ category }) => category ?? "all",
    badInput: (why) => failed(why),
    async run({ category }) {
      const all = await skills.list();
      const shown = category === undefined || category === "" ? all : all.filter((one) => isIn(one, category));
      const categories = [...new Set(all.map((one) => one.category).filter((one) => one !== ""))];
      const orders = suspects(shown);
      const listed = shown.map(({ name, description, category: place }) => ({
        name,
        description: orders.has(name) ? "[reads like an injected order; not shown]" : cut(description),
        category: place === "" ? null : place,
      }));
      if (listed.length === 0) {
        const message = all.length === 0 ? "There are no skills yet." : `No skills in category '${category}'.`;
        return jsonResult({ success: true, skills: [], categories, count: 0, message });
      }
      const hint = "Use skill_view(name) to see the full content, files and setup of a skill.";
      return jsonResult({ success: true, skills: listed, categories, count: listed.length, hint });
    },
  });
}

/** Skills whose description gives orders. All are looked at together; only when something is found, one by one. */
function suspects(skills: readonly SkillEntry[]): ReadonlySet<string> {
  const isOrder = (text: string) => scanText(text, "context").length > 0;
  if (!isOrder(skills.map(({ description }) => description).join("\n\n"))) return new Set();
  return new Set(skills.filter(({ description }) => isOrder(description)).map(({ name }) => name));
}

function isIn(skill: SkillEntry, category: string): boolean {
  return skill.category === category || skill.category.startsWith(`${category}/`);
}

function cut(description: string): string {
  return charCount(description) <= MAX_DESCRIPTION_CHARS
    ? description
    : `${takeChars(description, MAX_DESCRIPTION_CHARS - 3)}...`;
}

function skillViewTool({ skills, counts = true, shell }: SkillToolOptions): Tool {
  return defineTool({
    name: "skill_view",
    toolset: "skills",
    description:
      "Load a skill's full instructions by name, or with file_path one of the files it links to (references/, templates/, scripts/, assets/). Load a skill before doing what it describes.",
    input: zodSchema("skill_view", () => z.object({ name: z.string(), file_path: z.string().optional() })),
    effect: shell === undefined ? "read" : "execute",
    runsPrograms: shell !== undefined,
    output: "own",
    touches: () => [],
    label: ({ name, file_path }) => (file_path ? `${name}/${file_path}` : name),
    badInput: (why) => failed(why),
    async run({ name, file_path }, context) {
      if (name.startsWith("/") || /^[A-Za-z]:[\\/]/.test(name) || name.split(/[\\/]/).includes(".."))
        return failed("A skill is named, not addressed by a path. Use skills_list() to see the names.");
      const found = await skills.find(name);
      if (found.type !== "found") return notFound(name, found);
      const { skill } = found;
      const result = file_path
        ? fileResult(skill, file_path, await skills.readFile(skill, file_path))
        : documentResult(skill, await skills.read(skill, { sessionId: context.sessionId, shell: shell?.(context) }));
      if (counts && !result.isError) await skills.count(skill.name, "view");
      return result;
    },
  });
}

function notFound(name: string, found: Exclude<SkillLookup, { type: "found" }>): ToolResult {
  switch (found.type) {
    case "none":
      return failed(`Skill '${name}' not found.`, {
        available_skills: found.known.slice(0, 20),
        hint: "Use skills_list to see all available skills.",
      });
    case "ambiguous":
      return failed(`Ambiguous skill name '${name}': ${found.matches.length} skills match.`, {
        matches: found.matches,
        hint: "Ask for one of the matches by its full form.",
      });
    case "hidden":
      return found.why === "platform"
        ? failed(`Skill '${name}' is not supported on this platform.`, { readiness_status: "unsupported" })
        : failed(`Skill '${name}' is disabled. It can be enabled under skills.disabled in the settings.`);
  }
}

function documentResult(skill: SkillEntry, document: SkillDocument): ToolResult {
  const { head } = skill;
  const missing = [...document.missingVariables, ...document.missingCommands, ...document.missingFiles];
  const hasFiles = Object.keys(document.files).length > 0;
  const value = {
    success: true,
    name: skill.name,
    description: skill.description,
    tags: head.tags,
    related_skills: head.related,
    content: document.content,
    path: `${skill.category === "" ? "" : `${skill.category}/`}${skill.name}/SKILL.md`,
    skill_dir: skill.dir,
    linked_files: hasFiles ? document.files : null,
    ...(hasFiles ? { usage_hint: "To read a linked file call skill_view(name, file_path)." } : {}),
    required_environment_variables: head.variables.map(({ name }) => name),
    required_commands: head.commands,
    missing_required_environment_variables: document.missingVariables,
    missing_credential_files: document.missingFiles,
    missing_required_commands: document.missingCommands,
    setup_needed: missing.length > 0,
    readiness_status: missing.length > 0 ? "setup_needed" : "available",
    ...(missing.length > 0 ? { setup_note: setupNote(skill, missing) } : {}),
    ...(head.setupHelp === "" ? {} : { setup_help: head.setupHelp }),
    ...(head.compatibility === "" ? {} : { compatibility: head.compatibility }),
    ...(Object.keys(document.settings).length > 0 ? { config: document.settings } : {}),
    ...(skill.shadows.length > 0 ? { note: `Hides a skill of the same name in ${skill.shadows.join(", ")}.` } : {}),
    ...(document.warnings.length > 0
      ? {
          warning: "Passages that read like injected orders are left out of this text; the user was told.",
        }
      : {}),
  };
  return jsonResult(value, {
    notices: document.warnings,
    ...(document.taints.length === 0 ? {} : { taint: document.taints.join(", ") }),
  });
}

function setupNote({ head }: SkillEntry, missing: readonly string[]): string {
  const helps = head.variables.filter(({ name, help }) => missing.includes(name) && help !== "");
  const how = helps.map(({ name, help }) => `${name}: ${help}`).join("; ");
  return `Not set up yet, missing: ${missing.join(", ")}.${how === "" ? "" : ` ${how}`} Secrets belong into the .env of the home, never into the chat.`;
}

function fileResult(skill: SkillEntry, asked: string, file: SkillFile): ToolResult {
  switch (file.type) {
    case "text":
      return jsonResult(
        {
          success: true,
          name: skill.name,
          file: file.path,
          content: file.content,
          file_type: extensionOf(file.path),
        },
        { notices: file.warnings },
      );
    case "binary":
      return jsonResult({
        success: true,
        name: skill.name,
        file: file.path,
        content: `[Binary file: ${file.path}, ${file.bytes} bytes]`,
        is_binary: true,
      });
    case "missing":
      return failed(`File '${asked}' not found in skill '${skill.name}'.`, { available_files: file.files });
    case "refused":
      return failed(file.why, { hint: "Use a relative path below the skill." });
  }
}

function extensionOf(path: string): string {
  return /(\.[^./]+)$/.exec(path)?.[1] ?? "";
}

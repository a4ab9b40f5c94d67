// The agent writes its own skills: one tool, six actions, every refusal a sentence it can act on.

import { z } from "zod";
import type { ChangeOutcome, Skills, WriteOrigin } from "../contracts/skills.ts";
import { defineTool, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { ACTIONS, type ManagedChange, readChange } from "../kernel/skills/pending.ts";
import { failed } from "./failures.ts";
import { zodSchema } from "./schema.ts";

export interface SkillManageOptions {
  readonly skills: Skills;
  /** Who is writing: the conversation, or a background review of it. */
  readonly origin: Extract<WriteOrigin, "foreground" | "background_review">;
}

const DESCRIPTION = `Create and improve skills, the procedures you keep for next time.
Actions: create (full SKILL.md in content, optional category) · patch (old_string → new_string; preferred for fixes) · edit (full rewrite) · write_file and remove_file (files under references/, templates/, scripts/, assets/) · delete (archives; absorbed_into names the skill that took over).
Save a skill after real effort, a correction or a workflow worth repeating; name it for a class of tasks, never for one incident. Patch instead of creating when a skill already covers the subject.
SKILL.md: front matter with name and description, then ## When to Use, ## Quick Reference, ## Procedure, ## Pitfalls, ## Verification.`;

export function skillManageTool({ skills, origin }: SkillManageOptions): Tool {
  return defineTool({
    name: "skill_manage",
    toolset: "skills",
    description: DESCRIPTION,
    input: zodSchema("skill_manage", () =>
      z.object({
        action: z.enum(ACTIONS),
        name: z.string().describe("lowercase-with-hyphens, at most 64 characters"),
        content: z.string().optional().describe("full SKILL.md text, for create and edit"),
        category: z.string().optional().describe("folder to create in, such as software-development"),
        old_string: z.string().optional(),
        new_string: z.string().optional(),
        replace_all: z.boolean().optional(),
        file_path: z.string().optional().describe("below the skill; default SKILL.md for patch"),
        file_content: z.string().optional(),
        absorbed_into: z.string().optional(),
      }),
    ),
    effect: "write",
    output: "own",
    touches: () => [],
    label: ({ action, name, file_path }) => `${action} ${name}${file_path ? `/${file_path}` : ""}`,
    badInput: (why) => failed(why),
    async run(input, context) {
      if (context.principal.type !== "owner") return failed("Only the owner of this agent can change its skills.");
      const read = readChange(input);
      if (read.type === "bad") return failed(read.why);
      const outcome = await skills.change(read.change, {
        origin,
        sessionId: context.sessionId,
        ...proposal(context, origin),
      });
      return toResult(outcome, read.change);
    },
  });
}

/** In a conversation a gate asks the person about tainted conversations; a review has nobody to ask, so it may only propose. */
function proposal({ taints }: ToolContext, origin: WriteOrigin): { readonly proposeOnly?: string } {
  const sources = origin === "foreground" ? [] : taints("window");
  return sources.length === 0 ? {} : { proposeOnly: `the conversation read foreign text (${sources.join(", ")})` };
}

function toResult(outcome: ChangeOutcome, change: ManagedChange): ToolResult {
  switch (outcome.type) {
    case "refused":
      return failed(outcome.error, outcome.detail);
    case "staged":
      return jsonResult({
        success: true,
        staged: true,
        pending_id: outcome.id,
        gist: outcome.gist,
        message: `Not written yet: it waits for the user's approval (${outcome.why}). /skills pending shows it.`,
      });
    case "done":
      return jsonResult(
        {
          success: true,
          message: outcome.message,
          path: outcome.dir,
          ...(change.type === "create" ? createdFields(change, outcome.dir) : {}),
          ...(outcome.similar.length > 0
            ? {
                similar: outcome.similar,
                note: "These skills cover similar ground. If one of them fits, patch it with what is new and delete this one with absorbed_into.",
              }
            : {}),
        },
        outcome.diff === ""
          ? {}
          : { display: { type: "diff", path: outcome.files[0] ?? "SKILL.md", unified: outcome.diff } },
      );
  }
}

function createdFields(change: Extract<ManagedChange, { type: "create" }>, dir: string): object {
  return {
    skill_md: `${dir}/SKILL.md`,
    category: change.category ?? null,
    hint: `Add detail with skill_manage(action='write_file', name='${change.name}', file_path='references/…', file_content='…').`,
  };
}

// What the agent keeps about you and learns for next time.

import * as z from "zod/mini";
import { amount, flag, freeForm, group, table, text, texts, whole } from "./fields.ts";

export const memorySection = () =>
  group(
    {
      memory_enabled: flag(true, "Keep notes in MEMORY.md."),
      user_profile_enabled: flag(true, "Keep a profile of you in USER.md."),
      write_approval: flag(false, "Ask before memory changes; they wait under `pending/`."),
      memory_char_limit: whole(2200, "Characters MEMORY.md may hold.", { min: 100 }),
      user_char_limit: whole(1375, "Characters USER.md may hold.", { min: 100 }),
      provider: text("", "One memory provider beside the built-in one."),
      nudge_interval: whole(10, "User turns between background reviews; 0 turns them off."),
      flush_min_turns: whole(6, "Accepted for compatibility."),
    },
    "Memory.",
  );

export const skillsSection = () =>
  group(
    {
      external_dirs: texts([], "More folders with skills; a local skill of the same name wins."),
      disabled: texts([], "Skills never shown to the model."),
      platform_disabled: table(z.array(z.string()), "The same, by platform."),
      template_vars: flag(true, "Fill in placeholders such as the skill folder in skill text."),
      inline_shell: flag(
        false,
        "Run commands written as !`…` inside skill text when it is loaded, as far as the gates allow.",
      ),
      inline_shell_timeout: amount(10, "Seconds such a command may take."),
      guard_agent_created: flag(false, "Scan skills the agent wrote as strictly as foreign ones."),
      write_approval: flag(false, "Ask before skill changes; they wait under `pending/`."),
      creation_nudge_interval: whole(10, "Tool rounds between skill reviews; 0 turns them off."),
      config: freeForm("Settings of single skills."),
    },
    "Skills.",
  );

export const curatorSection = () =>
  group(
    {
      enabled: flag(true, "Tidy agent-made skills now and then."),
      interval_hours: amount(168, "Hours between runs.", { min: 1 }),
      min_idle_hours: amount(2, "Hours of quiet before a run."),
      stale_after_days: whole(30, "Days unused before a skill counts as stale.", { min: 1 }),
      archive_after_days: whole(90, "Days unused before a skill is archived.", { min: 1 }),
      prune_builtins: flag(false, "Archive unused bundled skills too."),
      consolidate: flag(false, "Let a model propose merges."),
      backup: group(
        { enabled: flag(true, "Copy skills first."), keep: whole(5, "Copies kept.", { min: 1 }) },
        "Copies before each run.",
      ),
    },
    "The curator of skills.",
  );

// What people see, in the terminal and in chats.

import * as z from "zod/mini";
import { about, amount, choice, flag, freeForm, group, table, text, texts, whole, wholeNumber } from "./fields.ts";

const TOOL_PROGRESS = ["off", "new", "all", "verbose"] as const;

const platformDisplay = () =>
  z.object({
    streaming: about(z.optional(z.boolean()), "Show answers as they are written."),
    tool_progress: about(z.optional(z.enum(TOOL_PROGRESS)), "How much of tool calls is shown."),
    show_reasoning: about(z.optional(z.boolean()), "Show the model's thinking."),
    tool_preview_length: about(z.optional(wholeNumber({})), "Characters of a tool call shown."),
  });

export const displaySection = () =>
  group(
    {
      interface: choice(["cli", "tui"], "cli", "What `hermes` opens."),
      personality: text("", "Personality worn from the start."),
      skin: text("default", "Theme."),
      language: text("en", "Language of the interface."),
      compact: flag(false, "Fewer blank lines."),
      streaming: flag(false, "Show answers as they are written."),
      show_reasoning: flag(false, "Show the model's thinking."),
      show_cost: flag(false, "Show what a turn cost."),
      timestamps: flag(false, "Show times."),
      tool_progress: choice(TOOL_PROGRESS, "all", "How much of tool calls is shown."),
      tool_progress_command: flag(false, "Allow changing that in chats."),
      tool_progress_grouping: text("accumulate", "How tool lines are grouped in chats."),
      tool_preview_length: whole(0, "Characters of a tool call shown; 0 is as many as fit."),
      inline_diffs: flag(true, "Show edits as diffs."),
      interim_assistant_messages: flag(true, "Show what is said between tool calls."),
      memory_notifications: choice(["off", "on", "verbose"], "on", "Tell when something was learned."),
      background_process_notifications: choice(
        ["all", "result", "error", "off"],
        "all",
        "Tell when background jobs end.",
      ),
      busy_input_mode: choice(["interrupt", "queue", "steer"], "interrupt", "What Enter does while the agent works."),
      bell_on_complete: flag(false, "Ring when a turn ends."),
      final_response_markdown: choice(["strip", "render", "raw"], "strip", "How Markdown is shown."),
      resume_display: choice(["full", "minimal"], "full", "How much of a resumed session is shown."),
      resume_exchanges: whole(10, "Exchanges shown on resume."),
      resume_max_user_chars: whole(300, "Characters of your messages shown there."),
      resume_max_assistant_chars: whole(200, "Characters of answers shown there."),
      resume_max_assistant_lines: whole(3, "Lines of answers shown there."),
      resume_skip_tool_only: flag(true, "Leave out answers that only call tools."),
      persistent_output: flag(true, "Keep output on screen when the terminal redraws."),
      persistent_output_max_lines: whole(200, "Lines kept so."),
      persist_prompts: flag(true, "Remember what you typed."),
      file_mutation_verifier: flag(true, "Warn when a claimed edit did not happen."),
      turn_completion_explainer: flag(true, "Say why a turn ended early."),
      user_message_preview: group(
        { first_lines: whole(2, "First lines shown."), last_lines: whole(2, "Last lines shown.") },
        "Preview of long messages.",
      ),
      ephemeral_system_ttl: amount(0, "Seconds before notices disappear in chats; 0 is never."),
      platforms: table(platformDisplay(), "The same settings by platform."),
      runtime_footer: group(
        {
          enabled: flag(false, "Add a footer in chats."),
          fields: texts(["model", "context_pct", "cwd"], "What it shows."),
        },
        "Footer under answers.",
      ),
      tui_auto_resume_recent: flag(false, "Accepted for compatibility."),
      tui_agents_nudge: flag(true, "Accepted for compatibility."),
      tui_status_indicator: text("kaomoji", "Accepted for compatibility."),
      credits_notices: flag(true, "Accepted for compatibility."),
      copy_shortcut: text("auto", "Accepted for compatibility."),
    },
    "Display.",
  );

export const streamingSection = () =>
  group(
    {
      enabled: flag(false, "Edit chat messages while answers are written."),
      transport: choice(["auto", "edit", "draft", "off"], "auto", "How."),
      edit_interval: amount(0.8, "Seconds between edits."),
      buffer_threshold: whole(24, "Characters that trigger an edit."),
      cursor: text(" ▉", "Shown at the end while writing."),
      fresh_final_after_seconds: amount(0, "Send the end as a new message after this long; 0 is never."),
    },
    "Streaming into chats.",
  );

export const humanDelaySection = () =>
  group(
    {
      mode: choice(["off", "natural", "custom"], "off", "Wait a little before answering in chats."),
      min_ms: whole(800, "Shortest wait."),
      max_ms: whole(2500, "Longest wait."),
    },
    "Human pace.",
  );

export const onboardingSection = () =>
  group(
    { seen: freeForm("Hints already shown."), profile_build: text("ask", "Offer to build a profile.") },
    "First steps.",
  );

export const pasteCollapseThresholdSection = () =>
  whole(5, "Lines from which a paste is shown as one line; 0 is never.");
export const pasteCollapseThresholdFallbackSection = () => whole(5, "The same where pastes cannot be recognised.");
export const pasteCollapseCharThresholdSection = () =>
  whole(2000, "Characters from which a paste is shown as one line; 0 is never.");
export const worktreeSection = () => flag(false, "Work in a fresh git worktree, as `-w` does.");

export const sessionResetSection = () =>
  group(
    {
      mode: choice(["daily", "idle", "both", "none"], "both", "When a chat starts over."),
      at_hour: whole(4, "Hour of the daily reset.", { max: 23 }),
      idle_minutes: whole(1440, "Minutes of quiet before a reset.", { min: 1 }),
      notify: flag(true, "Say that it happened."),
      notify_exclude_platforms: texts(["api_server", "webhook"], "Platforms not told."),
    },
    "Starting chats over.",
  );

export const groupSessionsPerUserSection = () => flag(true, "Each member of a group has a session.");
export const threadSessionsPerUserSection = () => flag(false, "Each member of a thread has a session.");

export const gatewaySection = () =>
  group(
    {
      strict: flag(false, "Deliver files only from allowed folders."),
      media_delivery_allow_dirs: texts([], "Those folders."),
      trust_recent_files: flag(true, "Also files made just now."),
      trust_recent_files_seconds: amount(600, "How recent."),
      message_timestamps: group({ enabled: flag(false, "Add times to messages.") }, "Times."),
    },
    "Chat gateway.",
  );

// How the agent works through a turn.

import * as z from "zod/mini";
import {
  about,
  amount,
  choice,
  flag,
  freeForm,
  group,
  maybeWhole,
  required,
  table,
  text,
  texts,
  whole,
} from "./fields.ts";

const personality = () =>
  z.union([
    z.string(),
    z.object({
      system_prompt: text("", "What the model is told."),
      description: text("", "Shown in the list."),
      tone: text("", "Added as a line of its own."),
      style: text("", "Added as a line of its own."),
    }),
  ]);

export const personalitiesSection = () =>
  table(personality(), "Own personalities, by name; a plain string is its prompt.");

export const agentSection = () =>
  group(
    {
      max_turns: whole(90, "Model calls one turn may take.", { min: 1 }),
      api_max_retries: whole(3, "Retries of a failed model call.", { max: 20 }),
      turn_deadline: whole(14_400, "Seconds one turn may take; 0 for no end."),
      tool_use_enforcement: about(
        z._default(z.union([z.boolean(), z.string(), z.array(z.string())]), "auto"),
        "Extra words that make a model act instead of describing: auto, true, false, or parts of model ids.",
      ),
      task_completion_guidance: flag(true, "Tell the model to finish the job and not to make things up."),
      disabled_toolsets: texts([], "Toolsets never offered."),
      image_input_mode: choice(["auto", "native", "text"], "auto", "Send images as they are, or described in words."),
      environment_probe: flag(true, "Tell the model about the machine it runs on."),
      environment_hint: text("", "An extra sentence about the environment."),
      coding_context: choice(["auto", "focus", "on", "off"], "auto", "Coding posture and workspace snapshot."),
      reasoning_effort: choice(
        ["", "none", "minimal", "low", "medium", "high", "xhigh"],
        "",
        "How hard to think; empty is the model's own default.",
      ),
      service_tier: text("", "Service tier asked of the vendor."),
      system_prompt: text("", "Text added late to every prompt."),
      prefill_messages_file: text("", "See the top-level key of the same name."),
      personalities: table(personality(), "See the top-level key of the same name."),
      verbose: flag(false, "Show more of what the agent does."),
      clarify_timeout: amount(600, "Seconds to wait for an answer to a question."),
      gateway_timeout: amount(1800, "Seconds without activity before a chat run is stopped."),
      gateway_timeout_warning: amount(900, "Seconds without activity before a warning."),
      gateway_notify_interval: amount(180, "Seconds between progress notes in chats."),
      gateway_auto_continue_freshness: amount(3600, "Seconds within which an interrupted chat run is taken up again."),
      restart_drain_timeout: amount(180, "Seconds running turns get before a restart."),
    },
    "The agent loop.",
  );

export const delegationSection = () =>
  group(
    {
      model: text("", "Model of sub-agents; empty is the parent's."),
      provider: text("", "Provider of sub-agents."),
      base_url: text("", "Endpoint of sub-agents."),
      api_key: text("", "Key of sub-agents; prefer a variable."),
      api_mode: text("", "Wire format of sub-agents."),
      reasoning_effort: text("", "How hard sub-agents think."),
      max_iterations: whole(50, "Model calls a sub-agent may take.", { min: 1 }),
      max_concurrent_children: whole(3, "Sub-agents at a time.", { min: 1, max: 64 }),
      max_async_children: whole(3, "Sub-agents in the background at a time.", { max: 64 }),
      max_spawn_depth: whole(1, "How deep sub-agents may delegate again.", { min: 1, max: 8 }),
      orchestrator_enabled: flag(true, "Allow sub-agents that delegate."),
      inherit_mcp_toolsets: flag(true, "Give sub-agents the parent's MCP tools."),
      child_timeout_seconds: amount(0, "Seconds before a sub-agent is stopped; 0 is never."),
      skip_context_files: flag(false, "Hand sub-agents no project rules."),
      subagent_auto_approve: flag(false, "Let sub-agents do what would be asked about."),
    },
    "Sub-agents.",
  );

export const goalsSection = () => group({ max_turns: whole(20, "Turns spent on one goal.", { min: 1 }) }, "`/goal`.");

export const compressionSection = () =>
  group(
    {
      enabled: flag(true, "Compact long conversations."),
      threshold: amount(0.5, "Share of the window at which compaction starts.", { min: 0.05, max: 0.95 }),
      target_ratio: amount(0.2, "Share of the window kept as recent messages.", { min: 0.01, max: 0.9 }),
      protect_first_n: whole(3, "First messages kept as they are."),
      protect_last_n: whole(20, "Last messages kept as they are.", { min: 1 }),
      hygiene_hard_message_limit: whole(
        400,
        "Messages at which a messaging chat is compacted before its next turn; no effect in a terminal.",
        {
          min: 10,
        },
      ),
      abort_on_summary_failure: flag(false, "Do not compact when the summary fails."),
      codex_gpt55_autoraise: flag(true, "Accepted for compatibility."),
    },
    "Compaction.",
  );

export const contextSection = () =>
  group({ engine: text("compressor", "Context engine: `compressor` or a plugin's name.") }, "Context engine.");

const thresholds = (exact: number, same: number, idle: number, about: string) =>
  group(
    {
      exact_failure: whole(exact, "The same call failing the same way.", { min: 1 }),
      same_tool_failure: whole(same, "The same tool failing.", { min: 1 }),
      idempotent_no_progress: whole(idle, "The same call with the same result.", { min: 1 }),
    },
    about,
  );

export const toolLoopGuardrailsSection = () =>
  group(
    {
      warnings_enabled: flag(true, "Tell the model when it runs in circles."),
      hard_stop_enabled: flag(false, "Stop a turn that runs in circles."),
      warn_after: thresholds(2, 3, 2, "Repetitions before a warning."),
      hard_stop_after: thresholds(5, 8, 5, "Repetitions before a stop."),
    },
    "Loop guardrails.",
  );

export const toolOutputSection = () =>
  group(
    {
      max_bytes: whole(50_000, "Bytes of command output kept.", { min: 1000 }),
      max_lines: whole(2000, "Lines returned by one read.", { min: 1 }),
      max_line_length: whole(2000, "Characters kept of one line.", { min: 1 }),
    },
    "Caps on tool results.",
  );

export const contextFileMaxCharsSection = () => whole(20_000, "Characters loaded of one context file.", { min: 100 });
export const fileReadMaxCharsSection = () => whole(100_000, "Characters one `read_file` may return.", { min: 1000 });
export const prefillMessagesFileSection = () =>
  text("", "JSON file of an example exchange shown at the end of every request; relative to the home.");
const platformHint = () =>
  z.union([
    z.string(),
    z.object({
      append: text("", "Added to the hint."),
      replace: z.optional(z.string()),
    }),
  ]);
export const platformHintsSection = () =>
  table(platformHint(), "Own words for the hint about a platform (`cli`, `telegram`, …); empty leaves it out.");

export const codeExecutionSection = () =>
  group(
    {
      mode: choice(["project", "strict"], "project", "Where scripts run: in the project or in an empty folder."),
      timeout: amount(300, "Seconds a script may run."),
      max_tool_calls: whole(50, "Tool calls a script may make."),
    },
    "`execute_code`.",
  );

export const toolsSection = () =>
  group(
    {
      tool_search: group(
        {
          enabled: choice(["auto", "on", "off"], "auto", "Hide rarely used tools behind a search."),
          threshold_pct: amount(10, "Share of the window, in percent, at which `auto` starts.", { max: 100 }),
          search_default_limit: whole(5, "Hits by default.", { min: 1 }),
          max_search_limit: whole(20, "Hits at most.", { min: 1 }),
        },
        "Searching tools.",
      ),
    },
    "Tool catalogue.",
  );

export const cronSection = () =>
  group(
    {
      wrap_response: flag(true, "Put job name and id around what is delivered."),
      max_parallel_jobs: maybeWhole("Jobs at a time; null is no limit.", { min: 1 }),
      script_timeout_seconds: amount(120, "Seconds a job's script may run."),
    },
    "Scheduled jobs.",
  );

export const mcpServersSection = () => table(z.record(z.string(), z.unknown()), "MCP servers, by name.");

export const pluginsSection = () =>
  group(
    {
      enabled: texts([], "Plugins to load."),
      disabled: texts([], "Plugins never loaded; wins over `enabled`."),
      config: freeForm("Settings of single plugins, by name."),
    },
    "Plugins.",
  );

export const hooksSection = () =>
  table(
    z.array(
      z.object({
        command: required("Program and arguments; no shell."),
        matcher: text("", "Regular expression on the tool's name."),
        timeout: amount(60, "Seconds it may take; 0 is as long as any may, 300.", { max: 300 }),
      }),
    ),
    "Commands run at events, by event name.",
  );

export const quickCommandsSection = () =>
  table(
    z.object({
      type: choice(["exec", "alias"], "exec", "Run a command, or stand for another slash command."),
      command: text("", "Command line, for `exec`."),
      target: text("", "Slash command, for `alias`."),
      description: text("", "Shown in help."),
    }),
    "Own slash commands, by name.",
  );

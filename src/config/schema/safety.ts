// What may happen without asking, what is asked about, what never happens.

import * as z from "zod/mini";
import { amount, choice, flag, group, list, required, text, texts, whole } from "./fields.ts";

const rules = (about: string) =>
  group(
    {
      tools: texts([], "Tool names; `*` matches any part."),
      paths: texts([], "Paths and globs; `~` is your home."),
      hosts: texts([], "Hosts with their sub-domains; `*.x` only the sub-domains."),
      commands: texts([], "Command prefixes or globs."),
    },
    about,
  );

export const approvalsSection = () =>
  group(
    {
      mode: choice(["manual", "smart", "off"], "manual", "Ask a person, let a model soften asks, or do not ask."),
      timeout: amount(60, "Seconds a question waits; silence is a no."),
      gateway_timeout: amount(300, "The same, in chats."),
      cron_mode: choice(["deny", "approve"], "deny", "What happens to asks in scheduled jobs."),
      mcp_reload_confirm: flag(true, "Ask before reloading MCP servers."),
      destructive_slash_confirm: flag(true, "Ask before slash commands that lose something."),
      rules: group(
        {
          allow: rules("Never asked about."),
          ask: rules("Always asked about."),
          deny: rules("Never done; wins over everything."),
        },
        "Own rules: deny beats ask beats allow.",
      ),
    },
    "What is asked about before it happens.",
  );

export const commandAllowlistSection = () => texts([], "Commands approved for ever, as remembered by `always`.");

export const hooksAutoAcceptSection = () => flag(false, "Run shell hooks without asking first.");

export const securitySection = () =>
  group(
    {
      redact_secrets: flag(true, "Mask secrets in logs, results and exports."),
      allow_private_urls: flag(false, "Let web tools reach private addresses; cloud metadata stays blocked."),
      website_blocklist: group(
        {
          enabled: flag(false, "Use the list."),
          domains: texts(
            [],
            "Hosts with their sub-domains; `*.x` only the sub-domains, of which `www.x` is one. A leading `www.` of an entry does not count.",
          ),
          shared_files: texts(
            [],
            "Files with one host per line, relative to the home; while one cannot be read, no page is opened.",
          ),
        },
        "Sites the web tools never open.",
      ),
      trusted_context_files: list(
        z.object({
          path: required("Absolute path."),
          sha256: required("Hash of the trusted content."),
        }),
        "Context files exempt from the scanner, as long as they do not change.",
      ),
      tirith_enabled: flag(true, "Use the tirith command scanner when it is installed."),
      tirith_path: text("tirith", "Where tirith is."),
      tirith_timeout: amount(5, "Seconds tirith may take."),
      tirith_fail_open: flag(true, "Go on when tirith fails."),
      acked_advisories: texts([], "Advisories not shown again."),
      allow_lazy_installs: flag(true, "Accepted for compatibility."),
    },
    "Security.",
  );

export const privacySection = () =>
  group({ redact_pii: flag(false, "Replace user ids and phone numbers in chats.") }, "Privacy.");

export const checkpointsSection = () =>
  group(
    {
      enabled: flag(false, "Snapshot files before they are changed."),
      max_snapshots: whole(20, "Snapshots kept per project.", { min: 1 }),
      max_total_size_mb: whole(500, "Megabytes of all snapshots.", { min: 1 }),
      max_file_size_mb: whole(10, "Larger files are left out.", { min: 1 }),
      auto_prune: flag(true, "Remove old snapshots."),
      retention_days: whole(7, "Days a snapshot is kept.", { min: 1 }),
      delete_orphans: flag(true, "Remove snapshots of projects that are gone."),
      min_interval_hours: amount(24, "Hours between clean-ups."),
    },
    "Checkpoints and rollback.",
  );

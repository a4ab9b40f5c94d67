// Where commands run and how the web is reached.

import * as z from "zod/mini";
import { amount, choice, flag, freeForm, group, maybeWhole, table, text, texts, whole } from "./fields.ts";

const IMAGE = "nikolaik/python-nodejs:python3.11-nodejs20";

export const terminalSection = () =>
  group(
    {
      backend: choice(["local", "docker", "ssh", "singularity", "modal", "daytona"], "local", "Where commands run."),
      cwd: text(".", "Working directory."),
      timeout: amount(180, "Seconds a foreground command may take.", { min: 1 }),
      lifetime_seconds: amount(300, "Seconds an idle environment is kept."),
      env_passthrough: texts(
        [],
        "Variables children may see although their names look secret; provider keys never pass.",
      ),
      persistent_shell: flag(true, "Keep the working directory between commands."),
      home_mode: choice(["auto", "real", "profile"], "auto", "HOME of commands: yours, or one inside the profile."),
      shell_init_files: texts([], "Files sourced before commands."),
      auto_source_bashrc: flag(true, "Source your shell's start file."),
      sandbox: choice(["auto", "on", "off"], "auto", "Confine local commands where the system can."),
      network: flag(true, "Whether confined commands and containers reach the network."),
      sandbox_dir: text("", "Folder for sandboxes."),
      docker_image: text(IMAGE, "Container image."),
      docker_forward_env: texts(
        [],
        "Variables passed into the container; those that look secret must be in env_passthrough, too.",
      ),
      docker_env: table(z.string(), "Variables set in the container."),
      docker_volumes: texts([], "Volumes, as `host:container` or `host:container:ro`."),
      docker_mount_cwd_to_workspace: flag(false, "Mount the working directory at /workspace."),
      docker_extra_args: texts([], "More arguments for docker run."),
      docker_run_as_host_user: flag(false, "Use your user id inside."),
      singularity_image: text(`docker://${IMAGE}`, "Singularity image."),
      modal_image: text(IMAGE, "Modal image."),
      modal_mode: text("auto", "Modal mode."),
      daytona_image: text(IMAGE, "Daytona image."),
      container_cpu: amount(1, "CPU cores."),
      container_memory: whole(5120, "Megabytes of memory."),
      container_disk: whole(51_200, "Megabytes of disk."),
      container_persistent: flag(true, "Keep the container's files."),
      ssh_host: text("", "Host for `ssh`."),
      ssh_user: text("", "User for `ssh`."),
      ssh_port: whole(22, "Port for `ssh`.", { min: 1, max: 65_535 }),
      ssh_key: text("", "Path of the key file for `ssh`."),
      sudo_password: text("", "Password for sudo; prefer a variable."),
    },
    "The terminal tool.",
  );

export const webSection = () =>
  group(
    {
      backend: text("", "Web back-end for both; empty takes the first that works."),
      search_backend: text("", "Back-end for searching."),
      extract_backend: text("", "Back-end for reading pages."),
    },
    "Web tools.",
  );

export const browserSection = () =>
  group(
    {
      engine: text("auto", "Browser engine."),
      cdp_url: text("", "Attach to a running browser."),
      inactivity_timeout: amount(120, "Seconds before an idle browser closes."),
      command_timeout: amount(30, "Seconds one action may take."),
      record_sessions: flag(false, "Record what the browser does."),
      allow_private_urls: flag(false, "Let the browser open private addresses."),
      auto_local_for_private_urls: flag(true, "Use a local browser for private addresses."),
      dialog_policy: text("must_respond", "What happens to page dialogs."),
      dialog_timeout_s: amount(300, "Seconds a dialog waits."),
      camofox: freeForm("Settings of the camofox engine."),
    },
    "Browser tools.",
  );

export const networkSection = () => group({ force_ipv4: flag(false, "Use IPv4 only.") }, "Network.");

export const sessionsSection = () =>
  group(
    {
      auto_prune: flag(false, "Remove old sessions."),
      retention_days: whole(90, "Days a session is kept after its last use.", { min: 1 }),
      vacuum_after_prune: flag(true, "Shrink the database afterwards."),
      min_interval_hours: amount(24, "Hours between clean-ups."),
      image_quota_mb: whole(0, "Megabytes of images kept with sessions, newest first; 0 keeps all.", { min: 0 }),
      result_quota_mb: whole(
        0,
        "Megabytes of long tool results kept whole with sessions, newest first, of the others their beginning; 0 keeps all.",
        { min: 0 },
      ),
      write_json_snapshots: flag(false, "Accepted for compatibility."),
    },
    "Stored sessions.",
  );

export const searchSection = () =>
  group(
    {
      semantic: flag(
        false,
        "Also search by meaning, with a small English model on this machine, in a thread of its own.",
      ),
    },
    "Searching sessions.",
  );

export const storeSection = () =>
  group(
    { url: text("", "`postgres://…` shares sessions between machines; empty is SQLite in the home.") },
    "Where sessions are stored.",
  );

export const loggingSection = () =>
  group(
    {
      level: choice(["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"], "INFO", "What is logged."),
      max_size_mb: amount(5, "Megabytes before a log is rotated."),
      backup_count: whole(3, "Rotated logs kept."),
    },
    "Logs.",
  );

export const timezoneSection = () => text("", "IANA time zone; empty is the machine's.");

export const maxConcurrentSessionsSection = () =>
  maybeWhole("Sessions running at a time; null is no limit.", { min: 1 });

// Generated from the schema by generate.ts: defaults as data, so that a start builds no schema it does not need.

import type { Config } from "./schema.ts";

export const DEFAULT_CONFIG: Config = {
  model: {
    default: "",
    provider: "",
    base_url: "",
    api_key: "",
    key_env: "",
    api_mode: "",
    context_length: null,
    max_tokens: null,
    default_headers: {},
    auth_mode: "",
    entra: {}
  },
  providers: {},
  custom_providers: [],
  fallback_providers: [],
  credential_pool_strategies: {},
  model_aliases: {},
  provider_routing: {},
  openrouter: {
    response_cache: true,
    response_cache_ttl: 300,
    min_coding_score: 0.65
  },
  auxiliary: {
    vision: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 120,
      extra_body: {},
      download_timeout: 30
    },
    web_extract: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 360,
      extra_body: {}
    },
    compression: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 120,
      extra_body: {}
    },
    title_generation: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 30,
      extra_body: {}
    },
    approval: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 30,
      extra_body: {}
    },
    curator: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 600,
      extra_body: {}
    },
    review: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 120,
      extra_body: {}
    },
    goal_judge: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 30,
      extra_body: {}
    },
    mcp: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 30,
      extra_body: {}
    },
    skills_hub: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 30,
      extra_body: {}
    },
    profile_describer: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 60,
      extra_body: {}
    },
    tts_audio_tags: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 30,
      extra_body: {}
    },
    triage_specifier: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 120,
      extra_body: {}
    },
    kanban_decomposer: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 180,
      extra_body: {}
    },
    monitor: {
      provider: "auto",
      model: "",
      base_url: "",
      api_key: "",
      api_mode: "",
      timeout: 60,
      extra_body: {}
    }
  },
  prompt_caching: {
    cache_ttl: "5m"
  },
  limits: {
    turn: {
      tokens: null,
      usd: null
    },
    session: {
      tokens: null,
      usd: null
    },
    day: {
      tokens: null,
      usd: null
    }
  },
  toolsets: [
    "hermes-cli"
  ],
  platform_toolsets: {},
  agent: {
    max_turns: 90,
    api_max_retries: 3,
    turn_deadline: 14400,
    tool_use_enforcement: "auto",
    task_completion_guidance: true,
    disabled_toolsets: [],
    image_input_mode: "auto",
    environment_probe: true,
    environment_hint: "",
    coding_context: "auto",
    reasoning_effort: "",
    service_tier: "",
    system_prompt: "",
    prefill_messages_file: "",
    personalities: {},
    verbose: false,
    clarify_timeout: 600,
    gateway_timeout: 1800,
    gateway_timeout_warning: 900,
    gateway_notify_interval: 180,
    gateway_auto_continue_freshness: 3600,
    restart_drain_timeout: 180
  },
  delegation: {
    model: "",
    provider: "",
    base_url: "",
    api_key: "",
    api_mode: "",
    reasoning_effort: "",
    max_iterations: 50,
    max_concurrent_children: 3,
    max_async_children: 3,
    max_spawn_depth: 1,
    orchestrator_enabled: true,
    inherit_mcp_toolsets: true,
    child_timeout_seconds: 0,
    subagent_auto_approve: false
  },
  goals: {
    max_turns: 20
  },
  compression: {
    enabled: true,
    threshold: 0.5,
    target_ratio: 0.2,
    protect_first_n: 3,
    protect_last_n: 20,
    hygiene_hard_message_limit: 400,
    abort_on_summary_failure: false,
    codex_gpt55_autoraise: true
  },
  context: {
    engine: "compressor"
  },
  context_file_max_chars: 20000,
  file_read_max_chars: 100000,
  tool_output: {
    max_bytes: 50000,
    max_lines: 2000,
    max_line_length: 2000
  },
  tool_loop_guardrails: {
    warnings_enabled: true,
    hard_stop_enabled: false,
    warn_after: {
      exact_failure: 2,
      same_tool_failure: 3,
      idempotent_no_progress: 2
    },
    hard_stop_after: {
      exact_failure: 5,
      same_tool_failure: 8,
      idempotent_no_progress: 5
    }
  },
  code_execution: {
    mode: "project",
    timeout: 300,
    max_tool_calls: 50
  },
  tools: {
    tool_search: {
      enabled: "auto",
      threshold_pct: 10,
      search_default_limit: 5,
      max_search_limit: 20
    }
  },
  personalities: {},
  platform_hints: {},
  prefill_messages_file: "",
  memory: {
    memory_enabled: true,
    user_profile_enabled: true,
    write_approval: false,
    memory_char_limit: 2200,
    user_char_limit: 1375,
    provider: "",
    nudge_interval: 10,
    flush_min_turns: 6
  },
  skills: {
    external_dirs: [],
    disabled: [],
    platform_disabled: {},
    template_vars: true,
    inline_shell: false,
    inline_shell_timeout: 10,
    guard_agent_created: false,
    write_approval: false,
    creation_nudge_interval: 10,
    config: {}
  },
  curator: {
    enabled: true,
    interval_hours: 168,
    min_idle_hours: 2,
    stale_after_days: 30,
    archive_after_days: 90,
    prune_builtins: false,
    consolidate: false,
    backup: {
      enabled: true,
      keep: 5
    }
  },
  approvals: {
    mode: "manual",
    timeout: 60,
    gateway_timeout: 300,
    cron_mode: "deny",
    mcp_reload_confirm: true,
    destructive_slash_confirm: true,
    rules: {
      allow: {
        tools: [],
        paths: [],
        hosts: [],
        commands: []
      },
      ask: {
        tools: [],
        paths: [],
        hosts: [],
        commands: []
      },
      deny: {
        tools: [],
        paths: [],
        hosts: [],
        commands: []
      }
    }
  },
  command_allowlist: [],
  security: {
    redact_secrets: true,
    allow_private_urls: false,
    website_blocklist: {
      enabled: false,
      domains: [],
      shared_files: []
    },
    trusted_context_files: [],
    tirith_enabled: true,
    tirith_path: "tirith",
    tirith_timeout: 5,
    tirith_fail_open: true,
    acked_advisories: [],
    allow_lazy_installs: true
  },
  privacy: {
    redact_pii: false
  },
  checkpoints: {
    enabled: false,
    max_snapshots: 20,
    max_total_size_mb: 500,
    max_file_size_mb: 10,
    auto_prune: true,
    retention_days: 7,
    delete_orphans: true,
    min_interval_hours: 24
  },
  hooks: {},
  hooks_auto_accept: false,
  quick_commands: {},
  plugins: {
    enabled: [],
    disabled: [],
    config: {}
  },
  mcp_servers: {},
  terminal: {
    backend: "local",
    cwd: ".",
    timeout: 180,
    lifetime_seconds: 300,
    env_passthrough: [],
    persistent_shell: true,
    home_mode: "auto",
    shell_init_files: [],
    auto_source_bashrc: true,
    sandbox: "auto",
    sandbox_dir: "",
    docker_image: "nikolaik/python-nodejs:python3.11-nodejs20",
    docker_forward_env: [],
    docker_env: {},
    docker_volumes: [],
    docker_mount_cwd_to_workspace: false,
    docker_extra_args: [],
    docker_run_as_host_user: false,
    singularity_image: "docker://nikolaik/python-nodejs:python3.11-nodejs20",
    modal_image: "nikolaik/python-nodejs:python3.11-nodejs20",
    modal_mode: "auto",
    daytona_image: "nikolaik/python-nodejs:python3.11-nodejs20",
    container_cpu: 1,
    container_memory: 5120,
    container_disk: 51200,
    container_persistent: true,
    ssh_host: "",
    ssh_user: "",
    ssh_port: 22,
    ssh_key: "",
    sudo_password: ""
  },
  web: {
    backend: "",
    search_backend: "",
    extract_backend: ""
  },
  browser: {
    engine: "auto",
    cdp_url: "",
    inactivity_timeout: 120,
    command_timeout: 30,
    record_sessions: false,
    allow_private_urls: false,
    auto_local_for_private_urls: true,
    dialog_policy: "must_respond",
    dialog_timeout_s: 300,
    camofox: {}
  },
  network: {
    force_ipv4: false
  },
  sessions: {
    auto_prune: false,
    retention_days: 90,
    vacuum_after_prune: true,
    min_interval_hours: 24,
    write_json_snapshots: false
  },
  search: {
    semantic: false
  },
  store: {
    url: ""
  },
  logging: {
    level: "INFO",
    max_size_mb: 5,
    backup_count: 3
  },
  timezone: "",
  display: {
    interface: "cli",
    personality: "",
    skin: "default",
    language: "en",
    compact: false,
    streaming: false,
    show_reasoning: false,
    show_cost: false,
    timestamps: false,
    tool_progress: "all",
    tool_progress_command: false,
    tool_progress_grouping: "accumulate",
    tool_preview_length: 0,
    inline_diffs: true,
    interim_assistant_messages: true,
    memory_notifications: "on",
    background_process_notifications: "all",
    busy_input_mode: "interrupt",
    bell_on_complete: false,
    final_response_markdown: "strip",
    resume_display: "full",
    resume_exchanges: 10,
    resume_max_user_chars: 300,
    resume_max_assistant_chars: 200,
    resume_max_assistant_lines: 3,
    resume_skip_tool_only: true,
    persistent_output: true,
    persistent_output_max_lines: 200,
    persist_prompts: true,
    file_mutation_verifier: true,
    turn_completion_explainer: true,
    user_message_preview: {
      first_lines: 2,
      last_lines: 2
    },
    ephemeral_system_ttl: 0,
    platforms: {},
    runtime_footer: {
      enabled: false,
      fields: [
        "model",
        "context_pct",
        "cwd"
      ]
    },
    tui_auto_resume_recent: false,
    tui_agents_nudge: true,
    tui_status_indicator: "kaomoji",
    credits_notices: true,
    copy_shortcut: "auto"
  },
  paste_collapse_threshold: 5,
  paste_collapse_threshold_fallback: 5,
  paste_collapse_char_threshold: 2000,
  onboarding: {
    seen: {},
    profile_build: "ask"
  },
  worktree: false,
  cron: {
    wrap_response: true,
    max_parallel_jobs: null,
    script_timeout_seconds: 120
  },
  streaming: {
    enabled: false,
    transport: "auto",
    edit_interval: 0.8,
    buffer_threshold: 24,
    cursor: " ▉",
    fresh_final_after_seconds: 0
  },
  human_delay: {
    mode: "off",
    min_ms: 800,
    max_ms: 2500
  },
  session_reset: {
    mode: "both",
    at_hour: 4,
    idle_minutes: 1440,
    notify: true,
    notify_exclude_platforms: [
      "api_server",
      "webhook"
    ]
  },
  group_sessions_per_user: true,
  thread_sessions_per_user: false,
  max_concurrent_sessions: null,
  gateway: {
    strict: false,
    media_delivery_allow_dirs: [],
    trust_recent_files: true,
    trust_recent_files_seconds: 600,
    message_timestamps: {
      enabled: false
    }
  }
};

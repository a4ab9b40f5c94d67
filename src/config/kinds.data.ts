// Generated from the schema by generate.ts: what each plain key holds (b flag, t text, l list of texts, i:min:max whole, n:min:max number, c:a|b choice).

export type Kind = string | { readonly [key: string]: Kind };

export const KINDS: { readonly [key: string]: Kind } = {
  model: {
    default: "t",
    provider: "t",
    base_url: "t",
    api_key: "t",
    key_env: "t",
    api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
    context_length: "i:1:",
    max_tokens: "i:1:",
    default_headers: "-",
    auth_mode: "t",
    entra: "-"
  },
  providers: "-",
  custom_providers: "-",
  fallback_providers: "-",
  credential_pool_strategies: "-",
  model_aliases: "-",
  provider_routing: "-",
  openrouter: {
    response_cache: "b",
    response_cache_ttl: "i:0:",
    min_coding_score: "n:0:1"
  },
  auxiliary: {
    vision: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-",
      download_timeout: "n:0:"
    },
    web_extract: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    compression: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    title_generation: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    approval: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    curator: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    review: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    goal_judge: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    mcp: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    skills_hub: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    profile_describer: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    tts_audio_tags: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    triage_specifier: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    kanban_decomposer: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    },
    monitor: {
      provider: "t",
      model: "t",
      base_url: "t",
      api_key: "t",
      api_mode: "c:|chat_completions|anthropic_messages|codex_responses|bedrock_converse",
      timeout: "n:0:",
      extra_body: "-"
    }
  },
  prompt_caching: {
    cache_ttl: "c:5m|1h"
  },
  limits: {
    turn: {
      tokens: "i:1:",
      usd: "n:0:"
    },
    session: {
      tokens: "i:1:",
      usd: "n:0:"
    },
    day: {
      tokens: "i:1:",
      usd: "n:0:"
    }
  },
  toolsets: "l",
  platform_toolsets: "-",
  agent: {
    max_turns: "i:1:",
    api_max_retries: "i:0:20",
    turn_deadline: "i:0:",
    tool_use_enforcement: "-",
    task_completion_guidance: "b",
    disabled_toolsets: "l",
    image_input_mode: "c:auto|native|text",
    environment_probe: "b",
    environment_hint: "t",
    coding_context: "c:auto|focus|on|off",
    reasoning_effort: "c:|none|minimal|low|medium|high|xhigh",
    service_tier: "t",
    system_prompt: "t",
    prefill_messages_file: "t",
    personalities: "-",
    verbose: "b",
    clarify_timeout: "n:0:",
    gateway_timeout: "n:0:",
    gateway_timeout_warning: "n:0:",
    gateway_notify_interval: "n:0:",
    gateway_auto_continue_freshness: "n:0:",
    restart_drain_timeout: "n:0:"
  },
  delegation: {
    model: "t",
    provider: "t",
    base_url: "t",
    api_key: "t",
    api_mode: "t",
    reasoning_effort: "t",
    max_iterations: "i:1:",
    max_concurrent_children: "i:1:64",
    max_async_children: "i:0:64",
    max_spawn_depth: "i:1:8",
    orchestrator_enabled: "b",
    inherit_mcp_toolsets: "b",
    child_timeout_seconds: "n:0:",
    subagent_auto_approve: "b"
  },
  goals: {
    max_turns: "i:1:"
  },
  compression: {
    enabled: "b",
    threshold: "n:0.05:0.95",
    target_ratio: "n:0.01:0.9",
    protect_first_n: "i:0:",
    protect_last_n: "i:1:",
    hygiene_hard_message_limit: "i:10:",
    abort_on_summary_failure: "b",
    codex_gpt55_autoraise: "b"
  },
  context: {
    engine: "t"
  },
  context_file_max_chars: "i:100:",
  file_read_max_chars: "i:1000:",
  tool_output: {
    max_bytes: "i:1000:",
    max_lines: "i:1:",
    max_line_length: "i:1:"
  },
  tool_loop_guardrails: {
    warnings_enabled: "b",
    hard_stop_enabled: "b",
    warn_after: {
      exact_failure: "i:1:",
      same_tool_failure: "i:1:",
      idempotent_no_progress: "i:1:"
    },
    hard_stop_after: {
      exact_failure: "i:1:",
      same_tool_failure: "i:1:",
      idempotent_no_progress: "i:1:"
    }
  },
  code_execution: {
    mode: "c:project|strict",
    timeout: "n:0:",
    max_tool_calls: "i:0:"
  },
  tools: {
    tool_search: {
      enabled: "c:auto|on|off",
      threshold_pct: "n:0:100",
      search_default_limit: "i:1:",
      max_search_limit: "i:1:"
    }
  },
  personalities: "-",
  platform_hints: "-",
  prefill_messages_file: "t",
  memory: {
    memory_enabled: "b",
    user_profile_enabled: "b",
    write_approval: "b",
    memory_char_limit: "i:100:",
    user_char_limit: "i:100:",
    provider: "t",
    nudge_interval: "i:0:",
    flush_min_turns: "i:0:"
  },
  skills: {
    external_dirs: "l",
    disabled: "l",
    platform_disabled: "-",
    template_vars: "b",
    inline_shell: "b",
    inline_shell_timeout: "n:0:",
    guard_agent_created: "b",
    write_approval: "b",
    creation_nudge_interval: "i:0:",
    config: "-"
  },
  curator: {
    enabled: "b",
    interval_hours: "n:1:",
    min_idle_hours: "n:0:",
    stale_after_days: "i:1:",
    archive_after_days: "i:1:",
    prune_builtins: "b",
    consolidate: "b",
    backup: {
      enabled: "b",
      keep: "i:1:"
    }
  },
  approvals: {
    mode: "c:manual|smart|off",
    timeout: "n:0:",
    gateway_timeout: "n:0:",
    cron_mode: "c:deny|approve",
    mcp_reload_confirm: "b",
    destructive_slash_confirm: "b",
    rules: {
      allow: {
        tools: "l",
        paths: "l",
        hosts: "l",
        commands: "l"
      },
      ask: {
        tools: "l",
        paths: "l",
        hosts: "l",
        commands: "l"
      },
      deny: {
        tools: "l",
        paths: "l",
        hosts: "l",
        commands: "l"
      }
    }
  },
  command_allowlist: "l",
  security: {
    redact_secrets: "b",
    allow_private_urls: "b",
    website_blocklist: {
      enabled: "b",
      domains: "l",
      shared_files: "l"
    },
    trusted_context_files: "-",
    tirith_enabled: "b",
    tirith_path: "t",
    tirith_timeout: "n:0:",
    tirith_fail_open: "b",
    acked_advisories: "l",
    allow_lazy_installs: "b"
  },
  privacy: {
    redact_pii: "b"
  },
  checkpoints: {
    enabled: "b",
    max_snapshots: "i:1:",
    max_total_size_mb: "i:1:",
    max_file_size_mb: "i:1:",
    auto_prune: "b",
    retention_days: "i:1:",
    delete_orphans: "b",
    min_interval_hours: "n:0:"
  },
  hooks: "-",
  hooks_auto_accept: "b",
  quick_commands: "-",
  plugins: {
    enabled: "l",
    disabled: "l",
    config: "-"
  },
  mcp_servers: "-",
  terminal: {
    backend: "c:local|docker|ssh|singularity|modal|daytona",
    cwd: "t",
    timeout: "n:1:",
    lifetime_seconds: "n:0:",
    env_passthrough: "l",
    persistent_shell: "b",
    home_mode: "c:auto|real|profile",
    shell_init_files: "l",
    auto_source_bashrc: "b",
    sandbox: "c:auto|on|off",
    sandbox_dir: "t",
    docker_image: "t",
    docker_forward_env: "l",
    docker_env: "-",
    docker_volumes: "l",
    docker_mount_cwd_to_workspace: "b",
    docker_extra_args: "l",
    docker_run_as_host_user: "b",
    singularity_image: "t",
    modal_image: "t",
    modal_mode: "t",
    daytona_image: "t",
    container_cpu: "n:0:",
    container_memory: "i:0:",
    container_disk: "i:0:",
    container_persistent: "b",
    ssh_host: "t",
    ssh_user: "t",
    ssh_port: "i:1:65535",
    ssh_key: "t",
    sudo_password: "t"
  },
  web: {
    backend: "t",
    search_backend: "t",
    extract_backend: "t"
  },
  browser: {
    engine: "t",
    cdp_url: "t",
    inactivity_timeout: "n:0:",
    command_timeout: "n:0:",
    record_sessions: "b",
    allow_private_urls: "b",
    auto_local_for_private_urls: "b",
    dialog_policy: "t",
    dialog_timeout_s: "n:0:",
    camofox: "-"
  },
  network: {
    force_ipv4: "b"
  },
  sessions: {
    auto_prune: "b",
    retention_days: "i:1:",
    vacuum_after_prune: "b",
    min_interval_hours: "n:0:",
    write_json_snapshots: "b"
  },
  search: {
    semantic: "b"
  },
  store: {
    url: "t"
  },
  logging: {
    level: "c:DEBUG|INFO|WARNING|ERROR|CRITICAL",
    max_size_mb: "n:0:",
    backup_count: "i:0:"
  },
  timezone: "t",
  display: {
    interface: "c:cli|tui",
    personality: "t",
    skin: "t",
    language: "t",
    compact: "b",
    streaming: "b",
    show_reasoning: "b",
    show_cost: "b",
    timestamps: "b",
    tool_progress: "c:off|new|all|verbose",
    tool_progress_command: "b",
    tool_progress_grouping: "t",
    tool_preview_length: "i:0:",
    inline_diffs: "b",
    interim_assistant_messages: "b",
    memory_notifications: "c:off|on|verbose",
    background_process_notifications: "c:all|result|error|off",
    busy_input_mode: "c:interrupt|queue|steer",
    bell_on_complete: "b",
    final_response_markdown: "c:strip|render|raw",
    resume_display: "c:full|minimal",
    resume_exchanges: "i:0:",
    resume_max_user_chars: "i:0:",
    resume_max_assistant_chars: "i:0:",
    resume_max_assistant_lines: "i:0:",
    resume_skip_tool_only: "b",
    persistent_output: "b",
    persistent_output_max_lines: "i:0:",
    persist_prompts: "b",
    file_mutation_verifier: "b",
    turn_completion_explainer: "b",
    user_message_preview: {
      first_lines: "i:0:",
      last_lines: "i:0:"
    },
    ephemeral_system_ttl: "n:0:",
    platforms: "-",
    runtime_footer: {
      enabled: "b",
      fields: "l"
    },
    tui_auto_resume_recent: "b",
    tui_agents_nudge: "b",
    tui_status_indicator: "t",
    credits_notices: "b",
    copy_shortcut: "t"
  },
  paste_collapse_threshold: "i:0:",
  paste_collapse_threshold_fallback: "i:0:",
  paste_collapse_char_threshold: "i:0:",
  onboarding: {
    seen: "-",
    profile_build: "t"
  },
  worktree: "b",
  cron: {
    wrap_response: "b",
    max_parallel_jobs: "i:1:",
    script_timeout_seconds: "n:0:"
  },
  streaming: {
    enabled: "b",
    transport: "c:auto|edit|draft|off",
    edit_interval: "n:0:",
    buffer_threshold: "i:0:",
    cursor: "t",
    fresh_final_after_seconds: "n:0:"
  },
  human_delay: {
    mode: "c:off|natural|custom",
    min_ms: "i:0:",
    max_ms: "i:0:"
  },
  session_reset: {
    mode: "c:daily|idle|both|none",
    at_hour: "i:0:23",
    idle_minutes: "i:1:",
    notify: "b",
    notify_exclude_platforms: "l"
  },
  group_sessions_per_user: "b",
  thread_sessions_per_user: "b",
  max_concurrent_sessions: "i:1:",
  gateway: {
    strict: "b",
    media_delivery_allow_dirs: "l",
    trust_recent_files: "b",
    trust_recent_files_seconds: "n:0:",
    message_timestamps: {
      enabled: "b"
    }
  }
};

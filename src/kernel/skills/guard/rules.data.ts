// What the guard looks for, as data. Every pattern is bounded, so that a megabyte of anything takes linear time.

import type { Severity } from "./finding.ts";

export interface GuardRule {
  readonly id: string;
  readonly severity: Severity;
  readonly category: string;
  readonly pattern: RegExp;
  /** `code`: only in program files. `any`: there and in prose. */
  readonly where: "any" | "code";
  /** Prose that warns of it or shows how not to do it makes it one step less severe, or `harmless`. */
  readonly teachable?: true | "harmless";
}

const SHELL =
  "(?:(?:/(?:usr/)?bin/)?(?:env\\s+)?(?:sudo\\s+)?(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|osascript|php)\\b";
const FETCH = "(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)\\b";
const rx = (source: string, flags = "gi") => new RegExp(source, flags);

export const GUARD_RULES: readonly GuardRule[] = [
  // Something decoded or fetched is run without anyone having seen it.
  {
    id: "decoded_payload_run",
    severity: "critical",
    category: "obfuscation",
    where: "any",
    pattern: rx(`base64\\s+(?:-d|-D|--decode|-di|-i\\s+-d)\\b[^\\n]{0,160}\\|\\s{0,4}${SHELL}`),
  },
  {
    id: "decoded_payload_run",
    severity: "critical",
    category: "obfuscation",
    where: "any",
    pattern: rx(
      `(?:openssl\\s+(?:enc\\s+)?-?base64\\s+-d|xxd\\s+-r(?:\\s+-p)?|gunzip|gzip\\s+-d|rev|tr\\s+[^|\\n]{1,60})[^\\n]{0,120}\\|\\s{0,4}${SHELL}\\s{0,4}(?:-|$|\\n|\`|'|")`,
    ),
  },
  {
    id: "decoded_payload_run",
    severity: "critical",
    category: "obfuscation",
    where: "any",
    pattern: rx(
      "\\b(?:eval|exec|bash\\s+-c|sh\\s+-c|source)\\b[^\\n]{0,40}\\$\\([^\\n]{0,160}base64\\s+(?:-d|-D|--decode)",
    ),
  },
  {
    id: "decoded_code_run",
    severity: "critical",
    category: "obfuscation",
    where: "any",
    pattern: rx(
      "\\b(?:exec|eval)\\s{0,3}\\([^\\n]{0,120}(?:b64decode|base64\\.|a2b_|unhexlify|fromhex|codecs\\.decode|zlib\\.decompress|marshal\\.loads|atob\\s{0,3}\\(|Buffer\\.from\\s{0,3}\\([^\\n]{0,300}(?:base64|hex))",
    ),
  },
  {
    id: "decoded_code_run",
    severity: "critical",
    category: "obfuscation",
    where: "any",
    pattern: rx(
      "\\b(?:Function|vm\\.runIn\\w{0,20}|setTimeout)\\s{0,3}\\(\\s{0,4}(?:atob|Buffer\\.from|decodeURIComponent|unescape)\\s{0,3}\\(",
    ),
  },
  {
    id: "decoded_code_run",
    severity: "critical",
    category: "obfuscation",
    where: "code",
    pattern: rx(
      "\\b(?:exec|eval)\\s{0,3}\\(\\s{0,3}(?:''|\"\")\\.join\\s{0,3}\\(|\\b(?:exec|eval)\\s{0,3}\\(\\s{0,3}(?:compile|__import__)\\s{0,3}\\(|getattr\\s{0,3}\\(\\s{0,3}__builtins__",
    ),
  },
  {
    id: "marshalled_code",
    severity: "critical",
    category: "obfuscation",
    where: "code",
    pattern: rx("\\bmarshal\\.loads\\s{0,3}\\("),
  },
  {
    id: "powershell_encoded",
    severity: "critical",
    category: "obfuscation",
    where: "any",
    pattern: rx("\\bpowershell(?:\\.exe)?\\b[^\\n]{0,80}\\s-(?:e|en|enc|enco\\w{0,12})\\s+[A-Za-z0-9+/=]{20,}"),
  },
  {
    id: "fetched_code_run",
    severity: "critical",
    category: "supply_chain",
    where: "code",
    pattern: rx(
      "\\b(?:exec|eval)\\s{0,3}\\(\\s{0,4}(?:await\\s+)?(?:requests\\.get|urllib\\.request\\.urlopen|urlopen|httpx\\.get|\\(?await\\s+fetch|fetch)\\s{0,3}\\(",
    ),
  },
  {
    id: "fetched_code_run",
    severity: "critical",
    category: "supply_chain",
    where: "any",
    pattern: rx(
      "\\b(?:iex|invoke-expression)\\b[^\\n]{0,60}(?:downloadstring|iwr|irm|invoke-webrequest|invoke-restmethod|net\\.webclient)|(?:downloadstring|iwr|irm|invoke-webrequest|invoke-restmethod)\\b[^\\n]{0,160}\\|\\s{0,4}(?:iex|invoke-expression)\\b",
    ),
    teachable: true,
  },
  {
    id: "fetched_code_run",
    severity: "critical",
    category: "supply_chain",
    where: "code",
    pattern: rx(
      `(?:os\\.system|subprocess\\.\\w{2,16}|exec(?:Sync|File)?|spawn(?:Sync)?|system|popen|shell_exec|Runtime\\.getRuntime)\\s{0,3}\\([^\\n]{0,40}${FETCH}[^\\n]{0,160}\\|\\s{0,4}${SHELL}`,
    ),
  },
  // A file is fetched, made executable and run in one breath.
  {
    id: "fetch_chmod_run",
    severity: "critical",
    category: "supply_chain",
    where: "any",
    pattern: rx(
      "(?:curl|wget)\\b[^\\n]{0,200}(?:-o|-O|--output|>)[^\\n]{0,160}(?:&&|;|\\n)\\s{0,8}(?:sudo\\s+)?chmod\\s+(?:\\+x|[0-7]{3,4}|u\\+x|a\\+x)[^\\n]{0,120}(?:&&|;|\\n)\\s{0,8}(?:sudo\\s+|nohup\\s+|open\\s+)?(?:\\./|/tmp/|/var/tmp/|\\$TMPDIR|~/)",
    ),
    teachable: true,
  },
  {
    id: "fetch_run_windows",
    severity: "critical",
    category: "supply_chain",
    where: "any",
    pattern: rx(
      "(?:invoke-webrequest|iwr|curl(?:\\.exe)?|bitsadmin|certutil|start-bitstransfer|downloadfile)\\b[^\\n]{0,240}\\.(?:exe|msi|scr|bat|cmd|ps1|hta)\\b[^\\n]{0,120}(?:;|&&|&|\\|)\\s{0,4}(?:start(?:-process)?\\s|\\.\\\\|&\\s|cmd\\s|powershell)",
    ),
    teachable: true,
  },
  {
    id: "mshta_or_regsvr_remote",
    severity: "critical",
    category: "supply_chain",
    where: "any",
    pattern: rx("\\b(?:mshta|regsvr32|rundll32|wscript|cscript)(?:\\.exe)?\\b[^\\n]{0,60}https?://"),
    teachable: true,
  },
  {
    id: "quarantine_removed",
    severity: "critical",
    category: "supply_chain",
    where: "any",
    pattern: rx(
      "xattr\\s+-(?:c|cr|rc|d|rd|dr)\\b[^\\n]{0,40}(?:com\\.apple\\.quarantine|/tmp|\\./|~/|\\$)[^\\n]{0,120}(?:&&|;|\\n)[^\\n]{0,80}(?:\\./|open\\s|/tmp/)",
    ),
    teachable: true,
  },
  {
    id: "security_switched_off",
    severity: "critical",
    category: "privilege_escalation",
    where: "any",
    pattern: rx(
      "spctl\\s+--master-disable|csrutil\\s+disable|Set-MpPreference\\s[^\\n]{0,60}Disable\\w{0,30}\\s+\\$?true|Add-MpPreference\\s[^\\n]{0,40}Exclusion|setenforce\\s+0\\b",
    ),
    teachable: true,
  },
  // A shell for someone else.
  {
    id: "reverse_shell",
    severity: "critical",
    category: "network",
    where: "any",
    pattern: rx("/dev/(?:tcp|udp)/[\\w.$@{}-]{1,80}/[\\w$@{}]{1,12}"),
    teachable: true,
  },
  {
    id: "reverse_shell",
    severity: "critical",
    category: "network",
    where: "any",
    pattern: rx(
      "\\b(?:nc|ncat|netcat)\\b[^\\n|]{0,60}\\s-[a-z]{0,3}[ec]\\s{1,3}(?:/bin/|/usr/bin/|cmd|powershell|sh\\b|bash\\b)",
    ),
    teachable: true,
  },
  {
    id: "reverse_shell",
    severity: "critical",
    category: "network",
    where: "any",
    pattern: rx(
      "\\b(?:ba)?sh\\s+-i\\s{0,3}(?:>&|<&|>\\s{0,2}/dev/tcp|2>&1\\s{0,3}\\|\\s{0,3}(?:nc|ncat|netcat|openssl))",
    ),
    teachable: true,
  },
  {
    id: "reverse_shell",
    severity: "critical",
    category: "network",
    where: "any",
    pattern: rx(
      "mkfifo\\s+\\S{1,60}[^\\n]{0,80}\\|\\s{0,3}(?:nc|ncat|netcat|openssl|telnet)\\b|socat\\b[^\\n]{0,120}exec:[^\\n]{0,40}(?:sh|bash|cmd)",
    ),
    teachable: true,
  },
  {
    id: "reverse_shell",
    severity: "critical",
    category: "network",
    where: "code",
    pattern: rx(
      "os\\.dup2\\s{0,3}\\(\\s{0,3}\\w{1,20}\\.fileno\\s{0,3}\\(\\)|pty\\.spawn\\s{0,3}\\(\\s{0,3}[\"']/bin/(?:ba|z)?sh|\\.connect\\s{0,3}\\([^\\n]{0,80}\\)[\\s\\S]{0,400}(?:subprocess\\.\\w{2,12}|os\\.popen|Popen)\\s{0,3}\\([^\\n]{0,40}(?:/bin/(?:ba)?sh|cmd\\.exe)",
    ),
  },
  {
    id: "reverse_shell",
    severity: "critical",
    category: "network",
    where: "code",
    pattern: rx(
      "net\\.(?:Socket|connect|createConnection)[\\s\\S]{0,500}spawn\\s{0,3}\\(\\s{0,3}[\"'](?:/bin/(?:ba)?sh|cmd(?:\\.exe)?|powershell)|fsockopen\\s{0,3}\\([\\s\\S]{0,200}(?:exec|proc_open|shell_exec)|TCPSocket\\.(?:open|new)[\\s\\S]{0,200}(?:IO\\.popen|exec)",
    ),
  },
  {
    id: "remote_command_loop",
    severity: "critical",
    category: "network",
    where: "code",
    pattern: rx(
      "while\\s{1,3}(?:True|1|true)\\b[\\s\\S]{0,400}(?:recv\\s{0,3}\\(|requests\\.get|urlopen)[\\s\\S]{0,300}(?:os\\.system|subprocess\\.|exec\\s{0,3}\\(|eval\\s{0,3}\\(|popen)",
    ),
  },
  // Secrets on their way out.
  {
    id: "env_sent_out",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "(?:\\bprintenv\\b|\\benv\\b|\\bset\\b)\\s{0,3}\\|[^\\n]{0,80}(?:curl|wget|nc|ncat)\\b|(?:curl|wget)\\b[^\\n]{0,160}(?:-d|--data(?:-\\w{1,12})?|-F|--form|--post-data|--post-file)[= ]\\s{0,3}[\"']?[^\\n]{0,60}(?:\\$\\((?:env|printenv|set|export)\\b|`(?:env|printenv)\\b)",
    ),
  },
  {
    id: "secret_file_sent_out",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "(?:curl|wget|nc|ncat|scp|rsync|ftp)\\b[^\\n]{0,200}(?:@|<\\s{0,2}|\\$\\(cat\\s{1,3}|\\$\\(base64[^\\n)]{0,20}|\\s)[\"']?(?:~|\\$HOME|\\$\\{HOME\\}|/root|/home/\\w{1,40})?/?(?:\\.ssh/|\\.aws/|\\.gnupg|\\.kube/|\\.netrc|\\.git-credentials|\\.config/gcloud|\\.docker/config|\\.hermes/\\.env|\\.openclaw|\\.clawdbot|\\.claude/|\\.env\\b|id_rsa|id_ed25519|Library/Keychains|/etc/(?:passwd|shadow))",
    ),
    teachable: true,
  },
  {
    id: "secret_file_sent_out",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "(?:cat|tar|zip|base64|gzip)\\b[^\\n|]{0,120}(?:\\.ssh\\b|\\.aws\\b|\\.gnupg\\b|id_rsa|id_ed25519|\\.env\\b|Keychains|\\.netrc|credentials\\b|/etc/(?:passwd|shadow))[^\\n|]{0,80}\\|[^\\n]{0,120}(?:curl|wget|nc|ncat|netcat|telnet|openssl\\s+s_client)\\b",
    ),
    teachable: true,
  },
  {
    id: "environment_posted",
    severity: "critical",
    category: "exfiltration",
    where: "code",
    pattern: rx(
      "(?:requests\\.(?:post|put|get)|httpx\\.(?:post|put)|urlopen|fetch|axios(?:\\.post)?|\\.post|sendBeacon)\\s{0,3}\\([^;]{0,300}(?:dict\\s{0,3}\\(\\s{0,3}os\\.environ|os\\.environ\\s{0,3}[),}]|os\\.environ\\.copy|JSON\\.stringify\\s{0,3}\\(\\s{0,3}process\\.env\\s{0,3}\\)|[:=,(]\\s{0,3}process\\.env\\s{0,3}[),}])",
    ),
  },
  {
    id: "drop_point",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "(?:curl|wget|fetch|axios|requests\\.|httpx\\.|urlopen|Invoke-(?:WebRequest|RestMethod)|iwr|irm|send|post|upload|exfil)[^\\n]{0,160}(?:webhook\\.site|requestbin\\.\\w|hookbin\\.com|[\\w-]{1,60}\\.m\\.pipedream\\.net|pipedream\\.net|beeceptor\\.com|requestcatcher\\.com|interact\\.sh|\\.oast\\.\\w|burpcollaborator\\.net|dnslog\\.\\w|canarytokens\\.\\w|[\\w-]{1,60}\\.ngrok(?:-free)?\\.(?:io|app|dev)|[\\w-]{1,60}\\.serveo\\.net|[\\w-]{1,60}\\.trycloudflare\\.com)",
    ),
    teachable: true,
  },
  {
    id: "drop_point",
    severity: "high",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "https?://[\\w.-]{0,80}(?:webhook\\.site|requestbin\\.\\w|hookbin\\.com|pipedream\\.net|interact\\.sh|oast\\.\\w{2,6}|burpcollaborator\\.net|dnslog\\.\\w)",
    ),
  },
  {
    id: "chat_bot_drop",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "api\\.telegram\\.org/bot\\d{6,12}:[\\w-]{20,}|discord(?:app)?\\.com/api/webhooks/\\d{10,22}/[\\w-]{20,}",
    ),
  },
  {
    id: "dns_tunnel",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "(?:nslookup|dig|host|ping\\s+-c\\s{0,2}1)\\s[^\\n]{0,40}(?:\\$\\((?:[^)\\n]{0,80}(?:base64|xxd|cat|whoami|hostname|env)\\b)|`(?:whoami|hostname|cat|env)\\b)[^\\n]{0,40}\\.[\\w-]{2,40}\\.\\w{2,}",
    ),
    teachable: true,
  },
  {
    id: "image_beacon",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "!\\[[^\\]\\n]{0,80}\\]\\(https?://[^)\\s]{1,200}(?:\\{\\{?|\\$\\{?|<|%7B)\\s{0,3}(?:secret|token|api[_-]?key|password|credential|conversation|context|system[_-]?prompt|env|memory|chat[_-]?history)",
    ),
  },
  {
    id: "facts_sent_out",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "(?:curl|wget)\\b[^\\n]{0,240}(?:-d|--data(?:-\\w{1,12})?|-F|--form|--post-data)[= ]?\\s{0,3}[\"']?[^\\n]{0,60}(?:\\$\\(|`)\\s{0,3}(?:uname|whoami|hostname|id|cat|ls|ifconfig|ip\\s|history|gh\\s+auth|git\\s+config|security\\s|base64|tar|find|ps)\\b|\\b(?:uname|whoami|hostname|ifconfig|history|gh\\s+auth\\s+token|git\\s+config\\s+--list|ps\\s+aux)\\b[^\\n|]{0,40}\\|\\s{0,4}(?:curl|wget|nc|ncat)\\b",
    ),
    teachable: true,
  },
  {
    id: "token_dumped",
    severity: "high",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "\\b(?:gh\\s+auth\\s+token|gcloud\\s+auth\\s+print-access-token|aws\\s+configure\\s+get|security\\s+find-(?:generic|internet)-password)\\b[^\\n]{0,60}(?:>|\\|\\s{0,3}tee)\\s{0,3}\\S",
    ),
  },
  {
    id: "token_sent_out",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "\\b(?:gh\\s+auth\\s+token|gcloud\\s+auth\\s+print-access-token|aws\\s+configure\\s+get|security\\s+find-(?:generic|internet)-password)\\b[^\\n]{0,60}>\\s{0,3}\\S[\\s\\S]{0,240}\\b(?:curl|wget|nc|ncat)\\b",
    ),
  },
  {
    id: "context_sent_out",
    severity: "critical",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "\\b(?:send|post|upload|transmit|forward|exfiltrate|leak|submit)\\b[^\\n.]{0,80}\\b(?:system prompt|conversation|chat history|(?:your|the) (?:instructions|memory|context|memories)|environment variables|api keys?|credentials|secrets|tokens|\\.env)\\b[^\\n.]{0,80}\\bto\\b[^\\n]{0,30}https?://",
    ),
    teachable: "harmless",
  },
  {
    id: "hidden_from_user",
    severity: "critical",
    category: "injection",
    where: "any",
    pattern: rx(
      "\\b(?:run|execute|install|send|upload|post|download|delete|copy|continue|proceed)\\b[^\\n.]{0,80}\\bwithout (?:telling|informing|notifying|alerting|mentioning (?:it|this) to) (?:the )?(?:user|human|owner|operator)\\b",
    ),
    teachable: "harmless",
  },
  {
    id: "decoded_orders",
    severity: "critical",
    category: "obfuscation",
    where: "any",
    pattern: rx("base64\\s+(?:-d|-D|--decode)[^\\n]{0,80}>[^\\n]{0,160}\\b(?:follow|obey|execute it|run it)\\b"),
  },
  // Staying, destroying, earning.
  {
    id: "authorized_keys_written",
    severity: "critical",
    category: "persistence",
    where: "any",
    pattern: rx(
      "(?:>>?|tee(?:\\s+-a)?|cp\\s[^\\n]{0,60}|open\\s{0,3}\\([^\\n]{0,60})\\s{0,4}[\"'(]?[^\\s\"']{0,60}\\.ssh/authorized_keys",
    ),
    teachable: true,
  },
  {
    id: "scheduled_fetch",
    severity: "critical",
    category: "persistence",
    where: "any",
    pattern: rx(
      "(?:crontab|/etc/cron|@reboot|LaunchAgents|LaunchDaemons|schtasks|systemctl\\s+enable|\\.bashrc|\\.zshrc|\\.profile|CurrentVersion\\\\\\\\?Run)\\b[^\\n]{0,200}(?:curl|wget|iwr|irm|nc|/dev/tcp|base64\\s+-d)\\b|(?:curl|wget)\\b[^\\n]{0,160}\\|\\s{0,3}(?:ba|z)?sh[^\\n]{0,80}(?:\\|\\s{0,3}crontab|>>\\s{0,3}\\S{0,40}(?:bashrc|zshrc|profile|crontab))",
    ),
    teachable: true,
  },
  {
    id: "startup_entry",
    severity: "high",
    category: "persistence",
    where: "code",
    pattern: rx(
      "(?:>>?|tee\\s+-a|write|open)\\s{0,4}[^\\n]{0,60}(?:\\.bashrc|\\.zshrc|\\.bash_profile|/etc/profile|/etc/rc\\.local|LaunchAgents/|autostart/)|\\bcrontab\\s+-(?!l\\b)|schtasks\\s+/create|systemctl\\s+(?:--user\\s+)?enable",
    ),
  },
  {
    id: "sudoers_written",
    severity: "critical",
    category: "privilege_escalation",
    where: "any",
    pattern: rx(
      "NOPASSWD\\s{0,3}:[^\\n]{0,40}(?:>>?|tee)\\s{0,3}[^\\n]{0,20}/etc/sudoers|(?:>>?|tee\\s+-a)\\s{0,3}/etc/sudoers",
    ),
    teachable: true,
  },
  {
    id: "agent_rewired",
    severity: "critical",
    category: "persistence",
    where: "code",
    pattern: rx(
      "(?:>>?|tee(?:\\s+-a)?|write(?:_text|FileSync|File)?|appendFile(?:Sync)?|open)\\s{0,4}\\(?[^\\n]{0,80}(?:\\.hermes/(?:config\\.yaml|\\.env|SOUL\\.md|memories)|\\.openclaw/|\\.clawdbot/|SOUL\\.md|\\.claude/settings|\\.claude/CLAUDE\\.md|\\.cursor/mcp\\.json|claude_desktop_config\\.json)",
    ),
  },
  {
    id: "wipes_home",
    severity: "critical",
    category: "destructive",
    where: "any",
    pattern: rx(
      "\\brm\\s+(?:-[a-zA-Z]{1,6}\\s+|--\\S{2,20}\\s+){1,4}(?:--\\s+)?[\"']?(?:/|~|\\$HOME|\\$\\{HOME\\}|/\\*|~/\\*|/home|/etc|/usr|/var)[\"']?(?:\\s|$|;|&|\\)|`)",
    ),
    teachable: true,
  },
  {
    id: "wipes_disk",
    severity: "critical",
    category: "destructive",
    where: "any",
    pattern: rx(
      "\\bmkfs(?:\\.\\w{2,6})?\\s+[^\\n]{0,30}/dev/(?:sd|nvme|disk|hd)|\\bdd\\s[^\\n]{0,80}of=/dev/(?:sd|nvme|disk|hd)|:\\(\\)\\s{0,2}\\{\\s{0,2}:\\|:&\\s{0,2}\\};:|format\\s+c:\\s{0,2}/[qy]",
    ),
    teachable: true,
  },
  {
    id: "wipes_home",
    severity: "critical",
    category: "destructive",
    where: "code",
    pattern: rx(
      "shutil\\.rmtree\\s{0,3}\\(\\s{0,3}(?:os\\.path\\.expanduser\\s{0,3}\\(\\s{0,3}[\"']~/?[\"']\\s{0,3}\\)|Path\\.home\\s{0,3}\\(\\)\\s{0,3}\\)|[\"']/[\"'])",
    ),
  },
  {
    id: "ransom",
    severity: "critical",
    category: "destructive",
    where: "code",
    pattern: rx(
      "(?:your files (?:have been|are) encrypted|decrypt(?:ion)? (?:key|your files)[^\\n]{0,80}(?:btc|bitcoin|monero|pay)|ransom(?:ware|[_ ]note))",
    ),
  },
  {
    id: "mining",
    severity: "critical",
    category: "mining",
    where: "any",
    pattern: rx("\\bxmrig\\b|stratum\\+(?:tcp|ssl)://|\\bcoinhive\\b|--donate-level\\b"),
    teachable: true,
  },
  {
    id: "key_logging",
    severity: "critical",
    category: "exfiltration",
    where: "code",
    pattern: rx("\\bpynput\\.keyboard\\b|keyboard\\.on_press\\s{0,3}\\(|GetAsyncKeyState|CGEventTapCreate"),
  },
  {
    id: "shadow_file_read",
    severity: "critical",
    category: "traversal",
    where: "code",
    pattern: rx("(?:open|read\\w{0,12}|cat|Path)\\s{0,3}\\(?\\s{0,3}[\"']?/etc/(?:shadow|gshadow|sudoers)\\b"),
  },
  // Worth a look, not a refusal.
  {
    id: "public_ip_address",
    severity: "high",
    category: "network",
    where: "any",
    pattern: rx(
      "https?://(?!(?:127|10|0|192\\.168|172\\.(?:1[6-9]|2\\d|3[01])|169\\.254|203\\.0\\.113|198\\.51\\.100|192\\.0\\.2|1\\.1\\.1\\.1|8\\.8\\.[48]\\.[48]|1\\.2\\.3\\.4)[.:/])\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{2,5})?(?:/|\\b)",
    ),
    teachable: true,
  },
  {
    id: "dynamic_code",
    severity: "high",
    category: "execution",
    where: "code",
    pattern: rx(
      "(?<![\\w.])(?:eval|exec)\\s{0,3}\\(\\s{0,3}(?:input|sys\\.argv|request|data|code|cmd|command|payload|expr|expression|user_\\w{1,20}|line|content|body|text)\\b",
    ),
  },
  {
    id: "pickle_loaded",
    severity: "medium",
    category: "execution",
    where: "code",
    pattern: rx("\\bpickle\\.loads?\\s{0,3}\\("),
  },
  {
    id: "setuid_bit",
    severity: "high",
    category: "privilege_escalation",
    where: "any",
    pattern: rx("chmod\\s+(?:u\\+s|[24]7\\d\\d|\\+s)\\b"),
    teachable: true,
  },
  {
    id: "wallet_secrets_asked",
    severity: "high",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "(?:enter|paste|provide|share|send|export|give|type)\\b[^\\n.]{0,60}(?:seed phrase|recovery phrase|mnemonic|wallet'?s?\\s+private key|private key of (?:your|the) wallet)",
    ),
    teachable: true,
  },
  {
    id: "private_key_inside",
    severity: "high",
    category: "credential_exposure",
    where: "any",
    pattern: rx(
      "-----BEGIN (?:RSA |EC |OPENSSH |DSA |PGP )?PRIVATE KEY(?: BLOCK)?-----\\s{0,4}\\n[A-Za-z0-9+/=\\s]{100}",
    ),
  },
  {
    id: "token_inside",
    severity: "high",
    category: "credential_exposure",
    where: "any",
    pattern: rx(
      "\\b(?:ghp_[A-Za-z0-9]{36}|github_pat_\\w{60,}|sk-ant-[\\w-]{40,}|sk-proj-[\\w-]{40,}|AKIA[A-Z0-9]{16}|xox[baprs]-[\\w-]{20,})\\b(?<!EXAMPLE)",
    ),
  },
  {
    id: "tunnel_host",
    severity: "high",
    category: "network",
    where: "any",
    pattern: rx(
      "https?://[\\w-]{1,60}\\.(?:ngrok(?:-free)?\\.(?:io|app|dev)|serveo\\.net|loca\\.lt|trycloudflare\\.com|localhost\\.run|duckdns\\.org)\\b",
    ),
    teachable: "harmless",
  },
  {
    id: "hidden_letters",
    severity: "high",
    category: "obfuscation",
    where: "code",
    pattern: rx(
      "\\\\U000[eE]00[0-7][0-9a-fA-F]|\\\\u\\{[eE]00[0-7][0-9a-fA-F]\\}|\\\\u20(?:0[b-f]|2[a-e]|6[0-9])",
      "g",
    ),
  },
  {
    id: "claims_every_task",
    severity: "high",
    category: "injection",
    where: "any",
    pattern: rx(
      "\\balways (?:use|invoke|activate|load|run) this skill\\b[^\\n.]{0,60}\\b(?:every (?:task|request|message|conversation)|all (?:tasks|requests)|regardless|no matter)\\b|\\bremember this (?:rule|instruction) for (?:all|every) future\\b",
    ),
    teachable: "harmless",
  },
  {
    id: "secret_in_address",
    severity: "high",
    category: "exfiltration",
    where: "any",
    pattern: rx(
      "\\b(?:append|attach|include|add)\\b[^\\n.]{0,50}\\$\\{?[A-Z][A-Z0-9_]{2,40}(?:KEY|TOKEN|SECRET|PASSWORD)\\b[^\\n.]{0,50}\\b(?:query (?:string|parameter)|url|every request|all requests)\\b",
    ),
    teachable: "harmless",
  },
];

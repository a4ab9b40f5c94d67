// Programs whose effect reaches past the workspace, by what they change. A row matches on the arguments as one line.

import type { FindingKind } from "./findings.ts";

export interface Row {
  readonly kind: FindingKind;
  /** Tested against the arguments joined by single spaces; absent means every use. */
  readonly when?: RegExp;
  /** Uses that only look. */
  readonly unless?: RegExp;
  readonly why: string;
}

const row = (kind: FindingKind, why: string, when?: RegExp, unless?: RegExp): Row => ({
  kind,
  why,
  ...(when === undefined ? {} : { when }),
  ...(unless === undefined ? {} : { unless }),
});

/** Without asking the process, by a pattern that may match more than meant, or everything of a user. */
const FORCED =
  /(^| )(-9|-KILL|-SIGKILL|-s (SIG)?KILL|--signal[= ](SIG)?KILL|-f|--full|-u|--user|-r|--regexp|-v)( |$)|hermes|gateway|sshd|cron|audit|syslog|\^/;

/** Whole programs by kind; the reason is the kind's own sentence. */
const WHOLE: readonly (readonly [FindingKind, string, string])[] = [
  [
    "accounts",
    "changes user accounts or passwords",
    "useradd userdel usermod adduser deluser addgroup delgroup groupadd groupdel groupmod gpasswd chpasswd newusers chsh chfn vipw vigr visudo dseditgroup sysadminctl dsenableroot smbpasswd pdbedit kadmin saslpasswd2 lpasswd pw grpck pwck",
  ],
  ["privilege", "runs with another user's rights", "runuser setcap"],
  [
    "defences",
    "changes what protects the machine",
    "augenrules aa-disable aa-complain aa-teardown apparmor_parser setsebool ipfw ebtables arptables iptables-restore ip6tables-restore pfctl",
  ],
  [
    "system",
    "changes the kernel, boot or disks",
    "insmod rmmod modprobe kldload kldunload kextload kextunload grub-install grub-mkconfig update-grub wipefs blkdiscard mkswap swapon swapoff losetup mdadm badblocks sgdisk gdisk sfdisk cfdisk parted partprobe debugfs pivot_root switch_root chroot unshare nsenter dmsetup lvremove vgremove pvremove lvreduce sysrc update-rc.d rc-update systemd-run capsh",
  ],
  ["service", "schedules something to run later", "at batch atrm anacron"],
  [
    "capture",
    "records the network, the screen or the keyboard",
    "ettercap bettercap arpspoof dsniff logkeys showkey evtest keylogger",
  ],
  [
    "remote",
    "opens a connection or a tunnel to another machine",
    "nc ncat netcat socat rsh rlogin ftp lftp tftp ngrok devtunnel chisel localtunnel tmate wmiexec.py smbexec.py atexec.py dcomexec.py",
  ],
  [
    "scan",
    "probes other machines",
    "nmap masscan unicornscan hydra ncrack crackmapexec responder msfconsole secretsdump.py psexec.py kerbrute lazagne mimipenguin linpeas.sh",
  ],
  ["network-send", "sends data away", "sendmail mail mailx mutt msmtp transfer smbclient uucp uux"],
];

export const SYSTEM_ROWS: ReadonlyMap<string, readonly Row[]> = new Map<string, readonly Row[]>([
  ...WHOLE.flatMap(([kind, why, list]) => list.split(" ").map((name): [string, Row[]] => [name, [row(kind, why)]])),
  [
    "systemctl",
    [
      row(
        "service",
        "changes services",
        /(^| )(stop|restart|disable|mask|isolate|kill|switch-root|rescue|emergency)( |$)/,
      ),
    ],
  ],
  ["service", [row("service", "changes services", / (?!status)\S/)]],
  ["rc-service", [row("service", "changes services", / (?!status)\S/)]],
  [
    "launchctl",
    [
      row(
        "service",
        "changes services",
        /^(load|unload|submit|bootstrap|bootout|enable|disable|kickstart|remove|setenv|asuser|config|reboot)/,
      ),
    ],
  ],
  ["initctl", [row("service", "changes services", /^(start|stop|restart|reload|emit)/)]],
  ["invoke-rc.d", [row("service", "changes services", / (?!status)\S/)]],
  ["sv", [row("service", "changes services", /^(up|down|once|restart|start|stop|exit|kill|term)/)]],
  [
    "crontab",
    [
      row("service", "changes scheduled jobs", /./, /(^| )-l\b/),
      row("service", "reads scheduled jobs from standard input", /^$/),
    ],
  ],
  ["loginctl", [row("service", "ends sessions", /(terminate|kill|lock|unlock|enable|disable)/)]],
  [
    "dscl",
    [
      row(
        "accounts",
        "changes user accounts",
        /(^| )-?(create|append|passwd|delete|change|merge|list|read|readall|search)( |$)/,
      ),
    ],
  ],
  ["pwpolicy", [row("accounts", "shows or changes password rules")]],
  ["tcpdump", [row("capture", "records the network", /^/, /(^| )(-r|-D|--list-interfaces)/)]],
  ["tshark", [row("capture", "records the network", /^/, /(^| )(-r|-D|-G)/)]],
  ["dumpcap", [row("capture", "records the network", /^/, /(^| )(-D|--list-interfaces|-d)/)]],
  [
    "cryptsetup",
    [row("system", "changes the kernel, boot or disks", /^/, /^(status|luksDump|isLuks|luksUUID|benchmark)/)],
  ],
  ["passwd", [row("accounts", "changes user accounts or passwords", /^/, /^(-S|--status)/)]],
  ["chage", [row("accounts", "changes password rules", /./, /^(-l|--list)/)]],
  ["faillock", [row("accounts", "clears failed logins", /--reset/)]],
  [
    "iptables",
    [
      row(
        "defences",
        "changes the firewall",
        /./,
        /(^| )(-L|-S|--list\S*|-nL|-vL|-nvL|-V|--version|-h|--help|-[a-z]*L)( |$)/,
      ),
    ],
  ],
  ["ip6tables", [row("defences", "changes the firewall", /./, /(^| )(-L|-S|--list\S*|-V|--version|-h|--help)( |$)/)]],
  [
    "nft",
    [
      row(
        "defences",
        "changes the firewall",
        /(^| )(add|delete|flush|insert|replace|create|destroy|rename|reset|-f)( |$)/,
      ),
    ],
  ],
  [
    "ufw",
    [row("defences", "changes the firewall", /./, /^(status|version|show|app (list|info)|--help|--version|--dry-run)/)],
  ],
  [
    "firewall-cmd",
    [
      row(
        "defences",
        "changes the firewall",
        /--(add|remove|set|reload|complete-reload|new|delete|change|panic-on|runtime-to-permanent|permanent)/,
      ),
    ],
  ],
  ["auditctl", [row("defences", "changes auditing", /./, /^(-l|-s|-v|-h)$/)]],
  ["setenforce", [row("defences", "switches off what protects the machine", /^(0|permissive)/i)]],
  ["telnet", [row("remote", "opens a connection to another machine", /^/, /^(localhost|127\.)/)]],
  [
    "cloudflared",
    [row("remote", "opens a tunnel to this machine", /^(tunnel|access|service|proxy)/, /^tunnel (list|info)/)],
  ],
  ["semanage", [row("defences", "changes security policy", /(-a|-d|-m|-D|--add|--delete|--modify)\b/)]],
  ["sysctl", [row("defences", "changes kernel settings", /(^| )(-w|--write|-p|--load|--system)\b|\w=/)]],
  ["csrutil", [row("defences", "changes system integrity protection", /(disable|clear|authenticated-root)/)]],
  ["spctl", [row("defences", "changes Gatekeeper", /(disable|add|remove|reset)/)]],
  ["fdesetup", [row("defences", "changes disk encryption", /(disable|enable|remove|add|change)/)]],
  ["mdatp", [row("defences", "changes virus protection", /(config|exclusion|threat)/)]],
  ["nvram", [row("system", "changes firmware settings", /./, /^(-p|-xp)$/)]],
  ["tmutil", [row("system", "changes backups", /(disable|delete|remove|setdestination|addexclusion|stopbackup)/)]],
  ["kmutil", [row("system", "changes kernel extensions", /(load|unload|install|clear)/)]],
  ["defaults", [row("system", "changes system preferences", /(^| )(write|delete|import|rename)( |$)/)]],
  ["PlistBuddy", [row("system", "changes preferences", /(Add|Set|Delete|Import|Merge|Copy)/i, /-c "?print/i)]],
  ["systemsetup", [row("system", "changes system settings", /-set/)]],
  ["networksetup", [row("system", "changes network settings", /-(set|add|remove|create|delete|ordernetwork|detect)/)]],
  ["pmset", [row("system", "changes power settings", /./, /^-g/)]],
  ["kickstart", [row("remote", "changes remote access", /-(activate|configure|restart)/)]],
  ["hostname", [row("system", "renames the machine", /^(-F|-b|[^-])/)]],
  ["hostnamectl", [row("system", "renames the machine", /set-/)]],
  ["hwclock", [row("system", "changes the clock", /(-w|-s|--set|--systohc|--hctosys|--adjust)/)]],
  ["date", [row("system", "changes the clock", /(^| )(-s|--set)\b|^\d{8,12}(\.\d\d)?$/)]],
  [
    "mount",
    [row("system", "rearranges file systems", /(^| )(--bind|--rbind|-B|--move|-M|--make-\w+)( |$)|\bbind\b|\/proc\b/)],
  ],
  ["umount", [row("system", "takes file systems away", /(^| )(-\w*a\w*|--all)( |$)/)]],
  ["fdisk", [row("system", "changes partitions", /./, /(-l|--list|-h|--help|-V|-s)\b/)]],
  [
    "diskutil",
    [
      row(
        "system",
        "changes disks",
        /(erase|partition|zero|random|secureErase|mount|unmount|eject|apfs (delete|add|create|change)|resize|repair|rename|appleRAID|coreStorage)/i,
      ),
    ],
  ],
  ["hdparm", [row("system", "changes disks", /--(security|trim|write|fwdownload|make-bad|dco|yes)/)]],
  ["nvme", [row("system", "changes disks", /^(format|sanitize|write|delete|reset|fw-)/)]],
  ["zpool", [row("system", "changes disks", /^(destroy|create|add|remove|labelclear|export|offline|replace|detach)/)]],
  ["zfs", [row("system", "changes disks", /^(destroy|rollback|rename|receive)/)]],
  ["btrfs", [row("system", "changes disks", /(delete|rescue|check --repair|balance|device (add|remove))/)]],
  ["fsck", [row("system", "repairs disks", /./, /(-N|-n)\b/)]],
  ["tune2fs", [row("system", "changes disks", /./, /^-l/)]],
  ["efibootmgr", [row("system", "changes boot order", /-[BbcoOnNaA]\b|--(delete|create|boot)/)]],
  [
    "ip",
    [
      row(
        "system",
        "changes network settings",
        /(^| )(addr|address|a|link|l|route|r|ro|rule|ru|neigh|n|netns|tunnel|tuntap|maddr|tcp_metrics|xfrm|token) (add|a|del|delete|d|set|s(?=et)|change|replace|flush|append|exec|attach)\b/,
      ),
    ],
  ],
  ["ifconfig", [row("system", "changes network settings", /^\S+ (?!inet$|\|)\S/)]],
  ["route", [row("system", "changes network settings", /(^| )(add|del|delete|change|flush)( |$)/)]],
  ["arp", [row("system", "changes network settings", /(^| )(-s|-d|--set|--delete)( |$)/)]],
  ["xhost", [row("defences", "opens the display to others", /(^| )\+( |$|\w+:?$)/)]],
  [
    "security",
    [
      row(
        "secret-read",
        "reads or changes the key chain",
        /(find-\S*password|dump|export|unlock|add-|delete-|set-|authorizationdb|import|create-keychain|trust|default-keychain -s|find-certificate|find-identity)/,
      ),
    ],
  ],
  ["secret-tool", [row("secret-read", "reads stored secrets", /^(lookup|search|clear|store)/)]],
  [
    "gpg",
    [
      row(
        "secret-read",
        "handles secret keys",
        /--(export-secret|delete-secret|export-ownertrust|import-ownertrust|delete-key|delete-keys|homedir)/,
      ),
    ],
  ],
  [
    "gh",
    [
      row("secret-read", "prints a token", /^auth (token|status.*(-t|--show-token))/),
      row(
        "network-send",
        "changes things on a server",
        /^(repo (delete|archive|rename|edit)|release delete|secret delete|gist create|ssh-key add|api .*(-X|--method|-f|-F|--field|--input))/,
      ),
    ],
  ],
  [
    "gcloud",
    [
      row("secret-read", "prints a token", /print-(access|identity)-token/),
      row(
        "infrastructure",
        "changes who may do what in the cloud",
        /(add|remove|set)-iam-policy|keys create|logging (sinks|logs|buckets) (delete|update)/,
      ),
    ],
  ],
  ["chmod-bpf", []],
  ["gcore", [row("secret-read", "dumps another process's memory")]],
  ["procdump", [row("secret-read", "dumps another process's memory")]],
  ["ditto", []],
  ["killall5", [row("kill", "kills every process")]],
  ["pkill", [row("kill", "kills processes by name", FORCED)]],
  ["killall", [row("kill", "kills processes by name", FORCED)]],
  ["skill", [row("kill", "kills processes by name")]],
  ["history", [row("history-loss", "loses or rewrites the shell history", /(^| )-[a-z]*[cd]/)]],
  [
    "apt",
    [
      row(
        "packages",
        "takes installed packages away",
        /(^| )(remove|purge|full-upgrade|dist-upgrade|autoremove|edit-sources)( |$)/,
      ),
    ],
  ],
  ["apt-get", [row("packages", "takes installed packages away", /(^| )(remove|purge|dist-upgrade|autoremove)( |$)/)]],
  ["aptitude", [row("packages", "takes installed packages away", /(^| )(remove|purge|full-upgrade)( |$)/)]],
  [
    "dpkg",
    [
      row(
        "packages",
        "takes installed packages away",
        /(^| )(-i|-r|-P|--install|--remove|--purge|--configure|--unpack)( |$)/,
      ),
    ],
  ],
  [
    "rpm",
    [
      row(
        "packages",
        "takes installed packages away",
        /(^| )-[a-zA-Z]*[iUFe][a-z]*( |$)|--(install|upgrade|erase|import)/,
        /(^| )-[a-z]*q|--query/,
      ),
    ],
  ],
  ["yum", [row("packages", "takes installed packages away", /(^| )(remove|erase|autoremove|downgrade)( |$)/)]],
  [
    "dnf",
    [
      row(
        "packages",
        "takes installed packages away",
        /(^| )(remove|erase|autoremove|swap|downgrade|distro-sync)( |$)/,
      ),
    ],
  ],
  ["zypper", [row("packages", "takes installed packages away", /(^| )(remove|rm|dup|dist-upgrade)( |$)/)]],
  [
    "pacman",
    [
      row(
        "packages",
        "takes installed packages away",
        /(^| )(-[A-Za-z]*[SRU][a-z]*|--sync|--remove|--upgrade)( |$)/,
        /(^| )(-S[a-z]*[silgp][a-z]*|-[RU]\w*[ph]\w*|-Q\S*|-F\S*)( |$)/,
      ),
    ],
  ],
  ["apk", [row("packages", "takes installed packages away", /(^| )(del)( |$)/)]],
  ["pkg", [row("packages", "takes installed packages away", /(^| )(delete|remove|autoremove)( |$)/)]],
  ["snap", [row("packages", "takes installed packages away", /(^| )(remove|revert|disable)( |$)/)]],
  ["emerge", [row("packages", "takes installed packages away", /./, /(-s|-p|--search\w*|--pretend|-S|--info|-h)\b/)]],
  ["installer", [row("packages", "takes installed packages away", /-pkg/)]],
  [
    "docker",
    [
      row(
        "container",
        "starts a container that reaches the host",
        /(^| )(run|create|exec)( |$).*(--privileged|--pid[ =]host|--net(work)?[ =]host|--ipc[ =]host|--userns[ =]host|--cap-add|--device|docker\.sock|(-v|--volume|--mount)[ =]?\S*(^|[ =,])(type=bind,)?(source=|src=)?(\/|\/etc|\/root|\/home|\/var|\/usr|~)?(\/?:|,))/,
      ),
      row(
        "container",
        "stops or deletes containers, images or volumes",
        /(^| )(stop|kill|restart|rm|rmi|down|prune|remove)( |$)/,
      ),
      row("network-send", "publishes an image", /(^| )push( |$)/),
    ],
  ],
  [
    "podman",
    [
      row(
        "container",
        "starts a container that reaches the host",
        /(^| )(run|create|exec)( |$).*(--privileged|--pid[ =]host|--net(work)?[ =]host|--cap-add|--device|docker\.sock|(-v|--volume)[ =]?\/:)/,
      ),
      row(
        "container",
        "stops or deletes containers, images or volumes",
        /(^| )(stop|kill|restart|rm|rmi|down|prune|remove)( |$)/,
      ),
      row("network-send", "publishes an image", /(^| )push( |$)/),
    ],
  ],
  ["docker-compose", [row("container", "stops or deletes containers", /(^| )(stop|kill|restart|rm|down)( |$)/)]],
  ["nsenter", [row("container", "enters the host")]],
  [
    "kubectl",
    [
      row(
        "infrastructure",
        "changes a cluster",
        /(^| )(delete|exec|run|attach|create|(get|describe) secrets?)( |$)/,
        /--dry-run/,
      ),
    ],
  ],
  ["helm", [row("infrastructure", "changes a cluster", /(^| )(uninstall|delete|rollback)( |$)/)]],
  [
    "terraform",
    [
      row(
        "infrastructure",
        "changes infrastructure",
        /(^| )(destroy|apply|import|state (rm|mv|push)|force-unlock)( |$)/,
      ),
    ],
  ],
  ["tofu", [row("infrastructure", "changes infrastructure", /(^| )(destroy|apply|state (rm|mv|push))( |$)/)]],
  ["pulumi", [row("infrastructure", "changes infrastructure", /(^| )(destroy|state delete)( |$)/)]],
  [
    "aws",
    [
      row(
        "infrastructure",
        "changes cloud resources",
        /(^| )(iam|ec2|sts|secretsmanager|ssm|organizations|cloudtrail|guardduty|kms|rds) (create|delete|put|run|start|stop|terminate|update|modify|attach|detach|reboot|register|deregister|remove|revoke|authorize|associate|disassociate|add|set|enable|disable|import|invoke|send|reset|restore|assume|get-secret|get-password|get-session|get-federation|get-parameter)|(^| )s3 (rb|rm|presign) s3|(^| )s3 (cp|sync) (?!s3:)\S+ s3:/,
      ),
    ],
  ],
  ["ldapsearch", [row("secret-read", "logs in to a directory of accounts", /(^| )(-w|-y|--bindPassword|-D) /)]],
  ["ldapdomaindump", [row("scan", "collects a directory of accounts")]],
  ["bloodhound-python", [row("scan", "collects a directory of accounts")]],
  [
    "dbus-send",
    [
      row(
        "system",
        "orders the system over its bus",
        /PowerOff|Reboot|Suspend|Hibernate|Halt|login1\.Manager|systemd1\.Manager|PolicyKit/,
      ),
    ],
  ],
  ["busctl", [row("system", "orders the system over its bus", /^call .*(PowerOff|Reboot|Halt|systemd1)/)]],
  ["less", [row("inline-code", "runs a command inside the pager", /(^| )\+\S*!/)]],
  ["make", [row("inline-code", "is given rules on the command line", /(^| )(--eval|-f ?(-|\/dev\/stdin))/)]],
  ["journalctl", [row("delete", "throws away the system's log", /--(vacuum|rotate|flush|relinquish)/)]],
  ["log", [row("delete", "throws away the system's log", /^erase/)]],
  ["stratus", [row("scan", "runs attack techniques")]],
  ["dropdb", [row("database", "deletes a database")]],
  ["dropuser", [row("database", "deletes a database user")]],
  ["mysqladmin", [row("database", "changes a database server", /(drop|shutdown|password|kill)/)]],
  [
    "redis-cli",
    [row("database", "loses data", /(flushall|flushdb|shutdown|config set|debug|eval|module load|slaveof|replicaof)/i)],
  ],
  ["npm", [row("network-send", "publishes or changes a package", /^(publish|unpublish)/, /--dry-run/)]],
  ["yarn", [row("network-send", "publishes a package", /^(npm )?publish/)]],
  ["pnpm", [row("network-send", "publishes a package", /^publish/)]],
  ["cargo", [row("network-send", "publishes a package", /^(publish|yank|owner (--add|--remove|-a|-r))/, /--dry-run/)]],
  ["gem", [row("network-send", "publishes a package", /^(push|yank|owner)/)]],
  ["twine", [row("network-send", "publishes a package", /^upload/)]],
  ["code", [row("remote", "opens a tunnel to this machine", /^tunnel/)]],
  [
    "hermes",
    [
      row(
        "service",
        "controls the agent itself",
        /^(gateway (stop|restart|run|start|install|uninstall)|update|config (set|unset|edit)|approvals|pairing|uninstall|--yolo|.* --yolo)/,
      ),
    ],
  ],
  [
    "vim",
    [row("inline-code", "runs commands inside the editor", /(^| )(-c|--cmd|-S|-es|\+)\s*['"]?:?\S*(!|py|lua|system)/)],
  ],
  ["vi", [row("inline-code", "runs commands inside the editor", /(^| )(-c|--cmd|\+)\s*['"]?:?\S*!/)]],
  ["nvim", [row("inline-code", "runs commands inside the editor", /(^| )(-c|--cmd|-l|-S|\+)\s*['"]?:?\S*(!|lua|py)/)]],
  ["man", [row("inline-code", "runs another program as pager", /(^| )(-P|--pager|-H|--html)/)]],
  ["zip", [row("inline-code", "runs another program", /(^| )(-TT|--unzip-command)/)]],
  ["sort", [row("inline-code", "runs another program", /--compress-program/)]],
  [
    "openssl",
    [row("remote", "opens a connection", /^(s_client|s_server)/, /-connect \S+ ?(<|-servername|-showcerts|$)/)],
  ],
  ["xdg-mime", []],
  ["update-ca-certificates", [row("defences", "changes trusted certificates")]],
  ["update-ca-trust", [row("defences", "changes trusted certificates")]],
  ["trust", [row("defences", "changes trusted certificates", /^(anchor|extract-compat)/)]],
]);

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

/** Whole programs by kind; the reason is the kind's own sentence. */
const WHOLE: readonly (readonly [FindingKind, string, string])[] = [
  [
    "accounts",
    "changes user accounts or passwords",
    "useradd userdel usermod adduser deluser addgroup delgroup groupadd groupdel groupmod gpasswd passwd chpasswd newusers chsh chfn vipw vigr visudo dseditgroup sysadminctl dsenableroot smbpasswd pdbedit kadmin saslpasswd2 lpasswd pw grpck pwck",
  ],
  ["privilege", "runs with another user's rights", "su runuser setcap sg newgrp login"],
  [
    "defences",
    "changes what protects the machine",
    "setenforce augenrules aa-disable aa-complain aa-teardown apparmor_parser setsebool ipfw ebtables arptables iptables-restore ip6tables-restore pfctl",
  ],
  [
    "system",
    "changes the kernel, boot or disks",
    "insmod rmmod modprobe depmod kldload kldunload kextload kextunload kexec grub-install grub-mkconfig update-grub wipefs blkdiscard mkswap swapon swapoff losetup cryptsetup mdadm badblocks sgdisk gdisk sfdisk cfdisk parted partprobe debugfs tunelp pivot_root switch_root chroot unshare nsenter umount dmsetup lvremove vgremove pvremove lvreduce fstrim sysrc chkconfig update-rc.d rc-update systemd-run capsh",
  ],
  ["service", "schedules something to run later", "at batch atrm anacron"],
  [
    "capture",
    "records the network, the screen or the keyboard",
    "tcpdump tshark dumpcap ettercap bettercap arpspoof dsniff screencapture xwd import scrot gnome-screenshot arecord logkeys showkey evtest xinput keylogger ngrep",
  ],
  [
    "remote",
    "opens a connection or a tunnel to another machine",
    "nc ncat netcat socat telnet rsh rlogin mosh ftp lftp tftp cloudflared ngrok devtunnel chisel frpc localtunnel bore sshuttle autossh tmate rexec evil-winrm wmiexec.py psexec.py smbexec.py atexec.py dcomexec.py",
  ],
  [
    "scan",
    "probes other machines",
    "nmap masscan zmap nikto arp-scan netdiscover unicornscan rustscan hping3 sqlmap hydra medusa ncrack crackmapexec netexec nxc responder msfconsole msfvenom secretsdump.py kerbrute lazagne mimipenguin linpeas.sh smbmap enum4linux gobuster dirb wfuzz",
  ],
  [
    "network-send",
    "sends data away",
    "sendmail mail mailx mutt swaks msmtp croc wormhole transfer rclone smbclient uucp uux",
  ],
];

export const SYSTEM_ROWS: ReadonlyMap<string, readonly Row[]> = new Map<string, readonly Row[]>([
  ...WHOLE.flatMap(([kind, why, list]) => list.split(" ").map((name): [string, Row[]] => [name, [row(kind, why)]])),
  [
    "systemctl",
    [
      row(
        "service",
        "changes services",
        /(^| )(start|stop|restart|reload|try-restart|reload-or-restart|condrestart|enable|disable|reenable|mask|unmask|edit|set-default|isolate|kill|link|revert|set-property|daemon-reexec|daemon-reload|switch-root|soft-reboot|import-environment|set-environment|unset-environment|add-wants|add-requires|preset|preset-all|clean|freeze|thaw|bind|mount-image|rescue|emergency|suspend|hibernate|hybrid-sleep|default|exit|reset-failed|log-level)( |$)/,
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
        /^(load|unload|submit|bootstrap|bootout|enable|disable|kickstart|remove|start|stop|setenv|asuser|kill|config|reboot|unsetenv)/,
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
  ["dscl", [row("accounts", "changes user accounts", /-?(create|append|passwd|delete|change|merge)\b/)]],
  ["pwpolicy", [row("accounts", "changes password rules", /(set|clear|disable|enable)/)]],
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
  ["auditctl", [row("defences", "changes auditing", /./, /^(-l|-s|-v)$/)]],
  ["semanage", [row("defences", "changes security policy", /(-a|-d|-m|-D|--add|--delete|--modify)\b/)]],
  ["sysctl", [row("defences", "changes kernel settings", /(^| )(-w|--write|-p|--load|--system)\b|\w=/)]],
  ["csrutil", [row("defences", "changes system integrity protection", /(disable|enable|clear|authenticated-root)/)]],
  ["spctl", [row("defences", "changes Gatekeeper", /(disable|add|remove|enable|reset)/)]],
  ["fdesetup", [row("defences", "changes disk encryption", /(disable|enable|remove|add|change)/)]],
  ["mdatp", [row("defences", "changes virus protection", /(config|exclusion|threat)/)]],
  ["nvram", [row("system", "changes firmware settings", /./, /^(-p|-xp)$/)]],
  ["tmutil", [row("system", "changes backups", /(disable|delete|remove|setdestination|addexclusion|stopbackup)/)]],
  ["kmutil", [row("system", "changes kernel extensions", /(load|unload|install|clear)/)]],
  ["defaults", [row("system", "changes system preferences", /(^| )(write|delete|import|rename)( |$)/)]],
  ["PlistBuddy", [row("system", "changes preferences", /(Add|Set|Delete|Import|Merge|Copy)/i, /-c "?print/i)]],
  ["plutil", [row("system", "changes preferences", /-(insert|replace|remove|convert)\b/)]],
  ["systemsetup", [row("system", "changes system settings", /-set/)]],
  ["networksetup", [row("system", "changes network settings", /-(set|add|remove|create|delete|ordernetwork|detect)/)]],
  ["scutil", [row("system", "changes system settings", /--(set|prefs|renew|proxy set)/)]],
  ["pmset", [row("system", "changes power settings", /./, /^-g/)]],
  ["kickstart", [row("remote", "changes remote access", /-(activate|configure|restart)/)]],
  ["hostname", [row("system", "renames the machine", /^(-F|-b|[^-])/)]],
  ["hostnamectl", [row("system", "renames the machine", /set-/)]],
  ["timedatectl", [row("system", "changes the clock", /set-/)]],
  ["localectl", [row("system", "changes the locale", /set-/)]],
  ["hwclock", [row("system", "changes the clock", /(-w|-s|--set|--systohc|--hctosys|--adjust)/)]],
  ["date", [row("system", "changes the clock", /(^| )(-s|--set)\b/)]],
  [
    "mount",
    [
      row(
        "system",
        "mounts a file system",
        /(^| )(-o|--options|--bind|-t|--types|-a|--all|--move|--rbind|-B|-M)\b|\/dev\/\S+ \/| \S*\/\S* /,
        /^(-l|--help|-V)/,
      ),
    ],
  ],
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
  [
    "nmcli",
    [
      row(
        "system",
        "changes network settings",
        /(^| )(up|down|add|modify|mod|delete|del|connect|disconnect|edit|import|off|on|reload|hotspot)( |$)/,
      ),
    ],
  ],
  ["xhost", [row("defences", "opens the display to others", /\+/)]],
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
        /^(repo (delete|archive|rename|edit)|release delete|secret (set|delete)|gist create|ssh-key add|api .*(-X|--method|-f|-F|--field|--input))/,
      ),
    ],
  ],
  ["gcloud", [row("secret-read", "prints a token", /print-(access|identity)-token/)]],
  ["chmod-bpf", []],
  ["gcore", [row("secret-read", "dumps another process's memory")]],
  ["procdump", [row("secret-read", "dumps another process's memory")]],
  ["ditto", []],
  ["killall5", [row("kill", "kills every process")]],
  ["pkill", [row("kill", "kills processes by name", /./, /^(--help|-V|--version)/)]],
  ["killall", [row("kill", "kills processes by name", /./, /^(-l|--list|--help|-V|--version)/)]],
  ["skill", [row("kill", "kills processes by name")]],
  ["history", [row("history-loss", "loses or rewrites the shell history", /(^| )-[a-z]*[cdwr]/)]],
  [
    "apt",
    [
      row(
        "packages",
        "changes installed packages",
        /(^| )(install|remove|purge|upgrade|full-upgrade|dist-upgrade|autoremove|reinstall|update|edit-sources)( |$)/,
      ),
    ],
  ],
  [
    "apt-get",
    [
      row(
        "packages",
        "changes installed packages",
        /(^| )(install|remove|purge|upgrade|dist-upgrade|autoremove|build-dep|update)( |$)/,
      ),
    ],
  ],
  [
    "aptitude",
    [row("packages", "changes installed packages", /(^| )(install|remove|purge|upgrade|full-upgrade|update)( |$)/)],
  ],
  [
    "dpkg",
    [
      row(
        "packages",
        "changes installed packages",
        /(^| )(-i|-r|-P|--install|--remove|--purge|--configure|--unpack)( |$)/,
      ),
    ],
  ],
  [
    "rpm",
    [
      row(
        "packages",
        "changes installed packages",
        /(^| )-[a-zA-Z]*[iUFe][a-z]*( |$)|--(install|upgrade|erase|import)/,
        /(^| )-[a-z]*q|--query/,
      ),
    ],
  ],
  [
    "yum",
    [
      row(
        "packages",
        "changes installed packages",
        /(^| )(install|remove|erase|update|upgrade|reinstall|autoremove|localinstall|groupinstall|downgrade)( |$)/,
      ),
    ],
  ],
  [
    "dnf",
    [
      row(
        "packages",
        "changes installed packages",
        /(^| )(install|remove|erase|update|upgrade|reinstall|autoremove|swap|downgrade|distro-sync)( |$)/,
      ),
    ],
  ],
  [
    "zypper",
    [row("packages", "changes installed packages", /(^| )(install|in|remove|rm|update|up|dup|dist-upgrade)( |$)/)],
  ],
  [
    "pacman",
    [
      row(
        "packages",
        "changes installed packages",
        /(^| )(-[A-Za-z]*[SRU][a-z]*|--sync|--remove|--upgrade)( |$)/,
        /(^| )(-S[a-z]*[silgp][a-z]*|-Q\S*|-F\S*)( |$)/,
      ),
    ],
  ],
  ["apk", [row("packages", "changes installed packages", /(^| )(add|del|upgrade|fix)( |$)/)]],
  ["pkg", [row("packages", "changes installed packages", /(^| )(install|delete|upgrade|remove|autoremove)( |$)/)]],
  ["snap", [row("packages", "changes installed packages", /(^| )(install|remove|refresh|revert|disable|enable)( |$)/)]],
  ["emerge", [row("packages", "changes installed packages", /./, /(-s|-p|--search|--pretend|-S|--info|-h)\b/)]],
  ["installer", [row("packages", "changes installed packages", /-pkg/)]],
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
        /(^| )(delete|drain|cordon|uncordon|taint|exec|run|attach|debug|cp|proxy|port-forward|replace|patch|edit|scale|autoscale|set|rollout (restart|undo)|apply|create|expose|label|annotate)( |$)/,
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
        /(^| )(destroy|apply|import|taint|untaint|state (rm|mv|push)|force-unlock)( |$)/,
      ),
    ],
  ],
  ["tofu", [row("infrastructure", "changes infrastructure", /(^| )(destroy|apply|state (rm|mv|push))( |$)/)]],
  ["pulumi", [row("infrastructure", "changes infrastructure", /(^| )(up|destroy|refresh|cancel|state delete)( |$)/)]],
  [
    "aws",
    [
      row(
        "infrastructure",
        "changes cloud resources",
        /(^| )(create|delete|put|run|start|stop|terminate|update|modify|attach|detach|reboot|register|deregister|remove|revoke|authorize|associate|disassociate|add|set|enable|disable|import|publish|invoke|send|reset|restore|purge|cancel|copy|move|tag|untag|execute|admin|change)-[a-z-]+|^s3 (rb|rm|mv|sync|mb|presign)|^s3 cp .*s3:\/\/\S*$|(^| )(get-secret-value|get-password-data|get-session-token|assume-role|get-federation-token)( |$)/,
      ),
    ],
  ],
  ["stratus", [row("scan", "runs attack techniques")]],
  ["dropdb", [row("database", "deletes a database")]],
  ["dropuser", [row("database", "deletes a database user")]],
  ["mysqladmin", [row("database", "changes a database server", /(drop|shutdown|password|kill)/)]],
  [
    "redis-cli",
    [row("database", "loses data", /(flushall|flushdb|shutdown|config set|debug|eval|module load|slaveof|replicaof)/i)],
  ],
  [
    "npm",
    [
      row(
        "network-send",
        "publishes or changes a package",
        /^(publish|unpublish|deprecate|owner|access|token|adduser|dist-tag (add|rm))/,
      ),
    ],
  ],
  ["yarn", [row("network-send", "publishes a package", /^(npm )?publish/)]],
  ["pnpm", [row("network-send", "publishes a package", /^publish/)]],
  ["cargo", [row("network-send", "publishes a package", /^(publish|yank|owner)/, /--dry-run/)]],
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
  ["split", [row("inline-code", "runs another program", /--filter/)]],
  ["sort", [row("inline-code", "runs another program", /--compress-program/)]],
  [
    "openssl",
    [row("remote", "opens a connection", /^(s_client|s_server)/, /-connect \S+ ?(<|-servername|-showcerts|$)/)],
  ],
  ["xdg-mime", []],
  ["update-ca-certificates", [row("defences", "changes trusted certificates")]],
  ["update-ca-trust", [row("defences", "changes trusted certificates")]],
  ["trust", [row("defences", "changes trusted certificates", /^(anchor|extract-compat)/)]],
  ["gsettings", [row("system", "changes desktop settings", /^(set|reset)/)]],
  ["dconf", [row("system", "changes desktop settings", /^(write|reset|load)/)]],
]);

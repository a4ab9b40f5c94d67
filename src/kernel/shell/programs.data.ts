// Programs that only look, and programs that change files in ways a rule knows. Everything else is a stranger.

import { names } from "./options.ts";

/** Prints or computes; its arguments are no paths, or paths that are only read. */
export const READERS: ReadonlySet<string> = names(
  [
    "echo printf true false : sleep seq id whoami uname pwd test [ expr yes cal ncal bc dc factor tty logname groups who w users last lastlog lastb lastlogin uptime arch nproc free vmstat iostat mpstat pidstat ps pgrep pidof pstree top htop btop lsof lsusb lspci lscpu lsblk lsmod dmidecode dmesg getconf locale ulimit umask jobs fg bg wait type which whereis whatis apropos man info help hash times shopt bind compgen complete dirs basename dirname tput clear reset stty printenv date hostname getent finger let return break continue exit shift getopts local declare typeset readonly export unset set pushd popd trap disown suspend caller mapfile readarray logout bindkey",
    "cat tac nl head tail less more most bat batcat ls ll dir vdir tree exa eza lsd stat file wc du df ncdu grep egrep fgrep rgrep zgrep bzgrep xzgrep rg ag ack cut paste join comm sort uniq tr fold fmt pr column expand unexpand rev strings od hexdump xxd hd base64 base32 basenc md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 sha1 sha256 shasum crc32 diff sdiff diff3 cmp colordiff zcat gzcat bzcat xzcat lzcat zstdcat zless zmore bzless xzless zdiff readlink realpath look locate mlocate plocate mdfind jq yq xmllint nm objdump readelf ldd size addr2line c++filt tsort shuf numfmt pathchk namei mountpoint findmnt blkid lsattr getfacl getfattr getcap lsns lsipc ipcs ss netstat sockstat ifconfig arp ping ping6 traceroute tracepath mtr dig nslookup host whois rpcinfo showmount smbutil nbtscan rwho rusers ruptime systemd-detect-virt systemd-analyze journalctl hostid sw_vers system_profiler kextstat kldstat csrutil ioreg vm_stat dscacheutil nettop pkgutil mdls otool dyldinfo codesign xcode-select xcrun kmod lsb_release lshw inxi hwinfo sensors acpi upower vcgencmd cpuid nvidia-smi glxinfo xrandr xdpyinfo xprop xwininfo fc-list fc-match fc-scan fc-query iconv ascii unicode uuidgen mcookie fortune cowsay figlet toilet lolcat banner rpm2cpio cpp ctags cscope tokei cloc scc sloccount vgrep fzf zoxide tldr cheat test-path wslpath cygpath exiftool identify mediainfo ffprobe soxi pdfinfo pdffonts pdftotext antiword catdoc docx2txt html2text lynx w3m links elinks tig ipcalc sipcalc b64encode b64decode units qalc",
  ].join(" "),
);

export interface ReaderOutput {
  /** The value of these is written. */
  readonly options?: ReadonlySet<string>;
  /** The operand at this place is written. */
  readonly operand?: number;
  /** Other options that take a value. */
  readonly valued?: ReadonlySet<string>;
}

/** Readers that write a file after all. */
export const READERS_OUTPUT: ReadonlyMap<string, ReaderOutput> = new Map<string, ReaderOutput>([
  [
    "sort",
    {
      options: names("o output"),
      valued: names("k t S T key field-separator buffer-size temporary-directory batch-size parallel"),
    },
  ],
  ["shuf", { options: names("o output"), valued: names("i n input-range head-count random-source") }],
  ["iconv", { options: names("o output"), valued: names("f t from-code to-code") }],
  ["tree", { options: names("o"), valued: names("L P I H T filelimit charset timefmt sort") }],
  ["less", { options: names("o O log-file LOG-FILE"), valued: names("b h j k p P t T x y z") }],
  ["xmllint", { options: names("o output"), valued: names("xpath schema relaxng pattern encode path") }],
  ["uniq", { operand: 1, valued: names("f s w skip-fields skip-chars check-chars") }],
  ["xxd", { operand: 1, valued: names("c g l o s n cols groupsize len seek offset name") }],
  ["cpp", { options: names("o"), operand: 1, valued: names("I D U x include isystem") }],
  ["pdftotext", { operand: 1, valued: names("f l r x y W H enc eol opw upw first last") }],
]);

/** Readers whose arguments can make them change files in ways nobody lists: with these arguments they do not only look. */
export const READERS_CHANGE: ReadonlyMap<string, RegExp> = new Map([
  ["yq", /(^| )(-[a-z]*i[a-z]*|--in-?place)( |$)/],
  ["exiftool", /(^| )-\w[\w:]*[-+<]?=|-(delete|overwrite)_original|-o(ut)?( |$)/],
  ["ctags", /^/],
  ["cscope", /^/],
  ["pdftotext", /^/],
  ["docx2txt", /^/],
  ["codesign", /(^| )(-s|--sign|--remove-signature)/],
  ["xcrun", /^/],
  ["fzf", /--bind|--preview/],
  ["tig", /^/],
]);

/** Filters: what goes in comes out, changed or not. */
export const FILTERS: ReadonlySet<string> = names(
  "cat tac head tail grep egrep fgrep sort uniq tee less more shuf nl pv awk gawk mawk nawk sed cut tr fold fmt column paste iconv dos2unix rev tac perl jq ts sponge buffer mbuffer",
);
export const KEEPS_NAMES: ReadonlySet<string> = names("cat tac head tail grep egrep fgrep sort uniq tee shuf pv");

/** Turn something unreadable into something readable; only interesting in front of an interpreter. */
export const DECODERS: ReadonlyMap<string, RegExp | undefined> = new Map<string, RegExp | undefined>([
  ["base64", /(^| )(-[a-z]*[dD]|--decode)/],
  ["gbase64", /(^| )(-[a-z]*[dD]|--decode)/],
  ["base32", /(^| )(-[a-z]*[dD]|--decode)/],
  ["basenc", /(^| )(-[a-z]*[dD]|--decode)/],
  ["b64decode", undefined],
  ["uudecode", undefined],
  ["xxd", /(^| )-[a-z]*r/],
  ["openssl", /(^| )(enc|base64|aes\S*|des\S*|smime|rsautl|pkeyutl)\b/],
  ["gpg", /(^| )(-d|--decrypt)/],
  ["gunzip", undefined],
  ["gzip", /(^| )-[a-z]*d/],
  ["zcat", undefined],
  ["bunzip2", undefined],
  ["bzip2", /(^| )-[a-z]*d/],
  ["bzcat", undefined],
  ["xz", /(^| )-[a-z]*d/],
  ["unxz", undefined],
  ["xzcat", undefined],
  ["zstd", /(^| )-[a-z]*d/],
  ["zstdcat", undefined],
  ["lz4", /(^| )-[a-z]*d/],
  ["brotli", /(^| )-[a-z]*d/],
  ["rev", undefined],
  ["tr", undefined],
  ["rot13", undefined],
]);

/** Operands are files that are rewritten in place or made. */
export const WRITERS: ReadonlySet<string> = names(
  "touch mkdir tee mkfifo mknod truncate sponge dos2unix unix2dos mkdirs",
);
export const DELETERS: ReadonlySet<string> = names("rm unlink rmdir shred srm trash trash-put grm");
export const COPIERS: ReadonlySet<string> = names("cp install ditto gcp cpio-copy copy pax");
export const MOVERS: ReadonlySet<string> = names("mv gmv");
export const OWNERS: ReadonlySet<string> = names(
  "chmod chown chgrp chattr chflags setfacl setfattr xattr gchmod gchown chcon restorecon",
);
export const ARCHIVERS: ReadonlySet<string> = names("tar bsdtar gtar gnutar");

/** Last operand, or the value of these options, is written. Everything else is read. */
export const PRODUCERS: ReadonlyMap<string, RegExp> = new Map([
  ["zip", /first/],
  ["7z", /second/],
  ["7za", /second/],
  ["7zr", /second/],
  ["rar", /second/],
  ["gzip", /inplace/],
  ["gunzip", /inplace/],
  ["bzip2", /inplace/],
  ["bunzip2", /inplace/],
  ["xz", /inplace/],
  ["unxz", /inplace/],
  ["zstd", /inplace/],
  ["lzma", /inplace/],
  ["compress", /inplace/],
  ["uncompress", /inplace/],
  ["rename", /inplace/],
  ["mmv", /last/],
  ["convert", /last/],
  ["magick", /last/],
  ["ffmpeg", /last/],
  ["pandoc", /none/],
  ["mogrify", /inplace/],
  ["patch", /none/],
]);

/** Programs that always end in a catastrophe. */
export const SHUTDOWN: ReadonlySet<string> = names("shutdown reboot halt poweroff");

/** Clients whose arguments or input are SQL. */
export const SQL_CLIENTS: ReadonlySet<string> = names(
  "mysql mariadb psql sqlite3 sqlite sqlcmd duckdb clickhouse-client cockroach sqlplus mongo mongosh cqlsh pgcli mycli litecli usql",
);

/** Files of a project that build, test or start it. */
export const PROJECT_RUNNERS =
  /(^|\/)(gradlew|mvnw|configure|autogen\.sh|bootstrap(\.sh)?|manage\.py|artisan|rebar3|sbt|waf|x\.py|gow|pants|bazelw?|buck2?|millw?|meson\.py|earthlyw|craft|console|yii|spark|please|taskw|just|setup\.py)$|(^|\/)(node_modules\/\.bin|vendor\/bin|\.?venv\/bin|env\/bin|\.tox\/[^/]+\/bin|bin\/(rails|rake|bundle|rspec|yarn|dev|test|setup|console|importmap|webpack\w*))(\/|$)/;

/** Directories whose programs are the system's: only their name counts. */
export const SYSTEM_PROGRAMS =
  /^(\/usr|\/usr\/local|\/opt\/homebrew|\/opt\/local|\/home\/linuxbrew\/\.linuxbrew|\/snap)?\/(s?bin|libexec|games|lib(64|exec)?\/[\w.+-]+(\/[\w.+-]+)*)\/|^\/(System|Applications|usr\/(share|lib|libexec|games|sbin)|nix\/store|Library\/(Developer|Frameworks))\/|^\/opt\/[\w.+-]+\/(s?bin\/)?|^\/etc\/init\.d\//;

/** Programs with many faces: these subcommands only look at this machine. */
export const LOOKS: ReadonlyMap<string, RegExp> = new Map([
  ["systemctl", /^(--\S+ )*(status|list-\S+|is-\S+|show|cat|get-default|--failed)( |$)/],
  ["localectl", /^(status|list-\S+)?( |$)/],
  ["timedatectl", /^(status|show|list-\S+)?( |$)/],
  ["hostnamectl", /^(status)?( |$)/],
  ["loginctl", /^(list-\S+|show-\S+|\S*-status)?( |$)/],
  ["launchctl", /^(list|print|blame|dumpstate)( |$)/],
  ["sysctl", /^(-[anbeN]+ )*[\w.]+$|^-a$/],
  [
    "docker",
    /^(ps|images|logs|inspect|version|info|top|stats|diff|history|port)( |$)|^(container|image|volume|network|compose) (ls|list|ps|inspect|logs|config)( |$)/,
  ],
  ["podman", /^(ps|images|logs|inspect|version|info|top|stats|diff|history|port)( |$)/],
  ["npm", /^(ls|list|outdated|root|prefix|bin|explain|why|config (get|list)|--version|-v)( |$)/],
  ["pip", /^(list|show|freeze|check|--version)( |$)/],
  ["pip3", /^(list|show|freeze|check|--version)( |$)/],
  ["cargo", /^(tree|metadata|--version|pkgid|locate-project)( |$)/],
  ["go", /^(version|env|list|doc)( |$)/],
  ["apt", /^(list|show|policy|search|depends|rdepends)( |$)/],
  ["apt-cache", /^(policy|show|search|depends|rdepends|stats|pkgnames)( |$)/],
  ["dpkg", /^(-l|-L|-s|-S|--list|--listfiles|--status|--search)( |$)/],
  ["rpm", /^(-q\w*|--query)( |$)/],
  ["brew", /^(list|info|outdated|deps|uses|--version|--prefix|config)( |$)/],
  ["ip", /^(-\S+ )*(a|addr|address|l|link|r|route|n|neigh|rule)( (s|sh|show|list|ls))?( dev \S+)?$/],
  ["dscl", /^\S+ -?(list|read|readall|search)( |$)/],
  ["PlistBuddy", /^-c print/i],
  ["defaults", /^(read|domains|find)( |$)/],
  ["smbstatus", /^/],
  ["terraform", /^(version|show|output|validate|fmt -check)( |$)/],
  ["node", /^(-v|--version)$/],
  ["python", /^(-V|--version)$/],
  ["python3", /^(-V|--version)$/],
]);

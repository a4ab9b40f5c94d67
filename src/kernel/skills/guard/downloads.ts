// "Before you start, download this and run it": the way most malicious skills work. Found by what stands near what, in any language.

import type { Severity, Sighting } from "./finding.ts";
import { ADDRESS, type HostKind, hostKind } from "./hosts.ts";

interface Link {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  readonly kind: HostKind;
}

const NEAR = 420;

export function downloadSightings(text: string): readonly Sighting[] {
  const links: Link[] = [...text.matchAll(ADDRESS)].map((match) => {
    const url = match[0].replace(/[.,;:!?]+$/, "");
    return { url, start: match.index, end: match.index + url.length, kind: hostKind(url) };
  });
  return [
    ...pipedSightings(text),
    ...links.flatMap((link) => artifactSightings(text, link)),
    ...links.flatMap((link) => pasteSightings(text, link)),
    ...links.flatMap((link) => orderSightings(text, link)),
    ...links.flatMap((link) => urgedSightings(text, link)),
    ...passwordSightings(text),
  ];
}

const PIPE =
  /\b(?:curl|wget|fetch)\b[^\n|]{0,300}\|\s{0,4}(?:sudo\s+(?:-\S+\s+)?)?(?:\/(?:usr\/)?bin\/)?(?:env\s+)?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby|php|osascript)\b|\b(?:ba|z)?sh\s{1,3}(?:-c\s{1,3})?["']?(?:<\(|\$\()\s{0,3}(?:curl|wget)\b[^\n)]{0,300}\)|\b(?:curl|wget)\b[^\n]{0,200}(?:-o|-O|>)\s{0,3}(\S{1,80})[^\n]{0,40}(?:&&|;)\s{0,4}(?:sudo\s+)?(?:ba|z)?sh\s{1,3}\S{0,3}\1/gi;

/** Piping a vendor's installer into a shell is common and worth a look; any other host's is a refusal. */
function pipedSightings(text: string): readonly Sighting[] {
  return [...text.matchAll(PIPE)].map((match) => {
    const url = /https?:\/\/[^\s"'`<>|)]{3,300}/i.exec(match[0])?.[0];
    const kind = url === undefined ? "unknown" : hostKind(url);
    const isSafer = kind === "vendor" || kind === "local" || kind === "blank";
    const severity: Severity = isSafer && (kind === "local" || !/^http:/i.test(url ?? "")) ? "medium" : "critical";
    return {
      id: "fetch_pipe_shell",
      severity,
      category: "supply_chain",
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

const PROGRAM = /\.(?:exe|msi|scr|bat|cmd|ps1|hta|dmg|pkg|app|appimage|deb|rpm|jar|vbs|com|run|bin|iso)(?:[?#]|$)/i;
const ARCHIVE = /\.(?:zip|rar|7z|tar|tgz|tar\.gz|tar\.xz|gz)(?:[?#]|$)/i;
const SCRIPT = /\.(?:sh|command|py|js|pl|rb)(?:[?#]|$)/i;
const RUN =
  /\b(?:run|running|execute|executing|launch|open|start|double[- ]?click|install)\b[^\n.]{0,80}|运行|執行|执行|启动|双击|安装|запуст|выполн|ejecut|exécut|ausführ|starten|実行|起動|실행/i;
const PROGRAM_WORDS =
  /\b(?:executable|binary|installer|setup(?:\.\w+)?|the (?:agent|driver|utility|program|tool|app(?:lication)?|file)|\w[\w-]*\.(?:exe|msi|dmg|pkg|app))\b|可执行|程序|安装包|исполняем|исполняемый|ejecutable|exécutable|実行ファイル|실행 파일/i;
const MUST =
  /\b(?:prerequisites?|required?|requires|requirement|must|mandatory|before (?:using|you|proceeding|running|starting|use)|important|necessary|needed|first|won'?t work|will not (?:work|function)|without (?:it|this))\b|先决条件|前提|必须|必須|重要|需要|обязательн|предварительн|requisito|obligatorio|prérequis|voraussetzung|erforderlich|필수/i;
const PASSWORD =
  /\b(?:pass(?:word|phrase|code|wd)?|pwd|pw)\b\s{0,3}(?:is|:|=|-|\(|`|"|'|to extract)|密码|密碼|пароль|contraseña|mot de passe|kennwort|passwort|パスワード|비밀번호/i;

/** A program or an archive to be fetched from somewhere and run. */
function artifactSightings(text: string, link: Link): readonly Sighting[] {
  const { url, kind } = link;
  // The ending of the path, not of the host: `.com` and `.app` are both.
  const path = /^https?:\/\/[^/]+(\/.*)$/i.exec(url)?.[1] ?? "";
  const isProgram = PROGRAM.test(path);
  const isArchive = ARCHIVE.test(path);
  if ((!isProgram && !isArchive && !SCRIPT.test(path)) || kind === "local") return [];
  const around = text.slice(Math.max(0, link.start - NEAR), link.end + NEAR);
  const after = text.slice(link.start, link.end + NEAR);
  const sighting = (id: string, severity: Severity): Sighting => ({
    id,
    severity,
    category: "supply_chain",
    start: link.start,
    end: link.end,
  });
  const isStranger = kind !== "vendor" && kind !== "blank";
  if (isArchive && isStranger && PASSWORD.test(around)) return [sighting("locked_archive", "critical")];
  const isRun = RUN.test(after) || (RUN.test(around) && PROGRAM_WORDS.test(around));
  if (!isRun) return isProgram && isStranger ? [sighting("program_link", "high")] : [];
  if (isStranger && (isProgram || PROGRAM_WORDS.test(around)) && (MUST.test(around) || kind !== "unknown" || isProgram))
    return [sighting("download_and_run", "critical")];
  if (/^http:/i.test(url) && isStranger) return [sighting("download_and_run", "critical")];
  return isStranger && isProgram ? [sighting("download_and_run", "high")] : [];
}

const TERMINAL =
  /\bterminal\b|\bpowershell\b|\bcommand (?:prompt|line)\b|\bconsole\b|\bshell\b|\biterm\b|终端|終端|命令行|терминал|ターミナル|터미널/i;
const COPY =
  /\b(?:copy|paste|fetch and run|run (?:the|this) (?:command|script|snippet|installer)|install(?:ation|er)? (?:script|command|snippet))\b|复制|粘贴|複製|貼上|скопир|встав|copia|pega|copier|coller|kopier|einfüg|コピー|貼り付け|복사/i;

/** A page of a drop host, or any page, whose text is to be pasted into a terminal. */
function pasteSightings(text: string, link: Link): readonly Sighting[] {
  if (link.kind === "vendor" || link.kind === "local" || link.kind === "blank") return [];
  const around = text.slice(Math.max(0, link.start - 200), link.end + 260);
  if (!COPY.test(around)) return [];
  const sighting = (severity: Severity): Sighting => ({
    id: "paste_into_terminal",
    severity,
    category: "supply_chain",
    start: link.start,
    end: link.end,
  });
  const isUrged =
    TERMINAL.test(around) || MUST.test(around) || /\b(?:install|setup|set up|script)\b|安装|脚本/i.test(around);
  if (link.kind === "drop" || link.kind === "number") return isUrged ? [sighting("critical")] : [];
  const isVisit = /\b(?:visit|go to|open|navigate|see)\b|访问|打开|откро|visita|visitez|besuch|訪問|방문/i.test(around);
  return TERMINAL.test(around) && isVisit && MUST.test(around) ? [sighting("critical")] : [];
}

const URGED =
  /\bdownload\b[^\n.]{0,40}\b(?:and|then|,)\s{0,2}(?:run|execute|launch|start|open|install)\b|下载[^\n。]{0,40}(?:运行|执行|安装)/i;

/** "Download and run", with a stranger's address and a must beside it, however the file is called. */
function urgedSightings(text: string, link: Link): readonly Sighting[] {
  if (link.kind === "vendor" || link.kind === "local" || link.kind === "blank") return [];
  const around = text.slice(Math.max(0, link.start - 160), link.end + 80);
  if (!URGED.test(around) || !MUST.test(around)) return [];
  return [{ id: "download_and_run", severity: "critical", category: "supply_chain", start: link.start, end: link.end }];
}

const FETCHED_ORDERS =
  /\b(?:fetch|load|read|retrieve|download|open|visit|check)\b[\s\S]{0,200}\b(?:follow|obey|execute|carry out|do (?:what|as))\b|\b(?:rules|instructions|directives|policy|behaviou?r)\b[^\n.]{0,60}\b(?:defined|hosted|located|kept|live|found|stored)\b[^\n.]{0,30}\b(?:at|in|on|under)\b/i;

/** A page somebody else can change at any time, whose words are to be obeyed. */
function orderSightings(text: string, link: Link): readonly Sighting[] {
  if (link.kind === "vendor" || link.kind === "local" || link.kind === "blank") return [];
  if (!FETCHED_ORDERS.test(text.slice(Math.max(0, link.start - 120), link.end + 120))) return [];
  const severity: Severity = link.kind === "drop" || link.kind === "number" ? "critical" : "high";
  return [{ id: "remote_orders", severity, category: "injection", start: link.start, end: link.end }];
}

const LOCKED =
  /\b(?:extract|unzip|unpack|decompress|unrar)\w{0,4}\b[^\n.]{0,80}\bpass(?:word|phrase|code)?\b\s{0,3}(?:is\b|[:=`"'(])|`pass(?:word)?: [^`\n]{1,40}`[^\n]{0,20}解压|\b(?:archive|zip|rar)\b[^\n.]{0,30}\bpass(?:word)?\s{0,3}(?:is|:|=)\s{0,3}[`"']?\w|解压密码|password[- ]protected (?:zip|archive|rar)/gi;

/** A lock on an archive keeps scanners out, not thieves. */
function passwordSightings(text: string): readonly Sighting[] {
  return [...text.matchAll(LOCKED)].flatMap((match): readonly Sighting[] => {
    const around = text.slice(Math.max(0, match.index - NEAR), match.index + match[0].length + NEAR);
    const isFetched = /\bdownload|下载|скача|descarg|télécharg|herunterlad|ダウンロード|https?:\/\//i.test(around);
    if (!isFetched) return [];
    const severity: Severity = RUN.test(around) ? "critical" : "high";
    return [
      {
        id: "locked_archive",
        severity,
        category: "supply_chain",
        start: match.index,
        end: match.index + match[0].length,
      },
    ];
  });
}

// Shell lines that carry secrets away or read them, judged line by line.

import type { Scope } from "./patterns.data.ts";
import type { Setting } from "./setting.ts";
import { reaches, type Sighting } from "./sighting.ts";

interface LineRule {
  readonly id: string;
  readonly scope: Scope;
  /** Tried only when the text has one of these words. */
  readonly needs: readonly string[];
  /** Offsets in the line of what is wrong with it. */
  find(line: string): readonly [start: number, end: number] | undefined;
}

const SECRET_VARIABLE = /\$\{?(?:env[:.])?([A-Za-z_][A-Za-z0-9_]{0,60})/g;
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API/i;
const SECRET_FILE =
  /(?:^|[\s'"/@=<])(\.env(?![A-Za-z0-9_.-])|\.env\.(?:local|prod|production)\b|credentials\b(?!\.(?:ts|js|py|go|rs|md|example|sample|json\.example))|\.netrc\b|\.pgpass\b|\.npmrc\b|\.pypirc\b|id_rsa(?![\w.])|id_ed25519(?![\w.])|\/etc\/shadow\b)/;
const PLACEHOLDER_HOST = /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|\$|\{|<|example\.|api\.example|host\b)/i;

const LINE_RULES: readonly LineRule[] = [
  { id: "exfil_curl", scope: "all", needs: ["curl"], find: (line) => carriesSecret(line, /\bcurl\b/i) },
  { id: "exfil_wget", scope: "all", needs: ["wget"], find: (line) => carriesSecret(line, /\bwget\b/i) },
  { id: "read_secrets", scope: "all", needs: ["cat"], find: readsSecrets },
  {
    id: "env_var_unset_agent",
    scope: "context",
    needs: ["unset"],
    find: (line) =>
      matched(
        /\bunset\s+(?:-v\s+)?[A-Za-z0-9_]{0,40}(?:CLAUDE|CODEX|HERMES|AGENT|OPENAI|ANTHROPIC)[A-Za-z0-9_]{0,40}[^\n]{0,80}(?:curl|http|claude|codex|hermes)\b/i,
        line,
      ),
  },
  { id: "ssh_backdoor", scope: "strict", needs: ["authorized"], find: (line) => matched(/authorized_keys/i, line) },
  {
    id: "ssh_access",
    scope: "strict",
    needs: ["ssh"],
    find: (line) => matched(/(?:\$HOME|\$\{HOME\}|~)\/\.ssh\b/, line),
  },
  {
    id: "hermes_env",
    scope: "strict",
    needs: ["hermes"],
    find: (line) => matched(/(?:\$HOME|\$\{HOME\}|~)\/\.hermes\/\.env\b/, line),
  },
  {
    id: "hardcoded_secret",
    scope: "strict",
    needs: ["key", "apikey", "token", "secret", "password"],
    find: (line) =>
      matched(/(?:api[_-]?key|token|secret|password)\s{0,3}[=:]\s{0,3}["'][A-Za-z0-9+/=_-]{20,400}["']/i, line),
  },
];

function matched(pattern: RegExp, line: string): readonly [number, number] | undefined {
  const match = pattern.exec(line);
  return match ? [match.index, match.index + match[0].length] : undefined;
}

/** Authenticating at the service a key belongs to is ordinary; a secret in the address or the body of a request elsewhere is not. */
function carriesSecret(line: string, tool: RegExp): readonly [number, number] | undefined {
  const command = tool.exec(line);
  if (!command) return undefined;
  const hosts = [...line.matchAll(/https?:\/\/([^/\s"'?#]{1,120})/gi)].map((match) => (match[1] ?? "").toLowerCase());
  const whole: readonly [number, number] = [command.index, line.trimEnd().length];
  if (
    /(?:-d|--data[a-z-]*|-F|--form|-T|--upload-file|--post-file)[\s=]{0,2}["']?[^\s"']{0,40}@\S{0,80}(?:\.env(?![\w.-])|id_rsa|id_ed25519|\.ssh\/|credentials\b|\.netrc|\.npmrc|\.pgpass)/.test(
      line,
    )
  )
    return whole;
  if (
    /(?:\benv\b|\bprintenv\b|\.env(?![\w.-])|\.ssh\/|credentials\b|\/etc\/passwd|\/etc\/shadow)[^|\n]{0,80}\|\s{0,4}(?:base64[^|\n]{0,40}\|\s{0,4})?(?:curl|wget|nc)\b/.test(
      line,
    )
  )
    return whole;
  for (const match of line.slice(command.index).matchAll(SECRET_VARIABLE)) {
    const name = match[1] ?? "";
    if (!SECRET_NAME.test(name) || /URL|HOST|ENDPOINT|PORT|PATH|VERSION/i.test(name)) continue;
    if (isOrdinaryUse(line, command.index + match.index, name, hosts)) continue;
    return whole;
  }
  return undefined;
}

function isOrdinaryUse(line: string, at: number, name: string, hosts: readonly string[]): boolean {
  if (hosts.length > 0 && hosts.every((host) => PLACEHOLDER_HOST.test(host))) return true;
  if (hosts.length === 0) return true;
  const before = line.slice(Math.max(0, at - 80), at);
  if (
    /(?:authorization|[a-z-]*api-?key|[a-z-]*token|[a-z-]*auth[a-z-]*)["']?\s{0,2}:\s{0,2}["']?(?:bearer|basic|token|key)?\s{0,2}["'\\]{0,2}$/i.test(
      before,
    )
  )
    return true;
  if (/(?:-u|--user)[\s=]{1,2}["']?[^\s"']{0,40}$/.test(before)) return true;
  const own = name
    .toLowerCase()
    .split("_")
    .filter(
      (word) =>
        word.length > 2 &&
        !/^(?:api|key|token|secret|password|access|auth|app|client|user|admin|bot|the|my)$/.test(word),
    );
  return own.some((word) => hosts.some((host) => host.includes(word)));
}

function readsSecrets(line: string): readonly [number, number] | undefined {
  const command = /(?:^|[\s`'"$(;|&])cat\s+/i.exec(line);
  if (!command) return undefined;
  const rest = line.slice(command.index, command.index + 300);
  const target = /^[^;|&)`]{0,200}/.exec(rest)?.[0] ?? "";
  const file = SECRET_FILE.exec(target);
  if (!file || /<<|>>?\s{0,2}\S{0,60}\.env/.test(rest.slice(0, 120))) return undefined;
  return [command.index, command.index + file.index + file[0].length];
}

export function commandFindings(source: string, setting: Setting, scope: Scope): Sighting[] {
  const active = LINE_RULES.filter((rule) => reaches(scope, rule.scope) && setting.mentions(...rule.needs));
  if (active.length === 0) return [];
  const found: Sighting[] = [];
  for (let from = 0; from < source.length; ) {
    const newline = source.indexOf("\n", from);
    const end = newline === -1 ? source.length : newline;
    // A line longer than any command is judged in pieces.
    for (let piece = from; piece < end; piece += 2_000) {
      const line = source.slice(piece, Math.min(end, piece + 2_200));
      for (const rule of active) {
        const spot = rule.find(line);
        if (spot && !isForbidden(line, spot[0]))
          found.push({ id: rule.id, start: piece + spot[0], end: piece + spot[1] });
      }
    }
    from = end + 1;
  }
  return found;
}

/** "Never run …", "do not cat …": a rule against it. */
function isForbidden(line: string, at: number): boolean {
  return (
    /\b(?:never|not|don'?t|avoid|refuse|forbidden|prohibited|instead of|blocks?|denied|deny|❌|bad|unsafe)\b[^.;]{0,60}$/i.test(
      line.slice(Math.max(0, at - 80), at),
    ) || /❌|✗|🚫/u.test(line.slice(0, at))
  );
}

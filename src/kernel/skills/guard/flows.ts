// Secrets read in one place and sent from another, even in different files: neither is much alone, together they are theft.

import type { GuardFile, Severity } from "./finding.ts";
import { ADDRESS, hostKind } from "./hosts.ts";

export interface Flow {
  readonly id: string;
  readonly severity: Severity;
  readonly category: string;
  readonly file: string;
  readonly at: number;
}

const SENSITIVE =
  /\.ssh\/(?:id_|config|known)|\.ssh["'/]|id_rsa\b|id_ed25519\b|\.aws\/credentials|\.aws["'/]|\.config\/gcloud|\.kube\/config|\.docker\/config\.json|\.netrc\b|\.git-credentials|\.gnupg\b|\.pgpass\b|(?:~|HOME|home\(\)|expanduser|homedir)[^\n]{0,60}\.env\b|\.(?:hermes|openclaw|clawdbot|moltbot|claude|cursor|codex|gemini)\/[^\n]{0,40}(?:\.env|auth|credential|config|session|memor)|Library\/Keychains|security\s+find-(?:generic|internet)-password|Login Data\b|Cookies\.binarycookies|cookies\.sqlite|logins\.json|key4\.db|Local State\b|Chrome\/User Data|\.mozilla\/firefox|wallet\.dat\b|\.electrum|Exodus\/|MetaMask|\.config\/solana|solana\/id\.json|keystore\/|\/etc\/shadow\b|\.bash_history|\.zsh_history/;
const WHOLE_ENVIRONMENT =
  /\b(?:dict|json\.dumps|str|list)\s{0,3}\(\s{0,3}(?:dict\s{0,3}\(\s{0,3})?os\.environ\b(?!\s{0,3}(?:\.get|\[))|os\.environ\.(?:items|copy|values)\s{0,3}\(|for\s+\w+\s*(?:,\s*\w+)?\s+in\s+os\.environ\b|JSON\.stringify\s{0,3}\(\s{0,3}process\.env\s{0,3}[,)]|Object\.(?:entries|keys|assign|values)\s{0,3}\([^)\n]{0,20}process\.env\s{0,3}\)|\.\.\.process\.env\b|\bprintenv\b|\benv\s{0,3}(?:\||>)/;
const SENDING =
  /requests\.(?:post|put|patch)\s{0,3}\(|httpx\.(?:post|put)\s{0,3}\(|urllib\.request\.(?:Request|urlopen)|urlopen\s{0,3}\(|http\.client|aiohttp|fetch\s{0,3}\([\s\S]{0,200}method\s{0,3}:\s{0,3}["'](?:POST|PUT)|axios\.(?:post|put)|https?\.request\s{0,3}\(|\bcurl\b[^\n]{0,200}(?:-d|--data|-F|--form|-T|--upload-file|-X\s{0,2}(?:POST|PUT))|\bwget\b[^\n]{0,120}--post|smtplib|socket\.(?:socket|create_connection)|\bnc\s+\S+\s+\d{2,5}|Invoke-(?:RestMethod|WebRequest)[^\n]{0,120}-Method\s+Post|ftplib|paramiko/i;
const ENCRYPTING = /\bFernet\b|AES\.new\s{0,3}\(|createCipheriv\s{0,3}\(|\bopenssl\s+enc\b/;
const WALKING =
  /os\.walk\s{0,3}\(|\.rglob\s{0,3}\(|glob\.(?:glob|iglob)\s{0,3}\([^\n]{0,60}recursive|readdirSync\s{0,3}\(/;
const DELETING =
  /os\.(?:remove|unlink)\s{0,3}\(|\.unlink(?:Sync)?\s{0,3}\(|shutil\.rmtree|\.rename(?:Sync)?\s{0,3}\(|os\.rename/;

const PROGRAMS =
  /\.(?:py|pyw|js|mjs|cjs|ts|tsx|sh|bash|zsh|rb|pl|php|ps1|psm1|bat|cmd|go|rs|java|kt|swift|lua|r|jl|applescript|scpt|vbs)$/i;

/** A program, by its name, its mode or its first line. */
export function isProgram(file: GuardFile): boolean {
  return file.type === "text" && (PROGRAMS.test(file.path) || file.text.startsWith("#!") || file.executable);
}

export function findFlows(files: readonly GuardFile[]): readonly Flow[] {
  const programs = files.filter(isProgram);
  const sender = programs.find(({ text }) => SENDING.test(text) && sendsAway(text));
  const flows: Flow[] = [];
  for (const file of programs) {
    const secret = SENSITIVE.exec(file.text);
    const environment = WHOLE_ENVIRONMENT.exec(file.text);
    if (secret !== null)
      flows.push(flow("secrets_read", sender === undefined ? "high" : "critical", file, secret.index));
    if (environment !== null && sender !== undefined)
      flows.push(flow("environment_collected", sender === file ? "critical" : "high", file, environment.index));
    if (ENCRYPTING.test(file.text) && WALKING.test(file.text) && DELETING.test(file.text))
      flows.push(flow("files_encrypted_in_bulk", "critical", file, ENCRYPTING.exec(file.text)?.index ?? 0));
  }
  return flows;
}

/** Something other than the machine itself or a vendor's own interface receives it. */
function sendsAway(text: string): boolean {
  const kinds = [...text.matchAll(ADDRESS)].map((match) => hostKind(match[0]));
  return kinds.length === 0 || kinds.some((kind) => kind !== "local" && kind !== "vendor");
}

function flow(id: string, severity: Severity, file: GuardFile, at: number): Flow {
  return { id, severity, category: "exfiltration", file: file.path, at };
}

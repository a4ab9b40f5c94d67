// How a secret is recognised: by the name it goes under, or by the prefix its vendor gives it.

import { PROVIDER_SECRETS, SECRET_PREFIXES } from "./secret-names.data.ts";

const SECRET_WORD = /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|APIKEY/;
const SECRET_SEGMENT = /(?:^|_)(?:KEY|KEYS|PASS|PWD|PAT|AUTH)(?:_|$)|^(?:SSH|PG|MYSQL|REDIS)PASS$/;
// Words that merely look like it: counts, paths, sockets and the working directory.
const HARMLESS =
  /^(?:PWD|OLDPWD|INIT_CWD|SSH_AUTH_SOCK|SSH_KEY|KEY_ENV|(?:.*_)?MAX_TOKENS|TOKENS|(?:.*_)?TOKENIZERS?_.*)$/;

/** Whether a variable or setting of this name holds a secret; case does not matter. */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase().replaceAll("-", "_");
  return !HARMLESS.test(upper) && (SECRET_WORD.test(upper) || SECRET_SEGMENT.test(upper));
}

/** Whether a setting of this name holds a secret itself, rather than a path, a mode or the name of a variable. */
export function isSecretSetting(name: string): boolean {
  const upper = name.toUpperCase().replaceAll("-", "_");
  return !HARMLESS.test(upper) && /(?:^|_)(?:KEY|TOKEN|SECRET|PASS|PASSWORD|PASSWD|PASSPHRASE)$|APIKEY$/.test(upper);
}

/** Whether the value alone gives it away. */
export function looksLikeSecret(value: string): boolean {
  const text = value.trim();
  if (text.length < 16 || /\s/.test(text)) return /^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);
  return SECRET_PREFIXES.some((prefix) => text.startsWith(prefix)) || /^eyJ[\w-]+\.eyJ[\w-]+\./.test(text);
}

/** Keys of model, tool and messaging vendors: no child process gets them, not even on request. */
export function isProviderSecret(name: string): boolean {
  return PROVIDER_SECRETS.has(name.toUpperCase());
}

/** The password a URL carries, as addresses of databases and proxies do. */
export function urlPassword(value: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^/\s@]+)@/i.exec(value.trim())?.[1];
}

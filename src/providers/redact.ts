// Keys never leave in text: whatever a vendor echoes back is cleaned before it becomes a message.

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|gsk|xai|hf|nvapi|fw|AIza|ya29|eyJ)[-_A-Za-z0-9.]{12,}/g, "[key]"],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, "$1 [key]"],
  [/((?:api[-_]?key|token|secret|authorization)["']?\s*[:=]\s*["']?)[^\s"',;&]{6,}/gi, "$1[key]"],
  [/([?&](?:key|api_key|token|access_token)=)[^&\s"']+/gi, "$1[key]"],
];

/** The text without the given secrets, without parts of them long enough to identify them, and without anything shaped like a key. */
export function redactKeys(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    clean = clean.replaceAll(secret, "[key]");
    // Vendors echo keys in part: `sk-proj-****abcd`.
    if (secret.length >= 12) clean = clean.replaceAll(secret.slice(0, 10), "[key]");
  }
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement);
  return clean;
}

/** How a stored key is shown: enough to recognise one's own, too little to use. */
export function maskKey(secret: string): string {
  return secret.length < 16 ? "****" : `${secret.slice(0, 4)}…${secret.slice(-4)}`;
}

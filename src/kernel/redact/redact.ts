// Masks secrets in text that leaves the program: by known value, by the name they stand behind, and by their shape.

import { isPlaceholder, looksChosen, looksRandom } from "./randomness.ts";
import { TOKEN_SHAPES } from "./tokens.data.ts";

export interface RedactOptions {
  /** Values that are secret whatever they look like; shorter ones than six characters are left alone. */
  readonly known?: readonly string[];
  /** Also masks telephone numbers in international form. */
  readonly pii?: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const MIN_KNOWN = 6;
const SHAPES = new RegExp(`(?<![A-Za-z0-9_])(?:${TOKEN_SHAPES.join("|")})`, "g");

/** Prepares the known values once; the function it returns is total and linear in the text. */
export function createRedactor(options: RedactOptions = {}): (text: string) => string {
  const known = knownPattern(options.known ?? []);
  return (text) => {
    const spans = [
      ...(known === undefined ? [] : matches(known, text)),
      ...matches(SHAPES, text).filter((span) => !isPlaceholder(text.slice(span.start, span.end))),
      ...privateKeys(text),
      ...jsonWebTokens(text),
      ...named(text),
      ...headers(text),
      ...addresses(text),
      ...assignments(text),
      ...(options.pii === true ? matches(PHONE, text) : []),
    ];
    return spans.length === 0 ? text : masked(text, spans);
  };
}

/** Takes out known keys by their value alone. Short or plain words may be a password and still stand in any text. */
export function createKeyMask(known: readonly string[]): (text: string) => string {
  const isUnmistakable = (value: string) => value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value);
  const pattern = knownPattern(known.filter(isUnmistakable));
  return (text) => (pattern === undefined ? text : text.replace(pattern, "***"));
}

export function redact(text: string, options: RedactOptions = {}): string {
  return createRedactor(options)(text);
}

/** Enough to recognise a key by, never enough to use it. */
export function mask(secret: string): string {
  return secret.length < 18 ? "***" : `${secret.slice(0, 6)}...${secret.slice(-4)}`;
}

function masked(text: string, spans: readonly Span[]): string {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  let out = "";
  let at = 0;
  for (let i = 0; i < sorted.length; ) {
    const { start } = sorted[i] as Span;
    let end = (sorted[i] as Span).end;
    for (i++; i < sorted.length && (sorted[i] as Span).start < end; i++) end = Math.max(end, (sorted[i] as Span).end);
    out += text.slice(at, start) + mask(text.slice(start, end));
    at = end;
  }
  return out + text.slice(at);
}

function matches(pattern: RegExp, text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(pattern)) spans.push({ start: found.index, end: found.index + found[0].length });
  return spans;
}

/** Each value as it is, and as it looks inside an address or a JSON string. */
function knownPattern(known: readonly string[]): RegExp | undefined {
  const forms = new Set<string>();
  for (const value of known) {
    if (value.length < MIN_KNOWN) continue;
    for (const form of [value, safeEncode(value), JSON.stringify(value).slice(1, -1)]) forms.add(form);
  }
  if (forms.size === 0) return undefined;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
}

function safeEncode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const PHONE = /(?<![\w+])\+[1-9]\d{7,14}(?!\d)/g;

function privateKeys(text: string): Span[] {
  const spans: Span[] = [];
  let close = -1;
  for (const found of text.matchAll(/-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g)) {
    const start = found.index + found[0].length;
    // Looked for again only when the last end lies behind: many openings without an end must not cost a search each.
    if (close < start) close = text.indexOf("-----END", start);
    if (close === -1) close = text.length;
    // Only a body makes it a key: code that merely looks for the first line has none.
    const isBody = /^[\s\\nr"'+]{0,20}[A-Za-z0-9+/=:, -]{16,}/.test(text.slice(start, start + 200));
    if (isBody) spans.push({ start, end: close });
  }
  return spans;
}

function jsonWebTokens(text: string): Span[] {
  const found = matches(
    /(?<![A-Za-z0-9_-])ey[A-Za-z0-9_-]{14,2000}\.ey[A-Za-z0-9_-]{14,4000}\.[A-Za-z0-9_/=-]{10,1000}/g,
    text,
  );
  return found.filter((span) => !SAMPLE_SUBJECT.test(text.slice(span.start, span.end)));
}

/** "1234567890", the subject of the sample token in every manual. */
const SAMPLE_SUBJECT = /IxMjM0NTY3ODkw/;

const SECRET_NAME =
  /token|secret|passw(?:or)?d|passwd|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|signing[_-]?key|encryption[_-]?key|licen[cs]e[_-]?key|credential|contribsys__com|sonar[._]login|authorization|(?<=[a-z]_|[a-z])pwd\b|"artifactory"/gi;
const BETWEEN =
  /[\w-]{0,40}["'`\])]{0,3}(?:\s{1,40}(?:string|String|str))?\s{0,40}(?:=>|:{1,3}=|[?.+]=|=|:|,|>|\s(?=["'A-Za-z0-9])|\s{1,40}value\s{0,3}[:=]|\s{0,4},\s{0,4}type=str,\s{0,4}default=)\s{0,60}(?:value["']?\s{0,3}[:=]\s{0,3})?["'`]{0,3}/y;
const VALUE = /[^\s"'`<>,;(){}[\]\\|&]{8,1000}/y;
/** Names inside a value this long are part of it. */
const LONG_VALUE = 100;

/** `apiToken: "…"` in any language's way of writing it. */
function named(text: string): Span[] {
  const spans: Span[] = [];
  let passed = 0;
  for (const found of text.matchAll(SECRET_NAME)) {
    if (found.index < passed) continue;
    BETWEEN.lastIndex = found.index + found[0].length;
    const between = BETWEEN.exec(text);
    if (between === null || isNextItem(between[0])) continue;
    VALUE.lastIndex = BETWEEN.lastIndex;
    const value = VALUE.exec(text)?.[0].replace(/[.:!?]+$/, "");
    if (value === undefined) continue;
    const start = BETWEEN.lastIndex;
    if (value.length > LONG_VALUE) passed = start + value.length;
    const quoted = /["'`]$/.test(between[0]);
    const chosen =
      quoted && /pass|pwd/i.test(found[0]) && !/^[A-Za-z]+$/.test(value) && looksChosen(value) && /\d/.test(value);
    if (looksRandom(value) || chosen) spans.push({ start, end: start + value.length });
  }
  return spans;
}

/** In a list with one name per line the next name is no value. */
function isNextItem(between: string): boolean {
  return /["'`]\s{0,4},\s{0,60}\n\s{0,60}["'`]{1,3}$/.test(between);
}

const HEADER =
  /\b(?:authorization|proxy-authorization)["']?\s{0,4}[:=]\s{0,4}["'`]?(?:(bearer|basic|token|digest|apikey|negotiate|bot)\s{1,4})?([A-Za-z0-9._~+/=:-]{8,4000})/gi;
const USER_OPTION = /(?<![\w-])(?:-u|--user|--proxy-user)[ =]{1,3}["']?([^\s:"'$<>]{0,64}):(?!:)([^\s"'$<>]{4,200})/g;

function headers(text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(HEADER)) {
    const [whole, scheme, value = ""] = found;
    const end = found.index + whole.length;
    const encoded =
      scheme?.toLowerCase() === "basic" && /^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) && /[A-Z0-9]/.test(value);
    if ((encoded && !isPlaceholder(value)) || looksRandom(value)) spans.push({ start: end - value.length, end });
  }
  for (const found of text.matchAll(USER_OPTION)) {
    const [whole, , value = ""] = found;
    const end = found.index + whole.length;
    if (looksChosen(value) || looksRandom(value)) spans.push({ start: end - value.length, end });
  }
  return spans;
}

const USER_INFO = /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@"'`<>\\]{0,64}):([^\s/@"'`<>\\]{3,200})@/gi;
const QUERY =
  /[?&](?:access_token|id_token|refresh_token|api_?key|apikey|auth|authkey|[a-z0-9_]{0,20}token|sig|signature|x-amz-signature|x-amz-security-token|secret|client_secret|password|passwd)=([^&\s"'`#<>\\]{8,4000})/gi;

function addresses(text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(USER_INFO)) {
    const [whole, , value = ""] = found;
    const end = found.index + whole.length - 1;
    if (looksChosen(value) || looksRandom(value) || /^[0-9a-f]{8,}$/.test(value))
      spans.push({ start: end - value.length, end });
  }
  for (const found of text.matchAll(QUERY)) {
    const [whole, value = ""] = found;
    const end = found.index + whole.length;
    if (looksRandom(value)) spans.push({ start: end - value.length, end });
  }
  return spans;
}

const ASSIGNMENT =
  /^[ \t]{0,20}(?:export[ \t]{1,4}|set[ \t]{1,4}|-[ \t]{1,4})?([A-Za-z][A-Za-z0-9_]{0,60})=(["']?)([^\s"'$<>{}()`,;\\]{6,400})\2[ \t]{0,4}$/gm;
const KUBERNETES_SECRET = /^kind:[ \t]{0,4}["']?secret["']?[ \t]{0,4}$/im;
const DATA_LINE =
  /^[ \t]{1,20}[\w.-]{1,80}:[ \t]{0,4}(?:\|[ \t]{0,4}\n[ \t]{1,20})?["']?([A-Za-z0-9+/]{12,4000}={0,2})["']?[ \t]{0,4}$/gm;

/** Lines of an environment file or dump, and the data of a Kubernetes secret. */
function assignments(text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(ASSIGNMENT)) {
    const [whole, name = "", quote = "", value = ""] = found;
    if (!/key$|token|secret|passw|passwd|pwd$|credential|auth$/i.test(name) || isPlaceholder(value)) continue;
    const shouting = name === name.toUpperCase() && /[\d\W_]/.test(value);
    if (!shouting && !looksChosen(value)) continue;
    const start = found.index + whole.lastIndexOf(quote + value) + quote.length;
    spans.push({ start, end: start + value.length });
  }
  if (KUBERNETES_SECRET.test(text)) {
    for (const found of text.matchAll(DATA_LINE)) {
      const [whole, value = ""] = found;
      const start = found.index + whole.lastIndexOf(value);
      if (/\d/.test(value) && /[A-Z]/.test(value)) spans.push({ start, end: start + value.length });
    }
  }
  return spans;
}

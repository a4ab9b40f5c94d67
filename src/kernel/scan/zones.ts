// Finds the parts of a Markdown or HTML text that a reader does not see, and the parts that are code. Linear in the length of the text.

export interface Zone {
  /** `veiled`: styled out of sight; `comment`: a comment in any dialect; `side`: alt texts, titles, reference definitions, attributes. */
  readonly type: "veiled" | "comment" | "side";
  readonly id: "hidden_div" | "hidden_element" | "html_comment_injection" | "hidden_markdown";
  /** UTF-16 offsets in the original text, the whole construct. */
  readonly start: number;
  readonly end: number;
  /** Where the text inside begins and ends. */
  readonly from: number;
  readonly to: number;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

const MAX_ZONE = 20_000;

export function findZones(source: string): readonly Zone[] {
  const hasTags = source.includes("<");
  if (!hasTags && !/[[{%\\]/.test(source)) return [];
  return [...comments(source), ...(hasTags ? elements(source) : []), ...sideTexts(source)].sort(
    (a, b) => a.start - b.start,
  );
}

/** The nearest occurrence of `close` at or behind `from`, remembering a failed search so that many openings stay linear. */
function closer(source: string, close: string): (from: number) => number {
  let missing = false;
  let last = -1;
  return (from) => {
    if (missing) return -1;
    if (last < from) last = source.indexOf(close, from);
    if (last === -1) missing = true;
    return last;
  };
}

function comments(source: string): Zone[] {
  const found: Zone[] = [];
  const add = (start: number, from: number, to: number, end: number): void => {
    found.push({ type: "comment", id: "html_comment_injection", start, from, to, end });
  };
  const html = closer(source, "-->");
  for (let past = source.indexOf("<!"); past !== -1; ) {
    const open = /<!\s{0,2}--/g;
    open.lastIndex = past;
    const match = open.exec(source);
    if (!match) break;
    const from = match.index + match[0].length;
    const close = html(from);
    const to = close === -1 ? Math.min(source.length, from + MAX_ZONE) : close;
    past = close === -1 ? to : close + 3;
    add(match.index, from, to, past);
  }
  for (const [opening, closing] of [
    ["<![CDATA[", "]]>"],
    ["{#", "#}"],
    ["{{!", "}}"],
    ["{/*", "*/}"],
    ["<?", "?>"],
  ] as const) {
    const find = closer(source, closing);
    for (let at = source.indexOf(opening); at !== -1; ) {
      const from = at + opening.length;
      const close = find(from);
      if (close === -1) break;
      if (close - from <= 2_000) add(at, from, close, close + closing.length);
      at = source.indexOf(opening, close + closing.length);
    }
  }
  return found;
}

const TAG = /<([a-z][a-z0-9:-]{0,24})((?:\s|\/)[^<>]{0,600})?>/gi;
const UNSEEN_STYLE =
  /display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0\d*|%)?(?:[;"'}!]|$)|font-size:(?:0|1px|\.\d|0?\.1)|(?:^|[;"'{])color:(?:white|#fff(?:fff)?(?:ff)?\b|transparent|snow|ivory|rgba?\((?:255,255,255|\d+,\d+,\d+,0\)|2\d\d,2\d\d,2\d\d))|(?:left|top|right|bottom|text-indent|margin(?:-left|-top)?):-\d{3,}|(?:max-)?(?:height|width):0(?:px|em|rem|%)?(?:[;"'}!]|$)|clip(?:-path)?:(?:rect\(0|rect\(1px|inset\((?:50|100)|circle\(0)|scale[xy]?\(0(?:\.0\d*)?[,)]|translate[xy]?\(-\d{3,}|content-visibility:hidden|filter:opacity\(0|zoom:0(?:\.0\d*)?(?:[;"'}!]|$)|line-height:0(?:[;"'}!]|$)|mso-hide:all/i;
const UNSEEN_ATTRIBUTE =
  /(?:^|\s)hidden(?:\s|=|$|\/)|aria-hidden\s*=\s*["']?true|class\s*=\s*["'][^"']{0,200}(?:sr-only|visually-hidden|visuallyhidden|screen-reader|(?:^|[\s"'])(?:hidden|d-none|invisible|opacity-0)(?:[\s"']|$))|\bcolor\s*=\s*["']?(?:white|#fff(?:fff)?\b|transparent)|type\s*=\s*["']?hidden|bgcolor\s*=|size\s*=\s*["']?0\b/i;
const UNSEEN_TAG = new Set([
  "template",
  "noscript",
  "script",
  "style",
  "desc",
  "metadata",
  "noframes",
  "noembed",
  "datalist",
  "iframe",
]);
const VOID_TAG = new Set([
  "img",
  "br",
  "hr",
  "input",
  "meta",
  "link",
  "source",
  "wbr",
  "col",
  "area",
  "base",
  "embed",
  "track",
]);
const SPEAKING_ATTRIBUTE =
  /\b(?:alt|title|content|value|placeholder|srcdoc|summary|label|aria-[a-z]{1,20}|data-[a-z0-9-]{1,30}|abbr)\s*=\s*(?:"([^"]{12,600})"|'([^']{12,600})')/gi;

function elements(source: string): Zone[] {
  const found: Zone[] = [];
  const closers = new Map<string, (from: number) => number>();
  const lower = source.toLowerCase();
  const unseenClass = classesUnseen(source);
  for (const match of source.matchAll(TAG)) {
    const tag = (match[1] ?? "").toLowerCase();
    const attributes = match[2] ?? "";
    const start = match.index;
    const from = start + match[0].length;
    const isVeiled = isUnseenStyle(attributes) || unseenClass?.test(attributes) === true;
    if (!VOID_TAG.has(tag) && (isVeiled || UNSEEN_ATTRIBUTE.test(attributes) || UNSEEN_TAG.has(tag))) {
      let find = closers.get(tag);
      if (!find) {
        find = closer(lower, `</${tag}`);
        closers.set(tag, find);
      }
      const close = attributes.endsWith("/") ? -1 : find(from);
      const to = close === -1 ? (isVeiled ? endOfParagraph(source, from) : from) : close;
      if (to - from <= MAX_ZONE && to > from) {
        const id = tag === "div" && isVeiled ? "hidden_div" : "hidden_element";
        found.push({
          type: isVeiled ? "veiled" : "side",
          id,
          start,
          end: close === -1 ? to : endOfTag(source, close),
          from,
          to,
        });
      }
    }
    if (attributes.length >= 16) found.push(...speakingAttributes(attributes, start, start + 1 + tag.length, from));
  }
  return found;
}

function endOfTag(source: string, from: number): number {
  const close = source.indexOf(">", from);
  return close === -1 || close - from > 40 ? from : close + 1;
}

function speakingAttributes(attributes: string, start: number, at: number, end: number): Zone[] {
  const found: Zone[] = [];
  for (const value of attributes.matchAll(SPEAKING_ATTRIBUTE)) {
    const text = value[1] ?? value[2] ?? "";
    const from = at + value.index + value[0].length - 1 - text.length;
    found.push({ type: "side", id: "hidden_element", start, end, from, to: from + text.length });
  }
  return found;
}

/** Class names that a style sheet in the text itself puts out of sight. */
function classesUnseen(source: string): RegExp | undefined {
  if (!/<style/i.test(source)) return undefined;
  const names: string[] = [];
  for (const rule of source.matchAll(/\.([A-Za-z_][\w-]{0,60})\s{0,8}\{([^{}]{0,400})\}/g)) {
    if (UNSEEN_STYLE.test((rule[2] ?? "").replace(/\s+/g, "")) && names.length < 50) names.push(rule[1] ?? "");
  }
  return names.length === 0 ? undefined : new RegExp(`class\\s{0,4}=[^>]{0,200}\\b(?:${names.join("|")})\\b`, "i");
}

/** CSS comments, escapes and white space do not change what a style does. */
function isUnseenStyle(attributes: string): boolean {
  if (!/style/i.test(attributes)) return false;
  const plain = attributes
    .replace(/\/\*[^*]{0,80}\*\//g, "")
    .replace(/\\/g, "")
    .replace(/&#(?:x0*3a|0*58);?/gi, ":")
    .replace(/\s+/g, "");
  return UNSEEN_STYLE.test(plain);
}

function endOfParagraph(source: string, from: number): number {
  const blank = source.indexOf("\n\n", from);
  return Math.min(blank === -1 ? source.length : blank, from + 4_000, source.length);
}

const SIDE_TEXTS: readonly RegExp[] = [
  // Image alt text; link and image titles; reference definitions; the comment idioms built on them; footnotes.
  /!\[([^\][\n]{12,600})\](?:\([^()\n]{0,300}\)|\[[^\][\n]{0,80}\])?/g,
  /\]\([^()\s"']{0,300}\s{1,4}["'(]([^"'()\n]{12,600})["')]\s{0,4}\)/g,
  /^[ ]{0,3}\[[^\][\n]{1,80}\]:[ \t]{0,8}[^\s]{1,300}[ \t]{1,8}([^\n]{8,600})$/gm,
  /^[ ]{0,3}\[\^[^\]\n]{1,40}\]:[ \t]*([^\n]{12,600})$/gm,
  // Typesetting that prints nothing or in the paper's colour.
  /\\(?:phantom|hphantom|vphantom|textcolor\{white\}|color\{white\}|transparent\{0\})\s{0,2}\{?([^{}\n]{12,600})\}?/g,
  /^[ ]{0,3}%[ \t]+([^\n]{12,600})$/gm,
  // Remarks of note-taking programs.
  /%%[ \t]*([^%\n]{12,600})%%/g,
  // Data and script links.
  /\]\(\s{0,3}(?:data|javascript):([^()[\]\n]{12,600})\)/gi,
  // Obsidian and wiki remarks.
  /^[ ]{0,3}\[(?:\/\/|comment|_|)\]:[ \t]{0,4}(?:#|<>)?[ \t]{0,4}([^\n]{8,600})$/gim,
];

function sideTexts(source: string): Zone[] {
  const found: Zone[] = [];
  for (const pattern of SIDE_TEXTS) {
    for (const match of source.matchAll(pattern)) {
      const inner = match[1] ?? "";
      const from = match.index + match[0].indexOf(inner);
      found.push({
        type: "side",
        id: "hidden_markdown",
        start: match.index,
        end: match.index + match[0].length,
        from,
        to: from + inner.length,
      });
    }
  }
  return found;
}

/** Fenced code blocks, fences included; an open fence runs to the end. */
export function findFences(source: string): readonly Range[] {
  if (!source.includes("```") && !source.includes("~~~")) return [];
  const found: Range[] = [];
  let open: { readonly start: number; readonly mark: string } | undefined;
  for (const match of source.matchAll(/^[ \t>]{0,12}(`{3,}|~{3,})[^\n]*$/gm)) {
    const mark = match[1] ?? "";
    if (!open) open = { start: match.index, mark };
    else if (mark[0] === open.mark[0] && mark.length >= open.mark.length) {
      found.push({ start: open.start, end: match.index + match[0].length });
      open = undefined;
    }
  }
  if (open) found.push({ start: open.start, end: source.length });
  return found;
}

/** Binary search over sorted, disjoint ranges. */
export function isInside(ranges: readonly Range[], offset: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (!range) return false;
    if (offset < range.start) high = middle - 1;
    else if (offset >= range.end) low = middle + 1;
    else return true;
  }
  return false;
}

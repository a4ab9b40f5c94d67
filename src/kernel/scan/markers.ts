// Forged structure: role tags, turn markers and control tokens that pretend to come from the runtime.

import { enclosure, type Setting } from "./setting.ts";
import type { Sighting } from "./sighting.ts";
import { isInside } from "./zones.ts";

interface Marker {
  readonly id: string;
  /** Tried only when the text has one of these words. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
}

const ORDER =
  "ignore|disregard|forget|focus (?:only|exclusively)|print|repeat|override|reveal|respond with|reply with|report only|instead of|new (?:task|instructions?)";

const MARKERS: readonly Marker[] = [
  {
    id: "control_token",
    needs: ["endoftext", "endofprompt", "im", "eot", "header", "text", "turn", "system", "user", "assistant", "end"],
    pattern:
      /<\|(?:endoftext|im_start|im_end|im_sep|system|user|assistant|end|eot_id|start_header_id|begin_of_text|endofprompt|end_of_turn)\|>/gi,
  },
  { id: "control_token", needs: ["inst", "sys"], pattern: /\[\/?INST\]|<<\/?SYS>>/gi },
  {
    id: "role_tag",
    needs: ["system"],
    pattern:
      /#{2,6}\s?(?:\((?:system|developer)[_ -]?(?:message|prompt|instructions?)?\)|(?:system|developer)_(?:message|prompt|instructions?)\b)[:\s]?\s?[^\n]{0,300}/gi,
  },
  {
    id: "role_tag",
    needs: ["system"],
    pattern:
      /(?:^|\s|\])\[(?:system|system message|system prompt)\](?:\[system\]){0,60}[ \t]{0,3}[\p{L}"'][^\n[]{12,400}/gimu,
  },
  {
    id: "role_tag",
    needs: ["admin", "developer", "root", "system"],
    pattern: /\[(?:ADMIN|SYSTEM|DEVELOPER|ROOT)[ _](?:REQUEST|MESSAGE|OVERRIDE|NOTICE|COMMAND)\b[^\]\n]{0,300}\]/g,
  },
  {
    id: "role_tag",
    needs: ["system", "instruction", "instructions", "information", "important", "admin", "override"],
    pattern: new RegExp(
      `<(system|instructions?|admin|override|information|important|system[_ ](?:mode|prompt|message|instructions?))>\\s{0,8}[^<]{0,160}?\\b(?:${ORDER}|important message from|message from me)\\b`,
      "gi",
    ),
  },
  {
    id: "role_tag",
    needs: ["mode"],
    pattern:
      /<\\?\/?\s?(?:system|god|developer|debug|override|admin|safety override|security override)[ _]mode(?: activated| enabled)?>/gi,
  },
  {
    id: "fake_turn",
    needs: ["system"],
    pattern: new RegExp(`(?:^|\\n)\\s{0,4}system:\\s{0,4}[^\\n]{0,20}\\b(?:${ORDER})\\b[^\\n]{0,300}`, "gi"),
  },
  {
    id: "fake_turn",
    needs: ["system", "admin"],
    pattern: /(?:^|\n)\s{0,4}(?:SYSTEM|ADMIN):\s{0,3}(?:\*{2,}[^\n]{0,200}|\n?Assistant:)/g,
  },
  {
    id: "fake_turn",
    needs: ["assistant"],
    pattern: /(?:^|\n)\s{0,4}assistant:\s{0,3}[[<(][^\n]{3,80}[\])>]\s{0,3}\n\s{0,4}(?:user|human):[^\n]{0,400}/gi,
  },
  {
    id: "fake_turn",
    needs: ["translated", "detailed", "salient"],
    pattern: /<(?:translated|detailed|salient)[^<>\n]{3,60}>\s{0,8}\n\s{0,8}user:[^\n]{0,300}/gi,
  },
  {
    id: "fake_turn",
    needs: ["user", "human"],
    pattern:
      /(?:^|\n)\s{0,4}(?:user|human):\s{0,3}(?:next,?|thanks|there are more|now)[^\n]{0,60}\b(?:repeat|ignore|print|focus)\b[^\n]{0,300}/gi,
  },
  {
    id: "fake_turn",
    needs: ["end", "rest"],
    pattern:
      /<end of (?:session|conversation|prompt|document|context)>|\[end of (?:session|conversation|prompt|context)\]|\[rest-of-document\]/gi,
  },
  {
    id: "fake_turn",
    needs: ["instruction"],
    pattern: /(?:^|\n)-- ?(?:core|legal|new|system|priority)[^\n]{0,30}instruction[^\n]{0,40}\n/gi,
  },
  {
    id: "payload_splitting",
    needs: ["gpt", "smartgpt", "chatgpt"],
    pattern: /\b[a-z]\s?=\s?[a-z]\s?\+\s?[a-z]\b[^\n]{0,200}gpt\b/gi,
  },
  {
    id: "payload_splitting",
    needs: ["1"],
    pattern: /\p{L}{3,12} 1\s?:\s{0,2}["“«'][^\n"]{6,120}["”»'][^\n]{1,20}\p{L}{3,12} 2\s?:\s{0,2}["“«']/giu,
  },
];

export function markerFindings(source: string, setting: Setting): Sighting[] {
  const found: Sighting[] = [];
  for (const { id, needs, pattern } of MARKERS) {
    if (!setting.mentions(...needs)) continue;
    for (const match of source.matchAll(pattern)) {
      const lead = match[0].length - match[0].trimStart().length;
      const start = match.index + lead;
      const end = match.index + match[0].length;
      if (isShown(setting, start, Math.min(end, start + 20))) continue;
      found.push({ id, start, end });
    }
  }
  return found;
}

/** Chat templates are documented in code; a forged turn stands in the open. */
function isShown(setting: Setting, start: number, end: number): boolean {
  return isInside(setting.fences, start) || enclosure(setting.source, start, end, 120) === "code";
}

// The summary's one shape: what is asked of the model, how its answer is read, and when that answer is not taken.

import type { StopReason } from "../message.ts";
import { estimateText } from "../tokens.ts";

export interface Section {
  readonly heading: string;
  /** Other names models and older homes give it. */
  readonly aliases: readonly string[];
  /** What belongs under it, for the prompt. */
  readonly asks: string;
  /** A summary without this section is not a summary. */
  readonly required: boolean;
}

export const SECTIONS: readonly Section[] = [
  {
    heading: "Historical Task Snapshot",
    aliases: ["Active Task", "Task Snapshot"],
    asks: "What was being worked on when this part ended, and the user's latest request that was not yet fulfilled, quoted word for word.",
    required: true,
  },
  { heading: "Goal", aliases: [], asks: "What the user wants in the end.", required: true },
  {
    heading: "Constraints & Preferences",
    aliases: ["Constraints and Preferences", "Constraints"],
    asks: "Rules, limits and tastes the user stated, and which of them were taken back.",
    required: false,
  },
  {
    heading: "Completed Actions",
    aliases: ["Progress", "Done"],
    asks: "Numbered. One line each: what was done to what, how it came out, with which tool, and the message number.",
    required: true,
  },
  {
    heading: "Active State",
    aliases: ["Current State"],
    asks: "How things stand now: directory, branch, running processes, test results, open files.",
    required: true,
  },
  {
    heading: "Historical In-Progress State",
    aliases: ["In Progress", "In-Progress State"],
    asks: "What was begun and not finished.",
    required: false,
  },
  { heading: "Blocked", aliases: ["Blockers"], asks: "What cannot go on, with the exact error text.", required: false },
  {
    heading: "Key Decisions",
    aliases: ["Decisions"],
    asks: "Decisions and why they were taken.",
    required: false,
  },
  {
    heading: "Resolved Questions",
    aliases: [],
    asks: "Questions that were answered, with the answer.",
    required: false,
  },
  {
    heading: "Historical Pending User Asks",
    aliases: ["Pending User Asks", "Pending Asks"],
    asks: "Requests of the user that nobody has answered.",
    required: false,
  },
  {
    heading: "Relevant Files",
    aliases: ["Files"],
    asks: "Files read, changed or created, each with half a line of why it matters.",
    required: false,
  },
  {
    heading: "Historical Remaining Work",
    aliases: ["Remaining Work", "Next Steps"],
    asks: "What was left to do.",
    required: true,
  },
  {
    heading: "Critical Context",
    aliases: [],
    asks: "Values that would be costly to find again: ids, numbers, versions, commands, addresses, exact messages.",
    required: true,
  },
];

const NOTHING = "None.";

/** Bodies by heading, in the order of the schema. */
export type Summary = ReadonlyMap<string, string>;

export type Fault = "empty" | "cut" | "refused" | "missing-sections" | "too-long";

export type Judged =
  | { readonly type: "good"; readonly summary: Summary }
  | { readonly type: "bad"; readonly fault: Fault; readonly why: string };

export interface Answered {
  readonly text: string;
  readonly stop: StopReason;
}

export interface Measure {
  /** Tokens of what the summary stands in for. */
  readonly replaced: number;
  readonly budget: number;
}

export function judgeSummary({ text, stop }: Answered, { replaced, budget }: Measure): Judged {
  if (stop === "refused") return bad("refused", "the model refused");
  if (text.trim() === "") return bad("empty", "the answer was empty");
  if (stop === "length") return bad("cut", "the answer was cut off");
  const summary = parseSummary(text);
  const missing = SECTIONS.filter(({ heading, required }) => required && !summary.has(heading));
  if (summary.size === 0) return bad(looksRefused(text) ? "refused" : "missing-sections", "no section was found in it");
  if (missing.length > 0) {
    return bad("missing-sections", `it lacks ${missing.map(({ heading }) => heading).join(", ")}`);
  }
  if ([...summary.values()].every((body) => isNothing(body))) return bad("empty", "every section was empty");
  const size = estimateText(renderSummary(summary));
  if (size > Math.max(replaced, 1) || size > budget * 2) {
    return bad("too-long", `${size} tokens for what took ${replaced}`);
  }
  return { type: "good", summary };
}

function bad(fault: Fault, why: string): Judged {
  return { type: "bad", fault, why };
}

function looksRefused(text: string): boolean {
  return /^\W*(?:i['’]?m sorry|i am sorry|sorry|i can(?:no|['’])t|i can not|as an ai|unfortunately)/i.test(text);
}

const isNothing = (body: string): boolean => /^(?:none|n\/a|nothing|-|\(?empty\)?)?\.?$/i.test(body.trim());

const byName = new Map(
  SECTIONS.flatMap(({ heading, aliases }) => [heading, ...aliases].map((name) => [nameKey(name), heading] as const)),
);

function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, "and")
    .replace(/[^a-z]+/g, " ")
    .trim();
}

/** Total: headings in any level and order, under their new or old names; what stands before the first is dropped. */
export function parseSummary(text: string): Summary {
  const bodies = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = headingOf(line);
    if (heading !== undefined) {
      current = bodies.get(heading) ?? [];
      bodies.set(heading, current);
    } else if (!/^\s*(?:```\w*|--- END OF CONTEXT SUMMARY.*|=== (?:PINNED|SUMMARY) ===)\s*$/.test(line))
      current?.push(line);
  }
  const ordered = new Map<string, string>();
  for (const { heading } of SECTIONS) {
    const lines = bodies.get(heading);
    if (lines !== undefined) ordered.set(heading, lines.join("\n").trim());
  }
  return ordered;
}

function headingOf(line: string): string | undefined {
  const match = /^\s{0,3}(?:#{1,5}\s+\**|\*\*)([^*#:]+?)\**:?\**\s*$/.exec(line);
  return match === null ? undefined : byName.get(nameKey(match[1] ?? ""));
}

/** Every section under its heading; those without content are left out, they cost and say nothing. */
export function renderSummary(summary: Summary): string {
  return SECTIONS.flatMap(({ heading }) => {
    const body = summary.get(heading)?.trim() ?? "";
    return isNothing(body) ? [] : [`## ${heading}`, body];
  }).join("\n");
}

/** The sections a model is asked for, as the skeleton of its answer. */
export function skeleton(): string {
  return SECTIONS.map(({ heading, asks }) => `## ${heading}\n(${asks} Write "${NOTHING}" if there is nothing.)`).join(
    "\n\n",
  );
}

/** Numbers that name no message are taken out: a wrong way back is worse than none. */
export function withKnownCitations(text: string, isKnown: (seq: number) => boolean): string {
  return text.replace(/ ?\[#(\d+)\]/g, (whole, digits: string) => (isKnown(Number(digits)) ? whole : ""));
}

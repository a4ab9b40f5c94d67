// How many tokens a text will cost, before the vendor says so: by script, corrected by every real usage report.

import type { Message } from "./message.ts";
import { remembered } from "./remembered.ts";

/** Tokens per image part; vendors charge between 800 and 1,600 for a screenshot. */
const IMAGE_TOKENS = 1_600;
/** Role, separators and ids around every message. */
const MESSAGE_OVERHEAD = 6;

const LATIN = /[\u0000-\u024f]+/g;

/** Latin text runs at about four characters a token; CJK near one, other dense scripts about two. */
export function estimateText(value: string): number {
  // Most text is all Latin: the regular expression engine passes over it several times faster than a loop.
  const rest = value.replace(LATIN, "");
  let half = 0;
  let whole = 0;
  for (let i = 0; i < rest.length; i++) {
    if (isDense(rest.charCodeAt(i))) whole++;
    else half++;
  }
  return Math.ceil((value.length - rest.length) / 4 + half / 2 + whole);
}

function isDense(unit: number): boolean {
  return (unit >= 0x2e80 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7af) || (unit >= 0xf900 && unit <= 0xfaff);
}

export const estimateMessage = remembered((message: Message): number => {
  let total = MESSAGE_OVERHEAD;
  for (const part of message.parts) {
    if (part.type === "image") total += IMAGE_TOKENS;
    else if (part.type === "call")
      total += estimateText(part.call.tool) + estimateText(JSON.stringify(part.call.input) ?? "");
    else total += estimateText(part.text);
  }
  return total;
});

export function estimateMessages(messages: readonly Message[]): number {
  let total = 0;
  for (const message of messages) total += estimateMessage(message);
  return total;
}

/** A whole request: prompt, tool schemas and messages. */
export function estimateRequest(request: {
  readonly system: readonly string[];
  readonly tools: readonly object[];
  readonly messages: readonly Message[];
}): number {
  return estimateBlocks(request.system) + estimateSchemas(request.tools) + estimateMessages(request.messages);
}

const estimateBlocks = remembered((blocks: readonly string[]) =>
  blocks.reduce((sum, block) => sum + estimateText(block), 0),
);
const estimateSchemas = remembered((tools: readonly object[]) => estimateText(JSON.stringify(tools)));

/** Real ÷ estimated, smoothed over reports and kept within sane bounds. */
export interface Calibration {
  readonly factor: number;
}

export const UNCALIBRATED: Calibration = { factor: 1 };

export function calibrate(
  current: Calibration,
  report: { readonly estimated: number; readonly real: number },
): Calibration {
  if (report.estimated < 200 || report.real <= 0) return current;
  const seen = report.real / report.estimated;
  const factor = current === UNCALIBRATED ? seen : current.factor * 0.5 + seen * 0.5;
  return { factor: Math.min(4, Math.max(0.5, factor)) };
}

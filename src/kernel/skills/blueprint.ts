// A skill as a scheduled automation: what its front matter asks for, checked, so that a scheduler can take it as it is.

import { isRecord } from "../json.ts";

export interface Blueprint {
  readonly schedule: string;
  readonly deliver: string;
  readonly prompt: string;
  readonly noAgent: boolean;
  readonly model: string;
  readonly provider: string;
  readonly toolsets: readonly string[];
}

export type BlueprintReading =
  | { readonly type: "none" }
  | { readonly type: "ready"; readonly blueprint: Blueprint }
  /** It wants to be one and cannot; the sentence is for its author. */
  | { readonly type: "bad"; readonly why: string };

const NO_BLUEPRINT: BlueprintReading = { type: "none" };

export function readBlueprint(value: unknown): BlueprintReading {
  if (value === undefined || value === null || value === false) return NO_BLUEPRINT;
  if (!isRecord(value)) return bad("it is not a map of fields");
  const schedule = textOf(value.schedule);
  if (schedule === "") return bad("it has no schedule");
  if (!isSchedule(schedule))
    return bad(`'${schedule}' is no schedule; use every 30m, 2h, a date and time, or five cron fields`);
  const toolsets = value.enabled_toolsets ?? [];
  if (!Array.isArray(toolsets) || toolsets.some((one) => typeof one !== "string"))
    return bad("enabled_toolsets is not a list of names");
  return {
    type: "ready",
    blueprint: {
      schedule,
      deliver: textOf(value.deliver) || "origin",
      prompt: textOf(value.prompt),
      noAgent: value.no_agent === true,
      model: textOf(value.model),
      provider: textOf(value.provider),
      toolsets,
    },
  };
}

const SPAN = /^(?:every\s+)?[1-9]\d{0,5}\s*(?:m|min|mins|minutes?|h|hr|hrs|hours?|d|days?)$/i;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const RANGES: readonly (readonly [number, number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
];

/** An interval, a delay, a moment, or five cron fields. */
function isSchedule(text: string): boolean {
  if (SPAN.test(text)) return true;
  if (MOMENT.test(text)) return !Number.isNaN(Date.parse(text.replace(" ", "T")));
  const fields = text.split(/\s+/);
  return fields.length === RANGES.length && RANGES.every(([low, high], i) => isCronField(fields[i] ?? "", low, high));
}

function isCronField(field: string, low: number, high: number): boolean {
  return field.split(",").every((item) => {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(item);
    if (match === null) return false;
    const [, from = low, to = from, step = 1] = match.map((part) => (part === undefined ? undefined : Number(part)));
    return Number(from) >= low && Number(to) <= high && Number(from) <= Number(to) && Number(step) > 0;
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

function bad(why: string): BlueprintReading {
  return { type: "bad", why: `its blueprint cannot be scheduled: ${why}` };
}

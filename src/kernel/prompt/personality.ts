// Resolves a personality name to its overlay text.

import { isRecord } from "../json.ts";
import { NO_PERSONALITY, PERSONALITIES } from "./personalities.data.ts";

export type PersonalityChoice =
  | { readonly type: "overlay"; readonly name: string; readonly text: string }
  | { readonly type: "cleared" }
  | { readonly type: "unknown"; readonly name: string; readonly available: readonly string[] };

/** Own personalities shadow built-in ones; a value is a prompt or `{system_prompt, tone, style, description}`. */
export function choosePersonality(name: string, own: Readonly<Record<string, unknown>>): PersonalityChoice {
  const wanted = name.trim().toLowerCase();
  if (NO_PERSONALITY.includes(wanted)) return { type: "cleared" };
  const mine = Object.entries(own).find(([key]) => key.toLowerCase() === wanted);
  if (mine) return { type: "overlay", name: mine[0], text: overlayOf(mine[1]) };
  const built = PERSONALITIES.find((one) => one.name === wanted);
  if (built) return { type: "overlay", name: built.name, text: built.prompt };
  return { type: "unknown", name: wanted, available: personalityNames(own) };
}

/** Every name that can be chosen, `none` first. */
export function personalityNames(own: Readonly<Record<string, unknown>>): readonly string[] {
  return ["none", ...new Set([...PERSONALITIES.map((one) => one.name), ...Object.keys(own)])];
}

function overlayOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (!isRecord(value)) return "";
  const field = (key: string): string => (typeof value[key] === "string" ? value[key].trim() : "");
  const lines = [field("system_prompt")];
  if (field("tone") !== "") lines.push(`Tone: ${field("tone")}`);
  if (field("style") !== "") lines.push(`Style: ${field("style")}`);
  return lines.filter((line) => line !== "").join("\n");
}

// What a new session starts with: config first, flags over it.

import type { Config } from "../config/schema.ts";
import { effortNamed } from "../contracts/model.ts";
import type { SessionSettings } from "../contracts/session.ts";
import { choosePersonality } from "../kernel/prompt/personality.ts";
import type { AppOptions } from "../runtime/app.ts";

export function defaultSettings(config: Config, { settings }: Pick<AppOptions, "settings">): SessionSettings {
  return {
    yolo: false,
    maxIterations: config.agent.max_turns,
    ...effortSetting(config.agent.reasoning_effort),
    ...initialOverlay(config),
    ...settings,
  };
}

/** The user's own personalities; both places of the reference are read. */
export function ownPersonalities(config: Config): Readonly<Record<string, unknown>> {
  return { ...config.agent.personalities, ...config.personalities };
}

function initialOverlay(config: Config): Pick<SessionSettings, "overlay"> {
  if (config.display.personality === "") return {};
  const chosen = choosePersonality(config.display.personality, ownPersonalities(config));
  return chosen.type === "overlay" ? { overlay: chosen.text } : {};
}

/** Nothing for a word that names no effort. */
export function effortSetting(value: string): Pick<SessionSettings, "effort"> {
  const effort = effortNamed(value);
  return effort === undefined ? {} : { effort };
}

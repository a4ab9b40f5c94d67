// The whole frozen prompt from gathered facts. No model or provider name enters it: a switch of model must not cost the prefix.

import { oneLine } from "../text.ts";
import { DEFAULT_IDENTITY, HELP_POINTER, PROJECT_HEADING, PROJECT_INTRO } from "./guidance.data.ts";
import { placeLine } from "./place.ts";
import { type HintOverride, platformHint } from "./platform.ts";
import { codingPosture, type WorkspaceFacts } from "./posture.ts";
import { type Enforcement, familyGuidance, toolGuidance } from "./rules.ts";
import { joinTiers, type PromptLayer, type Section } from "./tiers.ts";

/** The layer with the project's context files. */
export const PROJECT_LAYER = "project";
/** The layer with the system message of whoever opened the session. */
export const CALLER_LAYER = "system message";

/** Text from a file or store, already scanned and cut. */
export interface SourcedText {
  readonly text: string;
  readonly source?: string;
  readonly note?: string;
}

export type EnvironmentFacts =
  | {
      readonly type: "local";
      readonly host: string;
      readonly home: string;
      readonly cwd: string;
      readonly notes?: readonly string[];
    }
  /** Commands run elsewhere: the host's own facts would mislead. */
  | { readonly type: "remote"; readonly kind: string; readonly cwd: string; readonly notes?: readonly string[] };

export interface PromptInput {
  /** The home's SOUL file; absent or blank means the default identity. */
  readonly identity?: SourcedText;
  /** Names of the loaded tools. */
  readonly tools: readonly string[];
  /** Chooses family guidance; never printed. */
  readonly model: string;
  readonly toolUseEnforcement?: Enforcement;
  /** `agent.task_completion_guidance`; on unless false. */
  readonly finishing?: boolean;
  /** The rendered skills index, if any skill tool is loaded. */
  readonly skillsIndex?: string;
  readonly environment: EnvironmentFacts;
  readonly environmentHint?: string;
  /** Present when the coding posture applies. */
  readonly coding?: { readonly workspace?: WorkspaceFacts };
  /** The active profile when it is not the default one. */
  readonly profile?: string;
  readonly platform: { readonly key: string; readonly override?: HintOverride; readonly own?: string };
  readonly callerSystem?: string;
  /** Project files, heading included each; or the block a parent agent hands down. */
  readonly project?: { readonly files: readonly SourcedText[] } | { readonly inherited: string };
  readonly memory?: SourcedText;
  readonly userProfile?: SourcedText;
  readonly externalMemory?: SourcedText;
  /** Milliseconds since the epoch, shown as a date only. */
  readonly startedAt: number;
  readonly timeZone?: string;
  /** The date already in words; spares loading the time-zone tables at start. */
  readonly startedOn?: string;
  /** Shown only when configured. */
  readonly sessionId?: string;
}

export interface BuiltTiers {
  readonly system: readonly string[];
  readonly sharedThrough: number;
  readonly layers: readonly PromptLayer[];
}

/** Same input, same bytes. */
export function buildPrompt(input: PromptInput): BuiltTiers {
  return joinTiers([
    ...sharedSections(input),
    ...sessionSections(input),
    ...contextSections(input),
    ...volatileSections(input),
  ]);
}

function sharedSections(input: PromptInput): Section[] {
  const identity =
    input.identity !== undefined && input.identity.text.trim() !== "" ? input.identity : { text: DEFAULT_IDENTITY };
  const sections: Section[] = [
    { segment: "shared", name: "identity", ...identity },
    { segment: "shared", name: "help", text: HELP_POINTER },
  ];
  for (const one of toolGuidance(input.tools, input.finishing !== false)) sections.push({ segment: "shared", ...one });
  if (input.tools.length > 0) {
    for (const text of familyGuidance(input.toolUseEnforcement, input.model))
      sections.push({ segment: "shared", name: "model guidance", text });
  }
  sections.push({ segment: "shared", name: "skills index", text: input.skillsIndex ?? "" });
  return sections;
}

function sessionSections(input: PromptInput): Section[] {
  const { platform } = input;
  const sections: Section[] = [
    { segment: "session", name: "platform", text: platformHint(platform.key, platform.override, platform.own) },
    { segment: "session", name: "environment", text: environmentText(input.environment, input.environmentHint) },
  ];
  if (input.coding && input.tools.length > 0) {
    sections.push({
      segment: "session",
      name: "coding posture",
      text: codingPosture(input.model, input.coding.workspace),
    });
  }
  const profile = input.profile === undefined ? "" : oneLine(input.profile);
  if (profile !== "") {
    sections.push({
      segment: "session",
      name: "profile",
      text: `Active Hermes profile: ${profile}. Its home, memory, skills and sessions are its own; leave other profiles alone unless asked.`,
    });
  }
  return sections;
}

export function environmentText(facts: EnvironmentFacts, hint: string | undefined): string {
  const lines =
    facts.type === "local"
      ? [`Host: ${facts.host}`, `User home directory: ${facts.home}`, placeLine(facts.cwd)]
      : [`Commands and files live in a ${facts.kind} environment, not on the user's machine.`, placeLine(facts.cwd)];
  for (const note of facts.notes ?? []) lines.push(note);
  if (hint !== undefined && hint.trim() !== "") lines.push(hint.trim());
  return lines.map(oneLine).join("\n");
}

function contextSections(input: PromptInput): Section[] {
  const sections: Section[] = [{ segment: "context", name: CALLER_LAYER, text: input.callerSystem ?? "" }];
  const { project } = input;
  if (project === undefined) return sections;
  if ("inherited" in project)
    return [...sections, { segment: "context", name: "project (from parent)", text: project.inherited }];
  const files = project.files.filter((file) => file.text.trim() !== "");
  if (files.length === 0) return sections;
  const sources = files.flatMap((file) => (file.source === undefined ? [] : [file.source]));
  const notes = files.flatMap((file) => (file.note === undefined ? [] : [file.note]));
  sections.push({
    segment: "context",
    name: PROJECT_LAYER,
    text: projectBlock(files.map((file) => file.text)),
    ...(sources.length > 0 ? { source: sources.join(", ") } : {}),
    ...(notes.length > 0 ? { note: notes.join("; ") } : {}),
  });
  return sections;
}

/** The wrapper around project files; also what a child agent is handed. Empty for no files. */
export function projectBlock(files: readonly string[]): string {
  const filled = files.map((file) => file.trim()).filter((file) => file !== "");
  return filled.length === 0 ? "" : `${PROJECT_HEADING}\n\n${PROJECT_INTRO}\n\n${filled.join("\n\n")}`;
}

function volatileSections(input: PromptInput): Section[] {
  const session = input.sessionId === undefined ? "" : `\nSession ID: ${oneLine(input.sessionId)}`;
  return [
    { segment: "volatile", name: "memory", ...(input.memory ?? { text: "" }) },
    { segment: "volatile", name: "user profile", ...(input.userProfile ?? { text: "" }) },
    { segment: "volatile", name: "external memory", ...(input.externalMemory ?? { text: "" }) },
    { segment: "volatile", name: "date", text: startedLine(input) + session },
  ];
}

function startedLine({ startedOn, startedAt, timeZone }: PromptInput): string {
  return startedOn === undefined ? dateLine(startedAt, timeZone) : `Conversation started: ${startedOn}`;
}

/** `Conversation started: Friday, June 19, 2026`, in the given zone; an unknown zone means UTC. */
export function dateLine(at: number, timeZone: string | undefined): string {
  const format = (zone: string): string =>
    new Intl.DateTimeFormat("en-US", {
      weekday: "long",
      year: "numeric",
      month: "long",
      day: "numeric",
      timeZone: zone,
    }).format(at);
  return `Conversation started: ${format(isTimeZone(timeZone) ? timeZone : "UTC")}`;
}

function isTimeZone(zone: string | undefined): zone is string {
  if (zone === undefined || zone.trim() === "") return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

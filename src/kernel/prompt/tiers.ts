// Sections in, ordered prompt blocks out: stable first, what differs per session behind it, what changes daily last.

import { charCount } from "../text.ts";

/** `shared` and `session` together are the stable tier; only `shared` is the same for every session of a setup. */
export type Segment = "shared" | "session" | "context" | "volatile";

export interface Section {
  readonly segment: Segment;
  readonly name: string;
  readonly text: string;
  /** The file the text came from. */
  readonly source?: string;
  /** What was cut or redacted, for people. */
  readonly note?: string;
}

export interface PromptLayer {
  readonly tier: "stable" | "context" | "volatile";
  readonly name: string;
  readonly source?: string;
  readonly chars: number;
  readonly note?: string;
}

export interface TieredPrompt {
  /** One block per non-empty segment, in order; joined by a blank line they are the whole prompt. */
  readonly system: readonly string[];
  /** Index of the last block every session of this setup shares; -1 when there is none. */
  readonly sharedThrough: number;
  readonly layers: readonly PromptLayer[];
}

/** Between sections and between blocks alike. */
const SEPARATOR = "\n\n";
export const SEGMENTS: readonly Segment[] = ["shared", "session", "context", "volatile"];
const TIER: Readonly<Record<Segment, PromptLayer["tier"]>> = {
  shared: "stable",
  session: "stable",
  context: "context",
  volatile: "volatile",
};

/** Keeps the given order inside a segment, trims every section, drops empty ones. */
export function joinTiers(sections: readonly Section[]): TieredPrompt {
  const system: string[] = [];
  const layers: PromptLayer[] = [];
  let sharedThrough = -1;
  for (const segment of SEGMENTS) {
    const texts: string[] = [];
    for (const section of sections) {
      if (section.segment !== segment) continue;
      const text = section.text.trim();
      if (text === "") continue;
      texts.push(text);
      layers.push({
        tier: TIER[segment],
        name: section.name,
        ...(section.source === undefined ? {} : { source: section.source }),
        chars: charCount(text),
        ...(section.note === undefined ? {} : { note: section.note }),
      });
    }
    if (texts.length === 0) continue;
    if (segment === "shared") sharedThrough = system.length;
    system.push(texts.join(SEPARATOR));
  }
  return { system, sharedThrough, layers };
}

/** The text of a layer as it stands in the prompt; empty when there is no such layer. */
export function textOfLayer({ system, layers }: Pick<TieredPrompt, "system" | "layers">, name: string): string {
  const at = layers.findIndex((layer) => layer.name === name);
  const layer = layers[at];
  if (layer === undefined) return "";
  const before = layers.slice(0, at).reduce((sum, { chars }) => sum + chars + SEPARATOR.length, 0);
  return [...system.join(SEPARATOR)].slice(before, before + layer.chars).join("");
}

// Whether a call puts files at risk, told from the facts tools share, and how the snapshot before it is called.

import { isRecord } from "../json.ts";
import { oneLine, takeChars } from "../text.ts";

export interface CallAtHand {
  readonly tool: string;
  readonly effect: "read" | "write" | "execute";
  readonly input: unknown;
  /** Absolute. */
  readonly paths: readonly string[];
}

export type Risk =
  | { readonly type: "none" }
  | { readonly type: "edit"; readonly reason: string; readonly paths: readonly string[] }
  /** A command line: what it does must still be asked. */
  | {
      readonly type: "command";
      readonly reason: string;
      readonly command: string;
      readonly workdir: string | undefined;
    }
  /** A script: anything may happen. */
  | { readonly type: "code"; readonly reason: string };

const MAX_COMMAND = 60;

export function riskOf({ tool, effect, input, paths }: CallAtHand): Risk {
  if (effect === "write" && paths.length > 0) return { type: "edit", reason: `before ${tool}`, paths };
  if (effect !== "execute" || !isRecord(input)) return { type: "none" };
  const command = typeof input.command === "string" ? input.command : input.data;
  if (typeof command === "string") {
    const reason = `before ${tool}: ${takeChars(oneLine(command), MAX_COMMAND)}`;
    return { type: "command", reason, command, workdir: typeof input.workdir === "string" ? input.workdir : undefined };
  }
  return typeof input.code === "string" ? { type: "code", reason: `before ${tool}` } : { type: "none" };
}

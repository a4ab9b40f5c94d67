// Whether a call puts files at risk, told from the facts tools share, and how the snapshot before it is called.

import { isRecord } from "../json.ts";
import type { FindingKind } from "../shell/findings.ts";
import { isInside } from "../shell/paths.ts";
import type { Judgement } from "../shell/verdict.ts";
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

/** What of a judged command tells whether files are in danger. */
export type JudgedCommand = Pick<Judgement, "written" | "deleted" | "findings" | "scripts" | "ran">;

/** What is found may lose files, or may do anything. */
const MAY_LOSE: ReadonlySet<FindingKind> = new Set<FindingKind>([
  ...(["delete", "history-loss", "write-outside", "write-unknown", "permissions", "catastrophe"] as const),
  ...(["unparsable", "unresolved", "obfuscated", "feeds-interpreter", "inline-code"] as const),
  ...(["runs-script", "runs-outside"] as const),
]);
/** Puts other contents into the work tree. */
const MOVES_TREE =
  /^git (?:-\S+ )*(?:reset|clean|checkout|switch|restore|stash|merge|rebase|pull|am|apply|revert|cherry-pick|rm|mv)\b/;

/** Undefined when the command reads, builds or tests; else the paths it changes or takes away outside the folder it runs in. */
export function endangeredBy(judged: JudgedCommand, cwd: string): readonly string[] | undefined {
  const { written, deleted, findings, scripts, ran } = judged;
  const paths = [...new Set([...written, ...deleted])];
  const may = findings.some(({ kind }) => MAY_LOSE.has(kind)) || ran.some((command) => MOVES_TREE.test(command));
  if (paths.length === 0 && !may && scripts.length === 0) return undefined;
  return paths.filter((path) => !isInside(path, cwd));
}

// What the guard reports about a skill from outside.

export type Severity = "critical" | "high" | "medium" | "low";

export interface GuardFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly category: string;
  readonly file: string;
  /** From 1; 0 when it is about the file as a whole. */
  readonly line: number;
  /** The passage, cut to one short line. */
  readonly excerpt: string;
  /** How the text was hidden, when it was. */
  readonly decoded?: string;
}

export type GuardVerdict = "safe" | "caution" | "blocked";

export interface GuardReport {
  readonly verdict: GuardVerdict;
  readonly findings: readonly GuardFinding[];
  /** What the skill can do, for a person to read before saying yes. */
  readonly capabilities: readonly string[];
}

/** One file of a skill, every byte of it. */
export interface GuardFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly type: "text" | "binary" | "link";
  /** For text: all of it. For binary: the printable strings in it. For a link: where it leads. */
  readonly text: string;
  readonly bytes: number;
  readonly executable: boolean;
  /** First bytes in hex, for binaries. */
  readonly magic?: string;
  /** For links: leads out of the skill. */
  readonly escapes?: boolean;
}

export interface Sighting {
  readonly id: string;
  readonly severity: Severity;
  readonly category: string;
  readonly start: number;
  readonly end: number;
}

export function verdictOf(findings: readonly Pick<GuardFinding, "severity">[]): GuardVerdict {
  if (findings.some(({ severity }) => severity === "critical")) return "blocked";
  return findings.some(({ severity }) => severity === "high") ? "caution" : "safe";
}

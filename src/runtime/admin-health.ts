// Is everything as it should be? Each answer has a name, a sentence, and what to do about it.

export interface HealthFinding {
  /** Stable, for scripts and `--ack`. */
  readonly id: string;
  readonly area: "home" | "config" | "store" | "model" | "machine";
  readonly level: "ok" | "note" | "problem";
  readonly what: string;
  /** What a person does about it; absent when all is well. */
  readonly fix?: string;
  /** `doctor --fix` can do it. */
  readonly fixable?: boolean;
  readonly fixed?: boolean;
}

export interface HealthQuery {
  /** Also asks endpoints and reads the whole database. */
  readonly deep: boolean;
  /** Repairs what can be repaired without losing anything. */
  readonly fix: boolean;
}

/** Where sessions are kept; asked of nobody, so that it is known at once. */
export type SessionsAt =
  | { readonly type: "file"; readonly bytes: number }
  | { readonly type: "server"; readonly place: string };

export interface StatusReport {
  readonly version: string;
  readonly home: string;
  readonly profile: string;
  readonly node: string;
  readonly sqlite: string;
  readonly platform: string;
  readonly keys: readonly { readonly name: string; readonly masked: string; readonly from: string }[];
  readonly environment: string;
  readonly sandbox: string;
  readonly memory: { readonly provider: string; readonly enabled: boolean };
  readonly approvals: string;
  readonly limits: Readonly<Record<string, string>>;
  readonly sessions: SessionsAt;
}

/** For a report about a problem: secrets are taken out of every text. */
export interface DebugBundle {
  readonly status: StatusReport;
  readonly findings: readonly HealthFinding[];
  /** Those that differ from their defaults, one `path: value` each. */
  readonly settings: readonly string[];
  /** The end of each log. */
  readonly logs: readonly { readonly name: string; readonly lines: readonly string[] }[];
}

export interface HealthAdmin {
  bundle(query: { readonly lines: number }): Promise<DebugBundle>;
  check(query: HealthQuery): AsyncIterable<HealthFinding>;
  status(): Promise<StatusReport>;
}

// Which tools a conversation started here would have, and switching toolsets on and off.

export interface ToolsetState {
  readonly name: string;
  readonly enabled: boolean;
  /** Able to work on this machine. */
  readonly tools: readonly string[];
  /** Part of the toolset, but not here: a program, a key or a plugin is missing. */
  readonly absent: readonly string[];
}

export interface ToolLine {
  readonly name: string;
  readonly toolset: string;
  readonly description: string;
  readonly effect: string;
  readonly enabled: boolean;
}

export interface ToolAdmin {
  toolsets(): Promise<readonly ToolsetState[]>;
  tools(): Promise<readonly ToolLine[]>;
  /** Throws UsageFailure for a name that is no toolset; then nothing is changed. */
  switch(names: readonly string[], on: boolean): Promise<void>;
}

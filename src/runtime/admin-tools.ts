// Which tools a conversation started here would have, and switching toolsets on and off.

export interface ToolsetState {
  readonly name: string;
  readonly enabled: boolean;
  readonly tools: readonly string[];
  /** Named in a toolset, but unable to work on this machine. */
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
  toolsets(platform: string): Promise<readonly ToolsetState[]>;
  tools(platform: string): Promise<readonly ToolLine[]>;
  /** Toolset names; throws UsageFailure for a name that is none. Gives back what is on afterwards. */
  switch(names: readonly string[], on: boolean, platform: string): Promise<readonly ToolsetState[]>;
}

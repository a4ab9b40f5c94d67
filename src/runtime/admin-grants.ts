// Permissions given for good: what they are, and taking one back.

export interface StandingGrant {
  readonly key: string;
  /** When it was given, as text; absent for those written by hand. */
  readonly at?: string;
}

export interface GrantAdmin {
  list(): Promise<readonly StandingGrant[]>;
  /** True when there was something to take back. */
  revoke(key: string): Promise<boolean>;
}

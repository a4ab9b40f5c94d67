// What was spent, by whom and when: the ground for limits that stop before the money is gone.

export interface Spent {
  readonly tokens: number;
  readonly usd: number;
}

export interface SpendLedger {
  record(at: number, spent: Spent): void;
  /** Everything recorded from then on, by every process of this home. What is older than two days may be forgotten. */
  since(at: number): Promise<Spent>;
}

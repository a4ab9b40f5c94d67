// The chain of those who answer when the main model cannot, as the settings have it.

export interface FallbackEntry {
  readonly provider: string;
  readonly model: string;
  readonly base_url: string;
  readonly key_env: string;
}

export interface FallbackWish {
  /** Counted from 1; at the end unless said. */
  readonly at?: number;
  readonly baseUrl?: string;
  readonly keyEnv?: string;
}

/** Throws UsageFailure for what names nobody, or somebody who is there already. */
export interface FallbackAdmin {
  /** In the order they are tried. */
  list(): readonly FallbackEntry[];
  /** `spec` is provider:model. */
  add(spec: string, wish: FallbackWish): Promise<{ readonly name: string; readonly place: number }>;
  /** By its number or its name; gives back its name. */
  remove(which: string): string;
  clear(): void;
}

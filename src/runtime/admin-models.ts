// Choosing who answers: providers, their models, their keys. Secrets come in, only masked ones go out.

export interface ProviderState {
  readonly id: string;
  readonly name: string;
  /** Could answer now, as far as can be told without asking it. */
  readonly ready: boolean;
  /** Where its key comes from, or what is missing. */
  readonly because: string;
  readonly endpoint: string;
  readonly keyless: boolean;
  readonly keyEnv: readonly string[];
  readonly defaultModel: string;
  /** Set up by the person in `providers:` or `custom_providers:`. */
  readonly own: boolean;
}

export interface ModelLine {
  readonly id: string;
  readonly window: number;
  readonly images: boolean;
  readonly reasoning: boolean;
  /** Dollars per million tokens, where known. */
  readonly inputPrice?: number;
  readonly outputPrice?: number;
}

export type CurrentModel =
  | {
      readonly type: "ready";
      readonly provider: string;
      readonly model: string;
      readonly endpoint: string;
      readonly window: number;
      readonly because: string;
      readonly fallbacks: readonly string[];
    }
  | { readonly type: "refused"; readonly why: string };

/** How an endpoint answered when it was asked for its models. */
export type Reached =
  | { readonly type: "answered"; readonly models: readonly ModelLine[]; readonly ms: number }
  /** `no-list`: it answers, and does not say what it has. `words` explain it to a person. */
  | {
      readonly type: "silent";
      readonly ms: number;
      readonly why: "no-list" | "refused" | "unreachable";
      readonly words: string;
    };

export interface ModelAdmin {
  current(): Promise<CurrentModel>;
  /** Ready ones first, then in catalog order. */
  providers(): Promise<readonly ProviderState[]>;
  /** Asks the provider itself; waits a few seconds at most. Throws UsageFailure for an unknown name. */
  list(provider: string): Promise<Reached>;
  /** Servers on this machine that nobody configured, with what they hold. */
  local(): Promise<readonly { readonly provider: string; readonly models: readonly string[] }[]>;
  /** The main model from the next session on; what belonged to the endpoint before is cleared. */
  choose(choice: ModelSelection): Promise<void>;
  /** Throws UsageFailure when `provider:model` names no provider. */
  parse(spec: string): Promise<{ readonly provider: string | undefined; readonly model: string | undefined }>;
}

export interface ModelSelection {
  readonly provider: string;
  readonly model: string;
  /** For `custom`: any server that speaks a known wire. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

export interface Credential {
  /** Counted from 1, as `remove` takes it. */
  readonly index: number;
  readonly id: string;
  readonly label: string;
  readonly authType: string;
  readonly source: string;
  readonly status: string;
  readonly masked: string;
  readonly resetAtMs?: number;
  readonly error?: string;
  readonly uses: number;
}

export interface SignInRequest {
  readonly provider: string;
  readonly label?: string;
  readonly portalUrl?: string;
  readonly inferenceUrl?: string;
  readonly clientId?: string;
  readonly scope?: string;
  readonly timeoutMs?: number;
}

export type SignInOutcome =
  | { readonly type: "signed-in"; readonly credential: Credential }
  | { readonly type: "denied" }
  | { readonly type: "expired" };

export interface AuthAdmin {
  /** Whether the provider signs people in; the others take keys. */
  signsIn(provider: string): boolean;
  addKey(provider: string, secret: string, label?: string): Promise<Credential>;
  /** `show` gets what the person has to do elsewhere. */
  signIn(
    request: SignInRequest,
    show: (code: { readonly userCode: string; readonly url: string; readonly expiresInMs: number }) => void,
    signal: AbortSignal,
  ): Promise<SignInOutcome>;
  list(
    provider?: string,
  ): Promise<readonly { readonly provider: string; readonly credentials: readonly Credential[] }[]>;
  /** `target` is an index, an id or a label. Throws UsageFailure when it names nothing or more than one. */
  remove(provider: string, target: string): Promise<Credential>;
  /** Makes every credential usable again; resolves with how many changed. */
  reset(provider: string): Promise<number>;
  logout(provider: string): Promise<number>;
}

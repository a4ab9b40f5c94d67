// One failure class per port, each with a closed `kind`. Everything that can be expected is one of these; anything else is a bug.

export type ModelFailureKind =
  | "auth"
  | "billing"
  | "rate-limit"
  | "overloaded"
  | "context-overflow"
  | "bad-request"
  | "refused"
  | "transport"
  | "timeout"
  | "model-output";

export interface ModelFailureDetail {
  /** What a user reads: names the endpoint and what to do, never a key. */
  readonly message: string;
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterMs?: number;
  /** The window the vendor stated in an overflow error, when it did. */
  readonly statedWindow?: number;
  readonly cause?: unknown;
}

export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly statedWindow: number | undefined;

  constructor(kind: ModelFailureKind, detail: ModelFailureDetail) {
    super(detail.message, { cause: detail.cause });
    this.name = "ModelFailure";
    this.kind = kind;
    this.status = detail.status;
    this.code = detail.code;
    this.retryAfterMs = detail.retryAfterMs;
    this.statedWindow = detail.statedWindow;
  }
}

export type StoreFailureKind =
  | "conflict"
  | "busy"
  | "full"
  | "read-only"
  | "corrupt"
  | "newer-schema"
  | "not-found"
  | "invalid"
  | "io";

export class StoreFailure extends Error {
  readonly kind: StoreFailureKind;
  constructor(kind: StoreFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreFailure";
    this.kind = kind;
  }
}

export type ConfigFailureKind = "unreadable" | "broken-yaml" | "invalid" | "read-only" | "unknown-profile" | "io";

export class ConfigFailure extends Error {
  readonly kind: ConfigFailureKind;
  constructor(kind: ConfigFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ConfigFailure";
    this.kind = kind;
  }
}

export type EnvironmentFailureKind =
  | "not-found"
  | "is-directory"
  | "not-directory"
  | "denied"
  | "read-only"
  | "full"
  | "too-large"
  | "unavailable"
  | "timeout"
  | "io";

export class EnvironmentFailure extends Error {
  readonly kind: EnvironmentFailureKind;
  constructor(kind: EnvironmentFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "EnvironmentFailure";
    this.kind = kind;
  }
}

/** A bug of ours, caught at the boundary of a turn so that the session survives it. */
export class InternalFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "InternalFailure";
  }
}

/** A person asked for something that cannot be done as asked; `message` says what to do. Surfaces print it and exit with `exitCode`. */
export class UsageFailure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 2) {
    super(message);
    this.name = "UsageFailure";
    this.exitCode = exitCode;
  }
}

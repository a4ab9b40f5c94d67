// What can go wrong between a provider and its service, as closed kinds; the message never holds a key or a body.

export type ApiFailureKind = "auth" | "not-found" | "refused" | "server" | "network" | "timeout" | "garbage" | "paused";

export class ApiFailure extends Error {
  readonly kind: ApiFailureKind;
  readonly status: number | undefined;
  constructor(
    kind: ApiFailureKind,
    message: string,
    detail: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = "ApiFailure";
    this.kind = kind;
    this.status = detail.status;
  }
}

// System error codes become the port's closed failure kinds in exactly one place.

import { EnvironmentFailure, type EnvironmentFailureKind } from "../kernel/failure.ts";

const KINDS: Readonly<Record<string, EnvironmentFailureKind>> = {
  ENOENT: "not-found",
  EISDIR: "is-directory",
  ENOTDIR: "not-directory",
  EACCES: "denied",
  EPERM: "denied",
  ELOOP: "denied",
  EROFS: "read-only",
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "too-large",
  ETIMEDOUT: "timeout",
};

const WORDS: Readonly<Record<EnvironmentFailureKind, string>> = {
  "not-found": "No such file or directory",
  "is-directory": "Is a directory",
  "not-directory": "Not a directory",
  denied: "Permission denied",
  "read-only": "Read-only file system",
  full: "No space left on the device",
  "too-large": "File too large",
  unavailable: "Not available",
  timeout: "Timed out",
  io: "Input/output error",
};

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The failure of an operation on `path`; a failure that already is one passes unchanged. */
export function toFailure(error: unknown, path: string): EnvironmentFailure {
  if (error instanceof EnvironmentFailure) return error;
  const code = errorCode(error);
  const kind = (code === undefined ? undefined : KINDS[code]) ?? "io";
  if (code === "ELOOP") return new EnvironmentFailure(kind, `A link that leads in circles: ${path}`, error);
  const detail = kind === "io" && code !== undefined ? ` (${code})` : "";
  return new EnvironmentFailure(kind, `${WORDS[kind]}${detail}: ${path}`, error);
}

/** A failure in the port's words, for a path. */
export function failure(kind: EnvironmentFailureKind, path: string): EnvironmentFailure {
  return new EnvironmentFailure(kind, `${WORDS[kind]}: ${path}`);
}

/** A process that could not be started in `cwd`: refused, or the shell itself is missing. */
export function startFailure(error: Error, cwd: string): EnvironmentFailure {
  const kind = errorCode(error) === "EACCES" || errorCode(error) === "EPERM" ? "denied" : "unavailable";
  return new EnvironmentFailure(kind, `Could not start the command in ${cwd}: ${error.message}`, error);
}

// `.env`: secrets read into a value, never into the process environment, so that no child inherits them by accident.

import { readFileSync } from "node:fs";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf, replaceFile } from "./atomic-file.ts";
import { asciiOnly, isDenied, parseEnvText, type Secrets, withVariable } from "./env-text.ts";
import type { Home } from "./home.ts";
import type { Env } from "./process-facts.ts";
import { isProviderSecret, isSecretName, looksLikeSecret, urlPassword } from "./secret-names.ts";

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What `.env` holds; empty when there is none. Throws ConfigFailure when it cannot be read. */
export function loadSecrets(home: Pick<Home, "env">): Secrets {
  return parseEnvText(readText(home.env));
}

/** Writes one line, keeping all others; an empty result leaves an empty file. Throws ConfigFailure. */
export function writeSecret(home: Pick<Home, "env">, name: string, value: string): { readonly dropped: boolean } {
  if (!NAME.test(name))
    throw new ConfigFailure(
      "invalid",
      `"${name}" is not a variable name: use letters, digits and _, not starting with a digit.`,
    );
  if (isDenied(name))
    throw new ConfigFailure("invalid", `${name} changes how programs start and may not be set in .env.`);
  const trimmed = value.trim();
  if (/[\r\n]/.test(trimmed)) throw new ConfigFailure("invalid", `${name} must be one line.`);
  const clean = (isSecretName(name) ? asciiOnly(trimmed) : trimmed).replaceAll("\0", "");
  replaceFile(home.env, withVariable(readText(home.env), name, clean));
  return { dropped: clean !== trimmed };
}

/** False when there was nothing to remove. */
export function removeSecret(home: Pick<Home, "env">, name: string): boolean {
  const before = readText(home.env);
  const after = withVariable(before, name, undefined);
  if (after === before) return false;
  replaceFile(home.env, after);
  return true;
}

/** Values to mask wherever text leaves the program, longest first; too short ones would mask ordinary words. */
export function knownSecretValues(secrets: Secrets, env: Env, extra: Iterable<string> = []): readonly string[] {
  const values = new Set<string>(extra);
  for (const [name, value] of [...secrets, ...Object.entries(env)]) {
    if (value === undefined) continue;
    if (isSecretName(name) || looksLikeSecret(value)) values.add(value);
    // Proxies are given to commands with their password, which nobody else has to read.
    const password = urlPassword(value);
    if (password !== undefined) values.add(password);
  }
  return [...values].filter((value) => value.length >= 8).sort((a, b) => b.length - a.length);
}

/** What child processes may see: nothing named or shaped like a secret, unless passed through by name; provider keys never. */
export function childEnvironment(
  env: Env,
  passthrough: readonly string[] = [],
  secrets: Secrets = new Map(),
): Record<string, string> {
  const hidden = new Set([...secrets].filter(([name]) => isSecretName(name)).map(([, value]) => value));
  const allowed = new Set(passthrough);
  const child: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || isProviderSecret(name)) continue;
    if (allowed.has(name) || !isSecretEntry(name, value, hidden)) child[name] = value;
  }
  // A passed-through name may live in .env only.
  for (const name of allowed) {
    const value = secrets.get(name);
    if (value !== undefined && !isProviderSecret(name)) child[name] = value;
  }
  return child;
}

function isSecretEntry(name: string, value: string, hidden: ReadonlySet<string>): boolean {
  if (isSecretName(name) || looksLikeSecret(value)) return true;
  if (value.length >= 8 && hidden.has(value)) return true;
  return urlPassword(value) !== undefined && !/proxy$/i.test(name);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return "";
    throw new ConfigFailure(
      "unreadable",
      `${path} cannot be read (${codeOf(error) ?? String(error)}). Check its permissions.`,
      error,
    );
  }
}

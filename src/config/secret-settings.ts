// Secrets written straight into settings: found so that they can be masked, and left out of what is shown or shared.

import { isRecord } from "../kernel/json.ts";
import { isSecretSetting, looksLikeSecret } from "./secret-names.ts";
import { hasReference } from "./substitute.ts";

export interface SecretSetting {
  readonly path: readonly string[];
  readonly value: string;
}

/** Every text below `tree` that is a secret by its key or by its own shape; variables do not count. */
export function secretSettings(tree: unknown, path: readonly string[] = []): readonly SecretSetting[] {
  if (typeof tree === "string") {
    const isSecret = tree !== "" && !hasReference(tree) && (isSecretHere(path.at(-1) ?? "") || looksLikeSecret(tree));
    return isSecret ? [{ path, value: tree }] : [];
  }
  if (Array.isArray(tree)) return tree.flatMap((item, index) => secretSettings(item, [...path, String(index)]));
  return isRecord(tree) ? Object.entries(tree).flatMap(([key, value]) => secretSettings(value, [...path, key])) : [];
}

/** Settings named like one, and the headers that carry one. */
function isSecretHere(name: string): boolean {
  return isSecretSetting(name) || /^(?:proxy-)?authorization$|^cookie$/i.test(name);
}

/** The same data with secrets masked, for showing. */
export function maskSecrets(tree: unknown, key = ""): unknown {
  if (typeof tree === "string") return secretSettings(tree, [key]).length > 0 ? mask(tree) : tree;
  if (Array.isArray(tree)) return tree.map((item) => maskSecrets(item, key));
  return isRecord(tree)
    ? Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, maskSecrets(value, name)]))
    : tree;
}

/** Enough to recognise a key by, not enough to use it. */
export function mask(secret: string): string {
  return secret.length < 12 ? "***" : `${secret.slice(0, 4)}…${secret.slice(-4)}`;
}

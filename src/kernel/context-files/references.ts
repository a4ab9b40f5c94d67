// `@file:…` and its kin in the user's text: syntax only. Reading and size limits are applied by whoever resolves them.

import { CREDENTIAL_DIRS } from "../shell/places.data.ts";
import { isWithin, nameOf, relativeTo } from "./paths.ts";

export type Reference =
  | { readonly type: "diff" }
  | { readonly type: "staged" }
  | { readonly type: "file"; readonly path: string; readonly lines?: { readonly from: number; readonly to: number } }
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "git"; readonly count: number }
  | { readonly type: "url"; readonly url: string };

export interface ParsedReferences {
  /** The text without the references. */
  readonly text: string;
  readonly references: readonly Reference[];
  /** As written, in order, for headings and warnings. */
  readonly tokens: readonly string[];
}

const TOKEN =
  /(?<![\p{L}\p{N}_/])@(?:(diff|staged)(?![\p{L}\p{N}_:])|(file|folder|git|url):(?:`([^`\n]{1,1024})`|"([^"\n]{1,1024})"|'([^'\n]{1,1024})'|(\S{1,2048})))(:\d{1,7}(?:-\d{1,7})?)?/gu;

export function parseReferences(text: string): ParsedReferences {
  const references: Reference[] = [];
  const tokens: string[] = [];
  let rest = "";
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const kind = match[1] ?? match[2] ?? "";
    const bare = match[6];
    const value = bare === undefined ? (match[3] ?? match[4] ?? match[5] ?? "") : trimTrailing(bare);
    const left = bare === undefined ? "" : bare.slice(value.length);
    const reference = toReference(kind, bare === undefined ? value + (match[7] ?? "") : value);
    if (!reference) continue;
    const end = match.index + match[0].length - left.length;
    references.push(reference);
    tokens.push(text.slice(match.index, end));
    rest += text.slice(at, match.index);
    at = end;
    // Close the gap the token leaves; spacing elsewhere is the user's.
    if (/^(?:$|[\s,.;!?)\]])/.test(text.slice(end, end + 1))) rest = rest.replace(/(?<![ \t])[ \t]+$/, "");
  }
  if (references.length === 0) return { text, references, tokens };
  return { text: (rest + text.slice(at)).trim(), references, tokens };
}

/** Sentence punctuation and closers without an opener belong to the sentence. */
function trimTrailing(value: string): string {
  let end = value.length;
  for (; end > 0; end--) {
    const char = value[end - 1] ?? "";
    if (/[,.;!?]/.test(char)) continue;
    const opener = { ")": "(", "]": "[", "}": "{", ">": "<" }[char];
    if (opener === undefined || count(value, end, opener) >= count(value, end, char)) break;
  }
  return value.slice(0, end);
}

function count(value: string, end: number, char: string): number {
  let seen = 0;
  for (let i = 0; i < end; i++) if (value[i] === char) seen++;
  return seen;
}

function toReference(kind: string, value: string): Reference | undefined {
  if (kind === "diff") return { type: "diff" };
  if (kind === "staged") return { type: "staged" };
  if (value === "") return undefined;
  if (kind === "folder") return { type: "folder", path: value };
  if (kind === "url") return /^https?:\/\/\S+$/i.test(value) ? { type: "url", url: value } : undefined;
  if (kind === "git")
    return /^\d{1,4}$/.test(value) ? { type: "git", count: Math.min(10, Math.max(1, Number(value))) } : undefined;
  const lines = /^(.+):(\d{1,7})(?:-(\d{1,7}))?$/.exec(value);
  if (!lines) return { type: "file", path: value };
  const from = Math.max(1, Number(lines[2]));
  return { type: "file", path: lines[1] ?? value, lines: { from, to: Math.max(from, Number(lines[3] ?? lines[2])) } };
}

/** Attachments over half the window are refused, over a quarter mentioned. */
export function weighAttachments(tokens: number, window: number): "fits" | "large" | "refused" {
  if (tokens > window * 0.5) return "refused";
  return tokens > window * 0.25 ? "large" : "fits";
}

export const FOLDER_MAX_ENTRIES = 200;

export function joinAttachments(text: string, warnings: readonly string[], blocks: readonly string[]): string {
  const parts = [text];
  if (warnings.length > 0)
    parts.push(`--- Context Warnings ---\n${warnings.map((warning) => `- ${warning}`).join("\n")}`);
  if (blocks.length > 0) parts.push(`--- Attached Context ---\n\n${blocks.join("\n\n")}`);
  return parts.filter((part) => part !== "").join("\n\n");
}

const PRIVATE_HOME = [...CREDENTIAL_DIRS, ".hermes/.env", ".hermes/auth.json"];
const PRIVATE_NAMES = new Set([
  ".netrc",
  ".pgpass",
  ".npmrc",
  ".pypirc",
  ".bashrc",
  ".zshrc",
  ".profile",
  ".bash_profile",
  ".zprofile",
  ".bash_history",
  ".zsh_history",
  "id_rsa",
  "id_ed25519",
  "id_ecdsa",
]);

/** Why a resolved path may not be attached; undefined when it may. Paths have their symbolic links resolved. */
export function refusePath(path: string, workspace: string, home: string): string | undefined {
  if (!isWithin(workspace, path)) return "it is outside the workspace";
  const inHome = relativeTo(home, path);
  if (inHome !== undefined && PRIVATE_HOME.some((place) => inHome === place || inHome.startsWith(`${place}/`)))
    return "it holds credentials";
  if (PRIVATE_NAMES.has(nameOf(path))) return "it holds credentials";
  return inHome === ".env" ? "it holds credentials" : undefined;
}

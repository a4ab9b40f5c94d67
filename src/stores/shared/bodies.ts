// Bodies too large for a row: when a body is one, the name its content gives it, and which go when a quota is full.

import { createHash } from "node:crypto";
import type { BodyQuota } from "../../contracts/session-archive.ts";
import type { Spill, SpillPlan } from "../../kernel/sessions/part-layout.ts";

const KEY = /^(?:txt|img)-[0-9a-f]{64}$/u;

/** Rows stay small enough to read a whole session at once; a screenshot or a long log stands elsewhere. */
export const SPILL_PLAN: SpillPlan = { keyOf, maxTextChars: 200_000, maxImageChars: 2_000 };

function keyOf(kind: Spill["kind"], body: string): string {
  const binary = kind === "image" && isCanonicalBase64(body);
  return `${binary ? "img" : "txt"}-${digest(toBytes(binary, body))}`;
}

export const isBodyKey = (key: string): boolean => KEY.test(key);

export function bytesOf({ key, body }: Pick<Spill, "key" | "body">): Buffer {
  return toBytes(isBinary(key), body);
}

/** undefined when the bytes are no longer what their name says. */
export function bodyOf(key: string, bytes: Buffer): string | undefined {
  if (digest(bytes) !== key.slice(4)) return undefined;
  return bytes.toString(isBinary(key) ? "base64" : "utf8");
}

export interface KeptBody {
  readonly key: string;
  readonly bytes: number;
}

/** The first that fit stay. */
export function overQuota(newestFirst: readonly KeptBody[], quotaBytes: number): readonly string[] {
  let used = 0;
  return newestFirst.flatMap(({ key, bytes }) => {
    used += bytes;
    return used > quotaBytes ? [key] : [];
  });
}

/** The part of a quota that is about one kind, and the condition that picks those bodies out of `hx_blobs b`: people's and models' words are never among them. */
export const QUOTA_KINDS: readonly {
  readonly name: "images" | "results";
  readonly limit: (quota: BodyQuota) => number | undefined;
  readonly where: string;
}[] = [
  { name: "images", limit: (quota) => quota.imageBytes, where: "b.kind = 'image'" },
  {
    name: "results",
    limit: (quota) => quota.resultBytes,
    where: `b.kind = 'text' AND NOT EXISTS (
      SELECT 1 FROM hx_blob_refs r JOIN messages m ON m.id = r.message_id WHERE r.key = b.key AND m.role <> 'tool')`,
  },
];

const isBinary = (key: string): boolean => key.startsWith("img-");

function isCanonicalBase64(body: string): boolean {
  return Buffer.from(body, "base64").toString("base64") === body;
}

const toBytes = (binary: boolean, body: string): Buffer => Buffer.from(body, binary ? "base64" : "utf8");

const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

// An image from wherever a model names it: a file, a web address, a data address.

import type { ToolContext } from "../contracts/tool.ts";
import { imageSize } from "../kernel/files/image-size.ts";
import type { ImagePart } from "../kernel/message.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

export type LoadedImage =
  | { readonly type: "ok"; readonly image: ImagePart; readonly source: "workspace" | "web" }
  | { readonly type: "bad"; readonly why: string };

export interface ImageLimits {
  readonly maxBytes: number;
  /** Of width and height. */
  readonly maxSide: number;
}

/** The picture within the limits, as a JPEG; undefined when that cannot be done. */
export type Shrink = (bytes: Uint8Array, mime: string, limits: ImageLimits) => Promise<Uint8Array | undefined>;

export interface ImageSources {
  readonly fetch: GuardedFetch;
  /** Absent where nothing here can draw. */
  readonly shrink?: Shrink | undefined;
}

const MAX_DOWNLOAD_BYTES = 50 * 1024 * 1024;
/** What vendors accept, in base64 and in pixels; a request with more is refused for the rest of its conversation. */
const LIMITS: ImageLimits = { maxBytes: 3_700_000, maxSide: 7_900 };

export async function loadImage(
  where: string,
  { fetch, shrink }: ImageSources,
  { env, signal }: ToolContext,
): Promise<LoadedImage> {
  const data = /^data:(image\/[\w+.-]+);base64,([\s\S]+)$/.exec(where);
  if (data !== null) return asImage(Buffer.from(data[2] ?? "", "base64"), "workspace", shrink);
  if (/^https?:\/\//i.test(where)) {
    const fetched = await fetch(where, { signal, maxBytes: MAX_DOWNLOAD_BYTES });
    if (fetched.type !== "ok") return { type: "bad", why: fetched.why };
    if (fetched.status >= 400) return { type: "bad", why: `The server answered with status ${fetched.status}.` };
    return asImage(fetched.bytes, "web", shrink);
  }
  const path = where.replace(/^file:\/\//, "");
  const stat = await env.stat(path);
  if (stat?.type !== "file") return { type: "bad", why: `File not found: ${path}` };
  return asImage(await env.read(path, MAX_DOWNLOAD_BYTES), "workspace", shrink);
}

async function asImage(
  bytes: Uint8Array,
  source: "workspace" | "web",
  shrink: Shrink | undefined,
): Promise<LoadedImage> {
  const mime = imageMime(bytes);
  if (mime === undefined)
    return { type: "bad", why: "Not an image in a format that can be looked at (PNG, JPEG, GIF, WebP)." };
  if (!fits(bytes)) {
    const small = await shrink?.(bytes, mime, LIMITS);
    if (small === undefined)
      return { type: "bad", why: "The image is larger than 3.7 MB or 7,900 pixels; make it smaller first." };
    return asImage(small, source, undefined);
  }
  return { type: "ok", image: { type: "image", mime, base64: Buffer.from(bytes).toString("base64") }, source };
}

function fits(bytes: Uint8Array): boolean {
  const size = imageSize(bytes);
  return bytes.length <= LIMITS.maxBytes && Math.max(size?.width ?? 0, size?.height ?? 0) <= LIMITS.maxSide;
}

/** By content: names and servers lie. */
export function imageMime(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\u0089PNG")) return "image/png";
  if (start.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (start.startsWith("GIF8")) return "image/gif";
  return start.startsWith("RIFF") && start.slice(8) === "WEBP" ? "image/webp" : undefined;
}

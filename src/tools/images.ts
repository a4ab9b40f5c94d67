// An image from wherever a model names it: a file, a web address, a data address.

import type { ToolContext } from "../contracts/tool.ts";
import type { ImagePart } from "../kernel/message.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

export type LoadedImage =
  | { readonly type: "ok"; readonly image: ImagePart; readonly source: "workspace" | "web" }
  | { readonly type: "bad"; readonly why: string };

const MAX_DOWNLOAD_BYTES = 50 * 1024 * 1024;
/** What vendors accept after base64. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

export async function loadImage(
  where: string,
  fetch: GuardedFetch,
  { env, signal }: ToolContext,
): Promise<LoadedImage> {
  const data = /^data:(image\/[\w+.-]+);base64,([\s\S]+)$/.exec(where);
  if (data !== null) return asImage(Buffer.from(data[2] ?? "", "base64"), "workspace");
  if (/^https?:\/\//i.test(where)) {
    const fetched = await fetch(where, { signal, maxBytes: MAX_DOWNLOAD_BYTES });
    if (fetched.type !== "ok") return { type: "bad", why: fetched.why };
    if (fetched.status >= 400) return { type: "bad", why: `The server answered with status ${fetched.status}.` };
    return asImage(fetched.bytes, "web");
  }
  const path = where.replace(/^file:\/\//, "");
  const stat = await env.stat(path);
  if (stat?.type !== "file") return { type: "bad", why: `File not found: ${path}` };
  return asImage(await env.read(path, MAX_DOWNLOAD_BYTES), "workspace");
}

function asImage(bytes: Uint8Array, source: "workspace" | "web"): LoadedImage {
  const mime = imageMime(bytes);
  if (mime === undefined)
    return { type: "bad", why: "Not an image in a format that can be looked at (PNG, JPEG, GIF, WebP)." };
  if (bytes.length > MAX_IMAGE_BYTES)
    return { type: "bad", why: "The image is larger than 5 MB; make it smaller first." };
  return { type: "ok", image: { type: "image", mime, base64: Buffer.from(bytes).toString("base64") }, source };
}

/** By content: names and servers lie. */
export function imageMime(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\u0089PNG")) return "image/png";
  if (start.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (start.startsWith("GIF8")) return "image/gif";
  return start.startsWith("RIFF") && start.slice(8) === "WEBP" ? "image/webp" : undefined;
}

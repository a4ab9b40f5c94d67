// Pictures that go along with a message: each stands in the composer as a short mark.

import type { ImagePart } from "../../kernel/message.ts";
import { pictureKind } from "../picture-kind.ts";
import type { Messages } from "./messages.ts";

export interface Images {
  /** The mark that stands for it. */
  add(bytes: Uint8Array, mime: string): string;
  /** The pictures whose marks are still in the text, in order. */
  of(text: string): readonly ImagePart[];
  clear(): void;
}

export function createImages(messages: Messages): Images {
  const kept = new Map<string, ImagePart>();
  return {
    add(bytes, mime) {
      const mark = messages.imageMark(kept.size + 1, pictureSize(bytes));
      kept.set(mark, { type: "image", mime, base64: Buffer.from(bytes).toString("base64") });
      return mark;
    },
    of: (text) => [...kept].filter(([mark]) => text.includes(mark)).map(([, part]) => part),
    clear: () => kept.clear(),
  };
}

function pictureSize(bytes: Uint8Array): string {
  if (pictureKind(bytes) === "image/png" && bytes.length >= 24) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return `${view.getUint32(16)}×${view.getUint32(20)}`;
  }
  return `${Math.max(1, Math.round(bytes.length / 1024))} kB`;
}

/** The path when this is nothing but the path of a picture, as terminals paste what is dropped on them. */
export function picturePath(pasted: string): string | undefined {
  const bare = pasted
    .trim()
    .replace(/^file:\/\//, "")
    .replace(/^(['"])(.*)\1$/, "$2")
    .replace(/\\ /g, " ");
  return /^(\/|~\/|\.{1,2}\/|[A-Za-z]:\\)[^\n]*\.(png|jpe?g|gif|webp)$/i.test(bare) ? bare : undefined;
}

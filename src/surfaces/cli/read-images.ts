// `--image`: files a person wants the model to see.

import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { UsageFailure } from "../../kernel/failure.ts";
import type { ImagePart } from "../../kernel/message.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};
const MAX_BYTES = 5 * 1024 * 1024;

/** Throws UsageFailure for a file that is not there, no image, or too large for the vendors. */
export function readImages(files: readonly string[], cwd: string): Promise<readonly ImagePart[]> {
  return Promise.all(
    files.map(async (file): Promise<ImagePart> => {
      const mime = TYPES[extname(file).toLowerCase()];
      if (mime === undefined) throw new UsageFailure(`${file} is no image the models take: png, jpg, gif or webp.`);
      const bytes = await readFile(resolve(cwd, file)).catch(() => undefined);
      if (bytes === undefined) throw new UsageFailure(`${file} cannot be read.`, 1);
      if (bytes.length > MAX_BYTES) throw new UsageFailure(`${file} is larger than 5 MB.`, 1);
      return { type: "image", mime, base64: bytes.toString("base64") };
    }),
  );
}

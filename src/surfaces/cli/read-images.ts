// `--image`: files a person wants the model to see.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Facts } from "../../config/process-facts.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { ImagePart } from "../../kernel/message.ts";
import { pictureKind } from "../picture-kind.ts";
import { whyUnread } from "./printing.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";

const MAX_BYTES = 5 * 1024 * 1024;

/** Throws UsageFailure for a file that is not there, no image, or too large for the vendors. */
export function readImages(
  files: readonly string[],
  { cwd, userHome }: Pick<Facts, "cwd" | "userHome">,
): Promise<readonly ImagePart[]> {
  return Promise.all(
    files.map(async (file): Promise<ImagePart> => {
      const path = file.startsWith("~/") ? join(userHome, file.slice(2)) : resolve(cwd, file);
      const bytes = await readFile(path).catch((error: unknown) => {
        throw new UsageFailure(PROGRAM_WORDS.chat.image.unread(file, whyUnread(error)), 1);
      });
      const mime = pictureKind(bytes);
      if (mime === undefined) throw new UsageFailure(PROGRAM_WORDS.chat.image.unknownKind(file));
      if (bytes.length > MAX_BYTES) throw new UsageFailure(PROGRAM_WORDS.chat.image.tooLarge(file), 1);
      return { type: "image", mime, base64: bytes.toString("base64") };
    }),
  );
}

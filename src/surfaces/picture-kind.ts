// Pictures say what they are in their first bytes; the ending of a name promises nothing.

/** The kind of picture its first bytes say it is; undefined when they say nothing of the sort. */
export function pictureKind(bytes: Uint8Array): string | undefined {
  const starts = (...head: readonly number[]) => head.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return "image/png";
  if (starts(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (starts(0x47, 0x49, 0x46, 0x38)) return "image/gif";
  if (starts(0x52, 0x49, 0x46, 0x46) && bytes[8] === 0x57 && bytes[9] === 0x45) return "image/webp";
  return undefined;
}

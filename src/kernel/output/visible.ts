// Text of others on a person's screen: what would move the cursor, change colours or turn the reading direction is shown, not done.
// A command that erases itself from the question about it must not be possible.

// Everything that acts instead of being read, apart from tab and newline.
const ACTING = /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

export function visibleText(value: string): string {
  return value.replace(ACTING, (found) => {
    if (found === "\r\n") return "\n";
    const code = found.charCodeAt(0);
    // Unicode has a picture for each of the old controls.
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return code < 0xa0 ? "\ufffd" : `<U+${code.toString(16).toUpperCase()}>`;
  });
}

/** The same for every text in a piece of data; it stays the very same where there is nothing to show. */
export function visibleIn<T>(value: T): T {
  return visible(value) as T;
}

function visible(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  if (Array.isArray(value)) {
    const items = value.map(visible);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value);
  const shown = entries.map(([key, item]) => [key, visible(item)] as const);
  return shown.every(([, item], index) => item === entries[index]?.[1]) ? value : Object.fromEntries(shown);
}

// Small charts made of text: bars of eighths, and a row of columns.

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const COLUMNS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/** A bar of `value` where `max` fills `width`; anything above nothing is seen. */
export function bar(value: number, max: number, width: number): string {
  if (max <= 0 || value <= 0) return "";
  const eighths = Math.max(1, Math.round((Math.min(value, max) / max) * width * 8));
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}

/** One column per value; nothing is a dot, so that a quiet day differs from a small one. */
export function sparkline(values: readonly number[]): string {
  const max = Math.max(0, ...values);
  return values
    .map((value) => (value <= 0 ? "·" : (COLUMNS[Math.min(7, Math.ceil((value / max) * 8) - 1)] ?? "█")))
    .join("");
}

// Small statistics and one way to print a table of figures with their targets.

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The value below which the share `at` of all values lies; NaN for no values. */
export function quantile(values: readonly number[], at: number): number {
  const ordered = sorted(values);
  return ordered[Math.min(ordered.length - 1, Math.floor(at * ordered.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const least = (values: readonly number[]): number => sorted(values)[0] ?? Number.NaN;

export interface Figure {
  readonly name: string;
  readonly value: string;
  /** Whether the target was met; absent when there is none. */
  readonly target?: { readonly text: string; readonly met: boolean };
}

export const atMost = (value: number, limit: number, unit: string): Figure["target"] => ({
  text: `target ≤ ${limit}${unit}`,
  met: value <= limit,
});

export function printFigures(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const { name, value, target } of figures) {
    const verdict = target ? `   ${target.text}: ${target.met ? "met" : "MISSED"}` : "";
    console.log(`  ${name.padEnd(width)}  ${value}${verdict}`);
  }
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;

/** `--runs 9` → 9; the fallback when the flag is absent or no number. */
export function numberFlag(args: readonly string[], name: string, fallback: number): number {
  const at = args.indexOf(`--${name}`);
  const value = at < 0 ? Number.NaN : Number(args[at + 1]);
  return Number.isFinite(value) && value > 0 ? value : fallback;
}

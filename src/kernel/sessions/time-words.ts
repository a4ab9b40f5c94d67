// Months and years named in a query, so that "in May 2023" prefers what was said in May 2023.

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

export interface NamedTime {
  /** 1 to 12. */
  readonly month: number | undefined;
  readonly year: number | undefined;
}

/** undefined when the query names no time. `may` and `march` count only beside a number or after a preposition. */
export function namedTime(query: string): NamedTime | undefined {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  let month: number | undefined;
  words.forEach((word, index) => {
    const at = MONTHS.findIndex(
      (name) => name === word || (word.length === 3 && name.startsWith(word) && word !== "may"),
    );
    if (at < 0) return;
    const sure = word !== "may" && word !== "march" && word !== "mar";
    const before = words[index - 1] ?? "";
    if (
      sure ||
      /\d/u.test(before + (words[index + 1] ?? "")) ||
      ["in", "of", "since", "until", "during", "last", "this", "by"].includes(before)
    ) {
      month = at + 1;
    }
  });
  const year = words.find((word) => /^(?:19|20)\d\d$/u.test(word));
  if (month === undefined && year === undefined) return undefined;
  return { month, year: year === undefined ? undefined : Number(year) };
}

/** Year and month of a moment, in universal time. */
export function civilMonth(ms: number): { readonly year: number; readonly month: number } {
  const days = Math.floor(ms / 86_400_000) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month };
}

const FIT = 1.25;

/** More than 1 when the moment lies in the time named. */
export function timeFit(named: NamedTime | undefined, ms: number): number {
  if (named === undefined) return 1;
  const { year, month } = civilMonth(ms);
  const fits =
    (named.month === undefined || named.month === month) && (named.year === undefined || named.year === year);
  return fits ? FIT : 1;
}

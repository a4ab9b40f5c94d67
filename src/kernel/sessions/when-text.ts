// Moments as people say them.

export type SayWhen = (ms: number) => string;

/** "June 17, 2026 at 02:11 PM", in the given or the machine's time zone. Made once for many moments: making it costs a hundred times what saying one does. */
export function whenIn(timeZone?: string): SayWhen {
  const zone = timeZone === undefined ? {} : { timeZone };
  const date = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "long", day: "numeric", ...zone });
  const time = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hour12: true, ...zone });
  return (ms) => `${date.format(ms)} at ${time.format(ms).replace(/[\u202f\u00a0]/gu, " ")}`;
}

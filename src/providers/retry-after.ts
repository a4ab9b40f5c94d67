// How long a vendor asks us to wait, in any of the forms vendors use.

type HeaderBag = Readonly<Record<string, string | undefined>>;

/** Milliseconds from now, never negative; undefined when the vendor said nothing we can read. */
export function retryAfterMs(headers: HeaderBag, body: unknown, nowMs: number): number | undefined {
  const precise = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && Number.isFinite(precise)) return Math.max(0, precise);
  const header = headers["retry-after"];
  if (header !== undefined) {
    const parsed = secondsOrDate(header, nowMs);
    if (parsed !== undefined) return parsed;
  }
  return retryDelay(body);
}

function secondsOrDate(value: string, nowMs: number): number | undefined {
  const seconds = Number(value.trim());
  if (value.trim() !== "" && Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000));
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** Google answers `retryDelay: "17s"` somewhere in `error.details`. */
function retryDelay(body: unknown): number | undefined {
  const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  const seconds = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(text)?.[1];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

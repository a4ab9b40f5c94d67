// JSON as values: parsing is a union, never a throw.

export type Parsed = { readonly type: "ok"; readonly value: unknown } | { readonly type: "bad"; readonly why: string };

export function parseJson(source: string): Parsed {
  try {
    return { type: "ok", value: JSON.parse(source) };
  } catch (error) {
    return { type: "bad", why: error instanceof Error ? error.message : String(error) };
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Same value, same bytes: object keys sorted at every depth. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}

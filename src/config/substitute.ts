// Variables in values: ${NAME} and ${NAME:-default}. One pass, never into the result, keys untouched.

export type Lookup = (name: string) => string | undefined;

export interface Substituted {
  readonly value: unknown;
  readonly missing: readonly { readonly path: readonly (string | number)[]; readonly name: string }[];
}

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** An unset variable without a default is left as written and listed in `missing`; an empty one takes the default. */
export function substitute(value: unknown, lookup: Lookup): Substituted {
  const missing: { path: readonly (string | number)[]; name: string }[] = [];
  const visit = (current: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof current === "string")
      return current.includes("${") ? expand(current, lookup, (name) => missing.push({ path, name })) : current;
    if (Array.isArray(current)) return current.map((item, index) => visit(item, [...path, index]));
    if (typeof current !== "object" || current === null) return current;
    const copy: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(current)) {
      Object.defineProperty(copy, key, {
        value: visit(inner, [...path, key]),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return copy;
  };
  return { value: visit(value, []), missing };
}

/** Whether the text refers to a variable, so that its final value is not known yet. */
export function hasReference(text: string): boolean {
  return text.search(REFERENCE) !== -1;
}

function expand(text: string, lookup: Lookup, onMissing: (name: string) => void): string {
  return text.replace(REFERENCE, (whole: string, name: string, fallback: string | undefined) => {
    const found = lookup(name);
    if (found !== undefined && (found !== "" || fallback === undefined)) return found;
    if (fallback !== undefined) return fallback;
    onMissing(name);
    return whole;
  });
}

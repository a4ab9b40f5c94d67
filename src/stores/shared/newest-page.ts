// A page of the sessions active last, found among the newest few instead of among all there are.

/** So many of the newest are looked at, one after the other until the page is complete; undefined for all. */
export function looks(most: number | undefined): readonly (number | undefined)[] {
  return most === undefined ? [undefined] : [most * 2 + 64, most * 16 + 512, undefined];
}

/** Whether nothing that was not looked at, and is at most as new as `bound`, can belong among the first `most`. */
export function isWhole(rows: readonly { readonly last_active: number }[], most: number, bound: number): boolean {
  return bound === Number.NEGATIVE_INFINITY || (rows[most - 1]?.last_active ?? Number.NEGATIVE_INFINITY) > bound;
}

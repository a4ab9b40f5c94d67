// An answer that is more than words: a page of figures. Surfaces that can draw, draw it; the others show its text.

export type Figure =
  | { readonly type: "heading"; readonly text: string; readonly aside?: string }
  | { readonly type: "note"; readonly text: string }
  /** Parts of a whole, e.g. of a window; what is left over is `rest`. */
  | {
      readonly type: "shares";
      readonly whole: number;
      readonly parts: readonly { readonly name: string; readonly value: number; readonly words: string }[];
      readonly rest: string;
    }
  /** A row without a value is no single thing to compare with, e.g. all the others together: it has no bar. */
  | {
      readonly type: "bars";
      readonly rows: readonly { readonly name: string; readonly value: number | undefined; readonly words: string }[];
    }
  /** Values in order of time. */
  | { readonly type: "course"; readonly name: string; readonly values: readonly number[]; readonly words: string }
  /** Names and what they are. */
  | { readonly type: "facts"; readonly rows: readonly (readonly [string, string])[] }
  | {
      readonly type: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

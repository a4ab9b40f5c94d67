// How a list of parts becomes one readable column: texts in order, placeholders for images and for text too large for a row.

import type { Part } from "../message.ts";
import { takeChars, withThousands } from "../text.ts";

/** A body kept outside the row under a key derived from its content. */
export interface Spill {
  readonly key: string;
  readonly kind: "image" | "text";
  readonly body: string;
}

/** Where bodies become too large for a row, and how they are named. */
export interface SpillPlan {
  readonly keyOf: (kind: Spill["kind"], body: string) => string;
  readonly maxTextChars: number;
  readonly maxImageChars: number;
}

/** number: inline text of that many UTF-16 units · x: spilled text · i: spilled image · b: image in the record itself. Last number: shown units. */
export type LayoutItem =
  | number
  | readonly ["x", string, number]
  | readonly ["i", string, string, number]
  | readonly ["b", string, string, number];
export type Layout = readonly LayoutItem[];

const SHOWN_CHARS = 8_000;
/** Under the beginning of a text whose rest was dropped for space or is damaged. */
const GONE = "[… which are no longer at hand]";

/** What a layout keeps outside the row. */
export function spilledIn(layout: Layout): readonly Omit<Spill, "body">[] {
  return layout.flatMap((item): readonly Omit<Spill, "body">[] => {
    if (typeof item === "number" || item[0] === "b") return [];
    return item[0] === "x" ? [{ key: item[1], kind: "text" }] : [{ key: item[2], kind: "image" }];
  });
}

/** `layout` is undefined when the column alone is one inline text. */
export function layoutParts(
  parts: readonly Part[],
  plan: SpillPlan,
): { readonly content: string; readonly layout: Layout | undefined; readonly spills: readonly Spill[] } {
  const shown: string[] = [];
  const layout: LayoutItem[] = [];
  const spills: Spill[] = [];
  for (const part of parts) {
    if (part.type === "text" && (part.text.length <= plan.maxTextChars || !part.text.isWellFormed())) {
      shown.push(part.text);
      layout.push(part.text.length);
    } else if (part.type === "text") {
      const key = plan.keyOf("text", part.text);
      const head = takeChars(part.text, SHOWN_CHARS);
      const visible = `${head}\n[… ${withThousands(part.text.length - head.length)} more characters are kept outside this row as ${key}]`;
      shown.push(visible);
      layout.push(["x", key, visible.length]);
      spills.push({ key, kind: "text", body: part.text });
    } else {
      const visible = imagePlaceholder(part.mime, part.base64.length);
      shown.push(visible);
      if (part.base64.length <= plan.maxImageChars) layout.push(["b", part.mime, part.base64, visible.length]);
      else {
        const key = plan.keyOf("image", part.base64);
        layout.push(["i", part.mime, key, visible.length]);
        spills.push({ key, kind: "image", body: part.base64 });
      }
    }
  }
  const plain = layout.length === 1 && typeof layout[0] === "number";
  return { content: shown.join("\n"), layout: plain ? undefined : layout, spills };
}

export function imagePlaceholder(mime: string, base64Chars: number): string {
  return `[image: ${mime}, ${withThousands(Math.floor((base64Chars * 3) / 4))} bytes]`;
}

/** The parts again; undefined when the column no longer fits the layout. A spilled body that is gone leaves its placeholder. */
export function partsFromLayout(
  content: string,
  layout: Layout,
  readSpill: (key: string) => string | undefined,
): readonly Part[] | undefined {
  const parts: Part[] = [];
  let offset = 0;
  for (const item of layout) {
    if (parts.length > 0) offset += 1;
    const units = typeof item === "number" ? item : item[item.length - 1];
    if (typeof units !== "number" || offset + units > content.length) return undefined;
    parts.push(partOf(item, content.slice(offset, offset + units), readSpill));
    offset += units;
  }
  return offset === content.length ? parts : undefined;
}

function partOf(item: LayoutItem, visible: string, readSpill: (key: string) => string | undefined): Part {
  if (typeof item === "number") return { type: "text", text: visible };
  if (item[0] === "x") return { type: "text", text: readSpill(item[1]) ?? `${visible}\n${GONE}` };
  if (item[0] === "b") return { type: "image", mime: item[1], base64: item[2] };
  const base64 = readSpill(item[2]);
  return base64 === undefined ? { type: "text", text: visible } : { type: "image", mime: item[1], base64 };
}

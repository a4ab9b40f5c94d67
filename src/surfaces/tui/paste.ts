// Long pastes stand in the composer as one short mark and are put back in full when the message is sent.

import { size } from "./format.ts";
import { MESSAGES } from "./messages.ts";

export interface PasteLimits {
  /** From this many lines on; 0 is never. */
  readonly lines: number;
  readonly chars: number;
}

export interface Pastes {
  /** The text itself when it is short, else a mark that stands for it. */
  fold(text: string): string;
  unfold(text: string): string;
  /** Length of the mark that ends here, when one does. */
  markBefore(text: string): number | undefined;
  clear(): void;
}

export function createPastes(limits: PasteLimits): Pastes {
  const kept = new Map<string, string>();
  return {
    fold(raw) {
      const text = clean(raw);
      const lines = text.split("\n").length;
      const long = (limits.lines > 0 && lines >= limits.lines) || (limits.chars > 0 && text.length >= limits.chars);
      if (!long) return text;
      const mark = MESSAGES.pasted(kept.size + 1, size(text));
      kept.set(mark, text);
      return mark;
    },
    unfold: (text) => [...kept].reduce((full, [mark, content]) => full.replaceAll(mark, () => content), text),
    markBefore: (text) => [...kept.keys()].find((mark) => text.endsWith(mark))?.length,
    clear: () => kept.clear(),
  };
}

function clean(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}

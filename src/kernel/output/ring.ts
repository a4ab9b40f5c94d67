// The latest text of a stream that may never end.

export interface TextRing {
  push(chunk: string): void;
  text(): string;
  /** Characters ever pushed. */
  total(): number;
}

/** Keeps at least the last `max` UTF-16 units, never cutting inside a character. */
export function createTextRing(max: number): TextRing {
  let kept = "";
  let total = 0;
  const cut = () => {
    if (kept.length <= max) return;
    const tail = kept.slice(-max);
    const first = tail.charCodeAt(0);
    kept = first >= 0xdc00 && first <= 0xdfff ? tail.slice(1) : tail;
  };
  return {
    push(chunk) {
      kept += chunk;
      total += chunk.length;
      if (kept.length > max * 2) cut();
    },
    text() {
      cut();
      return kept;
    },
    total: () => total,
  };
}

// Stands in for what the terminal library builds as soon as it is loaded, to measure text later: the tables behind segmenting
// and behind \p{RGI_Emoji} take 27 ms, most of the time until one can type. Here they are built when a text first needs them.

/** Letters, lines and symbols that never join with a neighbour. */
const SEPARATE = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u23ff\u2500-\u27bf]*$/;

const lazySegmenter = (granularity) => {
  let made;
  return (text) => {
    made ??= new Intl.Segmenter(undefined, { granularity });
    return made.segment(text);
  };
};

const segmentGraphemes = lazySegmenter("grapheme");

export const graphemeSegmenter = {
  segment: (input) =>
    SEPARATE.test(input) ? Array.from(input, (segment, index) => ({ segment, index, input })) : segmentGraphemes(input),
};

export const wordSegmenter = { segment: lazySegmenter("word") };

const ALONE = /^\p{Emoji_Presentation}$/u;
let sequences;

export const rgiEmojiRegex = {
  test(text) {
    if (text.length === 1 || (text.length === 2 && text.codePointAt(0) > 0xffff)) return ALONE.test(text);
    sequences ??= /^\p{RGI_Emoji}$/v;
    return sequences.test(text);
  },
};

/** The library's source with its own three definitions replaced. Throws when they are no longer there. */
export function withLightWidths(source, importLine) {
  const heavy = /^const (graphemeSegmenter|wordSegmenter|rgiEmojiRegex) = .*\n/gm;
  if (source.match(heavy)?.length !== 3)
    throw new Error("pi-tui no longer defines what scripts/light-widths.mjs replaces");
  return importLine + source.replace(heavy, "");
}

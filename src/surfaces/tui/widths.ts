// Where the layout changes with the width of the terminal.

/** From here on there is room for everything. */
export const FULL_FROM = 76;
/** Below this width a frame costs more than it gives. */
export const FRAMED_FROM = 52;

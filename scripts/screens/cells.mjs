// A captured screen as cells: text with colours in, rows of runs with one style each out.

const SIXTEEN = {
  dark: ["#3b4048", "#ea6f6f", "#8fc27a", "#e3c566", "#86b3ea", "#c79bdb", "#8ccbc0", "#c8ccd4"],
  light: ["#24292f", "#b92c2c", "#33792b", "#8a6a00", "#2459b3", "#8236a3", "#17706a", "#6e7781"],
};

/** Rows of `{ text, column, fg, bg, bold, italic, underline, strike, dim }`; a run never holds cells of two styles. */
export function parseScreen(painted, background) {
  // A style goes on over line ends until something changes it.
  const pen = { style: {} };
  return painted
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => parseLine(line, background, pen));
}

function parseLine(line, background, pen) {
  const runs = [];
  let { style } = pen;
  let column = 0;
  for (const [, code, text] of line.matchAll(
    /\u001b\[([\d;:]*)m|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|([^\u001b]+)/g,
  )) {
    if (code !== undefined) {
      style = applySgr(style, code, background);
      continue;
    }
    for (const char of text ?? "") {
      const width = cellWidth(char);
      if (width === 0) continue;
      const last = runs.at(-1);
      const joins =
        last !== undefined &&
        last.style === style &&
        width === 1 &&
        ((plain(char) && last.plain) || (solid(char) && last.text[0] === char));
      if (joins) last.text += char;
      else runs.push({ text: char, column, style, plain: width === 1 && plain(char), width });
      column += width;
    }
  }
  pen.style = style;
  return runs.map(({ text, column: at, style: look, width, plain: isPlain }) => ({
    text,
    column: at,
    cells: isPlain || solid(text[0]) ? text.length : width,
    ...colours(look),
    ...look,
  }));
}

/** Drawn as one shape, so that no seam shows between cells. */
function solid(char) {
  return "─━█".includes(char);
}

function plain(char) {
  return char >= " " && char <= "~";
}

function colours({ fg, bg, reverse }) {
  return reverse ? { fg: bg ?? "background", bg: fg ?? "foreground" } : { fg, bg };
}

function applySgr(style, code, background) {
  const next = { ...style };
  const parts = code.split(/[;:]/).map(Number);
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (part === 0 || code === "") for (const key of Object.keys(next)) delete next[key];
    else if (part === 1) next.bold = true;
    else if (part === 2) next.dim = true;
    else if (part === 3) next.italic = true;
    else if (part === 4) next.underline = true;
    else if (part === 7) next.reverse = true;
    else if (part === 9) next.strike = true;
    else if (part === 22) [next.bold, next.dim] = [false, false];
    else if (part === 23) next.italic = false;
    else if (part === 24) next.underline = false;
    else if (part === 27) next.reverse = false;
    else if (part === 29) next.strike = false;
    else if (part === 39) next.fg = undefined;
    else if (part === 49) next.bg = undefined;
    else if (part === 38 || part === 48) {
      const [colour, used] = extended(parts.slice(index + 1), background);
      next[part === 38 ? "fg" : "bg"] = colour;
      index += used;
    } else if ((part >= 30 && part <= 37) || (part >= 90 && part <= 97)) next.fg = SIXTEEN[background][part % 10];
    else if ((part >= 40 && part <= 47) || (part >= 100 && part <= 107)) next.bg = SIXTEEN[background][part % 10];
  }
  return { ...next, fg: next.fg, bg: next.bg };
}

function extended([kind, ...rest], background) {
  if (kind === 2)
    return [
      `#${rest
        .slice(0, 3)
        .map((part) => part.toString(16).padStart(2, "0"))
        .join("")}`,
      4,
    ];
  const index = rest[0];
  if (index < 16) return [SIXTEEN[background][index % 8], 2];
  if (index >= 232) return [grey(8 + (index - 232) * 10), 2];
  const steps = [0, 95, 135, 175, 215, 255];
  const cube = index - 16;
  const rgb = [steps[Math.floor(cube / 36)], steps[Math.floor(cube / 6) % 6], steps[cube % 6]];
  return [`#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`, 2];
}

function grey(level) {
  return `#${level.toString(16).padStart(2, "0").repeat(3)}`;
}

function cellWidth(char) {
  const point = char.codePointAt(0);
  if (/\p{Mark}|\u200d|\ufe0f/u.test(char)) return 0;
  const wide =
    (point >= 0x1100 && point <= 0x115f) ||
    (point >= 0x2e80 && point <= 0xa4cf) ||
    (point >= 0xac00 && point <= 0xd7a3) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0xff00 && point <= 0xff60) ||
    (point >= 0x1f300 && point <= 0x1faff);
  return wide ? 2 : 1;
}

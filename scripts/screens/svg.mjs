// Rows of runs as a picture. Box-drawing characters are drawn as lines, so that frames close whatever the font.

const CELL = { width: 8.43, height: 18 };
const FONT_SIZE = 14;
const PAD = 16;
const LOOKS = {
  dark: { background: "#16181d", foreground: "#d5d8de", edge: "#2c3038" },
  light: { background: "#ffffff", foreground: "#22272e", edge: "#d8dce2" },
};

export function drawSvg(rows, columns, background) {
  const body = rows.flatMap((runs, row) => drawRow(runs, row, background));
  return drawSheet(body, rows.length, columns, background);
}

/** The parts of one row, to be put on a sheet. */
export function drawRow(runs, row, background) {
  return runs.flatMap((run) => drawRun(run, row, LOOKS[background]));
}

/** `styles` is CSS for the parts. */
export function drawSheet(body, rows, columns, background, styles = "") {
  const look = LOOKS[background];
  const width = Math.ceil(columns * CELL.width + PAD * 2);
  const height = rows * CELL.height + PAD * 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...(styles === "" ? [] : [`<style>${styles}</style>`]),
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9" fill="${look.background}" stroke="${look.edge}"/>`,
    `<g font-family="'DejaVu Sans Mono','SFMono-Regular',Menlo,Consolas,monospace" font-size="${FONT_SIZE}">`,
    ...body,
    "</g></svg>",
    "",
  ].join("\n");
}

function drawRun(run, row, look) {
  const x = PAD + run.column * CELL.width;
  const y = PAD + row * CELL.height;
  const named = (colour) =>
    colour === "background" ? look.background : colour === "foreground" ? look.foreground : colour;
  const fg = named(run.fg) ?? look.foreground;
  const bg = named(run.bg);
  const width = run.cells * CELL.width;
  const parts = [];
  if (bg !== undefined)
    parts.push(`<rect x="${n(x)}" y="${y}" width="${n(width + 0.4)}" height="${CELL.height}" fill="${bg}"/>`);
  if (run.text.trim() === "") return parts;
  const line = boxLine(run.text[0], x, y, run.cells);
  if (line !== undefined)
    return [
      ...parts,
      `<path d="${line.path}" fill="${line.fill ? fg : "none"}" stroke="${line.fill ? "none" : fg}" stroke-width="${line.heavy ? 3 : 1.2}"/>`,
    ];
  const style = [
    run.bold ? ' font-weight="bold"' : "",
    run.italic ? ' font-style="italic"' : "",
    run.dim ? ' opacity="0.6"' : "",
    run.underline || run.strike
      ? ` text-decoration="${[run.underline && "underline", run.strike && "line-through"].filter(Boolean).join(" ")}"`
      : "",
  ].join("");
  const text = run.text.trimEnd();
  const from = run.text.length - run.text.trimStart().length;
  const shown = text.slice(from);
  const length = run.cells === run.text.length ? ` textLength="${n(shown.length * CELL.width)}"` : "";
  parts.push(
    `<text x="${n(x + from * CELL.width)}" y="${n(y + 13.4)}" fill="${fg}"${style}${length}>${escaped(shown)}</text>`,
  );
  return parts;
}

function boxLine(char, x, y, cells) {
  const right = x + CELL.width * cells;
  const bottom = y + CELL.height;
  const cx = x + CELL.width / 2;
  const cy = y + CELL.height / 2;
  const radius = 4;
  const at = (...numbers) => numbers.map(n).join(" ");
  const corner = (fromX, toX, toY) =>
    `M${at(fromX, cy)}L${at(cx + Math.sign(fromX - cx) * radius, cy)}Q${at(cx, cy)} ${at(cx, cy + Math.sign(toY - cy) * radius)}L${at(toX, toY)}`;
  switch (char) {
    case "─":
      return { path: `M${at(x, cy)}H${n(right)}` };
    case "│":
      return { path: `M${at(cx, y)}V${bottom}` };
    case "━":
      return { path: `M${at(x, cy)}H${n(right)}`, heavy: true };
    case "╭":
      return { path: corner(right, cx, bottom) };
    case "╮":
      return { path: corner(x, cx, bottom) };
    case "╰":
      return { path: corner(right, cx, y) };
    case "╯":
      return { path: corner(x, cx, y) };
    case "├":
      return { path: `M${at(cx, y)}V${bottom}M${at(cx, cy)}H${n(right)}` };
    case "┼":
      return { path: `M${at(cx, y)}V${bottom}M${at(x, cy)}H${n(right)}` };
    case "┤":
      return { path: `M${at(cx, y)}V${bottom}M${at(x, cy)}H${n(cx)}` };
    case "┬":
      return { path: `M${at(cx, cy)}V${bottom}M${at(x, cy)}H${n(right)}` };
    case "┴":
      return { path: `M${at(cx, y)}V${n(cy)}M${at(x, cy)}H${n(right)}` };
    case "┌":
      return { path: `M${at(right, cy)}H${n(cx)}V${bottom}` };
    case "┐":
      return { path: `M${at(x, cy)}H${n(cx)}V${bottom}` };
    case "└":
      return { path: `M${at(right, cy)}H${n(cx)}V${y}` };
    case "┘":
      return { path: `M${at(x, cy)}H${n(cx)}V${y}` };
    case "▌":
      return { path: `M${at(x, y)}H${n(cx)}V${bottom}H${n(x)}Z`, fill: true };
    case "█":
      return { path: `M${at(x, y + 2)}H${n(right)}V${bottom - 2}H${n(x)}Z`, fill: true };
    default: {
      const eighths = "▁▂▃▄▅▆▇".indexOf(char) + 1;
      if (eighths === 0) return undefined;
      const top = bottom - (CELL.height * eighths) / 8;
      return { path: `M${at(x, top)}H${n(right)}V${bottom}H${n(x)}Z`, fill: true };
    }
  }
}

function n(value) {
  return String(Math.round(value * 100) / 100);
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(" ", "\u00a0");
}

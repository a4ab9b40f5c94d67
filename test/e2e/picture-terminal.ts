// A terminal that shows pictures, as far as the place they land on: it follows the cursor and keeps every picture it is given.

import { type IPty, spawn } from "@lydell/node-pty";

export interface SeenPicture {
  /** The words nearest above it when it was drawn, and those on its own line. */
  readonly above: string;
  readonly under: string;
  readonly column: number;
  /** The escape sequence without its data. */
  readonly head: string;
  readonly base64: string;
}

export interface PictureTerminal {
  readonly pictures: readonly SeenPicture[];
  /** Everything that is or was on screen, line by line. */
  text(): string;
  type(text: string): void;
  end(): void;
}

export function openPictureTerminal(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): PictureTerminal {
  const [program = "", ...args] = command;
  const size = { cols: 80, rows: 30 };
  const pty: IPty = spawn(program, [...args], { ...size, ...options, env: { ...options.env } });
  const lines: string[] = [""];
  const pictures: SeenPicture[] = [];
  const at = { row: 0, column: 0, saved: [0, 0] as readonly [number, number] };
  let rest = "";

  function put(letter: string): void {
    const line = (lines[at.row] ?? "").padEnd(at.column);
    lines[at.row] = line.slice(0, at.column) + letter + line.slice(at.column + 1);
    at.column++;
  }

  function control(sequence: string): void {
    const [, count = "", verb = ""] = /^\u001b\[(\d*)([A-K])$/.exec(sequence) ?? [];
    const steps = Number(count || 1);
    if (sequence === "\u001b7") at.saved = [at.row, at.column];
    else if (sequence === "\u001b8") [at.row, at.column] = at.saved;
    else if (verb === "A") at.row = Math.max(0, at.row - steps);
    else if (verb === "B") at.row += steps;
    else if (verb === "C") at.column += steps;
    else if (verb === "G") at.column = steps - 1;
    else if (verb === "K") lines[at.row] = "";
    const picture =
      /^\u001b(?:_G(?<kitty>[^;]*);|\]1337;File=(?<iterm>[^:]*):)(?<data>[\s\S]*?)(?:\u001b\\|\u0007)$/.exec(sequence);
    if (picture?.groups === undefined) return;
    const { kitty, iterm, data = "" } = picture.groups;
    if (kitty?.includes("a=d") === true) return;
    const last = pictures.at(-1);
    if (kitty !== undefined && !kitty.includes("a=T") && last !== undefined)
      pictures[pictures.length - 1] = { ...last, base64: last.base64 + data };
    else
      pictures.push({
        above: lines.slice(0, at.row).findLast((line) => line.trim() !== "") ?? "",
        under: lines[at.row] ?? "",
        column: at.column,
        head: kitty ?? iterm ?? "",
        base64: data,
      });
  }

  const TOKEN =
    /\u001b_[\s\S]*?\u001b\\|\u001b\][\s\S]*?(?:\u0007|\u001b\\)|\u001b\[[0-9;?<>=]*[a-zA-Z~]|\u001b[78=>c]|[^\u001b]/guy;
  pty.onData((data) => {
    rest += data;
    // Whoever asks where the cursor is, how large a letter is, or what colour the ground has, gets no answer here.
    let taken = 0;
    for (const [token] of rest.matchAll(TOKEN)) {
      taken += token.length;
      if (token === "\r") at.column = 0;
      else if (token === "\n") lines[++at.row] ??= "";
      else if (token.startsWith("\u001b")) control(token);
      else if (token >= " ") put(token);
    }
    rest = rest.slice(taken);
  });
  return {
    pictures,
    text: () => lines.join("\n"),
    type: (text) => pty.write(text),
    end: () => pty.kill("SIGKILL"),
  };
}

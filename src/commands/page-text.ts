// A page of figures as plain text, for surfaces that show words only.

import type { Reply } from "../contracts/command.ts";
import type { Figure } from "../contracts/page.ts";

const BAR = 24;

export function pageReply(page: readonly Figure[]): Extract<Reply, { type: "text" }> {
  return { type: "text", text: pageText(page), page };
}

export function pageText(page: readonly Figure[]): string {
  return page.map(figureText).join("\n");
}

function figureText(figure: Figure): string {
  switch (figure.type) {
    case "heading":
      return `${figure.text}${figure.aside === undefined ? "" : ` (${figure.aside})`}`;
    case "note":
      return figure.text;
    case "shares":
      return [
        ...figure.parts.map(({ name, value, words }) => `  ${bar(value, figure.whole)} ${name} ${words}`),
        `  ${figure.rest}`,
      ].join("\n");
    case "bars": {
      const most = Math.max(0, ...figure.rows.map((row) => row.value ?? 0));
      return figure.rows
        .map(
          ({ name, value, words }) => `  ${value === undefined ? " ".repeat(BAR) : bar(value, most)} ${name}: ${words}`,
        )
        .join("\n");
    }
    case "course":
      return `${figure.name} ${sparkline(figure.values)} ${figure.words}`;
    case "facts":
      return figure.rows.map(([name, value]) => `${name}: ${value}`).join("\n");
    case "table":
      return [figure.columns, ...figure.rows].map((row) => row.filter((cell) => cell !== "").join("  ")).join("\n");
  }
}

function bar(value: number, most: number): string {
  const cells = most <= 0 || value <= 0 ? 0 : Math.max(1, Math.round((Math.min(value, most) / most) * BAR));
  return "█".repeat(cells).padEnd(BAR, "·");
}

const COLUMNS = "▁▂▃▄▅▆▇█";

/** One column per value; nothing is a dot, so that a quiet day differs from a small one. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(0, ...values);
  return values
    .map((value) => (value <= 0 ? "·" : (COLUMNS[Math.min(7, Math.ceil((value / most) * 8) - 1)] ?? "█")))
    .join("");
}

// Exported sessions as the text of a file, in pieces: neither everything said nor one long session has to fit into a string.

import { extname } from "node:path";
import type { ExportedSession } from "../../contracts/session-archive.ts";
import { jsonPieces } from "../../kernel/sessions/export.ts";
import { PAGE_END, pageStart, sectionHtml } from "../../kernel/sessions/export-html.ts";
import { markdownPieces, titleOf } from "../../kernel/sessions/export-markdown.ts";
import { type SayWhen, whenIn } from "../../kernel/sessions/when-text.ts";
import { WORDS } from "./words.data.ts";

export const EXPORT_FORMATS = ["jsonl", "md", "html"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export function formatOf(file: string): ExportFormat {
  const ending = extname(file).toLowerCase();
  return ending === ".md" || ending === ".markdown" ? "md" : ending === ".html" || ending === ".htm" ? "html" : "jsonl";
}

/** Small pieces are gathered up to this length: a write for each of them would take longer than making them. */
const PIECE_CHARS = 65_536;

export async function* exportTexts(
  sessions: AsyncIterable<ExportedSession>,
  format: ExportFormat,
  timeZone: string | undefined,
): AsyncGenerator<string> {
  let gathered = "";
  for await (const piece of PIECES[format](sessions, whenIn(timeZone))) {
    gathered += piece;
    if (gathered.length < PIECE_CHARS) continue;
    yield gathered;
    gathered = "";
  }
  if (gathered !== "") yield gathered;
}

type Pieces = (sessions: AsyncIterable<ExportedSession>, when: SayWhen) => AsyncGenerator<string>;

const PIECES: Readonly<Record<ExportFormat, Pieces>> = {
  async *jsonl(sessions) {
    for await (const session of sessions) yield* jsonPieces(session);
  },
  async *md(sessions, when) {
    for await (const session of sessions) yield* markdownPieces(session, when);
  },
  async *html(sessions, when) {
    let [first, started]: [ExportedSession | undefined, boolean] = [undefined, false];
    for await (const session of sessions) {
      if (first === undefined) {
        first = session;
        continue;
      }
      if (!started) {
        yield pageStart(WORDS.sessions.export.pageTitle);
        yield* sectionHtml(first, when);
        started = true;
      }
      yield* sectionHtml(session, when);
    }
    if (!started) {
      yield pageStart(first === undefined ? WORDS.sessions.export.pageTitle : titleOf(first));
      if (first !== undefined) yield* sectionHtml(first, when);
    }
    yield PAGE_END;
  },
};

// A topic of ByteRover's tree, written as the program wants it: one `<bv-topic>` with a path of its own.

import { takeChars } from "../../kernel/text.ts";
import { nameOfText } from "./exchange.ts";

const TITLE_CHARS = 80;
const GONE = "This was taken back and no longer holds.";

export interface Topic {
  readonly html: string;
  /** Puts it in the place of what stands at its path. */
  readonly overwrites: boolean;
}

/** The same words always have the same path, so they can be found again to be taken back. */
export function topicOf(words: string): Topic {
  const title = takeChars(words.replace(/\s+/g, " ").trim(), TITLE_CHARS);
  return { html: topicAt(words, title, words), overwrites: false };
}

export function topicGone(words: string): Topic {
  return { html: topicAt(words, "Taken back", GONE), overwrites: true };
}

function topicAt(named: string, title: string, body: string): string {
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join("");
  return `<bv-topic path="hermes/memory/m_${nameOfText(named)}" title="${escaped(title)}"><bv-highlights>${paragraphs}</bv-highlights></bv-topic>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

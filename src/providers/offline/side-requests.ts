// Titles and summaries: the side requests every provider must be able to serve, answered by picking from the text itself.

import type { ModelRequest } from "../../contracts/model.ts";
import { textOf } from "../../kernel/message.ts";
import { titleFromText } from "../../kernel/sessions/title-from.ts";
import { charCount, ellipsize, oneLine, takeChars } from "../../kernel/text.ts";
import { parseIntent } from "./intents.ts";

const TITLE = /\btitles?\b/i;
const SUMMARY = /\b(?:summar(?:y|ies|i[sz]e|i[sz]ing)|condens(?:e|ing)|compact(?:ion|ing)?|hand-?off|digest)\b/i;
/** A prompt longer than this is a session's, not a side request's. */
const LONGEST_TASK = 6_000;
const HEAD_CHARS = 600;
const CHARS_PER_TOKEN = 3;

/** The answer to a request for a title or a summary; undefined when it is neither. */
export function answerSideRequest(request: ModelRequest): string | undefined {
  const system = request.system.join("\n");
  if (request.tools.length > 0 || request.messages.length > 2 || charCount(system) > LONGEST_TASK) return undefined;
  const prompt = request.messages.map(textOf).join("\n\n");
  const limit = Math.max(200, (request.maxOutput ?? 1_000) * CHARS_PER_TOKEN);
  for (const task of [takeChars(system, HEAD_CHARS), ...(isRequest(prompt) ? [] : [takeChars(prompt, HEAD_CHARS)])]) {
    if (TITLE.test(task)) return titleOf(prompt);
    if (SUMMARY.test(task)) return ellipsize(summaryOf(prompt), limit);
  }
  return undefined;
}

function isRequest(prompt: string): boolean {
  const { type } = parseIntent(prompt);
  return type !== "unknown" && type !== "too-long";
}

interface Turn {
  readonly who: "user" | "assistant" | "tool";
  readonly words: string;
}

const SPEAKER =
  /^\s*(?:[[<#*\s]*)(user|human|assistant|ai|tool(?: result)?|tool_result)\b[^:\]>\n]{0,60}[:\]>]+\**\s*(.*)$/i;

/** A prompt that quotes a conversation, taken apart by its speaker marks. */
function turnsIn(prompt: string): readonly Turn[] {
  const turns: { who: Turn["who"]; words: string }[] = [];
  for (const line of prompt.split("\n")) {
    const mark = SPEAKER.exec(line);
    if (mark === null) {
      const last = turns.at(-1);
      if (last !== undefined) last.words += `\n${line}`;
      continue;
    }
    const label = (mark[1] ?? "").toLowerCase();
    const who = label === "user" || label === "human" ? "user" : label.startsWith("tool") ? "tool" : "assistant";
    turns.push({ who, words: mark[2] ?? "" });
  }
  return turns;
}

function titleOf(prompt: string): string {
  const first = turnsIn(prompt).find((turn) => turn.who === "user" && turn.words.trim() !== "");
  return titleFromText(first?.words ?? prompt) ?? "Conversation";
}

function summaryOf(prompt: string): string {
  const turns = turnsIn(prompt);
  if (turns.length === 0) return extractOf(prompt);
  const pick = (who: Turn["who"], most: number) =>
    turns
      .filter((turn) => turn.who === who)
      .map((turn) => ellipsize(oneLine(turn.words), 200))
      .filter((words) => words !== "")
      .slice(-most);
  const paths = [
    ...new Set(prompt.match(/(?:[\w.-]+\/)+[\w.-]+|\b[\w-]+\.(?:ts|js|py|md|json|ya?ml|txt|sh|go|rs)\b/g) ?? []),
  ].slice(0, 20);
  return [
    section("What was asked", pick("user", 12)),
    section("What was answered", pick("assistant", 8)),
    section("What tools returned", pick("tool", 6)),
    section("Files mentioned", paths),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

/** First and last sentences of a text that nobody speaks in. */
function extractOf(text: string): string {
  const sentences = oneLine(text).match(/[^.!?。！？]+[.!?。！？]*/gu) ?? [];
  const chosen = sentences.length <= 6 ? sentences : [...sentences.slice(0, 4), "…", ...sentences.slice(-2)];
  return chosen.map((sentence) => sentence.trim()).join(" ") || "(nothing to summarise)";
}

// A question to the person: what will happen, word for word, why it asks, and the choices. Pure: choices from a question, lines from both.

import type { Answer, Question } from "../../contracts/question.ts";
import { oneLine } from "../../kernel/text.ts";
import { clip, type Frame, padTo, wrap } from "./frame.ts";
import type { Messages } from "./messages.ts";
import { panelLines, panelRoom } from "./panel.ts";
import type { OpenQuestion } from "./state.ts";
import { visibleWidth } from "./terminal.ts";

export interface Choice {
  readonly key: string;
  readonly name: string;
  readonly why: string;
  /** Undefined: the person answers in words of their own. */
  readonly answer: Answer | undefined;
}

export function choicesOf(question: Question, messages: Messages): readonly Choice[] {
  if (question.type === "approve") {
    const scopes = question.scopes.map((scope): Choice => {
      const { name, why } = messages.scopes[scope];
      return { key: scope[0] ?? "", name, why, answer: { type: "yes", scope } };
    });
    return [...scopes, { key: "d", ...messages.deny, answer: { type: "no" } }];
  }
  const given = question.choices.map(
    (text, index): Choice => ({ key: String(index + 1), name: text, why: "", answer: { type: "text", text } }),
  );
  return [...given, { key: String(given.length + 1), name: messages.ownWords, why: "", answer: undefined }];
}

/** What a key means while the question is open. */
export type Move =
  | { readonly type: "choose"; readonly index: number }
  | { readonly type: "take"; readonly choice: Choice }
  | { readonly type: "decline" }
  | { readonly type: "nothing" };

export function moveFor(key: string | undefined, open: OpenQuestion, messages: Messages): Move {
  const choices = choicesOf(open.question, messages);
  const wrapTo = (index: number) => (index + choices.length) % choices.length;
  if (key === "up" || key === "shift+tab") return { type: "choose", index: wrapTo(open.chosen - 1) };
  if (key === "down" || key === "tab") return { type: "choose", index: wrapTo(open.chosen + 1) };
  if (key === "escape") return { type: "decline" };
  const chosen = choices[open.chosen];
  if (key === "enter" && chosen !== undefined) return { type: "take", choice: chosen };
  const named = choices.find((choice, index) => choice.key === key?.toLowerCase() || String(index + 1) === key);
  return named === undefined ? { type: "nothing" } : { type: "take", choice: named };
}

export function questionPanel(open: OpenQuestion, frame: Frame, rows: number): string[] {
  const { question } = open;
  const { messages, width } = frame;
  const room = panelRoom(width);
  const choices = choiceLines(open, frame, room);
  // On a low screen the air goes first: what is decided and what it means stay.
  const air = rows < choices.length + LEAST_BODY + 5 ? [] : [""];
  const most = rows - choices.length - 2 - 3 * air.length;
  const body = [...air, ...bodyLines(question, frame, room, most), ...air, ...choices, ...air];
  const writing = open.writing === "nothing" ? undefined : messages.writingKeys;
  return panelLines(
    question.type === "approve"
      ? { title: messages.approve, keys: writing ?? messages.choiceKeys, role: "caution", body }
      : { title: messages.clarify, keys: writing ?? messages.clarifyKeys, role: "accent", body },
    frame,
  );
}

/** Lines for a command, a reason and the space between them. */
const LEAST_BODY = 6;

/** What will happen is often the command itself, or its beginning; then it is shown once. */
function tellsSubject({ text, subject }: Extract<Question, { type: "approve" }>): boolean {
  const command = oneLine(subject);
  const told = oneLine(text).replace(/^[^:]*: /, "");
  return text.includes(subject.trim()) || command.startsWith(told.replace(/…$/, ""));
}

function bodyLines(question: Question, { theme, messages, tidy }: Frame, room: number, rows: number): string[] {
  const cut = (lines: readonly string[], most: number) =>
    lines.length <= most
      ? lines
      : [...lines.slice(0, most - 1), theme.paint("dim", messages.moreLines(lines.length - most + 1))];
  const text = wrap(question.text, room);
  if (question.type === "clarify") return cut(text, Math.max(3, rows)).map((line) => theme.bold(line));
  const told = tellsSubject(question) ? [] : [...cut(text, 4), ""];
  const reasons = question.reasons.flatMap((reason) =>
    wrap(tidy(reason), room - 2).map(
      (line, index) => `${theme.paint("caution", index === 0 ? "•" : " ")} ${theme.paint("dim", line)}`,
    ),
  );
  const why = reasons.length === 0 ? [] : rows < LEAST_BODY ? cut(reasons, 1) : ["", ...cut(reasons, 8)];
  const command = wrap(question.subject.replaceAll("\t", "  "), room - 2);
  const shown = cut(command, Math.max(3, rows - told.length - why.length));
  return [...told, ...shown.map((line) => theme.fill("panel", padTo(` ${theme.bold(line)}`, room))), ...why];
}

const REASON_FROM = 46;

/** What a choice says is never cut: it is what the person decides on. */
function choiceLines(open: OpenQuestion, { theme, messages }: Frame, room: number): string[] {
  const choices = choicesOf(open.question, messages);
  const widest = Math.max(...choices.map((choice) => visibleWidth(choice.name)));
  return choices.flatMap((choice, index) => {
    const picked = index === open.chosen && open.writing !== "command";
    const mark = picked ? theme.paint("accent", theme.skin.promptSymbol) : " ";
    const key = theme.paint(picked ? "accent" : "dim", choice.key);
    const say = (words: string) => (picked ? theme.bold(theme.paint("accent", words)) : words);
    if (choice.why !== "" && room >= REASON_FROM)
      return [
        `${mark} ${key}  ${say(padTo(choice.name, widest))}  ${theme.paint("dim", clip(choice.why, room - widest - 7))}`,
      ];
    return wrap(choice.name, room - 6).map((line, row) =>
      row === 0 ? `${mark} ${key}  ${say(line)}` : `     ${say(line)}`,
    );
  });
}

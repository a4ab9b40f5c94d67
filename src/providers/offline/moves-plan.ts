// The task list and the skills.

import { isRecord } from "../../kernel/json.ts";
import type { Outcome, Situation } from "./conversation.ts";
import { callTool, type Move, say } from "./move.ts";
import { type Slots, unquote } from "./phrasing.ts";
import { block, bullets, capitalized, listField, quoted, textField, troubleOf } from "./wording.ts";

type PlanId = "todo-show" | "todo-done" | "todo-add" | "todo-plan" | "skills-list" | "skill-view";

interface Item {
  readonly id: string;
  readonly content: string;
  readonly status: string;
}

export const planMoves: Readonly<Record<PlanId, (slots: Slots, situation: Situation) => Move>> = {
  "todo-show": (_slots, { done }) => (done[0] === undefined ? callTool("todo", {}) : say(listAnswer(done[0]))),

  "todo-plan"({ items = "" }, situation) {
    const [planned] = situation.done;
    if (planned !== undefined) return say(listAnswer(planned, "Planned. "));
    const words = situation.words ?? "";
    const isList = /[:;,\n]|\b(?:with|containing|do)\s*$/.test(
      words.slice(0, Math.max(0, words.indexOf(items))).trim(),
    );
    const given = splitItems(items, isList);
    const todos = given.length === 1 && !isList ? stepsToward(items) : given;
    return callTool("todo", { todos: todos.map((content, index) => item(index + 1, content)) });
  },

  "todo-add"({ items = "" }, situation) {
    const [shown, added] = situation.done;
    if (shown === undefined) return callTool("todo", {});
    if (added !== undefined) return say(listAnswer(added, "Added. "));
    const trouble = troubleOf(shown);
    if (trouble !== undefined) return say(`I could not read the task list: ${trouble}`);
    const highest = Math.max(0, ...itemsOf(shown).map(({ id }) => Number(id) || 0));
    return callTool("todo", {
      todos: splitItems(items).map((content, index) => item(highest + 1 + index, content)),
      merge: true,
    });
  },

  "todo-done"({ n = "" }, situation) {
    const [shown, marked] = situation.done;
    if (shown === undefined) return callTool("todo", {});
    if (marked !== undefined) return say(listAnswer(marked, "Marked as done. "));
    const trouble = troubleOf(shown);
    if (trouble !== undefined) return say(`I could not read the task list: ${trouble}`);
    const target = itemsOf(shown).find(({ id }) => id === n) ?? itemsOf(shown)[Number(n) - 1];
    if (target === undefined) return say(`There is no item ${n} in the task list. ${listAnswer(shown)}`);
    return callTool("todo", { todos: [{ ...target, status: "completed" }], merge: true });
  },

  "skills-list": (_slots, { done }) =>
    done[0] === undefined ? callTool("skills_list", {}) : say(skillsAnswer(done[0])),
  "skill-view": ({ name = "" }, { done }) =>
    done[0] === undefined ? callTool("skill_view", { name }) : say(skillAnswer(done[0], name)),
};

function item(number: number, content: string): Item {
  return { id: String(number), content, status: "pending" };
}

/** Lines, semicolons or commas separate items; "and" does so beside commas, between quotes, or where a list was announced. */
function splitItems(text: string, announced = false): readonly string[] {
  const bare = text.includes("\n") ? text : text.replace(/^(?:[\w-]+ ){0,3}[\w-]+:\s+/, "");
  const lines = bare.includes("\n") ? bare.split("\n") : bare.split(";");
  const parts = lines.length > 1 ? lines : commaParts(bare, announced);
  const items = parts.map(itemText).filter((part) => part !== "");
  return items.length > 0 ? items : [text.trim()];
}

function commaParts(text: string, announced: boolean): readonly string[] {
  const parts = text.split(",");
  const isQuotedPair = /^\s*(["'])[^"']+\1\s+and\s+\1[^"']+\1\s*$/.test(text);
  const splits = (index: number) => (parts.length > 1 ? index === parts.length - 1 : announced || isQuotedPair);
  return parts.flatMap((part, index) => (splits(index) ? part.split(/\s+and\s+/) : [part]));
}

/** Without its bullet or number, a leading "and", quotes and the full stop. */
function itemText(part: string): string {
  return unquote(part.replace(/^\s*(?:[-*•]|\d+[.)]|and\s)\s*/i, "").replace(/[.\s]+$/, ""));
}

/** Without items there is nothing to list but the way any goal is reached; it says so by being general. */
function stepsToward(goal: string): readonly string[] {
  return [
    `Write down what "done" means for: ${goal}`,
    `List what is needed for ${goal}`,
    "Do the smallest first step",
    "Check the result and decide what is next",
  ];
}

function itemsOf(outcome: Outcome): readonly Item[] {
  return listField(outcome.value, "todos")
    .filter(isRecord)
    .map((entry) => ({
      id: String(entry.id ?? ""),
      content: textField(entry, "content"),
      status: textField(entry, "status"),
    }));
}

const MARKS: Readonly<Record<string, string>> = { completed: "[x]", in_progress: "[>]", cancelled: "[-]" };

function listAnswer(outcome: Outcome, done = ""): string {
  const trouble = troubleOf(outcome);
  if (trouble !== undefined) return `The task list could not be changed: ${trouble}`;
  const items = itemsOf(outcome);
  if (items.length === 0) return 'The task list is empty. Fill it with "plan a todo list: …".';
  const lines = items.map(({ id, content, status }) => `${MARKS[status] ?? "[ ]"} ${id}. ${content}`);
  return `${done}The task list:\n${bullets(lines, 100)}`;
}

function skillsAnswer(outcome: Outcome): string {
  const trouble = troubleOf(outcome);
  if (trouble !== undefined) return `I could not list the skills: ${trouble}`;
  const skills = listField(outcome.value, "skills").filter(isRecord);
  if (skills.length === 0) return "There are no skills yet.";
  const lines = skills.map((skill) => `${textField(skill, "name")}: ${textField(skill, "description")}`);
  return `I have ${skills.length === 1 ? "one skill" : `${skills.length} skills`}:\n${bullets(lines, 60)}`;
}

function skillAnswer(outcome: Outcome, name: string): string {
  const trouble = troubleOf(outcome);
  if (trouble !== undefined) {
    const others = listField(outcome.value, "matches")
      .concat(listField(outcome.value, "available_skills"))
      .map((entry) => (isRecord(entry) ? textField(entry, "name", "path") : String(entry)));
    return `I could not show the skill ${quoted(name)}: ${trouble}${others.length === 0 ? "" : `\n${bullets(others, 20)}`}`;
  }
  const body = textField(outcome.value, "content", "body", "text") || outcome.text;
  return `${capitalized("the skill")} ${textField(outcome.value, "name") || name}:\n${block(body)}`;
}

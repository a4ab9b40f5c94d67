// Search finds what a question is about: on our own conversations, far better than plain FTS5; and other conversations can be read.

import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { RECALL_QUESTIONS, TURNS } from "../bench/parts/recall-set.data.ts";
import { judgeAll, readData } from "../bench/recall.ts";
import { tempDir } from "../src/testing/fakes.ts";

const share = <T>(all: readonly T[], test: (one: T) => boolean) => all.filter(test).length / all.length;

test("most questions find their message in the first ten and their session in the first five, in no conversation fewer than plain search", async () => {
  const outcomes = await judgeAll({ turns: TURNS, questions: RECALL_QUESTIONS });
  expect(outcomes.length).toBeGreaterThan(540);
  const ours = share(outcomes, (one) => one.messageFound);
  expect(ours).toBeGreaterThan(0.84);
  expect(ours / share(outcomes, (one) => one.plain.messageFound)).toBeGreaterThan(1.5);
  const sessions = share(outcomes, (one) => one.sessionFound);
  expect(sessions).toBeGreaterThan(0.93);
  expect(sessions / share(outcomes, (one) => one.plain.sessionFound)).toBeGreaterThan(1.1);
  for (const conv of new Set(outcomes.map(({ question }) => question.conv))) {
    const mine = outcomes.filter(({ question }) => question.conv === conv);
    expect(
      share(mine, (one) => one.messageFound),
      conv,
    ).toBeGreaterThan(share(mine, (one) => one.plain.messageFound));
    expect(
      share(mine, (one) => one.sessionFound),
      conv,
    ).toBeGreaterThanOrEqual(share(mine, (one) => one.plain.sessionFound));
  }
});

test.each([
  ["role", 0.82, 0.91],
  ["none", 0.81, 0.91],
] as const)("told who speaks by %s, it finds nearly as many", async (speakers, messages, sessions) => {
  const outcomes = await judgeAll({ turns: TURNS, questions: RECALL_QUESTIONS }, { speakers });
  expect(share(outcomes, (one) => one.messageFound)).toBeGreaterThan(messages);
  expect(share(outcomes, (one) => one.sessionFound)).toBeGreaterThan(sessions);
});

test("every question of our own set names turns that exist", () => {
  const places = new Set(TURNS.map(({ conv, dia }) => `${conv} ${dia}`));
  for (const { id, conv, evidence } of RECALL_QUESTIONS)
    for (const dia of evidence) expect(places, id).toContain(`${conv} ${dia}`);
});

test("reads conversations in the documented format, two of them and several ways to name evidence", async () => {
  const dir = await tempDir();
  const turn = (conv: string, session: number, n: number, speaker: string, text: string) =>
    JSON.stringify({ conv, session, dia: `D${session}:${n}`, speaker, text });
  await writeFile(
    dir.join("turns.jsonl"),
    [
      turn("c1", 1, 1, "Ida", "I adopted a parrot called Miso on Sunday."),
      turn("c1", 1, 2, "Bo", "Lovely! What colour is it?"),
      turn("c1", 2, 1, "Bo", "The roof leaks again."),
      turn("c1", 2, 2, "Ida", "Then call the roofer, he lives in Ghent."),
      turn("c2", 1, 1, "Uma", "My exam went well, ninety points."),
      turn("c2", 1, 2, "Lev", "I failed mine."),
    ].join("\n"),
  );
  const question = (id: string, conv: string, words: string, evidence: unknown, sessions: unknown) =>
    JSON.stringify({ id, conv, question: words, evidence, sessions });
  await writeFile(
    dir.join("questions.jsonl"),
    `${[
      question("q1", "c1", "When did Ida adopt her parrot?", ["D1:1"], [1]),
      question("q2", "c1", "Where does the roofer live?", "D2:2; D2:1", [2]),
      question("q3", "c2", "How many points did Uma get in the exam?", ["D1:1, D1:2"], 1),
      question("q4", "c2", "Who is the president?", [], []),
    ].join("\n")}\n\n`,
  );
  const data = readData(dir.path);
  expect(data.questions.map(({ id, evidence }) => [id, evidence])).toEqual([
    ["q1", ["D1:1"]],
    ["q2", ["D2:2", "D2:1"]],
    ["q3", ["D1:1", "D1:2"]],
  ]);
  const outcomes = await judgeAll(data);
  expect(outcomes.map(({ messageFound, sessionFound }) => messageFound && sessionFound)).toEqual([true, true, true]);
  expect(() => readData(dir.join("nowhere"))).toThrow("turns.jsonl");
  await dir.remove();
});

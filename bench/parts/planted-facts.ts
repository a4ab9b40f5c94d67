// Facts planted in a scripted session, by type: each can be looked for in a request body and in the store.

import { call, calls, type ReplyAnswer, reply, says, words } from "../../src/testing/script.ts";

export type FactType = "rule" | "path" | "task" | "request" | "id" | "decision" | "value";

export interface Fact {
  readonly type: FactType;
  /** Word for word as it must be found. */
  readonly text: string;
  /** One word that occurs nowhere else, to search for. */
  readonly key: string;
  readonly round: number;
}

/** Pinned: must be in the very next request, whatever the summariser does. The others must be found by search. */
export const PINNED: readonly FactType[] = ["rule", "path"];

/** One round of work: what the user says, and what the model does and says. */
export interface Round {
  readonly ask: string;
  readonly answers: readonly ReplyAnswer[];
  readonly facts: readonly Fact[];
  readonly tasks: readonly string[];
}

const RULES: readonly ((key: string) => string)[] = [
  (key) => `Never touch the branch ${key}.`,
  (key) => `Always confirm with me before you deploy ${key}.`,
  (key) => `Ändere nur Dateien unter ${key}.`,
  (key) => `Ne supprime jamais ${key}.`,
  (key) => `No borres ${key} sin mi permiso.`,
  (key) => `修改 ${key} 之前必须先问我。`,
];

/** Twenty facts a round: 3 rules, 5 paths, 2 tasks, 1 request, 4 ids, 3 decisions, 2 values. */
export function makeRound(round: number): Round {
  const key = (kind: string, n: number) => `${kind}${round}x${n}q`;
  const many = <T>(count: number, make: (n: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const fact = (type: FactType, kind: string, n: number, text: (key: string) => string): Fact => ({
    type,
    key: key(kind, n),
    text: text(key(kind, n)),
    round,
  });
  const rules = many(3, (n) => fact("rule", "rule", n, RULES[(round * 3 + n) % RULES.length] ?? String));
  const paths = many(5, (n) => fact("path", "file", n, (name) => `/place/src/${name}.ts`));
  const tasks = many(2, (n) => fact("task", "task", n, (name) => `finish part ${name}`));
  const request = fact("request", "wish", 0, (name) => `Please build the module ${name} in several steps.`);
  const ids = many(4, (n) => fact("id", "ticket", n, (name) => `issue id ${name}`));
  const decisions = many(3, (n) =>
    fact("decision", "choice", n, (name) => `We settled on ${name} because it is simpler.`),
  );
  const values = many(2, (n) => fact("value", "port", n, (name) => `the port label is ${name}`));
  const filler = (n: number) => `${"Step by step the log goes on and on. ".repeat(90)}(${round}.${n})`;
  const answers: ReplyAnswer[] = [
    calls(
      call("todo", { todos: tasks.map((task, n) => ({ id: `${round}.${n}`, content: task.text, status: "pending" })) }),
    ),
    ...paths.map((path) => calls(call("write_file", { path: path.text, content: filler(0) }))),
    ...ids.map((id, n) =>
      says([words(`${decisions[n]?.text ?? "Going on."} ${filler(n)}`), call("look_up", { about: n, note: id.text })]),
    ),
    reply(`Done with this part; ${values.map((value) => value.text).join(" and ")}.`),
  ];
  return {
    ask: `${rules.map((rule) => rule.text).join(" ")} ${request.text}`,
    answers,
    facts: [...rules, ...paths, ...tasks, request, ...ids, ...decisions, ...values],
    tasks: tasks.map((task) => task.text),
  };
}

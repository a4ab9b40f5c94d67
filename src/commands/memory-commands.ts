// `/memory`: what the agent knows, where it came from, taking it back, and the writes that wait for a yes.

import type { ArgumentChoice, Command, Reply } from "../contracts/command.ts";
import type { MemoryTarget } from "../contracts/memory.ts";
import type { MemoryBook, MemoryEntry } from "../contracts/memory-book.ts";
import { StoreFailure, UsageFailure } from "../kernel/failure.ts";
import { booksIn, importedText } from "../kernel/memory/import.ts";
import type { Principal } from "../kernel/principal.ts";
import { ellipsize, oneLine } from "../kernel/text.ts";
import type { MemoryAdmin } from "../runtime/admin-memory.ts";
import { count, historyRow, originOf, say, split, TEXT_CHARS, told } from "./memory-words.ts";
import { WORDS } from "./words.data.ts";

export interface MemoryCommandPorts {
  /** Undefined when both books are switched off. */
  readonly book: MemoryBook | undefined;
  /** `memory.write_approval`, as it is now; setting it counts from the next write on. */
  readonly approval: { on(): boolean; set(on: boolean): Promise<void> };
  /** What `hermes memory` works with, for as long as the work takes. */
  withAdmin<T>(work: (admin: ProviderAdmin) => Promise<T>): Promise<T>;
  /** A file's text; a sentence when it cannot be read. */
  readFile(
    path: string,
  ): Promise<{ readonly type: "text"; readonly text: string } | { readonly type: "not"; why: string }>;
}

type ProviderAdmin = Pick<MemoryAdmin, "providers" | "useProvider">;

interface Open extends MemoryCommandPorts {
  readonly book: MemoryBook;
  readonly principal: Principal;
}

type Verb = (ports: Open, rest: string) => Promise<Reply>;

const BY_HAND = { origin: "user" } as const;
const HISTORY_LINES = 20;

export function memoryCommands(ports: MemoryCommandPorts): readonly Command[] {
  return [
    {
      name: "memory",
      summary: WORDS.memory.memorySummary,
      args: "[list | show <n> | history [n] | undo [n] | remove <n> | edit | export | import <file> | pending | approve <id> | reject <id> | approval on|off | status | setup [provider] | off]",
      group: "context",
      whileBusy: true,
      forGuests: true,
      async run(args, { principal }) {
        const { book } = ports;
        if (book === undefined) return say(WORDS.memory.switchedOff);
        const [word = "", rest = ""] = split(args);
        const verbs = verbsFor(principal);
        const verb = verbs[word];
        if (verb === undefined)
          return say(
            WORDS.memory.unknownVerb(
              word,
              Object.keys(verbs)
                .filter((name) => name !== "")
                .join(", "),
            ),
          );
        try {
          return await verb({ ...ports, book, principal }, rest);
        } catch (error) {
          if (error instanceof StoreFailure) return say(error.message);
          throw error;
        }
      },
      complete: async (typed, { principal }) => complete(ports, principal, typed),
    },
  ];
}

/** What works on one's own entries and nothing else. */
const GUEST_VERBS: Readonly<Record<string, Verb>> = {
  "": overview,
  list,
  show,
  history,
  undo,
  add,
  remove,
  export: exportBooks,
  pending,
  approve,
  reject,
};

const VERBS: Readonly<Record<string, Verb>> = {
  ...GUEST_VERBS,
  edit,
  import: importBooks,
  approval,
  status,
  setup,
  off,
};

function verbsFor(principal: Principal): Readonly<Record<string, Verb>> {
  return principal.type === "owner" ? VERBS : GUEST_VERBS;
}

async function overview(ports: Open): Promise<Reply> {
  const waiting = await ports.book.pending(ports.principal);
  const books = await ports.book.list(ports.principal);
  const lines = books.map(({ target, enabled, usage, entries, problem }) =>
    problem === undefined
      ? `${target}: ${enabled ? `${usage}, ${count(entries.length)}` : WORDS.memory.off}`
      : `${target}: ${problem}`,
  );
  const more = waiting.map(
    (record) => `  ${record.id}  ${record.origin === "review" ? `${WORDS.memory.auto} ` : ""}${record.summary}`,
  );
  return say(
    [
      ...lines,
      WORDS.memory.approvalWaiting(ports.approval.on() ? WORDS.memory.on : WORDS.memory.off, waiting.length),
      ...more,
    ].join("\n"),
  );
}

async function list({ book, principal }: Open, rest: string): Promise<Reply> {
  const wanted = targetIn(rest);
  const rows = (await book.list(principal))
    .filter(({ target }) => wanted === undefined || target === wanted)
    .flatMap(({ target, entries }) =>
      entries.map((entry) => [
        target,
        String(entry.number),
        ellipsize(oneLine(entry.text), TEXT_CHARS),
        originOf(entry),
      ]),
    );
  if (rows.length === 0) return say(WORDS.memory.nothingKnown);
  return { type: "table", columns: WORDS.memory.listColumns, rows };
}

async function show(ports: Open, rest: string): Promise<Reply> {
  const found = await entryIn(ports, rest);
  if (typeof found === "string") return say(found);
  const { entry } = found;
  const hidden = entry.threats.length === 0 ? "" : WORDS.memory.hiddenFromTheModel(entry.threats.join(", "));
  return say(`${entry.text}\n\n${originOf(entry)}${hidden}`);
}

async function history({ book, principal }: Open, rest: string): Promise<Reply> {
  const items = (await book.history(principal)).slice(-(Number(rest) || HISTORY_LINES)).reverse();
  if (items.length === 0) return say(WORDS.memory.nothingChanged);
  return { type: "table", columns: WORDS.memory.historyColumns, rows: items.map(historyRow) };
}

async function undo({ book, principal }: Open, rest: string): Promise<Reply> {
  const times = rest === "" ? 1 : Number(rest);
  const choice = Number.isInteger(times) && times > 0 ? { count: times } : { id: rest };
  const reply = await book.undo(principal, choice, BY_HAND);
  if (reply.type === "refused") return say(reply.why);
  if (reply.type === "nothing") return say(WORDS.memory.nothingToTakeBack);
  return say(reply.items.map((item) => WORDS.memory.tookBack(historyRow(item).slice(1).join(" · "))).join("\n"));
}

async function add({ book, principal }: Open, rest: string): Promise<Reply> {
  const [word = "", more = ""] = split(rest);
  const target = targetIn(word);
  const content = target === undefined ? rest : more;
  return told(await book.change(principal, target ?? "memory", { type: "add", content }, BY_HAND));
}

async function remove(ports: Open, rest: string): Promise<Reply> {
  const found = await entryIn(ports, rest);
  if (typeof found === "string") return say(found);
  const edit = { type: "remove", oldText: found.entry.text } as const;
  return told(await ports.book.change(ports.principal, found.target, edit, BY_HAND));
}

async function edit({ book, principal }: Open): Promise<Reply> {
  const paths = (await book.list(principal)).map((one) => one.path);
  const noted = [await book.adopt(principal, "memory"), await book.adopt(principal, "user")];
  const changes = noted.flatMap((reply) => reply.changes).length;
  const warnings = noted.flatMap(({ notice }) => (notice === undefined ? [] : [notice]));
  return say(
    [WORDS.memory.howToEdit(paths.join(" or ")), changes > 0 ? WORDS.memory.noted(changes) : "", ...warnings]
      .filter((line) => line !== "")
      .join("\n"),
  );
}

async function exportBooks({ book, principal }: Open): Promise<Reply> {
  const books = await book.list(principal);
  const value = Object.fromEntries(books.map(({ target, entries }) => [target, entries.map((entry) => entry.text)]));
  return say(JSON.stringify(value, undefined, 2));
}

async function importBooks({ book, principal, readFile }: Open, rest: string): Promise<Reply> {
  const [word = "", more = ""] = split(rest);
  const plain = targetIn(word);
  const path = plain === undefined ? rest : more;
  if (path === "") return say(WORDS.memory.whichFile);
  const file = await readFile(path);
  if (file.type === "not") return say(file.why);
  const added: Record<string, number> = {};
  for (const [target, texts] of booksIn(file.text, plain ?? "memory")) {
    const { answer, changes, notice } = await book.import(principal, target, texts, { origin: "import" });
    if (!answer.success) return say(notice ?? answer.error);
    added[target] = changes.length;
  }
  return say(importedText(added));
}

async function pending({ book, principal }: Open): Promise<Reply> {
  const records = await book.pending(principal);
  if (records.length === 0) return say(WORDS.memory.nothingWaits);
  const rows = records.map(({ id, summary, origin, taints }) => [
    id,
    `${origin === "review" ? `${WORDS.memory.auto} ` : ""}${summary}`,
    (taints ?? []).join(", "),
  ]);
  return { type: "table", columns: WORDS.memory.pendingColumns, rows };
}

async function approve({ book, principal }: Open, rest: string): Promise<Reply> {
  return forEach(book, principal, rest, async (id) => {
    const reply = await book.approve(principal, id);
    if (reply.type === "unknown") return WORDS.memory.nothingWaitsUnder(id);
    return reply.type === "saved" ? WORDS.memory.written(id) : WORDS.memory.stillWaits(id, reply.why);
  });
}

async function reject({ book, principal }: Open, rest: string): Promise<Reply> {
  return forEach(book, principal, rest, async (id) =>
    (await book.reject(principal, id)) ? WORDS.memory.dropped(id) : WORDS.memory.nothingWaitsUnder(id),
  );
}

async function approval(ports: Open, rest: string): Promise<Reply> {
  const on = ["on", "true", "yes", "1", "approve", "enabled"].includes(rest.toLowerCase());
  const off = ["off", "false", "no", "0", "disabled"].includes(rest.toLowerCase());
  if (rest !== "" && !on && !off) return say(WORDS.memory.approvalTakes);
  if (rest !== "") await ports.approval.set(on);
  return say(ports.approval.on() ? WORDS.memory.writesWait : WORDS.memory.writesAtOnce);
}

async function status({ withAdmin }: Open): Promise<Reply> {
  const providers = await withAdmin((admin) => admin.providers());
  return {
    type: "table",
    title: providers.some((one) => one.active) ? WORDS.memory.besideTitle : WORDS.memory.onlyBuiltInTitle,
    columns: WORDS.memory.statusColumns,
    rows: providers.map(({ active, name, missing, description }) => [
      active ? "▸" : "",
      name,
      missing.length === 0 ? WORDS.memory.ready : WORDS.memory.needs(missing.join(", ")),
      description,
    ]),
  };
}

/** Keys are not asked for here: they would stay in the conversation. */
async function setup(ports: Open, rest: string): Promise<Reply> {
  if (rest === "") return status(ports);
  return ports.withAdmin(async (admin) => {
    const missing = (await admin.providers()).find((one) => one.name === rest)?.missing ?? [];
    if (missing.length > 0) return say(WORDS.memory.providerNeeds(rest, missing.join(", ")));
    try {
      await admin.useProvider(rest);
    } catch (error) {
      if (error instanceof UsageFailure) return say(error.message);
      throw error;
    }
    return say(WORDS.memory.inUseNextStart(rest));
  });
}

async function off({ withAdmin }: Open): Promise<Reply> {
  await withAdmin((admin) => admin.useProvider(""));
  return say(WORDS.memory.onlyBuiltInNextStart);
}

async function forEach(
  book: MemoryBook,
  principal: Principal,
  rest: string,
  work: (id: string) => Promise<string>,
): Promise<Reply> {
  if (rest === "") return say(WORDS.memory.whichPending);
  const ids = rest === "all" ? (await book.pending(principal)).map((record) => record.id) : rest.split(/\s+/);
  const lines: string[] = [];
  for (const id of ids) lines.push(await work(id));
  return say(lines.join("\n") || WORDS.memory.nothingWaits);
}

/** By number (`3`, `user 3`) or by a part of the text; a sentence when it is not one entry. */
async function entryIn(
  { book, principal }: Open,
  rest: string,
): Promise<{ readonly target: MemoryTarget; readonly entry: MemoryEntry } | string> {
  const [word = "", more = ""] = split(rest);
  const wanted = targetIn(word);
  const reference = wanted === undefined ? rest : more;
  if (reference === "") return WORDS.memory.whichEntry;
  const isNumber = /^\d+$/.test(reference);
  const found = (await book.list(principal))
    .filter(({ target }) => target === (wanted ?? (isNumber ? "memory" : target)))
    .flatMap(({ target, entries }) => entries.map((entry) => ({ target, entry })))
    .filter(({ entry }) => (isNumber ? entry.number === Number(reference) : entry.text.includes(reference)));
  const [only] = found;
  if (only === undefined) return WORDS.memory.noEntry(reference);
  if (found.length === 1) return only;
  return WORDS.memory.inSeveral(reference, found.map(({ target, entry }) => `${target} ${entry.number}`).join(", "));
}

async function complete(
  { book }: MemoryCommandPorts,
  principal: Principal,
  typed: string,
): Promise<readonly ArgumentChoice[]> {
  const [word = "", ...rest] = typed.split(/\s+/);
  if (rest.length === 0)
    return Object.keys(verbsFor(principal))
      .filter((name) => name !== "" && name.startsWith(word))
      .map((value) => ({ value }));
  if (word === "approval") return [{ value: "approval on" }, { value: "approval off" }];
  if ((word !== "approve" && word !== "reject") || book === undefined) return [];
  const records = await book.pending(principal);
  return [...records.map(({ id, summary }) => ({ value: `${word} ${id}`, summary })), { value: `${word} all` }];
}

function targetIn(word: string): MemoryTarget | undefined {
  return word === "memory" || word === "user" ? word : undefined;
}

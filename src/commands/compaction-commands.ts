// Commands about making room: compact now, see what was compacted, take it back, and what must never be lost.

import type { Command, Reply } from "../contracts/command.ts";
import type { CompactionRecord, Compactions, CompactWish, Pinned } from "../contracts/compactions.ts";
import { elsewhereText } from "../kernel/compress/handoff.ts";
import { counted, ellipsize, oneLine, withThousands } from "../kernel/text.ts";

export interface CompactionCommandPorts {
  readonly compactions: Compactions;
}

export function compactionCommands({ compactions }: CompactionCommandPorts): readonly Command[] {
  return [
    compress,
    undoCompact(compactions),
    listCompactions(compactions),
    pins(compactions),
    pin(compactions),
    unpin(compactions),
  ];
}

const DEFAULT_EXCHANGES = 2;
const MOST_EXCHANGES = 100;

const compress: Command = {
  name: "compress",
  aliases: ["compact"],
  summary: "summarise the older part of this conversation now",
  args: "[focus | here [n]]",
  group: "context",
  whileBusy: false,
  async run(args, session) {
    const wish = compressWish(args);
    if (wish.type === "bad") return { type: "text", text: wish.why };
    const outcome = await session.compact(wish.wish);
    if (outcome.type === "unchanged") return { type: "text", text: outcome.why };
    return { type: "text", text: [outcome.note, ...outcome.warnings].join("\n") };
  },
};

type Wish = { readonly type: "ok"; readonly wish: CompactWish } | { readonly type: "bad"; readonly why: string };

/** `here [n]` keeps exchanges; anything else is the topic to favour. */
function compressWish(args: string): Wish {
  const words = args.trim();
  const here = /^here(?:\s+(\S+))?$/i.exec(words);
  if (here === null) return { type: "ok", wish: words === "" ? {} : { focus: words } };
  const count = here[1] === undefined ? DEFAULT_EXCHANGES : Number(here[1]);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_EXCHANGES)
    return { type: "ok", wish: { exchanges: count } };
  return {
    type: "bad",
    why: `/compress here takes a whole number from 1 to ${MOST_EXCHANGES}: how many exchanges to keep.`,
  };
}

const undoCompact = (compactions: Compactions): Command => ({
  name: "undo-compact",
  summary: "bring back what the last compaction took out of view",
  group: "context",
  whileBusy: false,
  async run(_args, session) {
    const outcome = await compactions.undo(session.id);
    if (outcome.type === "none") return { type: "text", text: "This conversation has not been compacted." };
    const since = outcome.carried === 0 ? "" : `, with the ${outcome.carried} said since`;
    return {
      type: "switch",
      sessionId: outcome.sessionId,
      text: `All ${outcome.messages} messages from before are back${since}. If that is too much for the model, the next message compacts again.`,
    };
  },
});

const listCompactions = (compactions: Compactions): Command => ({
  name: "compactions",
  summary: "what was compacted in this conversation, and what stayed",
  group: "context",
  whileBusy: true,
  async run(_args, session) {
    return compactionTable(await compactions.list(session.id));
  },
});

export function compactionTable(records: readonly CompactionRecord[]): Reply {
  if (records.length === 0) return { type: "text", text: "This conversation has not been compacted." };
  return {
    type: "table",
    columns: ["pass", "messages", "kept", "tokens of messages", "pinned", "from", "begins"],
    rows: records.map((record) => [
      String(record.pass),
      `${record.messagesBefore - record.kept} of ${record.messagesBefore} (#${record.replaced.fromSeq}–#${record.replaced.toSeq})`,
      String(record.kept),
      `${withThousands(record.tokensBefore)} → ${withThousands(record.tokensAfter)}`,
      `${counted(record.rules, "rule")}, ${counted(record.files, "file")}`,
      record.parentId,
      record.summary === ""
        ? "(old results shortened)"
        : ellipsize(oneLine(record.summary.replace(/^## .*$/gm, "")), 60),
    ]),
  };
}

const pins = (compactions: Compactions): Command => ({
  name: "pins",
  summary: "what no compaction may lose: your rules, open requests, tasks, changed files",
  group: "context",
  whileBusy: true,
  async run(_args, session) {
    return { type: "text", text: pinnedText(await compactions.pinned(session.id)) };
  },
});

export function pinnedText(pinned: Pinned): string {
  const rules = pinned.rules.map(
    ({ text, by }, index) => `${String(index + 1).padStart(3)}. ${text}${by === "hand" ? " (pinned)" : ""}`,
  );
  const blocks = [
    block("Rules (/unpin <n> takes one back)", rules),
    block(
      "Rules without room in the window (the model is told where they stand)",
      pinned.elsewhere.map((one) => `  ${elsewhereText(one)}`),
    ),
    block(
      "Open requests",
      pinned.requests.map(({ seq, text }) => `  #${seq} ${ellipsize(oneLine(text), 160)}`),
    ),
    block(
      "Tasks",
      pinned.todos.map((line) => `  ${line}`),
    ),
    block(
      "Files changed",
      pinned.files.map((file) => `  ${file.path} (${stateText(file)})`),
    ),
  ].filter((text) => text !== "");
  return blocks.length === 0 ? "Nothing is pinned. /pin <text> pins a rule." : blocks.join("\n");
}

function stateText({ path, state }: Pinned["files"][number]): string {
  if (state === "unseen") return "too large to look through; more may have changed in it";
  return path.endsWith("/") ? `many files ${state}` : state;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}

const pin = (compactions: Compactions): Command => ({
  name: "pin",
  summary: "pin a rule: it survives every compaction",
  args: "<text>",
  group: "context",
  whileBusy: false,
  async run(args, session) {
    const text = args.trim();
    if (text === "") return { type: "text", text: "/pin <text>: which rule? /pins shows what is pinned." };
    await compactions.pin(session.id, text);
    return { type: "switch", sessionId: session.id, text: `Pinned: ${text}` };
  },
});

const unpin = (compactions: Compactions): Command => ({
  name: "unpin",
  summary: "take back a pinned rule",
  args: "<n>",
  group: "context",
  whileBusy: false,
  async run(args, session) {
    const number = Number(args.trim() || Number.NaN);
    if (!Number.isInteger(number)) return { type: "text", text: "/unpin <n>: /pins shows the numbers." };
    const rule = await compactions.unpin(session.id, number);
    if (rule === undefined) return { type: "text", text: `There is no rule ${number}. /pins shows the numbers.` };
    return { type: "switch", sessionId: session.id, text: `No longer pinned: ${rule.text}` };
  },
});

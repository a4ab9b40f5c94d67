// Commands about making room: compact now, see what was compacted, take it back, and what must never be lost.

import type { Command, Reply } from "../contracts/command.ts";
import type { CompactionRecord, Compactions, CompactWish, Pinned } from "../contracts/compactions.ts";
import { elsewhereText } from "../kernel/compress/handoff.ts";
import { ellipsize, oneLine, withThousands } from "../kernel/text.ts";
import { WORDS } from "./words.data.ts";

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
  summary: WORDS.compaction.compressSummary,
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
    why: WORDS.compaction.compressHereTakes(MOST_EXCHANGES),
  };
}

const undoCompact = (compactions: Compactions): Command => ({
  name: "undo-compact",
  summary: WORDS.compaction.undoCompactSummary,
  group: "context",
  whileBusy: false,
  async run(_args, session) {
    const outcome = await compactions.undo(session.id);
    if (outcome.type === "none") return { type: "text", text: WORDS.compaction.notCompacted };
    const since = outcome.carried === 0 ? "" : WORDS.compaction.withSaidSince(outcome.carried);
    return {
      type: "switch",
      sessionId: outcome.sessionId,
      text: WORDS.compaction.allBack(outcome.messages, since),
    };
  },
});

const listCompactions = (compactions: Compactions): Command => ({
  name: "compactions",
  summary: WORDS.compaction.compactionsSummary,
  group: "context",
  whileBusy: true,
  async run(_args, session) {
    return compactionTable(await compactions.list(session.id));
  },
});

export function compactionTable(records: readonly CompactionRecord[]): Reply {
  if (records.length === 0) return { type: "text", text: WORDS.compaction.notCompacted };
  return {
    type: "table",
    columns: WORDS.compaction.compactionTableColumns,
    rows: records.map((record) => [
      String(record.pass),
      WORDS.compaction.replaced(
        record.messagesBefore - record.kept,
        record.messagesBefore,
        record.replaced.fromSeq,
        record.replaced.toSeq,
      ),
      String(record.kept),
      `${withThousands(record.tokensBefore)} → ${withThousands(record.tokensAfter)}`,
      WORDS.compaction.pinnedCounts(record.rules, record.files),
      record.parentId,
      record.summary === ""
        ? WORDS.compaction.oldResultsShortened
        : ellipsize(oneLine(record.summary.replace(/^## .*$/gm, "")), 60),
    ]),
  };
}

const pins = (compactions: Compactions): Command => ({
  name: "pins",
  summary: WORDS.compaction.pinsSummary,
  group: "context",
  whileBusy: true,
  async run(_args, session) {
    return { type: "text", text: pinnedText(await compactions.pinned(session.id)) };
  },
});

export function pinnedText(pinned: Pinned): string {
  const rules = pinned.rules.map(
    ({ text, by }, index) =>
      `${String(index + 1).padStart(3)}. ${text}${by === "hand" ? ` ${WORDS.compaction.byHand}` : ""}`,
  );
  const blocks = [
    block(WORDS.compaction.rulesHeading, rules),
    block(
      WORDS.compaction.rulesWithoutRoom,
      pinned.elsewhere.map((one) => `  ${elsewhereText(one)}`),
    ),
    block(
      WORDS.compaction.openRequests,
      pinned.requests.map(({ seq, text }) => `  #${seq} ${ellipsize(oneLine(text), 160)}`),
    ),
    block(
      WORDS.compaction.tasks,
      pinned.todos.map((line) => `  ${line}`),
    ),
    block(
      WORDS.compaction.filesChanged,
      pinned.files.map((file) => `  ${file.path} (${stateText(file)})`),
    ),
  ].filter((text) => text !== "");
  return blocks.length === 0 ? WORDS.compaction.nothingPinned : blocks.join("\n");
}

function stateText({ path, state }: Pinned["files"][number]): string {
  if (state === "unseen") return WORDS.compaction.notLookedThrough;
  return path.endsWith("/") ? WORDS.compaction.manyFiles(state) : state;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}

const pin = (compactions: Compactions): Command => ({
  name: "pin",
  summary: WORDS.compaction.pinSummary,
  args: "<text>",
  group: "context",
  whileBusy: false,
  async run(args, session) {
    const text = args.trim();
    if (text === "") return { type: "text", text: WORDS.compaction.pinWhich };
    await compactions.pin(session.id, text);
    return { type: "switch", sessionId: session.id, text: WORDS.compaction.pinned(text) };
  },
});

const unpin = (compactions: Compactions): Command => ({
  name: "unpin",
  summary: WORDS.compaction.unpinSummary,
  args: "<n>",
  group: "context",
  whileBusy: false,
  async run(args, session) {
    const number = Number(args.trim() || Number.NaN);
    if (!Number.isInteger(number)) return { type: "text", text: WORDS.compaction.unpinTakesNumber };
    const rule = await compactions.unpin(session.id, number);
    if (rule === undefined) return { type: "text", text: WORDS.compaction.noRule(number) };
    return { type: "switch", sessionId: session.id, text: WORDS.compaction.noLongerPinned(rule.text) };
  },
});

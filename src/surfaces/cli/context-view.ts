// The context report for people: a bar that shows how the window is filled, then every layer and what became of it.

import {
  CACHED_WORDS,
  type ContextReport,
  compactionLine,
  outsideLine,
  type PastCompaction,
} from "../../kernel/prompt/report.ts";
import { withThousands } from "../../kernel/text.ts";
import { renderTable } from "./table.ts";
import { WORDS } from "./words.data.ts";

interface Slice {
  readonly name: string;
  readonly tokens: number;
  readonly glyph: string;
  readonly code: string;
}

export function renderContext(report: ContextReport, width: number, colour: boolean): string {
  const { fill } = report;
  const slices: readonly Slice[] = [
    { name: WORDS.context.parts.prompt, tokens: fill.prompt, glyph: "█", code: "36" },
    { name: WORDS.context.parts.tools, tokens: fill.tools, glyph: "▓", code: "34" },
    { name: WORDS.context.parts.you, tokens: fill.user, glyph: "▒", code: "32" },
    { name: WORDS.context.parts.hermes, tokens: fill.assistant, glyph: "▚", code: "35" },
    { name: WORDS.context.parts.results, tokens: fill.results, glyph: "░", code: "33" },
    { name: WORDS.context.parts.late, tokens: fill.late, glyph: "▞", code: "90" },
  ];
  const paint = (text: string, code: string) => (colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  const used = fill.window - fill.free;
  const share = fill.window === 0 ? 0 : Math.round((used / fill.window) * 100);
  const legend = slices
    .filter((slice) => slice.tokens > 0)
    .map((slice) => `${paint(slice.glyph, slice.code)} ${slice.name} ${withThousands(slice.tokens)}`);
  return [
    WORDS.context.about(withThousands(used), withThousands(fill.window), share, report.messages),
    bar(slices, fill.window, Math.max(20, Math.min(width - 2, 72)), paint),
    legend.join("  "),
    "",
    renderTable(
      {
        columns: WORDS.context.columns,
        rows: report.layers.map((layer) => [
          layer.tier,
          layer.name,
          withThousands(layer.tokens),
          withThousands(layer.chars),
          CACHED_WORDS[layer.cached],
          [layer.source, layer.note].filter((part) => part !== undefined).join(" — "),
        ]),
      },
      width,
    ),
    "",
    WORDS.context.tools(report.tools.map((tool) => `${tool.name} ${withThousands(tool.tokens)}`).join(", ")),
    ...report.compactions.map(compactionLine),
    ...(report.outside.length === 0 ? [] : [outsideLine(report.outside)]),
    WORDS.context.prefix(
      report.prefixHash.slice(0, 16),
      report.caching === "marks" ? WORDS.context.cachingMarks : WORDS.context.cachingPrefix,
    ),
  ].join("\n");
}

function bar(
  slices: readonly Slice[],
  window: number,
  width: number,
  paint: (text: string, code: string) => string,
): string {
  const cells = slices.map((slice) =>
    slice.tokens === 0 || window === 0 ? 0 : Math.max(1, Math.round((slice.tokens / window) * width)),
  );
  const used = Math.min(
    width,
    cells.reduce((sum, count) => sum + count, 0),
  );
  const filled = slices.map((slice, index) => paint(slice.glyph.repeat(cells[index] ?? 0), slice.code)).join("");
  return `[${filled}${"·".repeat(Math.max(0, width - used))}]`;
}

/** The same for a program. */
export function contextColumns(
  { prefixHash, compactions, ...report }: ContextReport,
  notices: readonly string[],
): object {
  return { ...report, prefix_hash: prefixHash, compactions: compactions.map(pastColumns), notices };
}

/** What a compaction made of a conversation, for a program. */
export function pastColumns(past: PastCompaction): object {
  return {
    pass: past.pass,
    at: past.at / 1000,
    messages_before: past.messagesBefore,
    kept: past.kept,
    tokens_before: past.tokensBefore,
    tokens_after: past.tokensAfter,
    rules: past.rules,
    files: past.files,
  };
}

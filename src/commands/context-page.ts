// What the model sees, as a page: how full the window is, of what, and every layer of the prompt.

import type { Figure } from "../contracts/page.ts";
import { CACHED_WORDS, type ContextReport, compactionLine, outsideLine } from "../kernel/prompt/report.ts";
import { withThousands } from "../kernel/text.ts";
import { WORDS } from "./words.data.ts";

const MOST_TOOLS = 6;

export function contextPage(report: ContextReport): readonly Figure[] {
  const { fill } = report;
  const used = fill.window - fill.free;
  const share = (value: number) => `${withThousands(value)} · ${percent(value, fill.window)}`;
  const part = (name: string, value: number) => ({ name, value, words: share(value) });
  const heavy = [...report.tools].sort((a, b) => b.tokens - a.tokens);
  const rest = heavy.slice(MOST_TOOLS).reduce((sum, tool) => sum + tool.tokens, 0);
  return [
    {
      type: "heading",
      text: WORDS.contextPage.usedHeading(withThousands(used), withThousands(fill.window)),
      aside: WORDS.contextPage.fullMessages(percent(used, fill.window), report.messages),
    },
    {
      type: "shares",
      whole: fill.window,
      parts: [
        part(WORDS.contextPage.prompt, fill.prompt),
        part(WORDS.contextPage.tools, fill.tools),
        part(WORDS.contextPage.you, fill.user),
        part(WORDS.contextPage.answers, fill.assistant),
        part(WORDS.contextPage.results, fill.results),
        ...(fill.late > 0 ? [part(WORDS.contextPage.late, fill.late)] : []),
      ],
      rest: WORDS.contextPage.free(withThousands(fill.free), percent(fill.free, fill.window)),
    },
    { type: "heading", text: WORDS.contextPage.promptHeading, aside: WORDS.contextPage.frozenForThisSession },
    {
      type: "table",
      columns: WORDS.contextPage.contextPageColumns,
      rows: report.layers.map((layer) => [
        layer.name,
        withThousands(layer.tokens),
        layer.tier,
        CACHED_WORDS[layer.cached],
        [layer.source, layer.note].filter((words) => words !== undefined).join(" — "),
      ]),
    },
    { type: "heading", text: WORDS.contextPage.toolsHeading, aside: WORDS.contextPage.ofThem(report.tools.length) },
    {
      type: "bars",
      rows: [
        ...heavy
          .slice(0, MOST_TOOLS)
          .map(({ name, tokens }) => ({ name, value: tokens, words: withThousands(tokens) })),
        ...(rest > 0
          ? [{ name: WORDS.contextPage.more(heavy.length - MOST_TOOLS), value: undefined, words: withThousands(rest) }]
          : []),
      ],
    },
    ...report.compactions.map((past) => ({ type: "note" as const, text: compactionLine(past) })),
    ...(report.outside.length === 0 ? [] : [{ type: "note" as const, text: outsideLine(report.outside) }]),
    {
      type: "note",
      text: WORDS.contextPage.prefixCaching(
        report.prefixHash.slice(0, 12),
        report.caching === "marks" ? WORDS.contextPage.byMarks : WORDS.contextPage.byPrefix,
      ),
    },
  ];
}

function percent(part: number, whole: number): string {
  const share = whole <= 0 ? 0 : (part / whole) * 100;
  return share > 0 && share < 1 ? "<1 %" : `${Math.round(share)} %`;
}

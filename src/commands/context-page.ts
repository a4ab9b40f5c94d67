// What the model sees, as a page: how full the window is, of what, and every layer of the prompt.

import type { Figure } from "../contracts/page.ts";
import { CACHED_WORDS, type ContextReport, compactionLine, outsideLine } from "../kernel/prompt/report.ts";
import { withThousands } from "../kernel/text.ts";

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
      text: `About ${withThousands(used)} of ${withThousands(fill.window)} tokens`,
      aside: `${percent(used, fill.window)} full, ${report.messages} messages`,
    },
    {
      type: "shares",
      whole: fill.window,
      parts: [
        part("prompt", fill.prompt),
        part("tools", fill.tools),
        part("you", fill.user),
        part("answers", fill.assistant),
        part("results", fill.results),
        ...(fill.late > 0 ? [part("late", fill.late)] : []),
      ],
      rest: `free ${withThousands(fill.free)} · ${percent(fill.free, fill.window)}`,
    },
    { type: "heading", text: "Prompt", aside: "frozen for this session" },
    {
      type: "table",
      columns: ["layer", "tokens", "tier", "cached", "from"],
      rows: report.layers.map((layer) => [
        layer.name,
        withThousands(layer.tokens),
        layer.tier,
        CACHED_WORDS[layer.cached],
        [layer.source, layer.note].filter((words) => words !== undefined).join(" — "),
      ]),
    },
    { type: "heading", text: "Tools", aside: `${report.tools.length} of them` },
    {
      type: "bars",
      rows: [
        ...heavy
          .slice(0, MOST_TOOLS)
          .map(({ name, tokens }) => ({ name, value: tokens, words: withThousands(tokens) })),
        ...(rest > 0
          ? [{ name: `${heavy.length - MOST_TOOLS} more`, value: undefined, words: withThousands(rest) }]
          : []),
      ],
    },
    ...report.compactions.map((past) => ({ type: "note" as const, text: compactionLine(past) })),
    ...(report.outside.length === 0 ? [] : [{ type: "note" as const, text: outsideLine(report.outside) }]),
    {
      type: "note",
      text: `Prefix ${report.prefixHash.slice(0, 12)} · caching ${report.caching === "marks" ? "by marks" : "automatic, by a stable prefix"}`,
    },
  ];
}

function percent(part: number, whole: number): string {
  const share = whole <= 0 ? 0 : (part / whole) * 100;
  return share > 0 && share < 1 ? "<1 %" : `${Math.round(share)} %`;
}

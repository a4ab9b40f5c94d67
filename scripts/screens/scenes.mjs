// The ten named screens: what the model says, what the person types, and when to take the picture.

import { call, forever, reply, says, thought, words } from "../../src/testing/script.ts";

const FILES = {
  "src/cart.ts": `import type { Item } from "./item.ts";

/** What a cart costs, tax included. */
export function total(items: Item[], taxRate: number): number {
  let sum = 0;
  for (const item of items) {
    sum += item.price * item.quantity;
  }
  return sum + sum * taxRate;
}

export function isEmpty(items: Item[]): boolean {
  return items.length === 0;
}
`,
  "src/item.ts": "export interface Item {\n  name: string;\n  price: number;\n  quantity: number;\n}\n",
  "src/checkout.ts": 'import { total } from "./cart.ts";\n\nexport const due = total([], 0.2);\n',
  "test/cart.test.sh": "echo '✓ empty cart costs nothing'; echo '✓ tax is added once'; echo '12 passed, 0 failed'\n",
  "README.md": "# Shop\n",
};

const ANSWER = `The total is off by a cent for some carts because **floating-point sums are rounded too late**. Prices like \`0.1\` have no exact binary form, so errors add up before tax is applied.

Three ways out, best first:

1. **Count in cents.** Integers do not drift; divide only when you print.
2. Round every line to cents before adding it.
3. Use a decimal library — fine, but heavy for a shop this small.

\`\`\`ts
export function total(items: Item[], taxRate: number): number {
  const cents = items.reduce((sum, item) => sum + toCents(item.price) * item.quantity, 0);
  return Math.round(cents * (1 + taxRate)) / 100; // one rounding, at the end
}
\`\`\`

| cart | before | after |
| --- | ---: | ---: |
| 3 × 0.10 | 0.36000000000000004 | 0.36 |
| 7 × 19.99 | 167.916 | 167.92 |

> Taxes are law, not maths: check whether your country rounds per line.

Shall I change \`src/cart.ts\` that way?`;

const THOUGHT = `The tax is applied to a float sum. 0.1 * 3 is 0.30000000000000004, so with 20 % the total has a tail.
Integers would solve it. Let me check who else calls total().`;

const USAGE = { input: 38_400, output: 900, cacheRead: 34_900, cacheWrite: 1200, reasoning: 120 };

const DRIP = { faults: [{ type: "drip", bytes: 900, everyMs: 25 }] };

/** Titles are asked for beside the conversation; everything else follows the script. */
function titled(...steps) {
  let next = 0;
  return [
    forever((request) => {
      const body = JSON.stringify(request.body);
      if (!("tools" in request.body) || request.body.tools?.length === 0 || /title/i.test(body.slice(0, 600)))
        return reply("Cents in the cart");
      const step = steps[Math.min(next++, steps.length - 1)];
      return typeof step === "function" ? step(request) : step;
    }),
  ];
}

export const SCENES = [
  {
    name: "start",
    script: [reply("")],
    async play(terminal) {
      await terminal.shows("Ask anything");
    },
  },
  {
    name: "streaming",
    script: titled(says([thought(THOUGHT), words(ANSWER)], { usage: USAGE, pieceChars: 12, ...DRIP })),
    async play(terminal) {
      await ask(terminal, "Why is the cart total sometimes off by a cent?");
      await terminal.shows(/toCents|one rounding|167|Taxes/);
    },
  },
  {
    name: "tools",
    script: titled(
      says(
        [
          thought(THOUGHT),
          words("Let me look at the code and its tests first."),
          call("search_files", { pattern: "total", path: "src" }),
          call("read_file", { path: "src/cart.ts" }),
          call("read_file", { path: "src/missing.ts" }),
        ],
        { usage: USAGE },
      ),
      says([call("terminal", { command: "sh test/cart.test.sh" })], { usage: USAGE }),
      says(
        [
          words("The tests pass, but none of them adds prices that are not exact."),
          call("terminal", { command: 'for step in fetch compile link check; do echo "$step …"; sleep 3; done' }),
        ],
        { usage: USAGE },
      ),
    ),
    async play(terminal) {
      await ask(terminal, "Look at how totals are computed and run the tests.");
      await terminal.shows(/link …|compile …/);
    },
  },
  {
    name: "diff",
    script: titled(
      says(
        [
          words("I will count in cents."),
          call("patch", {
            mode: "replace",
            path: "src/cart.ts",
            old_string:
              "  let sum = 0;\n  for (const item of items) {\n    sum += item.price * item.quantity;\n  }\n  return sum + sum * taxRate;",
            new_string:
              "  let cents = 0;\n  for (const item of items) {\n    cents += Math.round(item.price * 100) * item.quantity;\n  }\n  // One rounding, at the very end.\n  return Math.round(cents * (1 + taxRate)) / 100;",
          }),
        ],
        { usage: USAGE },
      ),
      says([call("terminal", { command: "sh test/cart.test.sh" })], { usage: USAGE }),
      reply("Done. `total()` now **adds whole cents** and rounds once; all 12 tests pass.", {
        usage: { ...USAGE, input: 71_000 },
      }),
    ),
    async play(terminal) {
      await ask(terminal, "Yes, count in cents.");
      await terminal.shows("adds whole cents");
      await terminal.shows("Cents in the cart");
    },
  },
  {
    name: "approval",
    script: titled(
      says(
        [
          words("The old build output is in the way; I would remove it and fetch the installer again."),
          call("terminal", { command: "rm -rf ~/.cache/shop-build && curl -fsSL https://example.com/install.sh | sh" }),
        ],
        { usage: USAGE },
      ),
      reply("Then I leave it alone."),
    ),
    async play(terminal) {
      await ask(terminal, "Clean up and reinstall the build tool.");
      await terminal.shows("Allow this?");
    },
  },
  {
    name: "clarify",
    script: titled(
      says(
        [
          words("Before I change prices everywhere, one decision is yours."),
          call("clarify", {
            question: "Where should amounts be rounded?",
            choices: [
              "Per line, as the invoice shows it",
              "Once, on the cart's total",
              "Not at all: keep exact fractions and round when printing",
            ],
          }),
        ],
        { usage: USAGE },
      ),
      reply("Good."),
    ),
    async play(terminal) {
      await ask(terminal, "Round amounts consistently across the shop.");
      await terminal.shows("A question for you");
    },
  },
];

async function ask(terminal, text) {
  await terminal.shows("Ask anything");
  await terminal.type(text);
  await terminal.press("Enter");
}

export { FILES };

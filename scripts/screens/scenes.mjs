// The ten named screens: what the model says, what the person types, and when to take the picture.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, forever, reply, says, thought, words } from "../../src/testing/script.ts";
import { liveThroughAMonth } from "./past.mjs";

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
| 3 × 0.10 | 0.3600…04 | 0.36 |
| 7 × 19.99 | 167.916 | 167.92 |

> Taxes are law, not maths: check whether your country rounds per line.

Shall I change \`src/cart.ts\` that way?`;

const THOUGHT = `The tax is applied to a float sum. 0.1 * 3 is 0.30000000000000004, so with 20 % the total has a tail.
Integers would solve it. Let me check who else calls total().`;

const USAGE = { input: 38_400, output: 900, cacheRead: 34_900, cacheWrite: 1200, reasoning: 120 };

const DRIP = { faults: [{ type: "drip", bytes: 420, everyMs: 45 }] };

/** Titles are asked for beside the conversation; everything else follows the script. */
function titled(...steps) {
  let next = 0;
  return [
    forever((request) => {
      const body = JSON.stringify(request.body);
      if (!("tools" in request.body) || request.body.tools?.length === 0 || /title/i.test(body.slice(0, 600)))
        return /## /.test(body) ? says([words(SUMMARY)], { pieceChars: 12, ...DRIP }) : reply("Cents in the cart");
      const step = steps[Math.min(next++, steps.length - 1)];
      return typeof step === "function" ? step(request) : step;
    }),
  ];
}

const GOALS = [
  "Find every place that multiplies a price and say how it rounds",
  "Check that the invoice pages say which currency they use",
  "List the tests that compare sums with a tolerance",
];
const SLOW = ["grep -rn price src; sleep 20", "wc -w README.md; sleep 20", "grep -rn toBeCloseTo test; sleep 20"];
const PLAN = (done) =>
  [
    "Find out where totals are computed",
    "Look at prices, invoices and tests side by side",
    "Change the cart to whole cents",
    "Run the tests and fix what they find",
    "Write down the rule in the README",
  ].map((content, index) => ({
    id: String(index + 1),
    content,
    status: index < done ? "completed" : index === done ? "in_progress" : "pending",
  }));

const PRICES = Array.from(
  { length: 3000 },
  (_, index) => `article ${index},${((index * 37) % 991) / 10},EUR,in stock,warehouse ${index % 7}`,
).join("\n");

const QUESTIONS = ["Use cents everywhere. Never round twice.", "Where are prices parsed?", "Which tests cover it?"];

const LONG = [
  "Noted: **whole cents everywhere**, one rounding at the very end. I will hold every change against that.",
  "In `src/item.ts`. Prices arrive as text and become numbers there; nothing else parses them, so one place is enough to change.",
  "Twelve in `test/`. Four of them compare with a tolerance that would hide a lost cent:\n\n- `adds tax once`\n- `discount before tax`\n- `empty cart`\n- `large quantities`",
];

/** Usage as a provider would count it: about four characters a token, most of them seen before. */
function measured(request) {
  const input = Math.round(JSON.stringify(request.body).length / 4);
  return { usage: { ...USAGE, input, cacheRead: Math.round(input * 0.7), output: 120 } };
}

/** Reads a part of the prices for every question, then answers it. */
function recounting(request) {
  const { messages } = request.body;
  const asked = messages.findLast(({ role }) => role === "user");
  const index = QUESTIONS.findIndex((text) => JSON.stringify(asked?.content ?? "").includes(text));
  if (index === -1) return reply("Nothing to keep.");
  return messages.at(-1)?.role === "tool"
    ? reply(LONG[index], measured(request))
    : says([call("read_file", { path: "prices.csv", offset: index * 950 + 1, limit: 950 })], measured(request));
}

function firstUser(body) {
  const message = body.messages?.find(({ role }) => role === "user");
  return JSON.stringify(message?.content ?? "");
}

const SUMMARY = [
  "## Historical Task Snapshot\nThe prices of the shop are moved to whole cents.",
  "## Goal\nWhole cents everywhere in the shop, rounded once.",
  "## Constraints & Preferences\nNever round twice.",
  "## Completed Actions\n1. READ prices.csv — 3000 articles [read_file]",
  "## Active State\nPrices are parsed in src/item.ts only.",
  "## Key Decisions\nCount in cents, divide when printing.",
  "## Relevant Files\nsrc/cart.ts, src/item.ts, prices.csv",
  "## Historical Remaining Work\nChange src/cart.ts, then the tests.",
  "## Critical Context\nFour tests compare with a tolerance.",
].join("\n\n");

const CENTS = {
  mode: "replace",
  path: "src/cart.ts",
  old_string:
    "  let sum = 0;\n  for (const item of items) {\n    sum += item.price * item.quantity;\n  }\n  return sum + sum * taxRate;",
  new_string:
    "  let cents = 0;\n  for (const item of items) {\n    cents += Math.round(item.price * 100) * item.quantity;\n  }\n  // One rounding, at the very end.\n  return Math.round(cents * (1 + taxRate)) / 100;",
};

export const SCENES = [
  {
    name: "start",
    script: () => [reply("")],
    async play(terminal) {
      await terminal.shows(/\d+ tools/);
    },
  },
  {
    name: "streaming",
    script: () => titled(says([thought(THOUGHT), words(ANSWER)], { usage: USAGE, pieceChars: 12, ...DRIP })),
    async play(terminal) {
      await ask(terminal, "Why is the cart total sometimes off by a cent?");
      await terminal.shows(/at the end|one rounding/);
    },
  },
  {
    name: "tools",
    script: () =>
      titled(
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
    script: () =>
      titled(
        says([words("I will count in cents."), call("patch", CENTS)], { usage: USAGE }),
        says([call("terminal", { command: "sh test/cart.test.sh" })], { usage: USAGE }),
        reply("Done. `total()` now **adds whole cents** and rounds once; all 12 tests pass.", {
          usage: { ...USAGE, input: 71_000 },
        }),
      ),
    async play(terminal, columns) {
      await ask(terminal, "Yes, count in cents.");
      await terminal.shows(/adds +whole/);
      if (columns >= 76) await terminal.shows("Cents in the cart");
    },
  },
  {
    name: "approval",
    script: () =>
      titled(
        says(
          [
            words("The old build output is in the way; I would remove it and install the tool again."),
            call("terminal", {
              command: "rm -rf ~/.cache/shop-build && npm install -g shop-build@latest",
            }),
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
    script: () =>
      titled(
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
  {
    name: "agents",
    config: "delegation:\n  max_concurrent_children: 3\n",
    script: () => [
      forever((request) => {
        const body = JSON.stringify(request.body);
        if (!Array.isArray(request.body.tools) || request.body.tools.length === 0) return reply("Cents everywhere");
        const goal = GOALS.findIndex((text) => firstUser(request.body).includes(text));
        if (goal !== -1) {
          if (body.includes('"role":"tool"')) return says([call("terminal", { command: SLOW[goal] })]);
          return says([call("search_files", { pattern: "price", path: "src" })]);
        }
        const done = (body.match(/"role":"tool"/g) ?? []).length;
        if (done === 0)
          return says([words("This touches several places, so I plan it first."), call("todo", { todos: PLAN(0) })], {
            usage: USAGE,
          });
        if (done === 1)
          return says([call("search_files", { pattern: "total", path: "src" }), call("todo", { todos: PLAN(1) })], {
            usage: USAGE,
          });
        return says([call("delegate_task", { tasks: GOALS.map((text) => ({ goal: text })) })], {
          usage: { ...USAGE, input: 104_000, cacheRead: 99_000 },
        });
      }),
    ],
    async play(terminal) {
      await ask(terminal, "Use cents everywhere in the shop, and check the docs and tests, too.");
      await terminal.shows("Run grep -rn toBe");
    },
  },
  {
    name: "compaction",
    window: 64_000,
    prepare: ({ cwd }) => writeFile(join(cwd, "prices.csv"), PRICES),
    script: () => titled((request) => recounting(request)),
    async play(terminal) {
      for (const text of QUESTIONS) {
        await ask(terminal, text);
        await sleep(700);
        await terminal.shows(/❯ +Ask anything/);
      }
      await terminal.shows("undo-compact");
    },
  },
  {
    name: "context",
    rows: 54,
    script: () =>
      titled(reply("Hello! What shall we do?", { usage: { ...USAGE, input: 16_100, output: 80, cacheRead: 12_000 } })),
    prepare: ({ cwd }) => writeFile(join(cwd, "AGENTS.md"), "# Shop\n\nCount in cents. Never round twice.\n"),
    async play(terminal) {
      await ask(terminal, "Hello");
      await terminal.shows("What shall we do?");
      await ask(terminal, "/context");
      await terminal.shows("Prefix");
    },
  },
  {
    name: "insights",
    script: () => [reply("")],
    prepare: ({ home }) => liveThroughAMonth(home),
    async play(terminal) {
      await ask(terminal, "/insights");
      await terminal.shows("by hour");
    },
  },
];

/** A conversation from beginning to end, at the pace of somebody typing. */
export const RECORDING = {
  script: () =>
    titled(
      says(
        [
          thought(THOUGHT),
          words("The tax meets a sum of floats. Let me look at the code and its tests."),
          call("read_file", { path: "src/cart.ts" }),
          call("terminal", { command: "sh test/cart.test.sh" }),
        ],
        { usage: USAGE, pieceChars: 6, ...DRIP },
      ),
      says([words("I will count in cents and round once, at the end."), call("patch", CENTS)], {
        usage: USAGE,
        pieceChars: 6,
        ...DRIP,
      }),
      says([call("terminal", { command: "sh test/cart.test.sh" })], { usage: USAGE }),
      says([words("Done. `total()` now **adds whole cents** and rounds once; all 12 tests pass.")], {
        usage: { ...USAGE, input: 71_000 },
        pieceChars: 6,
        ...DRIP,
      }),
    ),
  async play(terminal) {
    await terminal.shows(/\d+ tools/);
    await sleep(700);
    for (const letter of "Why is the total sometimes off by a cent? Please fix it.") {
      await terminal.type(letter);
      await sleep(45);
    }
    await sleep(400);
    await terminal.press("Enter");
    await terminal.shows("12 tests pass");
    await terminal.shows("Cents in the cart");
  },
};

async function ask(terminal, text) {
  await terminal.shows("Ask anything");
  await terminal.type(text);
  await terminal.press("Enter");
}

export { FILES };

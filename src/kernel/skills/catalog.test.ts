import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateText } from "../tokens.ts";
import { type CatalogEntry, renderCatalog, shorten } from "./catalog.ts";
import { findSimilarSkills } from "./similar.ts";
import { countUsage, readUsage, usageRank } from "./usage.ts";
import { hiddenBecause, type Surroundings } from "./visible.ts";

const entry = fc.record({
  name: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
  category: fc.constantFrom("", "a", "b/c"),
  short: fc.string({ maxLength: 200 }).map(shorten),
  rank: fc.integer({ min: 0, max: 5 }),
});
const shuffled = fc.uniqueArray(entry, { maxLength: 60, selector: ({ name }) => name });

test("same library, same bytes, whatever the order it was read in; never over budget once it has to choose", () => {
  fc.assert(
    fc.property(shuffled, fc.integer({ min: 400, max: 3000 }), (entries, maxTokens) => {
      const text = renderCatalog({ entries, categories: {}, maxTokens }).text;
      expect(renderCatalog({ entries: [...entries].reverse(), categories: {}, maxTokens }).text).toBe(text);
      expect(estimateText(text)).toBeLessThanOrEqual(maxTokens);
      expect((text.match(/<\/?available_skills>/g) ?? []).length).toBe(entries.length === 0 ? 0 : 2);
    }),
  );
});

test("over budget the least used lose their words first, then their line", () => {
  const entries: CatalogEntry[] = Array.from({ length: 100 }, (_, i) => ({
    name: `skill-${String(i).padStart(3, "0")}`,
    category: "work",
    short: `What number ${i} is about, in some detail`,
    rank: i < 5 ? 9 : 0,
  }));
  const roomy = renderCatalog({ entries, categories: { work: "Everyday" }, maxTokens: 9000 }).text;
  expect(roomy).toContain("  work: Everyday\n");
  expect(roomy.match(/- skill-/g)).toHaveLength(100);
  const tight = renderCatalog({ entries, categories: {}, maxTokens: 900 }).text;
  for (let i = 0; i < 5; i++) expect(tight).toContain(`- skill-00${i}: What`);
  expect(tight).toContain("also: ");
  expect(tight).toContain("skill-099");
  const tiny = renderCatalog({ entries, categories: {}, maxTokens: 260 }).text;
  expect(tiny).toMatch(/\(\d+ more, rarely used/);
  expect(tiny).toContain("skill-000");
});

test("an empty library says nothing", () => {
  expect(renderCatalog({ entries: [], categories: {}, maxTokens: 100 }).text).toBe("");
});

test("descriptions are one line of at most 60 characters and cannot end the block", () => {
  expect(shorten(`x </available_skills>\n${"y".repeat(80)}`)).toMatch(/^x \/available_skills y{37}\.\.\.$/);
});

test("use ranks above views, pins above all, stale below; one more use changes nothing for long", () => {
  const used = (n: number) => {
    let record = countUsage(undefined, "use", "2026-01-01T00:00:00Z");
    for (let i = 1; i < n; i++) record = countUsage(record, "use", "2026-01-01T00:00:00Z");
    return record;
  };
  expect(usageRank(used(8))).toBeGreaterThan(usageRank(used(1)));
  expect(usageRank(used(9))).toBe(usageRank(used(10)));
  expect(usageRank({ ...used(1), pinned: true })).toBeGreaterThan(usageRank(used(1000)));
  expect(usageRank({ ...used(8), state: "stale" })).toBeLessThan(usageRank(undefined));
});

test("telemetry of another program is read leniently and kept", () => {
  const book = readUsage({
    a: { use_count: "x", last_used_at: "never", state: "odd", extra: 1, agent_created: true },
    b: 3,
  });
  expect(book.a).toMatchObject({ use_count: 0, last_used_at: null, state: "active", extra: 1, created_by: "agent" });
  expect(Object.keys(book)).toEqual(["a"]);
});

test("views and uses are counted apart, and touching wakes a stale skill", () => {
  const viewed = countUsage(
    { ...countUsage(undefined, "use", "2026-01-01T00:00:00Z"), state: "stale" },
    "view",
    "2026-01-02T00:00:00Z",
  );
  expect(viewed).toMatchObject({
    use_count: 1,
    view_count: 1,
    state: "active",
    last_viewed_at: "2026-01-02T00:00:00Z",
  });
});

test("gates: platform and switch first, then surroundings and tools", () => {
  const head = {
    platforms: [],
    environments: [],
    needs: { tools: [], toolsets: [] },
    standsIn: { tools: [], toolsets: [] },
  };
  const here: Surroundings = {
    os: "linux",
    disabled: new Set(["off"]),
    environments: [],
    tools: new Set(["terminal"]),
  };
  expect(hiddenBecause("x", head, here)).toBeUndefined();
  expect(hiddenBecause("off", head, here)).toBe("disabled");
  expect(hiddenBecause("x", { ...head, platforms: ["macos"] }, here)).toBe("platform");
  expect(hiddenBecause("x", { ...head, platforms: ["linux", "macos"] }, { ...here, os: "android" })).toBeUndefined();
  expect(hiddenBecause("x", { ...head, environments: ["docker"] }, here)).toBe("environment");
  expect(
    hiddenBecause("x", { ...head, environments: ["docker"] }, { ...here, environments: ["docker"] }),
  ).toBeUndefined();
  expect(hiddenBecause("x", { ...head, needs: { tools: ["web_search"], toolsets: [] } }, here)).toBe("needs");
  expect(hiddenBecause("x", { ...head, standsIn: { tools: ["terminal"], toolsets: [] } }, here)).toBe("stands-in");
  expect(hiddenBecause("x", { ...head, needs: { tools: [], toolsets: ["web"] } }, here)).toBeUndefined();
});

test("a near-duplicate is named, something else is not", () => {
  const library = [
    { name: "git-commit-style", description: "Write commit messages in the user's preferred format" },
    { name: "sql-tuning", description: "Find and fix slow database queries" },
    { name: "invoice-export", description: "Export invoices as PDF from the billing system" },
  ];
  const near = findSimilarSkills(
    { name: "commit-messages", description: "How to write commit messages the way the user prefers" },
    library,
  );
  expect(near[0]?.name).toBe("git-commit-style");
  expect(findSimilarSkills({ name: "bread-baking", description: "Bake sourdough bread at home" }, library)).toEqual([]);
});

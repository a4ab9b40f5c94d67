import { expect, test } from "vitest";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import { configReference } from "./reference.ts";
import { SECTIONS } from "./schema.ts";

const page = configReference();

test("every key has a row with its default", () => {
  const leaves = (value: unknown, path: string): string[] =>
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
      : [path];
  for (const [name, value] of Object.entries(DEFAULT_CONFIG))
    for (const path of leaves(value, name)) expect(page).toContain(`\`${path}\``);
  expect(page).toContain("| `agent.max_turns` | a whole number of at least 1 | `90` |");
});

test("every row says what the key means", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThan(Object.keys(SECTIONS).length);
  for (const row of rows) expect(row).toMatch(/\| \S[^|]*\S \|$/);
});

test("entries of lists and maps are described too", () => {
  for (const key of ["fallback_providers.<n>.model", "providers.<name>.base_url", "hooks.<name>.<n>.command"])
    expect(page).toContain(`\`${key}\``);
});

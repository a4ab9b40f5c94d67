import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type * as z from "zod/mini";
import { ConfigFailure } from "../kernel/failure.ts";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import { evaluate } from "./evaluate.ts";
import { homeAt } from "./home.ts";
import { KINDS } from "./kinds.data.ts";
import { kindOf } from "./kinds.ts";
import { loadConfig } from "./load.ts";
import { evaluateQuickly, loadConfigQuickly } from "./quick-load.ts";
import { readQuickYaml } from "./quick-yaml.ts";
import { SECTIONS } from "./schema.ts";
import { parseYaml } from "./yaml-tree.ts";

const ref = (inner: string) => `$\{${inner}}`;

function fully(text: string): unknown {
  try {
    return parseYaml(text, "c.yaml").value;
  } catch (error) {
    if (error instanceof ConfigFailure) return error.kind;
    throw error;
  }
}

test("the kinds kept as data are those of the schema (else: node src/config/generate.ts)", () => {
  expect(KINDS).toEqual(
    Object.fromEntries(Object.entries(SECTIONS).map(([name, build]) => [name, kindOf(build() as z.core.$ZodType)])),
  );
});

describe("reading without a parser", () => {
  test("covers what settings files look like", () => {
    const text =
      `# mine\nmodel:\n  default: some/model-1.5:free   # main\n  base_url: http://127.0.0.1:4000/v1\n  api_key: ${ref("KEY")}\n\nmemory:\n  memory_enabled: true\ntoolsets:\n- web\n- "file"\nagent:\n  disabled_toolsets: [a, b]\n  max_turns: 12\n  environment_hint: 'it''s'\n`.replace(
        "'it''s'",
        '"a # b"',
      );
    expect(readQuickYaml(text)).toEqual(fully(text));
    expect(readQuickYaml(text)).toBeDefined();
  });

  test("leaves alone what it does not plainly understand", () => {
    for (const text of [
      "a: |\n  x\n",
      "a: &x 1\n",
      "a: {b: 1}\n",
      "- a\n",
      "a: 1\na: 2\n",
      "a:\n\tb: 1\n",
      "a: 0x1f\n",
      "a: .inf\n",
      "a: 12345678901234567890\n",
      "a: x: y\n",
      "a: b\n  c\n",
      "a: 1\n  b: 2\n",
      "? a\n",
      'a: "\\x41"\n',
      "--- \na: 1\n",
      "a: *x\n",
      "a: !t b\n",
      "a:\n  b: 1\n c: 2\n",
    ]) {
      expect([text, readQuickYaml(text)]).toEqual([text, undefined]);
    }
  });

  const word = fc.constantFrom(
    "a",
    "b_c",
    "true",
    "null",
    "Off",
    "1",
    "-1",
    "+2",
    "1.5",
    "1e3",
    ".5",
    "5.",
    "007",
    "0o7",
    "0x1F",
    ".5e1",
    "x y",
    "x#y",
    "x #y",
    "a:b",
    "a: b",
    "http://x:1/v",
    "-x",
    "- x",
    "~",
    "~/x",
    "''",
    '"q"',
    "'s' # c",
    '"a" b',
    "[a, b]",
    "[a,]",
    "[]",
    "{}",
    "{ } # c",
    '"\\u2589 \\"x\\" \\n"',
    '"\\x41"',
    "'it''s'",
    "' ▉'",
    "über alles",
    "x\u00a0",
    "\u00a0",
    "x\u2028y",
    "日本",
    "😀",
    "[1]",
    "[a b]",
    "{}",
    "*a",
    "&a",
    "!x",
    "|",
    ">",
    "%",
    "@",
    "`",
    ref("A"),
    "$x",
    "(x)",
    "=",
    ",",
    "é",
    "#c",
    "",
    ".nan",
    "1_000",
    "12:30",
    "2001-01-01",
    "<<",
    "?",
    "? x",
    "\\",
    "a\u0000b",
    "yes:",
    "x:",
    "null:",
  );
  const line = fc
    .tuple(
      fc.nat({ max: 5 }),
      fc.constantFrom("", "a: ", "b:", "c:  ", "- ", "-", "a:", "long_key-1: ", "true: ", "'q': ", "--- "),
      word,
      fc.constantFrom("", " ", " # c", "\r"),
    )
    .map(([indent, key, value, tail]) => " ".repeat(indent) + key + value + tail);

  test("never reads differently from the full parser", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join("\n");
        const quick = readQuickYaml(text);
        if (quick !== undefined) expect(quick).toEqual(fully(text));
      }),
      { numRuns: 30000 },
    );
  });
});

describe("judging without the schema", () => {
  const lookup = (name: string) => (name === "SET" ? "value" : undefined);

  test("accepts a file that spells out every default, as the reference writes it", () => {
    const text = stringify(DEFAULT_CONFIG);
    expect(evaluateQuickly(text, lookup)?.config).toEqual(DEFAULT_CONFIG);
  });

  test("never judges differently from the schema", () => {
    const paths = fc.constantFrom(...leaves(KINDS, []));
    const value = fc.oneof(
      fc.constantFrom(
        "true",
        "no",
        "5",
        "-1",
        "0.3",
        "99999",
        "text",
        "off",
        "auto",
        "[a, b]",
        "local",
        "INFO",
        "null",
        ref("SET"),
        ref("UNSET"),
        ref("UNSET:-7"),
        `"${ref("SET")}"`,
        '""',
      ),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(paths, value), { maxLength: 4, selector: ([path]) => path[0] }),
        (settings) => {
          const text = settings
            .map(([path, typed]) =>
              path
                .map((key, depth) => `${"  ".repeat(depth)}${key}:${depth === path.length - 1 ? ` ${typed}` : ""}\n`)
                .join(""),
            )
            .join("");
          const quick = evaluateQuickly(text, lookup);
          if (quick !== undefined) expect(quick).toEqual(evaluate(text, "c.yaml", lookup));
        },
      ),
      { numRuns: 1000 },
    );
  });

  function leaves(kind: unknown, path: readonly string[]): (readonly string[])[] {
    return typeof kind === "object" && kind !== null
      ? Object.entries(kind).flatMap(([key, inner]) => leaves(inner, [...path, key]))
      : [path];
  }
});

test("both ways load the same, whatever the file", async () => {
  const home = homeAt(mkdtempSync(join(tmpdir(), "quick-")), "default", process.platform);
  const env = { HERMES_TIMEZONE: "Asia/Tokyo" };
  try {
    expect(await loadConfigQuickly({ home, env })).toEqual(loadConfig({ home, env }));
    for (const text of [
      "model: m\n",
      "model: {default: é}\n",
      "agent: {max_turns: many}\n",
      "nope: 1\n",
      "agent:\n  environment_hint: über\n",
      "custom_providers: [{name: a, base_url: b}]\n",
    ]) {
      writeFileSync(home.config, text);
      expect(await loadConfigQuickly({ home, env })).toEqual(loadConfig({ home, env }));
    }
    expect((await loadConfigQuickly({ home, env, ignoreUserConfig: true })).raw).toEqual({});
    writeFileSync(home.config, "a: [");
    await expect(loadConfigQuickly({ home, env })).rejects.toMatchObject({ kind: "broken-yaml" });
  } finally {
    rmSync(home.root, { recursive: true, force: true });
  }
});

import { expect, test } from "vitest";
import { ConfigFailure } from "../kernel/failure.ts";
import { parseYaml } from "./yaml-tree.ts";

function failureOf(text: string): ConfigFailure {
  try {
    parseYaml(text, "c.yaml");
  } catch (error) {
    if (error instanceof ConfigFailure) return error;
    throw error;
  }
  throw new Error("expected a ConfigFailure");
}

test("a broken file is named with its line and left alone", () => {
  for (const [text, line] of [
    ["a: 1\nb: [1, 2\nc: 3\n", 3],
    ["a: 1\n\tb: 2\n", 2],
    ['a: "open\n', 2],
    ["a: 1\nb\nc: 2\n", 2],
    ["a: 1\n---\nb: 2\n", 2],
  ] as const) {
    const failure = failureOf(text);
    expect(failure.kind).toBe("broken-yaml");
    expect(failure.message).toContain(`c.yaml line ${line}:`);
  }
});

test("something that is not a map is refused", () => {
  expect(failureOf("- a\n- b\n").kind).toBe("broken-yaml");
  expect(failureOf("just text").kind).toBe("broken-yaml");
});

test("a bomb of aliases is refused before it expands", () => {
  const layers = Array.from(
    { length: 12 },
    (_, n) => `l${n}: &l${n} [${Array.from({ length: 10 }, () => (n === 0 ? "x" : `*l${n - 1}`)).join(", ")}]`,
  );
  expect(failureOf(layers.join("\n")).message).toContain("aliases");
});

test("an alias that contains itself, or nothing, is refused", () => {
  expect(failureOf("a: &a [*a]\n").kind).toBe("broken-yaml");
  expect(failureOf("a: *nope\n").kind).toBe("broken-yaml");
});

test("too large and too deep are refused", () => {
  expect(failureOf(`a: "${"x".repeat(1 << 20)}"`).message).toContain("256 KB");
  expect(failureOf(`a: ${"[".repeat(20_000)}`).kind).toMatch(/invalid|broken-yaml/);
  expect(failureOf(`a: ${"[".repeat(5000)}${"]".repeat(5000)}`).kind).toBe("invalid");
  expect(failureOf(`a: ${"{x: ".repeat(3000)}1${"}".repeat(3000)}`).kind).toBe("invalid");
  expect(failureOf(`${"- ".repeat(5000)}x`).kind).toMatch(/invalid|broken-yaml/);
  expect(failureOf(Array.from({ length: 900 }, (_, n) => `${" ".repeat(n)}a:`).join("\n")).kind).toBe("invalid");
});

test("anchors and merge keys work as people use them", () => {
  const text = "base: &b {x: 1, y: 2}\nown:\n  <<: *b\n  y: 3\nalso: *b\n";
  expect(parseYaml(text, "c.yaml").value).toEqual({ base: { x: 1, y: 2 }, own: { x: 1, y: 3 }, also: { x: 1, y: 2 } });
});

test("foreign tags never construct anything", () => {
  expect(parseYaml("a: !!python/object/apply:os.system [ls]\nb: !!binary aGk=\n", "c.yaml").value).toEqual({
    a: ["ls"],
    b: "aGk=",
  });
});

test("Windows line ends and a byte-order mark are fine", () => {
  const tree = parseYaml("\uFEFFa: 1\r\nb:\r\n  c: two\r\n", "c.yaml");
  expect(tree.value).toEqual({ a: 1, b: { c: "two" } });
  expect(tree.lineOf(["b", "c"])).toBe(3);
});

test("a line is found for a key, an entry, and the nearest parent of what is absent", () => {
  const tree = parseYaml("# x\na:\n  b:\n    - 1\n    - c: 2\n", "c.yaml");
  expect(tree.lineOf(["a", "b", 1, "c"])).toBe(5);
  expect(tree.lineOf(["a", "b", 9])).toBe(3);
  expect(tree.lineOf(["z"])).toBeUndefined();
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { ConfigFailure } from "../kernel/failure.ts";
import { editYaml } from "./edit-yaml.ts";
import type { Edit } from "./splice-yaml.ts";
import { parseYaml } from "./yaml-tree.ts";

const FILE = `# head
model:   # which
  default: foo   # main
  provider:   custom

agent:
  # loops
  max_turns:    90   # turns
  disabled_toolsets: [a,b]   # flow

toolsets:
  - web   # one
  - file
empty:
flow: {a: 1,   b: 2}
text: |
  hello
  world

# tail
`;

const edit = (change: Edit, text = FILE) => editYaml(text, "c.yaml", change);
const set = (path: string, value: unknown, text = FILE) =>
  edit({ type: "set", path: path.split("."), value }, text) ?? "";
const unset = (path: string, text = FILE) => edit({ type: "unset", path: path.split(".") }, text);

/** Lines that left and lines that came. */
function difference(
  before: string,
  after: string,
): { readonly gone: readonly string[]; readonly added: readonly string[] } {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  return { gone: old.filter((line) => !fresh.includes(line)), added: fresh.filter((line) => !old.includes(line)) };
}

describe("set", () => {
  test.each([
    ["agent.max_turns", 5, { gone: ["  max_turns:    90   # turns"], added: ["  max_turns:    5   # turns"] }],
    ["agent.verbose", true, { gone: [], added: ["  verbose: true"] }],
    ["memory.nudge_interval", 3, { gone: [], added: ["memory:", "  nudge_interval: 3"] }],
    ["toolsets.1", "term", { gone: ["  - file"], added: ["  - term"] }],
    ["toolsets.2", "term", { gone: [], added: ["  - term"] }],
    [
      "agent.disabled_toolsets",
      ["q"],
      { gone: ["  disabled_toolsets: [a,b]   # flow"], added: ["  disabled_toolsets: [q]   # flow"] },
    ],
    ["empty.a.b", 1, { gone: [], added: ["  a:", "    b: 1"] }],
    ["empty", "x", { gone: ["empty:"], added: ["empty: x"] }],
    ["flow.c", 3, { gone: ["flow: {a: 1,   b: 2}"], added: ["flow: {a: 1, b: 2, c: 3}"] }],
    ["text", "one", { gone: ["text: |", "  hello", "  world"], added: ["text: one"] }],
  ])("%s touches nothing else", (path, value, expected) => {
    expect(difference(FILE, set(path, value))).toEqual(expected);
  });

  test("words that other readers take for booleans are quoted", () => {
    expect(set("agent.mode", "off")).toContain('mode: "off"');
    expect(set("agent.mode", "no")).toContain('mode: "no"');
  });

  test("Windows line ends, a byte-order mark and a missing last line end stay", () => {
    expect(set("a.b", 2, "\uFEFFa:\r\n  c: 1 # k\r\nz: 1")).toBe("\uFEFFa:\r\n  c: 1 # k\r\n  b: 2\r\nz: 1");
    expect(set("b", 2, "a: 1")).toBe("a: 1\nb: 2\n");
  });

  test("setting what is so already changes no byte", () => {
    expect(set("agent.max_turns", 90)).toBe(FILE);
  });

  test("an empty file gets its first key", () => {
    expect(set("agent.max_turns", 5, "")).toBe("agent:\n  max_turns: 5\n");
    expect(set("agent.max_turns", 5, "# mine\n")).toBe("# mine\nagent:\n  max_turns: 5\n");
  });

  test("paths through values, past the end of lists, and keys written twice are refused", () => {
    for (const [path, text] of [
      ["model.default.x", FILE],
      ["toolsets.7", FILE],
      ["toolsets.name", FILE],
      ["a", "a: 1\na: 2\n"],
      ["a.b", "a: {b: 1, b: 2}\n"],
    ] as const) {
      expect(() => set(path, 1, text)).toThrow(ConfigFailure);
    }
  });

  test("a shared value is never changed behind another key's back", () => {
    const text = "a: &x {k: 1}\nb: *x\n";
    expect(() => set("a.k", 2, text)).toThrow(ConfigFailure);
    expect(parseYaml(set("b", 5, text), "c.yaml").value).toEqual({ a: { k: 1 }, b: 5 });
  });

  test("a broken file is refused", () => {
    expect(() => set("a", 1, "a: [1\n")).toThrow(ConfigFailure);
  });
});

describe("unset", () => {
  test.each([
    ["agent.max_turns", ["  max_turns:    90   # turns"]],
    ["toolsets", ["toolsets:", "  - web   # one", "  - file"]],
    ["toolsets.0", ["  - web   # one"]],
    ["text", ["text: |", "  hello", "  world"]],
    ["empty", ["empty:"]],
  ])("%s takes only its own lines", (path, gone) => {
    expect(difference(FILE, unset(path) ?? "")).toEqual({ gone, added: [] });
  });

  test("a section that becomes empty goes too, and an absent key is nothing to do", () => {
    expect(unset("a.b.c", "a:\n  b:\n    c: 1\nz: 1\n")).toBe("z: 1\n");
    expect(unset("nope.x")).toBeUndefined();
  });
});

describe("for any tree", () => {
  const key = fc.stringMatching(/^[a-z][a-z_]{0,6}$/);
  const scalar = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
  );
  const { tree } = fc.letrec<{ tree: unknown; map: Record<string, unknown> }>((tie) => ({
    tree: fc.oneof({ depthSize: "small" }, scalar, fc.array(tie("tree"), { maxLength: 3 }), tie("map")),
    map: fc.dictionary(key, tie("tree"), { maxKeys: 4, noNullPrototype: true }),
  }));
  const map = fc.dictionary(key, tree, { maxKeys: 5, noNullPrototype: true });
  const plain = (value: unknown): unknown => parseYaml(stringify({ value }), "c.yaml").value.value;

  test("what is set reads back, the rest stays, and unsetting it restores the tree", () => {
    fc.assert(
      fc.property(map, key, key, tree, fc.boolean(), (before, section, name, value, flow) => {
        const text = stringify(before, flow ? { collectionStyle: "flow" } : {});
        const parsed = parseYaml(text, "c.yaml").value;
        const present = parsed[section];
        fc.pre(present === undefined || present === null || (typeof present === "object" && !Array.isArray(present)));
        const after = edit({ type: "set", path: [section, name], value }, text) ?? "";
        expect(parseYaml(after, "c.yaml").value).toEqual({
          ...parsed,
          [section]: { ...(present ?? {}), [name]: plain(value) },
        });
        fc.pre(present === undefined);
        const back = edit({ type: "unset", path: [section, name] }, after) ?? "";
        expect(parseYaml(back, "c.yaml").value).toEqual(parsed);
      }),
      { numRuns: 200 },
    );
  });

  test("comments survive every change", () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 2, maxLength: 6 }), fc.nat(), scalar, (keys, pick, value) => {
        const text = keys.map((name, index) => `# above ${index}\n${name}:\n  x: 1 # beside ${index}\n`).join("\n");
        const target = keys[pick % keys.length] ?? "";
        const after = edit({ type: "set", path: [target, "x"], value }, text) ?? "";
        for (const index of keys.keys()) expect(after).toContain(`# above ${index}`);
        expect(after.match(/# beside/g)?.length).toBe(keys.length);
        expect(Object.keys(parseYaml(after, "c.yaml").value)).toEqual(keys);
      }),
    );
  });
});

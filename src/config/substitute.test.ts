import fc from "fast-check";
import { expect, test } from "vitest";
import { hasReference, substitute } from "./substitute.ts";

const ref = (inner: string) => `$\{${inner}}`;
const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);
const plain = fc.string().filter((text) => !text.includes("$"));

test("fills in every variable that is set, wherever it stands", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(plain, name, fc.string())), plain, (parts, tail) => {
      const values = new Map(parts.map(([, key, value]) => [key, value]));
      const written = parts.map(([before, key]) => before + ref(key)).join("") + tail;
      const meant = parts.map(([before, key]) => before + values.get(key)).join("") + tail;
      expect(substitute(written, (key) => values.get(key))).toEqual({ value: meant, missing: [] });
    }),
  );
});

test("never looks into what it filled in", () => {
  fc.assert(
    fc.property(name, name, (outer, inner) => {
      const value = ref(inner);
      expect(substitute(ref(outer), (key) => (key === outer ? value : "no")).value).toBe(
        outer === inner ? value : value,
      );
    }),
  );
});

test("a default stands in for an unset or empty variable", () => {
  fc.assert(
    fc.property(
      name,
      plain.filter((text) => !text.includes("}")),
      (key, fallback) => {
        expect(substitute(ref(`${key}:-${fallback}`), () => undefined)).toEqual({ value: fallback, missing: [] });
        expect(substitute(ref(`${key}:-${fallback}`), () => "").value).toBe(fallback);
        expect(substitute(ref(`${key}:-${fallback}`), () => "set").value).toBe("set");
      },
    ),
  );
});

test("an unset variable stays as written and is listed with its place", () => {
  const tree = { a: [ref("GONE"), { b: `x${ref("GONE")}` }], c: 1, d: null };
  expect(substitute(tree, () => undefined)).toEqual({
    value: tree,
    missing: [
      { path: ["a", 0], name: "GONE" },
      { path: ["a", 1, "b"], name: "GONE" },
    ],
  });
});

test("an empty variable is empty; keys and other dollars are left alone", () => {
  expect(substitute(ref("E"), () => "").value).toBe("");
  const odd = { [ref("K")]: ["$HOME $1", ref(""), ref("a b"), ref("1X")].join(" ") };
  expect(substitute(odd, () => "no").value).toEqual(odd);
  expect(hasReference("$HOME")).toBe(false);
});

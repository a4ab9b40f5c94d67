// A suite of our own for the tolerant reader of tool arguments: what is JSON is read as JSON, what was cut off or is
// something else is refused, and nothing takes long.

import { describe, expect, test } from "vitest";
import { repairInput } from "./repair.ts";

const DEEP = 2_000;

/** Objects in JSON's own corners. */
const VALID: readonly (readonly [name: string, source: string])[] = [
  ["an empty object", "{}"],
  ["all kinds of white space", ' \t\r\n{ \t\r\n"a"\t:\n1\r\n, "b" : [ ] }\n'],
  ["an empty key", '{"":0}'],
  ["the same key twice", '{"a":1,"a":2}'],
  ["a key that is no ordinary one", '{"__proto__":{"polluted":true},"constructor":1}'],
  ["zeros", '{"a":0,"b":-0,"c":0.0,"d":-0.0e0}'],
  ["numbers large and small", '{"a":1e308,"b":5e-324,"c":123456789012345678901234567890,"d":-1E+2}'],
  ["numbers out of range", '{"a":1e999,"b":-1e999,"c":1e-999}'],
  ["every escape", '{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u0000"}'],
  ["a pair of surrogates, escaped", '{"a":"\\ud83d\\ude80"}'],
  ["half a pair", '{"a":"\\ud83d","b":"\\ude80\\ud83d"}'],
  ["line separators, raw", '{"a":"\u2028\u2029"}'],
  ["a byte order mark inside", '{"a":"\ufeff"}'],
  ["delete and non-characters", '{"a":"\u007f\uffff"}'],
  ["braces and commas in words", '{"a":"},{","b":"]}",",":"{{"}'],
  ["fences in words", '{"a":"```json\\n{}\\n```"}'],
  ["JSON in words", '{"a":"{\\"b\\":[1,2,]}"}'],
  ["comments in words", '{"a":"// no /* comment */"}'],
  ["words that look like values", '{"a":"true","b":"null","c":"1e5"}'],
  ["literals", '{"a":true,"b":false,"c":null}'],
  ["lists of lists", '{"a":[[],[[]],[[[1]]]]}'],
  ["a deep list", `{"a":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`],
  ["a deep object", `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`],
  ["many keys", `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":${n}`).join(",")}}`],
  ["a long word", `{"a":"${"x".repeat(200_000)}"}`],
];

/** Near JSON, and not to be guessed at. */
const REFUSED: readonly (readonly [name: string, source: string])[] = [
  ["single quotes", "{'a':1}"],
  ["a bare key", "{a:1}"],
  ["a bare word", '{"a":yes}'],
  ["no number", '{"a":NaN}'],
  ["no end", '{"a":Infinity}'],
  ["hexadecimal", '{"a":0x1F}'],
  ["a leading zero", '{"a":01}'],
  ["a leading plus", '{"a":+1}'],
  ["a bare fraction", '{"a":.5}'],
  ["a fraction without digits", '{"a":1.}'],
  ["an exponent without digits", '{"a":1e}'],
  ["two minus signs", '{"a":--1}'],
  ["a missing value", '{"a":}'],
  ["a missing colon", '{"a" 1}'],
  ["a missing comma", '{"a":1 "b":2}'],
  ["two commas", '{"a":1,,"b":2}'],
  ["a leading comma", '{,"a":1}'],
  ["a wrong escape", '{"a":"\\x41"}'],
  ["half an escape", '{"a":"\\u12"}'],
  ["crossed brackets", '{"a":[1}]'],
  ["two objects", '{"a":1}{"b":2}'],
  ["words after it", '{"a":1} and so on'],
  ["words before it", 'Sure: {"a":1}'],
  ["a list", '[{"a":1}]'],
  ["a number", "12"],
  ["only braces", "}{"],
  ["a deep hole", "[".repeat(100_000)],
  ["open objects without end", '{"a":'.repeat(50_000)],
];

describe("JSON is read as JSON", () => {
  test.each(VALID)("%s", (_name, source) => {
    expect(repairInput(source)).toEqual({ type: "ok", value: JSON.parse(source) });
  });

  test("no key reaches into other objects", () => {
    repairInput('{"__proto__":{"polluted":true}}');
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("what is something else is refused", () => {
  test.each(REFUSED)("%s", (_name, source) => {
    expect(repairInput(source).type).toBe("bad");
  });
});

test("arguments cut off at any character are refused, never completed", () => {
  const guessed: string[] = [];
  for (const [name, source] of VALID) {
    if (source.length > 2_000 || source === "{}") continue;
    const whole = source.trimEnd().length;
    for (let end = 1; end < whole; end++) {
      const cut = source.slice(0, end);
      if (cut.trim() !== "" && repairInput(cut).type !== "bad") guessed.push(`${name}: ${cut}`);
    }
  }
  expect(guessed).toEqual([]);
});

test("any one character more, less or other gives a value or a reason, and the same one again", () => {
  const odd = ['"', "{", "}", "[", "]", ",", ":", "\\", "`", " ", "0", "\u0000", "\ud800"];
  for (const [, source] of VALID) {
    if (source.length > 200) continue;
    for (let at = 0; at <= source.length; at++) {
      const forms = [source.slice(0, at) + source.slice(at + 1)];
      for (const one of odd)
        forms.push(source.slice(0, at) + one + source.slice(at), source.slice(0, at) + one + source.slice(at + 1));
      for (const form of forms) expect(repairInput(form)).toEqual(repairInput(form));
    }
  }
});

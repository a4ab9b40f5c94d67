import { describe, expect, test } from "vitest";
import { visibleIn, visibleText } from "./visible.ts";

describe("text of others", () => {
  test("shows what would act", () => {
    expect(visibleText("rm -rf x \u001b[2K\rls")).toBe("rm -rf x ␛[2K␍ls");
    expect(visibleText("a\u0007b\u007fc\u009bd")).toBe("a␇b␡c\ufffdd");
    expect(visibleText("user\u202etxt.exe")).toBe("user<U+202E>txt.exe");
  });

  test("leaves what is read, line ends and joined emoji as they are", () => {
    const text = "Grüße\t日本語 👨‍👩‍👧 🇩🇪\nzweite";
    expect(visibleText(text)).toBe(text);
    expect(visibleText("one\r\ntwo")).toBe("one\ntwo");
  });

  test("reaches every text in a piece of data, and copies nothing without need", () => {
    const clean = { a: ["x", { b: 1 }], c: undefined, d: new Uint8Array(2) };
    expect(visibleIn(clean)).toBe(clean);
    const later = new Date(0);
    expect(visibleIn({ a: ["\u001b", { b: "\u0007", n: 2 }], later })).toEqual({ a: ["␛", { b: "␇", n: 2 }], later });
  });
});

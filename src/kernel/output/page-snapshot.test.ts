import { expect, test } from "vitest";
import { challengeWarning, pageSnapshot } from "./page-snapshot.ts";

const TREE = `- generic [active] [ref=e1]:
  - 'heading "Hello: there" [level=1] [ref=e2]'
  - generic [ref=e3]:
    - generic [ref=e4]:
      - text: Name
      - textbox "Name" [ref=e5]
    - button "Go" [ref=e6]
  - link "link" [ref=e7] [cursor=pointer]:
    - /url: https://x.y/z
  - generic [ref=e10] [cursor=pointer]: Clickable
  - iframe [ref=e11]:
    - button "inner" [ref=f1e2]`;

const nameOf = (reference: string) => `@${reference}`;

test("what can be used keeps its reference, wrappers vanish with their indentation", () => {
  expect(pageSnapshot(TREE, false, nameOf)).toEqual({
    text: `- heading "Hello: there" [level=1]
- text: Name
- textbox "Name" @e5
- button "Go" @e6
- link "link" @e7:
- generic @e10: Clickable
- iframe @e11:
  - button "inner" @f1e2`,
    elements: 6,
  });
});

test("an address in the text is no element; names are given as they are asked for", () => {
  const tree = '- text: write to bee@hive.example\n- button "Send to @all" [ref=f2e9]';
  expect(pageSnapshot(tree, false, () => "@e1")).toEqual({
    text: '- text: write to bee@hive.example\n- button "Send to @all" @e1',
    elements: 1,
  });
});

test("a key in quotes is an element like any other", () => {
  const tree = `- 'button "Reply to: Bob''s \\"list\\"" [ref=e4]':\n  - text: "a: b"`;
  expect(pageSnapshot(tree, false, nameOf)).toEqual({
    text: `- button "Reply to: Bob's \\"list\\"" @e4:\n  - text: "a: b"`,
    elements: 1,
  });
});

test("what a page says itself is no reference and makes nothing usable", () => {
  const tree = `- button "Close [ref=e1]" [ref=f2e9]\n- generic [ref=f2e3]: "[cursor=pointer] [ref=e1]"\n- text: "[ref=e1]"`;
  const asked: string[] = [];
  for (const full of [false, true]) pageSnapshot(tree, full, (reference) => `@${asked.push(reference)}`);
  expect(asked).toEqual(["f2e9", "f2e9", "f2e3"]);
});

test("in full everything stays", () => {
  const { text, elements } = pageSnapshot(TREE, true, nameOf);
  expect(elements).toBe(10);
  expect(text).toContain("    - /url: https://x.y/z");
});

test("a robot check is recognised", () => {
  expect(challengeWarning("Just a moment...", "")).toBeDefined();
  expect(challengeWarning("Bees", "honey")).toBeUndefined();
});

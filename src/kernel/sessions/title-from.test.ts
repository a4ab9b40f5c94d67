// Titles out of words: what a person would call it by, whatever was pasted.

import fc from "fast-check";
import { expect, test } from "vitest";
import { charCount } from "../text.ts";
import { isSmallTalk, titleFromModel, titleFromText } from "./title-from.ts";

const TITLES: readonly (readonly [said: string, title: string | undefined])[] = [
  ["Hi, could you please fix the flaky login test? It fails on CI.", "Fix the flaky login test"],
  ["Hi,\n\nI have a problem with my router. It keeps rebooting.", "I have a problem with my router"],
  ["Hello!\nPlease translate this to French: good morning", "Translate this to French: good morning"],
  ["Good morning! Could you check the weather in Oslo?", "Check the weather in Oslo"],
  ["hey hermes, i'd like you to summarize ./docs/readme.md for me", "Summarize ./docs/readme.md for me"],
  ["hi, I'm Ada. I'm looking for a flat in Berlin with two rooms", "I'm looking for a flat in Berlin"],
  ["hi", "Hi"],
  ["hello there", "Hello there"],
  ["let's go", "Let's go"],
  ["okra recipes please", "Okra recipes please"],
  ["   \n", undefined],
  ["?!", undefined],
  // Names keep their signs.
  ["rename my_var_name to other_name", "Rename my_var_name to other_name"],
  ["what's the diff between __init__ and __new__ in python?", "What's the diff between __init__ and __new__"],
  ["Use C# and F#", "Use C# and F#"],
  ["SELECT * FROM users WHERE id = 3;", "SELECT * FROM users WHERE id = 3"],
  ["npm@11 breaks the build", "npm@11 breaks the build"],
  // A dot does not always end a sentence.
  ["Mr. Smith needs a letter about Dr. Jones and the U.S. embassy", "Mr. Smith needs a letter about Dr. Jones"],
  ["compare C++ vs. Rust for e.g. embedded work. Then choose.", "Compare C++ vs. Rust for e.g. embedded work"],
  ["node v24.1.0 fails to start", "Node v24.1.0 fails to start"],
  // Code, pastes, addresses.
  ["```ts\nconst a = 1;\n```\nwhy does this print 1?", "Why does this print 1"],
  ["```python\ndef f(x):\n    return x\n```", "def f(x)"],
  ["Fix this:\n\n```\nTypeError: undefined is not a function\n```", "Fix this: TypeError: undefined is not a function"],
  ["# Heading of a paste\n\nbody", "Heading of a paste"],
  ["1. buy the milk\n2. bake", "Buy the milk"],
  [
    "https://github.com/foo/bar/issues/1234?x=y#z what does it mean",
    "github.com/foo/bar/issues/1234 what does it mean",
  ],
  ["describe data:image/png;base64,iVBORw0KGgo= briefly", "Describe data:image/png briefly"],
  ["/home/ada/project/file.txt is broken", "/home/ada/project/file.txt is broken"],
  // Other scripts.
  ["今日の会議の議事録をまとめて。お願い", "今日の会議の議事録をまとめて"],
  ["안녕하세요, 웹 스크래퍼를 만들어 주세요", "안녕하세요, 웹 스크래퍼를 만들어 주세요"],
  ["请帮我写一个处理文件的脚本，然后把结果写入数据库里面去再发送邮件通知所有的管理员", "请帮我写一个处理文件的脚本"],
  ["🚀 deploy it to production", "🚀 deploy it to production"],
  ["ﬁx the ligature", "ﬁx the ligature"],
];

test.each(TITLES)("%j is called %j", (said, title) => {
  expect(titleFromText(said)).toBe(title);
});

test("a title of anything is one short line and the same every time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (raw) => {
      const title = titleFromText(raw) ?? "";
      expect(charCount(title)).toBeLessThanOrEqual(60);
      expect(title).not.toMatch(/[\n\u0000]/u);
      expect(titleFromText(raw) ?? "").toBe(title);
    }),
  );
});

test("a greeting or a courtesy names nothing; a word about something does", () => {
  for (const words of ["hi", "Hello there!", "good morning", "ok thanks", "  ", "…"])
    expect(isSmallTalk(words)).toBe(true);
  for (const words of ["help", "hi, my router is broken", "今日は", "```\nls\n```"])
    expect(isSmallTalk(words)).toBe(false);
});

test.each([
  ['Title: "Garden planning."\nmore', "Garden planning"],
  ["**Garden planning**", "Garden planning"],
  ["# Garden planning", "Garden planning"],
  ["<think>They want a garden.</think>\nGarden planning", "Garden planning"],
  ["Sure! Here is a title:\nGarden planning", "Garden planning"],
  ["Here's a title: Garden planning", "Garden planning"],
  ['```json\n{"title": "Garden planning"}\n```', "Garden planning"],
  ["标题：花园", "花园"],
  ["Rock 'n' Roll", "Rock 'n' Roll"],
  ["<think>cut off in the middle of", undefined],
  ["Title:", undefined],
  ["\n", undefined],
])("of a model's %j stays %j", (reply, title) => {
  expect(titleFromModel(reply)).toBe(title);
});

test("of a reply without end its beginning is looked at", () => {
  expect(titleFromModel(`Fix the build${" ".repeat(20_000)}x`)).toBe("Fix the build");
});

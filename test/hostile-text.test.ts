// Words from outside that are made to be expensive to read: what takes them in takes no longer for it than for others of
// their length. With a way of reading that tries every beginning anew, each of these would not end in an hour.

import { expect, test } from "vitest";
import { readVerdict } from "../src/commands/goal-command.ts";
import { defuse } from "../src/kernel/calls/fence.ts";
import { repairInput } from "../src/kernel/calls/repair.ts";
import { parseReferences } from "../src/kernel/context-files/references.ts";
import { parsePatch } from "../src/kernel/files/v4a.ts";
import { plainOutput } from "../src/kernel/output/ansi.ts";
import { failureOfResponse } from "../src/providers/failures.ts";
import { calmTables } from "../src/surfaces/tui/markdown-tables.ts";
import { loadRichText } from "../src/surfaces/tui/rich-text.ts";
import { SKINS } from "../src/surfaces/tui/skins.data.ts";
import { finish } from "../src/surfaces/tui/stream-cut.ts";
import { createTheme } from "../src/surfaces/tui/theme.ts";

const MANY = 1_000_000;
const spaces = " ".repeat(MANY);

test("what a command prints", () => {
  expect(plainOutput(`${"\r".repeat(MANY)}x\r\r\nend`)).toBe("x\nend");
});

test("what is fenced", () => {
  expect(defuse(`<${spaces}x <${spaces}/${spaces}untrusted`)).toContain(`/${spaces}\u200Buntrusted`);
});

test("what a person pastes", () => {
  expect(parseReferences(`${spaces}x @diff, end`)).toMatchObject({ text: "x, end", references: [{}] });
});

test("what a model calls a tool with, patches, and judges", () => {
  expect(repairInput(`\`\`\`json\n${"\n".repeat(MANY)}{"a":1}\n\`\`\``)).toEqual({ type: "ok", value: { a: 1 } });
  expect(repairInput(`\`\`\`${"\n".repeat(MANY)}x`)).toMatchObject({ type: "bad" });
  const line = (text: string) => parsePatch(`*** Begin Patch\n${text}\n*** End Patch`).type;
  expect(line(`*** Move File: a${spaces}b -> c`)).toBe("ok");
  expect(line(`*** Update File: a\n@@${spaces}x\n-b\n+c`)).toBe("ok");
  expect(readVerdict(`${"\n".repeat(MANY)}DONE: it is there`)).toEqual({ done: true, why: "it is there" });
});

test("what a server answers", () => {
  const where = { provider: "p", endpoint: "e", model: "m", keyAdvice: "", local: false, secrets: [] };
  const answer = { status: 400, headers: {}, body: "exceed".repeat(MANY / 6) };
  expect(failureOfResponse(where, answer, 0).kind).toBe("bad-request");
});

test("what is drawn of an answer", async () => {
  const theme = createTheme(SKINS[0]!, "dark", "full");
  expect(calmTables([], `${spaces}x\n${"- ".repeat(MANY)}`, theme)).toEqual([]);
  const rich = await loadRichText();
  // Nested deeper than can be followed, or longer than anybody writes: shown as it is.
  expect(rich.prose("> ".repeat(MANY), 80, theme)).toBeUndefined();
  expect(rich.code("_".repeat(MANY), "ts", theme)).toBeUndefined();
  expect(() => rich.prose("> ".repeat(4_900), 80, theme)).not.toThrow();
  expect(rich.prose("**a**", 80, theme)?.join("")).toContain("a");
  const fence = { language: "", opens: true, closes: false };
  expect(finish(`${"`".repeat(MANY)}x\n\`\`\`\n`, fence).text).toBe(`${"`".repeat(MANY)}x`);
});

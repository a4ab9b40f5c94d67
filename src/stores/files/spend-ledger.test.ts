import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeLog } from "../../testing/fakes.ts";
import { fileSpendLedger } from "./spend-ledger.ts";

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "spending-"));
  dir = join(root, "logs");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (time: string) => Date.parse(`${time}Z`);
const CALL = { tokens: 100, usd: 0.25 };

test("what every process recorded counts once, from the asked moment on, over midnight", async () => {
  const [one, other] = [fileSpendLedger(dir, fakeLog()), fileSpendLedger(dir, fakeLog())];
  expect(await one.since(0)).toEqual({ tokens: 0, usd: 0 });
  one.record(at("2026-03-01T22:59:59"), CALL);
  one.record(at("2026-03-01T23:00:00"), CALL);
  other.record(at("2026-03-02T12:00:00"), CALL);
  one.record(at("2026-03-02T12:00:00"), CALL);
  for (const ledger of [one, other])
    expect(await ledger.since(at("2026-03-01T23:00:00"))).toEqual({ tokens: 300, usd: 0.75 });
});

test("days that no limit asks for are dropped, and nothing else of the folder", async () => {
  const ledger = fileSpendLedger(dir, fakeLog());
  for (let day = 1; day <= 9; day++) ledger.record(at(`2026-03-0${day}T12:00:00`), CALL);
  writeFileSync(join(dir, "spending-notes.jsonl"), "mine");
  writeFileSync(join(dir, "agent.log"), "a line");
  ledger.record(at("2026-03-10T00:00:00"), CALL);
  expect(readdirSync(dir).sort()).toEqual([
    "agent.log",
    "spending-2026-03-08.jsonl",
    "spending-2026-03-09.jsonl",
    "spending-2026-03-10.jsonl",
    "spending-notes.jsonl",
  ]);
  expect(await ledger.since(at("2026-03-09T00:00:00"))).toEqual({ tokens: 200, usd: 0.5 });
});

test("the one file of earlier versions counts on its day and goes with it", async () => {
  const ledger = fileSpendLedger(dir, fakeLog());
  const now = at("2026-03-05T12:00:00");
  ledger.record(now, CALL);
  const old = join(dir, "spending.jsonl");
  for (const moment of [at("2025-01-01T00:00:00"), now])
    appendFileSync(old, `${JSON.stringify({ at: moment, tokens: 7, usd: 1 })}\n`);
  utimesSync(old, now / 1000, now / 1000);
  expect(await ledger.since(at("2026-03-05T00:00:00"))).toEqual({ tokens: 107, usd: 1.25 });
  ledger.record(at("2026-03-07T12:00:00"), CALL);
  expect(existsSync(old)).toBe(true);
  ledger.record(at("2026-03-08T12:00:00"), CALL);
  expect(existsSync(old)).toBe(false);
});

test("a torn or foreign line does not spoil the sum", async () => {
  const ledger = fileSpendLedger(dir, fakeLog());
  ledger.record(at("2026-03-05T12:00:00"), CALL);
  appendFileSync(join(dir, "spending-2026-03-05.jsonl"), '{"at":17\nnull\n{"at":"x"}\n');
  ledger.record(at("2026-03-05T13:00:00"), CALL);
  expect(await ledger.since(at("2026-03-05T00:00:00"))).toEqual({ tokens: 200, usd: 0.5 });
});

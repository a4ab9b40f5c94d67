import { describe, expect, test } from "vitest";
import { isLocalEndpoint } from "./endpoint.ts";
import { MODELS } from "./models.data.ts";
import { defaultMaxOutput, findModel, learnWindows, modelInfo } from "./models.ts";
import { staleLimitMs } from "./watchdog.ts";

describe("what is known about a model", () => {
  test("the same model is found under every vendor's spelling", () => {
    for (const id of [
      "claude-sonnet-5-5",
      "anthropic/claude-sonnet-5.5",
      "Claude-Sonnet-5-5-20260901",
      "claude-sonnet-5.5:beta",
    ])
      expect(findModel(id)?.prefix).toBe("claude-sonnet-5-5");
  });

  test("the longest start wins, wherever it stands in the table", () => {
    for (const row of MODELS) expect(findModel(`vendor/${row.prefix}`)).toBe(row);
  });

  test("the user's word, then what was learned, then the table, then a careful guess", () => {
    const id = "gpt-4o";
    expect(modelInfo(id, { local: false }).window).toBe(128_000);
    expect(modelInfo(id, { local: false, learnedWindow: 64_000 }).window).toBe(64_000);
    expect(modelInfo(id, { local: false, learnedWindow: 64_000, override: { window: 32_000 } }).window).toBe(32_000);
    expect(modelInfo("never-heard-of", { local: false })).toMatchObject({ window: 128_000, images: false });
    expect(modelInfo("never-heard-of", { local: false })).not.toHaveProperty("prices");
  });

  test("a local server is not believed to have the model's full window, nor to cost money", () => {
    const info = modelInfo("gpt-oss:20b", { local: true });
    expect(info.window).toBeLessThan(findModel("gpt-oss:20b")?.window ?? 0);
    expect(info).not.toHaveProperty("prices");
  });

  test("a model that runs only at its vendor's keeps its window behind an address on this machine", () => {
    expect(modelInfo("claude-sonnet-5-5", { local: true }).window).toBe(1_000_000);
    expect(modelInfo("openai/gpt-5.2", { local: true }).window).toBe(400_000);
    for (const open of ["gpt-oss:120b", "llama3.3", "gemma3:27b", "my-own"])
      expect(modelInfo(open, { local: true }).window, open).toBe(32_768);
  });

  test("what a server has set up is believed, down to what it proved; what a model allows only limits a guess", () => {
    const served = { local: true, servedWindow: { type: "served", window: 65_536 } } as const;
    expect(modelInfo("qwen3:8b", served).window).toBe(65_536);
    expect(modelInfo("qwen3:8b", { ...served, learnedWindow: 40_000 }).window).toBe(40_000);
    expect(modelInfo("qwen3:8b", { ...served, override: { window: 8_192 } }).window).toBe(8_192);
    for (const [window, expected] of [
      [8_192, 8_192],
      [131_072, 32_768],
    ] as const)
      expect(modelInfo("qwen3:8b", { local: true, servedWindow: { type: "at-most", window } }).window).toBe(expected);
  });

  test("a server set up anew makes what was learned about it void", () => {
    const windows = learnWindows({}, () => undefined);
    windows.served("http://box/v1", "custom", "m", 8_192);
    windows.stated("custom", "m", 4_096);
    windows.served("http://box/v1", "custom", "m", 8_192);
    expect(windows.get("custom", "m")).toBe(4_096);
    windows.served("http://box/v1", "custom", "m", 32_768);
    expect([windows.get("custom", "m"), windows.servedBy("http://box/v1", "m")]).toEqual([undefined, 32_768]);
  });

  test("no answer may ask for more than the window or starve the prompt", () => {
    for (const window of [2_048, 8_192, 32_768, 1_000_000]) {
      const info = modelInfo("claude-sonnet-5-5", { local: false, override: { window } });
      expect(info.maxOutput).toBeLessThanOrEqual(window);
      expect(defaultMaxOutput(info)).toBeLessThanOrEqual(window / 4);
    }
  });
});

test("addresses on the user's own machine and network are told from the internet", () => {
  const local = [
    "http://localhost:1",
    "http://127.0.0.1",
    "http://[::1]:8",
    "http://192.168.1.2/v1",
    "http://172.20.0.1",
    "http://box:11434",
    "http://nas.local",
  ];
  const remote = ["https://api.example.com", "https://8.8.8.8", "http://172.32.0.1", "https://[2001:db8::1]/"];
  expect(local.filter((url) => !isLocalEndpoint(url))).toEqual([]);
  expect(remote.filter(isLocalEndpoint)).toEqual([]);
});

test("longer prompts are given more patience, and slow machines the most", () => {
  const limits = [
    staleLimitMs(() => 1_000, false),
    staleLimitMs(() => 60_000, false),
    staleLimitMs(() => 150_000, false),
    staleLimitMs(() => 1_000, true),
  ];
  expect([...limits].sort((a, b) => a - b)).toEqual(limits);
  expect(new Set(limits).size).toBe(4);
});

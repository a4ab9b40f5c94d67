// Holographic on a real file: the suite, and what only it can do.

import { describe, expect, test } from "vitest";
import type { ToolContext } from "../../contracts/tool.ts";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import { tempDir } from "../../testing/fakes.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite } from "../../testing/suites/memory-provider-suite.ts";
import { entitiesIn } from "./fact-text.ts";
import { holographic } from "./holographic.ts";
import { atom, bind, bundle, fromBytes, likeness, toBytes } from "./hrr.ts";

memoryProviderSuite(
  "holographic",
  async () => {
    const dir = await tempDir();
    const opened = [await openMemoryPlugin(holographic, { dataDir: dir.path })];
    return {
      provider: opened[0] ?? (await openMemoryPlugin(holographic, { dataDir: dir.path })),
      async again() {
        const next = await openMemoryPlugin(holographic, { dataDir: dir.path });
        opened.push(next);
        return next;
      },
      settle: async () => undefined,
      async dispose() {
        for (const provider of opened) await provider.dispose?.();
        await dir.remove();
      },
    };
  },
  { shows: "recall" },
);

describe("facts", () => {
  async function setUp() {
    const dir = await tempDir();
    const provider = await openMemoryPlugin(holographic, { dataDir: dir.path });
    const call = async (name: string, input: object, principal: Principal = OWNER): Promise<string> => {
      const tool = provider.tools?.find((one) => one.name === name);
      const decoded = tool?.input.decode(input);
      if (decoded?.type !== "ok") return `bad: ${decoded?.why}`;
      const [part] = (await tool?.run(decoded.value, { principal } as unknown as ToolContext))?.parts ?? [];
      const { result, error } = JSON.parse(part?.type === "text" ? part.text : "{}") as {
        result?: string;
        error?: string;
      };
      return result ?? `error: ${error}`;
    };
    const close = async () => {
      await provider.dispose?.();
      await dir.remove();
    };
    return { call, close };
  }

  test("are found by words, by name, by neighbours, and by several names at once", async () => {
    const { call, close } = await setUp();
    await call("fact_store", { action: "add", content: "Ada runs the Atlas server", category: "project" });
    await call("fact_store", { action: "add", content: "Atlas listens on port 2222" });
    await call("fact_store", { action: "add", content: "Bob prefers tea", category: "user_pref" });
    expect(await call("fact_store", { action: "search", query: "which port" })).toContain("port 2222");
    expect(await call("fact_store", { action: "probe", entity: "ada" })).toContain("Ada runs");
    expect(await call("fact_store", { action: "related", entity: "Ada" })).toContain("port 2222");
    const both = await call("fact_store", { action: "reason", entities: ["Ada", "Atlas"] });
    expect(both).toContain("Ada runs");
    expect(both).not.toContain("tea");
    expect(await call("fact_store", { action: "list", category: "user_pref" })).toBe(
      "- 3: Bob prefers tea (trust 0.50)",
    );
    expect(await call("fact_store", { action: "search" })).toContain("query is required");
    await close();
  });

  test("gain and lose trust, and what is not trusted is not told", async () => {
    const { call, close } = await setUp();
    await call("fact_store", { action: "add", content: "The moon is green" });
    for (let i = 0; i < 3; i++) await call("fact_feedback", { action: "unhelpful", fact_id: 1 });
    expect(await call("fact_store", { action: "search", query: "moon" })).toBe("Nothing found.");
    expect(await call("fact_store", { action: "search", query: "moon", min_trust: 0 })).toContain("trust 0.20");
    await call("fact_feedback", { action: "helpful", fact_id: 1 });
    expect(await call("fact_store", { action: "list", min_trust: 0 })).toContain("trust 0.25");
    expect(await call("fact_feedback", { action: "helpful", fact_id: 9 })).toBe("There is no such fact.");
    await close();
  });

  test("that disagree about the same name are shown side by side", async () => {
    const { call, close } = await setUp();
    await call("fact_store", { action: "add", content: "Atlas listens on port 2222" });
    await call("fact_store", { action: "add", content: "Atlas listens on port 8080" });
    await call("fact_store", { action: "add", content: "Bob prefers tea" });
    expect(await call("fact_store", { action: "contradict" })).toBe(
      "- 1: Atlas listens on port 2222 ⇔ 2: Atlas listens on port 8080",
    );
    await close();
  });
});

test("names are read off the spelling", () => {
  expect(entitiesIn('Ada Lovelace uses "blue ocean", k8s aka Kubernetes.')).toEqual([
    "Ada Lovelace",
    "Kubernetes",
    "blue ocean",
    "k8s",
  ]);
});

test("vectors: unrelated words are unlike, parts of a bundle are like it, bytes keep everything", () => {
  const [a, b, c] = [atom("a"), atom("b"), atom("c")];
  expect(Math.abs(likeness(a, b))).toBeLessThan(0.15);
  expect(likeness(bundle([a, b]), a)).toBeGreaterThan(0.4);
  expect(Math.abs(likeness(bundle([a, b]), c))).toBeLessThan(0.15);
  expect(Math.abs(likeness(bind(a, b), a))).toBeLessThan(0.15);
  expect(fromBytes(toBytes(a))).toEqual(a);
  expect(fromBytes(new Uint8Array(3))).toBeUndefined();
});

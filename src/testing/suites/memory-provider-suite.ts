// The promises of the memory port: what goes in comes back to whom it belongs, nothing odd breaks it, and it can be stopped.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemoryChange, MemoryProvider, MemorySession } from "../../contracts/memory.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import type { ContractServer, Fault } from "../contract-server.ts";
import { NAUGHTY } from "./naughty.data.ts";

export interface MemoryHarness {
  readonly provider: MemoryProvider;
  /** A second provider on the same data, as the next process would have it. */
  again(): Promise<MemoryProvider>;
  /** Waits until what was reported has been taken in, for providers that do so in the background. */
  settle(): Promise<void>;
  /** Makes the service behind the provider fail; absent where there is none. */
  fault?(kind: Fault): void;
  dispose(): Promise<void>;
}

/** For a provider that keeps nothing itself: all it has is in the service behind it. */
export async function servedHarness(
  server: ContractServer,
  open: (server: ContractServer) => Promise<MemoryProvider>,
): Promise<MemoryHarness> {
  return {
    provider: await open(server),
    again: () => open(server),
    settle: async () => undefined,
    fault: server.fault,
    async dispose() {
      await server.stop();
      expect(server.complaints).toEqual([]);
    },
  };
}

export interface MemorySuiteOptions {
  /** How a committed change can be seen again; `none` for providers that only watch. */
  readonly shows: "snapshot" | "recall" | "none";
  /** The harness can break the service behind the provider. */
  readonly faults?: boolean;
}

const FAULTS = ["hang", "unauthorised", "server-error", "garbage"] as const;
/** What callers grant; a provider that is cut ends soon after. */
const DEADLINE_MS = 400;

const GUEST: Principal = { type: "guest", id: "guest-1" };

function session(id: string, principal: Principal = OWNER): MemorySession {
  return { id, principal, cwd: "/workspace" };
}

export function memoryProviderSuite(
  name: string,
  start: () => Promise<MemoryHarness>,
  options: MemorySuiteOptions,
): void {
  let harness: MemoryHarness | undefined;
  beforeEach(async () => {
    harness = await start();
  });
  afterEach(async () => {
    await harness?.dispose();
    harness = undefined;
  });
  const live = (): MemoryHarness => {
    if (harness === undefined) throw new Error("The provider is there only while a test runs.");
    return harness;
  };
  const signal = new AbortController().signal;

  /** Everything the provider would tell about these words. */
  async function told(provider: MemoryProvider, words: string, principal: Principal = OWNER): Promise<string> {
    const at = session("later", principal);
    return `${await provider.snapshot(at, signal)}\n${(await provider.recall?.(`What do you know about ${words}?`, at, signal)) ?? ""}`;
  }
  async function change(value: MemoryChange, principal: Principal = OWNER): Promise<void> {
    await live().provider.changed?.(value, session("s1", principal), signal);
    await live().settle();
  }

  describe(`memory provider: ${name}`, () => {
    test("has a name, and tools with names of their own", () => {
      const { provider } = live();
      expect(provider.name).not.toBe("");
      const names = (provider.tools ?? []).map((tool) => tool.name);
      expect(new Set(names).size).toBe(names.length);
    });

    test("the same state gives the same snapshot", async () => {
      const { provider } = live();
      expect(await provider.snapshot(session("s1"), signal)).toBe(await provider.snapshot(session("s1"), signal));
    });

    test("knowing nothing is saying nothing", async () => {
      expect((await live().provider.snapshot(session("s1"), signal)).trim()).toBe("");
    });

    if (options.shows !== "none") {
      test("what was added is told, also by the next process", async () => {
        await change({ type: "add", target: "user", text: "Prefers rhubarb pie" });
        expect(await told(live().provider, "rhubarb")).toContain("rhubarb pie");
        expect(await told(await live().again(), "rhubarb")).toContain("rhubarb pie");
      });

      test("what was replaced or removed is told no more", async () => {
        await change({ type: "add", target: "memory", text: "The server is called atlas" });
        await change({
          type: "replace",
          target: "memory",
          before: "The server is called atlas",
          text: "The server is called titan",
        });
        const replaced = await told(live().provider, "server");
        expect(replaced).toContain("titan");
        expect(replaced).not.toContain("atlas");
        await change({ type: "remove", target: "memory", before: "The server is called titan" });
        expect(await told(live().provider, "server")).not.toContain("titan");
      });

      test("belongs to the principal it came from", async () => {
        await change({ type: "add", target: "user", text: "Guest secret quince" }, GUEST);
        expect(await told(live().provider, "quince", GUEST)).toContain("quince");
        expect(await told(live().provider, "quince")).not.toContain("quince");
      });
    }

    test("odd words are taken in, asked for and survived", async () => {
      const { provider } = live();
      for (const text of NAUGHTY) {
        await change({ type: "add", target: "memory", text });
        expect(typeof (await provider.recall?.(text, session("s1"), signal)) !== "object").toBe(true);
      }
      const turn = NAUGHTY.map((text): Message => ({ role: "user", parts: [{ type: "text", text }], at: 1 }));
      await provider.observe?.(turn, session("s1"), signal);
      await provider.beforeCompaction?.(turn, session("s1"), signal);
      await provider.switchSession?.(session("s1"), session("s2"), signal);
      await live().settle();
      expect(typeof (await provider.snapshot(session("s2"), signal))).toBe("string");
    });

    if (options.faults) {
      test.each(FAULTS)("a service that fails (%s) costs its answer and nothing else", async (kind) => {
        await change({ type: "add", target: "user", text: "Prefers rhubarb pie" });
        const { provider, fault } = live();
        fault?.(kind);
        const cut = () => AbortSignal.timeout(DEADLINE_MS);
        const asked = await Promise.allSettled([
          provider.snapshot(session("s1"), cut()),
          provider.recall?.("rhubarb", session("s1"), cut()),
          provider.changed?.({ type: "remove", target: "user", before: "Something else" }, session("s1"), cut()),
        ]);
        // Whoever is asked says nothing or fails as an error; broken answers are never passed on as memories.
        for (const outcome of asked) {
          if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(Error);
          else expect(String(outcome.value ?? "")).not.toContain("html");
        }
        fault?.("none");
        expect(await told(provider, "rhubarb")).toContain("rhubarb pie");
      });
    }

    test("a call that was stopped ends, one way or the other", async () => {
      const { provider } = live();
      const outcomes = await Promise.allSettled([
        provider.snapshot(session("s1"), AbortSignal.abort()),
        provider.recall?.("anything", session("s1"), AbortSignal.abort()),
        provider.observe?.([], session("s1"), AbortSignal.abort()),
      ]);
      expect(outcomes).toHaveLength(3);
    });

    test("can be disposed of twice", async () => {
      const { provider } = live();
      await provider.dispose?.();
      await provider.dispose?.();
    });
  });
}

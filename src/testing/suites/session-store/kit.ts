// What every part of the session-store suite starts from.

import { afterEach, beforeEach } from "vitest";
import type { NewSession, SessionStore } from "../../../contracts/stores.ts";
import type { AssistantMessage, Message, ToolMessage, UserMessage } from "../../../kernel/message.ts";
import { OWNER, type Principal } from "../../../kernel/principal.ts";
import { type FakeClock, fakeClock } from "../../fakes.ts";

/** One place for data, and handles on it. */
export interface StoreHarness<S extends SessionStore = SessionStore> {
  readonly store: S;
  /** A second handle on the same data, as another process would have it. */
  again(): Promise<S>;
  /** Lets time pass where leases follow another clock than the one given. */
  age?(ms: number): Promise<void>;
  /** Closes what is open and removes the data. */
  dispose(): Promise<void>;
}

export type StartStore<S extends SessionStore = SessionStore> = (clock: FakeClock) => Promise<StoreHarness<S>>;

export interface Kit<S extends SessionStore = SessionStore> {
  readonly store: S;
  readonly clock: FakeClock;
  /** Time goes by for everyone who looks at a clock. */
  pass(ms: number): Promise<void>;
  again(): Promise<S>;
  /** Creates a session with these words said in turn by user and assistant. */
  talk(id: string, lines: readonly string[], extra?: Partial<NewSession>): Promise<void>;
}

export const GUEST: Principal = { type: "guest", id: "guest-1" };
export const OTHER_GUEST: Principal = { type: "guest", id: "guest-2" };

/** Fresh data for every test. */
export function useStore<S extends SessionStore>(start: StartStore<S>): () => Kit<S> {
  let kit: { readonly kit: Kit<S>; readonly dispose: () => Promise<void> } | undefined;
  beforeEach(async () => {
    const clock = fakeClock();
    const harness = await start(clock);
    const { store } = harness;
    const talk: Kit<S>["talk"] = async (id, lines, extra) => {
      await store.create(newSession(id, { startedAt: clock.now(), ...extra }));
      const messages = lines.map((line, index) =>
        index % 2 === 0 ? user(line, clock.now() + index) : said(line, clock.now() + index),
      );
      await store.append(id, messages, 0);
    };
    const pass: Kit<S>["pass"] = async (ms) => {
      await clock.advance(ms);
      await harness.age?.(ms);
    };
    kit = { kit: { store, clock, pass, again: harness.again, talk }, dispose: harness.dispose };
  });
  afterEach(async () => {
    await kit?.dispose();
    kit = undefined;
  });
  return () => {
    if (kit === undefined) throw new Error("The store is there only while a test runs.");
    return kit.kit;
  };
}

export function newSession(id: string, extra: Partial<NewSession> = {}): NewSession {
  return { id, source: "cli", principal: OWNER, startedAt: 1_768_478_400_000, ...extra };
}

export function user(words: string, at = 1_768_478_400_000): UserMessage {
  return { role: "user", parts: [{ type: "text", text: words }], at };
}

export function said(words: string, at = 1_768_478_400_000): AssistantMessage {
  return {
    role: "assistant",
    parts: [{ type: "text", text: words }],
    stop: "end",
    usage: { input: 10, output: 5, cacheRead: 2, cacheWrite: 1, reasoning: 0 },
    model: "scripted/model",
    at,
  };
}

export function asked(callId: string, tool = "read_file", input: unknown = { path: "a" }): AssistantMessage {
  return { ...said(""), parts: [{ type: "call", call: { id: callId, tool, input } }], stop: "calls" };
}

export function answered(callId: string, words = "{}", at = 1_768_478_400_001): ToolMessage {
  return { role: "tool", callId, tool: "read_file", parts: [{ type: "text", text: words }], isError: false, at };
}

export async function messagesOf(store: SessionStore, id: string): Promise<readonly Message[]> {
  return (await store.history(id)).map((entry) => entry.message);
}

export async function headOf(store: SessionStore, id: string): Promise<number> {
  return (await store.history(id)).at(-1)?.seq ?? 0;
}

// What a second look sees: the conversation, made smaller by the same policy when it would be too large. Nothing of that is stored.

import type { ContextEngine } from "../../contracts/context.ts";
import type { ModelChoice } from "../../contracts/model.ts";
import type { Models } from "../../contracts/models.ts";
import type { FrozenPrompt, SessionStore, StoredMessage } from "../../contracts/stores.ts";
import { isResting, readIdle } from "../../kernel/compress/resting.ts";
import type { Message } from "../../kernel/message.ts";
import { estimateRequest } from "../../kernel/tokens.ts";
import { sideModels } from "../side-models.ts";

export interface ForkViewPorts {
  readonly store: Pick<SessionStore, "get">;
  /** The conversation's own engine and what it may ask; undefined when compression is off. */
  readonly room: { readonly engine: ContextEngine; readonly models: Models } | undefined;
}

export interface ForkViewOf {
  readonly sessionId: string;
  readonly choice: ModelChoice;
  readonly transcript: readonly StoredMessage[];
  readonly prompt: FrozenPrompt;
}

export interface ForkView {
  /** The conversation as it is to be sent, with these messages after it. Made smaller at most once. */
  before(own: readonly Message[], signal: AbortSignal): Promise<readonly Message[]>;
  /** The vendor found it too large: true when it is smaller now. */
  tooLarge(own: readonly Message[], signal: AbortSignal): Promise<boolean>;
}

export function createForkView(ports: ForkViewPorts, { sessionId, choice, transcript, prompt }: ForkViewOf): ForkView {
  const { room, store } = ports;
  const whole = transcript.map(({ message }) => message);
  const state = { smaller: undefined as readonly Message[] | undefined };
  const { window, maxOutput } = choice.provider.info(choice.model);

  async function shrink(own: readonly Message[], signal: AbortSignal, due: "if-crowded" | "now"): Promise<boolean> {
    if (room === undefined || state.smaller !== undefined) return false;
    const { engine, models } = room;
    // What the second look says itself is never summarised: to the engine it is part of the prompt.
    const estimate = estimateRequest({ ...prompt, messages: [...whole, ...own] });
    const view = { sessionId, messages: transcript, window, maxOutput, estimate };
    if (due === "if-crowded" && engine.assess(view) !== "compact") return false;
    const idle = readIdle((await store.get(sessionId))?.settings ?? {});
    if (isResting(idle, { entries: transcript, window, factor: 1 })) return false;
    const result = await engine.compact(view, { models: await sideModels(models, choice), signal });
    if (result.type === "compacted") state.smaller = result.compaction.view;
    return result.type === "compacted";
  }

  return {
    async before(own, signal) {
      await shrink(own, signal, "if-crowded");
      return [...(state.smaller ?? whole), ...own];
    },
    tooLarge: (own, signal) => shrink(own, signal, "now"),
  };
}

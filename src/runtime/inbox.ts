// What waits in front of a conversation: how it is kept, and what of it is answered next.

import type { UserInput } from "../contracts/session.ts";
import type { SessionInput, SessionStore } from "../contracts/stores.ts";
import type { Part } from "../kernel/message.ts";
import { normalizeText } from "../kernel/text.ts";

export function toInput(input: UserInput, id: string, at: number): SessionInput {
  const parts = input.parts.map(
    (part): Part => (part.type === "text" ? { type: "text", text: normalizeText(part.text) } : part),
  );
  return { ...input, id, parts, at };
}

/** The oldest queued input, with every steer that came too late for its turn. */
export async function firstWaiting(
  store: Pick<SessionStore, "pending">,
  sessionId: string,
): Promise<readonly SessionInput[]> {
  const pending = await store.pending(sessionId);
  const queued = pending.find((input) => input.delivery === "queue");
  return [...pending.filter((input) => input.delivery === "steer"), ...(queued ? [queued] : [])];
}

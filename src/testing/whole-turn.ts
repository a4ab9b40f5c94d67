// A turn as tests look at it: everything it told, up to its end.

import type { AgentEvent, Session } from "../contracts/session.ts";
import { text } from "../kernel/message.ts";

export async function wholeTurn(session: Session, words: string): Promise<readonly AgentEvent[]> {
  const events = session.events();
  await session.send({ parts: [text(words)], delivery: "queue" });
  const seen: AgentEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (event.type === "turn-end") break;
  }
  await session.settled();
  return seen;
}

// A title after the first exchange: from the auxiliary model where there is time for it, else from the words themselves.

import type { Models } from "../../contracts/models.ts";
import type { SessionStore } from "../../contracts/stores.ts";
import { ModelFailure, StoreFailure } from "../../kernel/failure.ts";
import { textOf } from "../../kernel/message.ts";
import { titleFromModel, titleFromText } from "../../kernel/sessions/title.ts";
import { asTyped } from "../../kernel/skills/invocation.ts";
import { takeChars } from "../../kernel/text.ts";
import { completeWith } from "../auxiliary.ts";
import type { FinishedTurn } from "../host-ports.ts";

const EXCERPT_CHARS = 500;
const SYSTEM =
  "You name conversations. Reply with the title alone: three to seven words in the language of the conversation, no quotes, no full stop.";

export interface TitlePorts {
  readonly store: SessionStore;
  readonly models: Models;
  /** False for runs that end at once: they take the title from the words. */
  readonly askModel: boolean;
}

export async function titleSession(ports: TitlePorts, turn: FinishedTurn, signal: AbortSignal): Promise<void> {
  const row = await ports.store.get(turn.sessionId);
  if (row === undefined || row.title !== undefined) return;
  const asked = firstText(turn, "user");
  const answered = firstText(turn, "assistant");
  if (asked === "" || answered === "") return;
  const title = (await fromModel(ports, turn, { asked, answered }, signal)) ?? titleFromText(asked);
  if (title !== undefined) await store(ports.store, turn, title);
}

function firstText(turn: FinishedTurn, role: "user" | "assistant"): string {
  const found = turn.transcript.find(
    ({ message }) =>
      message.role === role &&
      !(message.role === "user" && message.origin === "runtime") &&
      textOf(message).trim() !== "",
  );
  return found === undefined ? "" : asTyped(textOf(found.message));
}

async function fromModel(
  { models, askModel }: TitlePorts,
  { choice }: FinishedTurn,
  words: { readonly asked: string; readonly answered: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!askModel || choice.provider.id === "offline") return undefined;
  const complete = completeWith(await models.auxiliary("title_generation", choice), signal);
  const prompt = `User: ${takeChars(words.asked, EXCERPT_CHARS)}\n\nAssistant: ${takeChars(words.answered, EXCERPT_CHARS)}`;
  try {
    return titleFromModel(await complete({ system: SYSTEM, prompt, maxOutput: 60 }));
  } catch (error) {
    if (error instanceof ModelFailure) return undefined;
    throw error;
  }
}

async function store(sessions: SessionStore, turn: FinishedTurn, title: string): Promise<void> {
  try {
    await sessions.name(turn.sessionId, title);
  } catch (error) {
    // Another machine took it in between: the session simply stays untitled until its next turn.
    if (!(error instanceof StoreFailure)) throw error;
  }
}

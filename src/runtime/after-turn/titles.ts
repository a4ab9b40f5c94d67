// A title after the first exchange: from the auxiliary model where there is time for it, else from the words themselves.

import type { Models } from "../../contracts/models.ts";
import type { SessionStore } from "../../contracts/stores.ts";
import { ModelFailure, StoreFailure } from "../../kernel/failure.ts";
import { textOf } from "../../kernel/message.ts";
import { isSmallTalk, titleFromModel, titleFromText } from "../../kernel/sessions/title-from.ts";
import { asTyped } from "../../kernel/skills/invocation.ts";
import { takeChars } from "../../kernel/text.ts";
import { completeWith } from "../auxiliary.ts";
import type { FinishedTurn } from "../host-ports.ts";

const EXCERPT_CHARS = 500;
/** Seven words, and room for a model that thinks a little first. */
const MAX_OUTPUT = 500;
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
  const said = textsOf(turn, "user");
  const [answered] = textsOf(turn, "assistant");
  const asked = said.find((text) => !isSmallTalk(text)) ?? said[0];
  if (asked === undefined || answered === undefined) return;
  const title = (await fromModel(ports, turn, { asked, answered }, signal)) ?? fromWords(ports, asked, said.length);
  if (title !== undefined) await store(ports.store, turn, title);
}

/** A conversation that will go on after a greeting is named by what comes next. */
function fromWords({ askModel }: TitlePorts, asked: string, exchanges: number): string | undefined {
  return askModel && exchanges === 1 && isSmallTalk(asked) ? undefined : titleFromText(asked);
}

function textsOf(turn: FinishedTurn, role: "user" | "assistant"): readonly string[] {
  return turn.transcript
    .filter(({ message }) => message.role === role && !(message.role === "user" && message.origin === "runtime"))
    .map(({ message }) => asTyped(textOf(message)))
    .filter((text) => text.trim() !== "");
}

/** undefined where no model is asked, or none answers: leaving the program does not wait for one. */
async function fromModel(
  { models, askModel }: TitlePorts,
  { choice }: FinishedTurn,
  words: { readonly asked: string; readonly answered: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!askModel) return undefined;
  const prompt = `User: ${takeChars(words.asked, EXCERPT_CHARS)}\n\nAssistant: ${takeChars(words.answered, EXCERPT_CHARS)}`;
  try {
    const side = await models.auxiliary("title_generation", choice);
    if (side.provider.id === "offline") return undefined;
    return titleFromModel(await completeWith(side, signal)({ system: SYSTEM, prompt, maxOutput: MAX_OUTPUT }));
  } catch (error) {
    if (error instanceof ModelFailure || signal.aborted) return undefined;
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

// One real question to the model that was just chosen, leaving no trace.

import { text } from "../../kernel/message.ts";
import { ellipsize, oneLine } from "../../kernel/text.ts";
import type { OpenApp } from "../../runtime/app.ts";
import { appOptions } from "./chat-flags.ts";
import { WORDS } from "./words.data.ts";

export type Tried =
  | { readonly type: "answered"; readonly words: string }
  | { readonly type: "failed"; readonly why: string };

const WITHIN_MS = 30_000;

export async function tryModel(openApp: OpenApp): Promise<Tried> {
  const app = await openApp({ ...appOptions({ source: "tool" }, false), ignoreRules: true });
  const session = await app.host.create({
    principal: app.principal,
    source: "tool",
    cwd: app.cwd,
    settings: { ...app.defaults, toolsets: ["todo"], maxIterations: 1 },
  });
  const late = setTimeout(() => session.abort(), WITHIN_MS);
  try {
    const events = session.events();
    await session.send({ parts: [text(WORDS.setup.hello)], delivery: "queue" });
    let words = "";
    for await (const event of events) {
      if (event.type === "text") words += event.delta;
      if (event.type !== "turn-end") continue;
      if (event.failure !== undefined) return { type: "failed", why: event.failure.message };
      if (event.reason === "aborted") return { type: "failed", why: WORDS.setup.noAnswerInTime };
      return { type: "answered", words: ellipsize(oneLine(words), 60) };
    }
    return { type: "failed", why: WORDS.setup.endedBefore };
  } finally {
    clearTimeout(late);
    const { id } = session;
    await session.close();
    await app.store.remove(id);
    await app.close();
  }
}

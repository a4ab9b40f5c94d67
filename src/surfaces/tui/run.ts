// The interactive terminal: one session at a time, events in, lines out. Decisions live in reduce.ts and the drawing functions.

import type { Session } from "../../contracts/session.ts";
import type { App } from "../../runtime/app.ts";
import { converse } from "./conversation.ts";
import { bindKeys } from "./keys.ts";
import { recap } from "./recap.ts";
import { loadRichText } from "./rich-text.ts";
import type { TuiContext } from "./tui-context.ts";
import { createUi, type Ui } from "./ui.ts";

/** The exit code. Returns when the person leaves. */
export async function runTui(app: App, first: Session, context: TuiContext): Promise<number> {
  const ui = await createUi(app, context);
  const talk = converse(app, ui, first, context);
  bindKeys(ui, talk, context);
  await greet(app, first, ui, context);
  const typed = context.firstFrame.end();
  ui.screen.start();
  ui.screen.drawNow();
  ui.screen.type(typed);
  // From here on the person can type; what is heavy comes now.
  void loadRichText().then((rich) => ui.useRichText(rich));
  void ui.screen.background().then((background) => ui.useBackground(background));
  const stopListening = context.io.onInterrupt(() => talk.leave(143));
  const code = await talk.left;
  stopListening();
  await ui.close(await talk.farewell());
  await talk.close();
  await app.close();
  return code;
}

async function greet(app: App, session: Session, ui: Ui, { facts, resumed, warnings }: TuiContext): Promise<void> {
  const plan = await app.plan(session.settings);
  const model = plan.type === "ready" ? `${plan.primary.provider.id}/${plan.primary.model}` : "";
  const window = plan.type === "ready" ? plan.primary.provider.info(plan.primary.model).window : 0;
  ui.dispatch({ type: "facts", facts: { model, window, yolo: session.settings.yolo } });
  const place = facts.cwd.startsWith(facts.userHome) ? `~${facts.cwd.slice(facts.userHome.length)}` : facts.cwd;
  ui.dispatch({ type: "banner", model, place, tools: app.tools(session.settings).length });
  if (plan.type === "refused") ui.dispatch({ type: "said", level: "warning", text: plan.why });
  for (const text of warnings) ui.dispatch({ type: "said", level: "warning", text });
  if (resumed)
    ui.dispatch({ type: "recalled", blocks: recap(await app.store.history(session.id), ui.settings, ui.messages) });
}

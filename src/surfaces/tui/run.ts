// The interactive terminal: one session at a time, events in, lines out. Decisions live in reduce.ts and the drawing functions.

import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { modelName } from "../../contracts/model.ts";
import { EXIT_CODES } from "../cli/io.ts";
import { converse } from "./conversation.ts";
import { createDoor, type Door } from "./door.ts";
import { bindKeys } from "./keys.ts";
import { recap } from "./recap.ts";
import type { Opened, TuiContext } from "./tui-context.ts";
import { createUi, type Ui } from "./ui.ts";

/** What opens in this time is closed in good order. */
const OPENS_SOON_MS = 1_500;

/** The exit code. Returns when the person leaves. */
export async function runTui(context: TuiContext): Promise<number> {
  const ui = await createUi(context);
  const exit = Promise.withResolvers<number>();
  const door = createDoor(exit.resolve);
  bindKeys(ui, door.talk, context);
  ui.dispatch({ type: "banner", model: "", place: placeOf(context), tools: undefined });
  const typed = context.firstFrame.handOver();
  ui.screen.start();
  ui.screen.drawNow();
  for (const { base64, mime } of context.images)
    ui.screen.composer.insert(`${ui.images.add(Buffer.from(base64, "base64"), mime)} `);
  ui.screen.type(typed);
  ui.screen.drawNow();
  void ui.screen.background().then((background) => ui.useBackground(background));
  await ui.recallPrompts();
  // What was typed since is on its way; it is shown before anything heavy takes the processor.
  await setImmediate();
  const stopListening = context.io.onInterrupt((signal) => exit.resolve(EXIT_CODES[signal]));
  try {
    return await talk(ui, door, exit, context);
  } catch (error) {
    await ui.close([""]);
    throw error;
  } finally {
    stopListening();
  }
}

/** From here on the person can type; what is heavy comes now. */
async function talk(
  ui: Ui,
  door: Door,
  { promise: left, resolve: leave }: PromiseWithResolvers<number>,
  context: TuiContext,
): Promise<number> {
  const opened = await unlessLeft(context.open(), left);
  if (opened === undefined) {
    await ui.close([""]);
    return left;
  }
  const conversation = converse(opened, ui, leave, context);
  await greet(opened, ui, context);
  door.open(conversation);
  void beautify(ui);
  const code = await left;
  await ui.close(await conversation.farewell());
  await conversation.close();
  await opened.app.close();
  return code;
}

/** Undefined for a person who leaves while there is nothing to talk to: an engine or a host that hangs holds nobody back. */
async function unlessLeft<T>(opening: Promise<T>, left: Promise<unknown>): Promise<T | undefined> {
  const gone = left.then(() => sleep(OPENS_SOON_MS, undefined));
  return Promise.race([opening, gone]);
}

/** Where parts of the program are gone, answers stay readable as they were written. */
async function beautify(ui: Ui): Promise<void> {
  try {
    const { loadRichText } = await import("./rich-text.ts");
    ui.useRichText(await loadRichText());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    ui.dispatch({ type: "said", level: "warning", text: ui.messages.failedInside(why) });
  }
}

async function greet({ app, session }: Opened, ui: Ui, context: TuiContext): Promise<void> {
  const plan = await app.plan(session.settings);
  const choice = plan.type === "ready" ? plan.primary : undefined;
  const model = choice === undefined ? "" : modelName(choice);
  const window = choice?.provider.info(choice.model).window ?? 0;
  const tools = (await app.tools(session.settings, choice)).length;
  ui.dispatch({ type: "facts", facts: { model, window, yolo: session.settings.yolo } });
  ui.dispatch({ type: "banner", model, place: placeOf(context), tools });
  if (plan.type === "refused") ui.dispatch({ type: "said", level: "warning", text: plan.why });
  if (ui.theme.skin.name !== ui.settings.skin)
    ui.dispatch({ type: "said", level: "warning", text: ui.messages.skinMissing(ui.settings.skin) });
  for (const text of app.warnings) ui.dispatch({ type: "said", level: "warning", text });
  if (context.resumed)
    ui.dispatch({ type: "recalled", blocks: recap(await app.store.history(session.id), ui.settings, ui.messages) });
}

function placeOf({ facts: { cwd, userHome } }: TuiContext): string {
  return cwd.startsWith(userHome) ? `~${cwd.slice(userHome.length)}` : cwd;
}

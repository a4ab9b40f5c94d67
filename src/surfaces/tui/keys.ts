// What the keys do, apart from editing: answering, stopping, leaving, unfolding, the outside editor.

import type { Conversation } from "./conversation.ts";
import { editOutside } from "./outside-editor.ts";
import { moveFor } from "./question-panel.ts";
import type { TuiContext } from "./tui-context.ts";
import type { Ui } from "./ui.ts";

const LEAVE_WITHIN_MS = 2_000;
/** Whoever is typing when a question appears must not answer it by accident: it listens after a pause. */
const PAUSE_MS = 350;

export function bindKeys(ui: Ui, talk: Conversation, context: TuiContext): void {
  const clock = () => performance.now();
  const held = { interruptedAt: Number.NEGATIVE_INFINITY, keyAt: Number.NEGATIVE_INFINITY, listeningTo: "" };

  function onQuestionKey(key: string | undefined): boolean {
    const open = ui.state.question;
    if (open === undefined || open.writing) return false;
    const { id } = open.question;
    if (held.listeningTo !== id) {
      if (clock() - held.keyAt < PAUSE_MS) return true;
      held.listeningTo = id;
    }
    const move = moveFor(key, open, ui.messages);
    if (move.type === "choose") ui.dispatch({ type: "choose", chosen: move.index });
    if (move.type === "decline")
      talk.answer(open.question.type === "approve" ? { type: "no" } : { type: "unanswered", why: "skipped" });
    if (move.type === "take" && move.choice.answer === undefined) ui.dispatch({ type: "write-own", writing: true });
    if (move.type === "take" && move.choice.answer !== undefined) talk.answer(move.choice.answer);
    return true;
  }

  function interrupt(): void {
    const now = clock();
    if (now - held.interruptedAt < LEAVE_WITHIN_MS) {
      talk.leave(130);
      return;
    }
    held.interruptedAt = now;
    const stopped = talk.stop();
    if (!stopped && ui.screen.composer.text() !== "") ui.screen.composer.set("");
    ui.dispatch({ type: "flash", text: ui.messages.leaveHint });
  }

  ui.handlers = {
    commands: () => talk.commands,
    argumentsOf: async (command, typed) => (await command.complete?.(typed, talk.session)) ?? [],
    onSubmit: talk.submit,
    onKey(key, _data) {
      const taken = press(key);
      held.keyAt = clock();
      return taken;
    },
  };

  function press(key: string | undefined): boolean {
    if (key === "ctrl+c") {
      interrupt();
      return true;
    }
    if (ui.state.flash !== "") ui.dispatch({ type: "flash", text: "" });
    if (onQuestionKey(key)) return true;
    switch (key) {
      case "escape":
        if (ui.state.question?.writing) {
          ui.dispatch({ type: "write-own", writing: false });
          return true;
        }
        return ui.screen.composer.completing() ? false : talk.stop();
      case "ctrl+d":
        if (ui.screen.composer.text() !== "") return false;
        talk.leave(0);
        return true;
      case "ctrl+o":
        ui.dispatch({ type: "expand", expanded: !ui.state.expanded });
        ui.repaint();
        return true;
      case "ctrl+l":
        ui.repaint();
        return true;
      case "ctrl+g":
        void editOutside(ui, context.facts.env);
        return true;
      case "ctrl+z":
        suspend();
        return true;
      case "backspace": {
        const mark = ui.pastes.markBefore(ui.screen.composer.before());
        if (mark === undefined) return false;
        ui.screen.composer.backspace(mark);
        return true;
      }
      default:
        return false;
    }
  }

  function suspend(): void {
    if (process.platform === "win32") return;
    void ui.screen.lend(async () => {
      const back = new Promise<void>((resolve) => process.once("SIGCONT", () => resolve()));
      process.kill(process.pid, "SIGTSTP");
      await back;
    });
  }
}

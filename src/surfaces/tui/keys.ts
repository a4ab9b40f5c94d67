// What the keys do, apart from editing: answering, stopping, leaving, unfolding, the outside editor.

import { setTimeout as sleep } from "node:timers/promises";
import { pictureKind } from "../picture-kind.ts";
import { clipboardPicture, filePicture } from "./clipboard.ts";
import type { Talk } from "./door.ts";
import { distinctPrompts } from "./history.ts";
import { picturePath } from "./images.ts";
import { editOutside } from "./outside-editor.ts";
import { pickerKey } from "./picker.ts";
import { moveFor } from "./question-panel.ts";
import type { TuiContext } from "./tui-context.ts";
import type { Ui } from "./ui.ts";

const LEAVE_WITHIN_MS = 2_000;
/** Whoever is typing when a question appears must not answer it by accident: it listens after a pause. */
const PAUSE_MS = 350;
/** A signal to oneself has arrived by then. */
const AWAKE_MS = 50;

export function bindKeys(ui: Ui, talk: Talk, context: TuiContext): void {
  const clock = () => performance.now();
  const held = { interruptedAt: Number.NEGATIVE_INFINITY, keyAt: Number.NEGATIVE_INFINITY, listeningTo: "" };

  function onQuestionKey(key: string | undefined): boolean {
    const open = ui.state.question;
    if (open === undefined) return false;
    if (open.writing !== "nothing") return onWritingKey(key, open.writing);
    const { id } = open.question;
    if (held.listeningTo !== id) {
      if (clock() - held.keyAt < PAUSE_MS) return true;
      held.listeningTo = id;
    }
    if (key === "/") {
      ui.dispatch({ type: "write", writing: "command" });
      return false;
    }
    if (key === "ctrl+o") {
      ui.printWhole(open.question);
      return true;
    }
    const move = moveFor(key, open, ui.messages);
    if (move.type === "choose") ui.dispatch({ type: "choose", chosen: move.index });
    if (move.type === "decline")
      talk.answer(open.question.type === "approve" ? { type: "no" } : { type: "unanswered", why: "skipped" });
    if (move.type === "take" && move.choice.answer === undefined) ui.dispatch({ type: "write", writing: "answer" });
    if (move.type === "take" && move.choice.answer !== undefined) talk.answer(move.choice.answer);
    return true;
  }

  /** Escape leads back to the choices, and so does taking back the slash that a command began with. */
  function onWritingKey(key: string | undefined, writing: "answer" | "command"): boolean {
    const { composer } = ui.screen;
    if (key === "escape" && composer.completing()) return false;
    const slashGone = writing === "command" && key === "backspace" && composer.text().length <= 1;
    if (key !== "escape" && !slashGone) return false;
    if (writing === "command") composer.set("");
    ui.dispatch({ type: "write", writing: "nothing" });
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
    commands: talk.commands,
    argumentsOf: talk.argumentsOf,
    onSubmit: talk.submit,
    onKey(key, data) {
      const taken = press(key, data);
      held.keyAt = clock();
      return taken;
    },
  };

  function onPickerKey(key: string | undefined, data: string): boolean {
    const { picker } = ui.state;
    if (picker === undefined || ui.state.question !== undefined) return false;
    const next = pickerKey(picker, key, data);
    if (next.type === "picker") ui.dispatch({ type: "pick", picker: next.picker });
    else ui.picked?.(next.type === "took" ? next.item : undefined);
    return true;
  }

  function press(key: string | undefined, data: string): boolean {
    if (key === "ctrl+c" && ui.state.picker !== undefined) {
      ui.picked?.(undefined);
      return true;
    }
    if (key === "ctrl+c") {
      interrupt();
      return true;
    }
    if (ui.state.flash !== "") ui.dispatch({ type: "flash", text: "" });
    if (onQuestionKey(key) || onPickerKey(key, data)) return true;
    if (key === "paste") return pastedPicture(data);
    switch (key) {
      case "escape":
        return ui.screen.composer.completing() ? false : talk.stop();
      case "ctrl+d":
        if (ui.screen.composer.text() !== "") return false;
        talk.leave(0);
        return true;
      case "ctrl+o":
        ui.dispatch({ type: "expand", expanded: !ui.state.expanded });
        ui.repaint();
        return true;
      case "ctrl+r":
        searchPrompts();
        return true;
      case "ctrl+l":
        ui.repaint();
        return true;
      case "ctrl+g":
        void editOutside(ui, context.facts);
        return true;
      case "ctrl+v":
      case "alt+v":
        void clipboardPicture(context.facts).then(addPicture);
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

  /** What is typed already is what is looked for; what is chosen can be changed before it is sent. */
  function searchPrompts(): void {
    const items = distinctPrompts(ui.prompts).map((value) => ({ value, label: value, aside: "" }));
    if (items.length === 0) {
      ui.dispatch({ type: "flash", text: ui.messages.noPrompts });
      return;
    }
    ui.search(ui.messages.pickPrompt, items, ui.screen.composer.text(), (picked) => {
      if (picked !== undefined) ui.screen.composer.set(picked.value);
    });
  }

  function addPicture(bytes: Uint8Array | undefined): void {
    const kind = bytes === undefined ? undefined : pictureKind(bytes);
    if (bytes === undefined || kind === undefined) ui.dispatch({ type: "flash", text: ui.messages.noImage });
    else ui.screen.composer.insert(ui.images.add(bytes, kind));
    ui.screen.draw();
  }

  /** A picture dropped on the terminal arrives as its path. */
  function pastedPicture(text: string): boolean {
    const path = picturePath(text);
    if (path === undefined) return false;
    void filePicture(path, context.facts).then((bytes) => {
      if (bytes === undefined) ui.screen.composer.insert(ui.pastes.fold(text));
      else addPicture(bytes);
      ui.screen.draw();
    });
    return true;
  }

  function suspend(): void {
    // Windows has no jobs to stop.
    if (context.facts.platform === "win32") return;
    void ui.screen.lend(async () => {
      // As the terminal would: everything that was started together stops and goes on together.
      process.kill(0, "SIGTSTP");
      // Whoever is stopped wakes up here. Where nobody could wake us (no shell around), the system does not stop us at all.
      await sleep(AWAKE_MS);
    });
  }
}

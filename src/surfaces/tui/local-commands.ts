// Commands that only a terminal can carry out: its looks, its clipboard, its keys.

import type { Command } from "../../contracts/command.ts";
import type { OpenAdmin } from "../../runtime/admin.ts";
import { type AnswerPorts, answerCommands } from "../cli/answer-commands.ts";
import { pictureKind } from "../picture-kind.ts";
import { copySequence } from "./copy-sequence.ts";
import { listSkins } from "./find-skins.ts";
import { size } from "./format.ts";
import { MESSAGES } from "./messages.ts";
import type { BusyMode } from "./state.ts";
import type { Ui } from "./ui.ts";

const MODES: readonly BusyMode[] = ["interrupt", "queue", "steer"];

export interface LocalPorts extends AnswerPorts {
  say(words: string, delivery: "queue" | "steer"): Promise<void>;
  readonly appCommands: readonly Command[];
  readonly openAdmin: OpenAdmin;
  /** The picture in this file, or in the clipboard; undefined when there is none. */
  picture(path: string | undefined): Promise<Uint8Array | undefined>;
}

export function localCommands(ui: Ui, ports: LocalPorts): readonly Command[] {
  return [
    skin(ui),
    copy(ui),
    details(ui),
    busy(ui),
    redraw(ui),
    clear(ui),
    image(ui, ports),
    ...answerCommands(ports, MESSAGES),
    ...ports.appCommands.flatMap((command) => {
      if (command.name === "reasoning") return [reasoning(ui, command)];
      if (command.name === "resume") return [resume(ui, command)];
      if (command.name === "model") return [model(ui, command, ports)];
      if (command.name === "queue" || command.name === "steer") return [sending(command, command.name, ports)];
      return [];
    }),
  ];
}

/** Shown as what it is: waiting, or on its way. */
const sending = (command: Command, delivery: "queue" | "steer", { say }: LocalPorts): Command => ({
  ...command,
  async run(args, session) {
    if (args === "") return command.run(args, session);
    await say(args, session.busy ? delivery : "queue");
    return { type: "text", text: "" };
  },
});

const reasoning = (ui: Ui, command: Command): Command => ({
  ...command,
  args: "[none|low|medium|high|show|hide]",
  async run(args, session) {
    if (args !== "show" && args !== "hide") return command.run(args, session);
    ui.dispatch({ type: "thoughts", shown: args === "show" });
    ui.repaint();
    return { type: "text", text: ui.messages.thoughts(args === "show") };
  },
  complete: async (typed, session) => [
    ...((await command.complete?.(typed, session)) ?? []),
    ...["show", "hide"].filter((word) => word.startsWith(typed)).map((value) => ({ value })),
  ],
});

/** Without a name, the sessions there are to choose from. */
const resume = (ui: Ui, command: Command): Command => ({
  ...command,
  async run(args, session) {
    const known = args === "" ? ((await command.complete?.("", session)) ?? []) : [];
    const others = known.filter(({ value }) => value !== session.id);
    if (others.length === 0) return command.run(args, session);
    const items = others.map(({ value, summary = "" }) => ({ value, label: summary || value, aside: value }));
    const picked = await ui.pick(ui.messages.pickSession, items);
    return picked === undefined ? { type: "text", text: "" } : command.run(picked.value, session);
  },
});

/** Without a name, what could answer here: the models of providers that are ready. */
const model = (ui: Ui, command: Command, { openAdmin }: LocalPorts): Command => ({
  ...command,
  async run(args, session) {
    if (args !== "") return command.run(args, session);
    const providers = (await (await (await openAdmin()).models()).providers()).filter((one) => one.ready);
    const items = providers.map(({ id, defaultModel, because }) => ({
      value: `${id}/${defaultModel}`,
      label: `${id}/${defaultModel}`,
      aside: because,
    }));
    if (items.length === 0) return command.run(args, session);
    const picked = await ui.pick(ui.messages.pickModel, items);
    return command.run(picked?.value ?? "", session);
  },
});

const skin = (ui: Ui): Command => ({
  name: "skin",
  summary: MESSAGES.commands.skin,
  args: "[name]",
  group: "control",
  whileBusy: true,
  async run(args) {
    if (args === "") {
      const skins = await listSkins(ui.settings.skinsFolder);
      const picked = await ui.pick(
        ui.messages.pickSkin,
        skins.map(({ name, summary }) => ({ value: name, label: name, aside: summary })),
      );
      if (picked === undefined) return { type: "text", text: "" };
      await ui.useSkin(picked.value);
      return { type: "text", text: ui.messages.skinSet(picked.value) };
    }
    const found = await ui.useSkin(args);
    const names = (await listSkins(ui.settings.skinsFolder)).map(({ name }) => name).join(", ");
    return {
      type: "text",
      text: found === undefined ? ui.messages.skinUnknown(args, names) : ui.messages.skinSet(args),
    };
  },
  complete: async (typed) =>
    (await listSkins(ui.settings.skinsFolder))
      .filter(({ name }) => name.startsWith(typed))
      .map(({ name, summary }) => ({ value: name, summary })),
});

const copy = (ui: Ui): Command => ({
  name: "copy",
  summary: MESSAGES.commands.copy,
  args: "[n]",
  group: "info",
  whileBusy: true,
  async run(args) {
    const answers = lastAnswers(ui);
    const wanted = answers.at(-Math.max(1, Number(args) || 1));
    if (wanted === undefined) return { type: "text", text: ui.messages.nothingToCopy };
    ui.screen.write(copySequence(wanted));
    return { type: "text", text: ui.messages.copied(size(wanted)) };
  },
});

/** Answers as they were given: the pieces between two messages of the person belong together. */
function lastAnswers(ui: Ui): readonly string[] {
  const answers: string[] = [];
  let open = false;
  for (const block of ui.state.blocks) {
    if (block.type === "user") open = false;
    if (block.type !== "answer") continue;
    const words = block.fence === undefined ? block.text : `\`\`\`${block.fence.language}\n${block.text}\n\`\`\``;
    if (open) answers.push(`${answers.pop() ?? ""}\n\n${words}`);
    else answers.push(words);
    open = true;
  }
  return answers;
}

const details = (ui: Ui): Command => ({
  name: "details",
  summary: MESSAGES.commands.details,
  group: "control",
  whileBusy: true,
  async run() {
    ui.dispatch({ type: "expand", expanded: !ui.state.expanded });
    ui.repaint();
    return { type: "text", text: ui.messages.details(ui.state.expanded) };
  },
});

const busy = (ui: Ui): Command => ({
  name: "busy",
  summary: MESSAGES.commands.busy,
  args: "[mode]",
  group: "control",
  whileBusy: true,
  async run(args) {
    const mode = MODES.find((known) => known === args);
    if (mode !== undefined) ui.dispatch({ type: "busy-mode", mode });
    return { type: "text", text: ui.messages.busyMode(ui.state.busyMode) };
  },
  complete: async (typed) => MODES.filter((mode) => mode.startsWith(typed)).map((value) => ({ value })),
});

const redraw = (ui: Ui): Command => ({
  name: "redraw",
  summary: MESSAGES.commands.redraw,
  group: "control",
  whileBusy: true,
  async run() {
    ui.repaint();
    return { type: "text", text: "" };
  },
});

const clear = (ui: Ui): Command => ({
  name: "clear",
  summary: MESSAGES.commands.clear,
  group: "control",
  whileBusy: true,
  async run() {
    ui.screen.reprint([]);
    return { type: "text", text: "" };
  },
});

const image = (ui: Ui, { picture }: LocalPorts): Command => ({
  name: "image",
  aliases: ["paste"],
  summary: MESSAGES.commands.image,
  args: "[file]",
  group: "control",
  whileBusy: true,
  async run(args) {
    const bytes = await picture(args === "" ? undefined : args);
    const kind = bytes === undefined ? undefined : pictureKind(bytes);
    if (bytes === undefined || kind === undefined)
      return { type: "text", text: args === "" ? ui.messages.noImage : ui.messages.noPicture(args) };
    ui.screen.composer.insert(ui.images.add(bytes, kind));
    return { type: "text", text: "" };
  },
});

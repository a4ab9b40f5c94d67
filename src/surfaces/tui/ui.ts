// State, reducer and screen held together: an action changes the state, what is final is printed, the rest is drawn.

import { appendFile, readFile } from "node:fs/promises";
import type { ArgumentChoice, Command } from "../../contracts/command.ts";
import type { Question } from "../../contracts/question.ts";
import { blockLines } from "./block-lines.ts";
import { colourDepth, knowsLinks } from "./colour.ts";
import { createCompletion } from "./completion.ts";
import { findSkin } from "./find-skins.ts";
import type { Frame, RichText } from "./frame.ts";
import { historyEntry, parseHistory } from "./history.ts";
import { createImages, type Images } from "./images.ts";
import { liveLines, spaced } from "./live-lines.ts";
import { MESSAGES, type Messages } from "./messages.ts";
import { createPastes, type Pastes } from "./paste.ts";
import { type PickItem, pickerPanel } from "./picker.ts";
import { createPictures, pictureProtocol } from "./pictures.ts";
import { questionPanel } from "./question-panel.ts";
import { type Action, createReducer } from "./reduce.ts";
import { createScreen } from "./screen.ts";
import type { Printable, Screen } from "./screen-parts.ts";
import { readTuiSettings, type TuiSettings } from "./settings.ts";
import { SKINS, type Skin } from "./skins.data.ts";
import { type Block, EMPTY, isWorking, settledCount, type ViewState } from "./state.ts";
import { statusLine } from "./status-line.ts";
import { createTheme, type Theme } from "./theme.ts";
import type { TuiContext } from "./tui-context.ts";
import { workspaceFiles } from "./workspace-files.ts";

export interface Handlers {
  onKey(key: string | undefined, data: string): boolean;
  onSubmit(text: string): void;
  commands(): Promise<readonly Command[]>;
  argumentsOf(command: Command, typed: string): Promise<readonly ArgumentChoice[]>;
}

export interface Ui {
  readonly state: ViewState;
  readonly screen: Screen;
  readonly settings: TuiSettings;
  readonly messages: Messages;
  readonly pastes: Pastes;
  readonly images: Images;
  readonly theme: Theme;
  handlers: Handlers;
  /** Ends an open choice. */
  picked: ((item: PickItem | undefined) => void) | undefined;
  dispatch(action: Action): void;
  /** Prints the pieces on screen again, after something changed how they look. */
  repaint(): void;
  /** Prints everything a question is about: it may not fit beside its choices. */
  printWhole(question: Question): void;
  /** Lets the person choose one; undefined when they would rather not. */
  pick(title: string, items: readonly PickItem[]): Promise<PickItem | undefined>;
  /** The same, narrowed already; `take` is called before the next key counts. */
  search(title: string, items: readonly PickItem[], filter: string, take: (item: PickItem | undefined) => void): void;
  /** What was typed, oldest first, as far back as it is kept. */
  readonly prompts: readonly string[];
  /** What was typed on other days comes back with the arrow. */
  recallPrompts(): Promise<void>;
  remember(text: string): void;
  useRichText(rich: RichText): void;
  useBackground(background: "dark" | "light" | undefined): void;
  useSkin(name: string): Promise<Skin | undefined>;
  close(last: readonly string[]): Promise<void>;
}

/** So many come back with the arrows; all are found with Ctrl-R. */
const WITHIN_ARROWS = 100;
const TICK_MS = 90;
const TICK_OVER_SSH_MS = 240;

export async function createUi(context: TuiContext): Promise<Ui> {
  const { facts, clock } = context;
  const settings = await readTuiSettings(context);
  const messages = MESSAGES;
  const reduce = createReducer(messages);
  const depth = colourDepth(facts.env);
  const skin = (await findSkin(settings.skin, settings.skinsFolder)) ?? SKINS[0];
  if (skin === undefined) throw new Error("there is no built-in skin");
  const held = {
    state: { ...EMPTY, busyMode: settings.busyMode, showThoughts: settings.showThoughts } as ViewState,
    theme: createTheme(skin, guessBackground(facts.env.COLORFGBG), depth),
    rich: undefined as RichText | undefined,
    prompts: [] as readonly string[],
    printed: 0,
    ticker: undefined as NodeJS.Timeout | undefined,
  };
  const imageProtocol = pictureProtocol(facts.env);
  const pictures = createPictures(imageProtocol);
  const pastes = createPastes(settings.pastes);
  const frame = (width: number): Frame => ({
    width,
    theme: held.theme,
    messages,
    rich: held.rich,
    expanded: held.state.expanded,
    showThoughts: held.state.showThoughts,
    hide: settings.hide,
    now: clock.now(),
    tidy: (text) => text.replaceAll(`${facts.cwd}/`, "").replaceAll(facts.userHome, "~"),
    asked: held.state.question?.question,
    picture: pictures.lines,
  });
  const files = workspaceFiles(facts.cwd, facts.userHome);
  const screen = createScreen({
    links: knowsLinks(facts.env),
    imageProtocol,
    pictures,
    theme: () => held.theme,
    above(width, rows) {
      // Only what is printed for good gets its pictures: what is drawn again and again must be lines.
      const lines = (most: number) => liveLines(held.state, { ...frame(width), picture: () => [] }, most);
      const { question: open } = held.state;
      if (open === undefined || open.writing === "nothing") return lines(rows);
      // Whoever writes an answer sees what was asked.
      const asked = questionPanel(open, frame(width), rows);
      return [...lines(Math.max(0, rows - asked.length)), ...asked].slice(-rows);
    },
    panel(width, rows) {
      const { question: open, picker } = held.state;
      if (open?.writing === "nothing") return questionPanel(open, frame(width), rows);
      return picker === undefined || open !== undefined ? undefined : pickerPanel(picker, frame(width), rows);
    },
    below: (width) => [statusLine(held.state, width, held.theme, messages)],
    placeholder: () => placeholder(held.state, messages),
    complete: createCompletion({
      files,
      commands: () => ui.handlers.commands(),
      arguments: (command, typed) => ui.handlers.argumentsOf(command, typed),
    }),
    onKey: (key, data) => ui.handlers.onKey(key, data),
    onPaste: (text) => pastes.fold(text),
    onSubmit: (text) => ui.handlers.onSubmit(text),
  });

  const printable =
    (before: Block | undefined, block: Block): Printable =>
    (width) =>
      spaced(before, block, frame(width));

  function printSettled(): void {
    const settled = settledCount(held.state);
    const { blocks } = held.state;
    for (let index = held.printed; index < settled; index++) {
      const block = blocks[index];
      if (block !== undefined) screen.print(printable(blocks[index - 1], block));
    }
    held.printed = settled;
  }

  function tick(): void {
    const moving = isWorking(held.state) || held.state.blocks.some((block) => !block.done);
    if (moving && held.ticker === undefined) {
      const every = facts.env.SSH_CONNECTION === undefined ? TICK_MS : TICK_OVER_SSH_MS;
      held.ticker = setInterval(() => screen.draw(), every);
    } else if (!moving && held.ticker !== undefined) {
      clearInterval(held.ticker);
      held.ticker = undefined;
    }
  }

  const ui: Ui = {
    get state() {
      return held.state;
    },
    get theme() {
      return held.theme;
    },
    screen,
    settings,
    messages,
    pastes,
    images: createImages(messages),
    picked: undefined,
    handlers: {
      onKey: () => false,
      onSubmit: () => undefined,
      commands: async () => [],
      argumentsOf: async () => [],
    },
    dispatch(action) {
      const next = reduce(held.state, action);
      if (next === held.state) return;
      if (action.type === "cleared") held.printed = 0;
      held.state = next;
      printSettled();
      tick();
      screen.draw();
    },
    repaint() {
      const { blocks } = held.state;
      const lastAsked = blocks.findLastIndex((block) => block.type === "user");
      const from = Math.max(0, Math.min(held.printed - screen.entries, lastAsked === -1 ? held.printed : lastAsked));
      screen.reprint(
        blocks.slice(from, held.printed).map((block, index) => printable(blocks[from + index - 1], block)),
      );
    },
    printWhole(question) {
      const [text, language] = question.type === "approve" ? [question.subject, "bash"] : [question.text, ""];
      const whole: Block = { type: "answer", key: 0, done: true, text, fence: { language, opens: true, closes: true } };
      screen.print((width) => ["", ...blockLines(whole, frame(width))]);
    },
    pick(title, items) {
      const { promise, resolve } = Promise.withResolvers<PickItem | undefined>();
      ui.search(title, items, "", resolve);
      return promise;
    },
    search(title, items, filter, take) {
      ui.picked?.(undefined);
      ui.picked = (item) => {
        ui.picked = undefined;
        ui.dispatch({ type: "pick", picker: undefined });
        take(item);
      };
      ui.dispatch({ type: "pick", picker: { title, items, chosen: 0, filter } });
    },
    get prompts() {
      return held.prompts;
    },
    async recallPrompts() {
      held.prompts = await readPrompts(settings);
      for (const prompt of held.prompts.slice(-WITHIN_ARROWS)) screen.composer.remember(prompt);
    },
    remember(text) {
      held.prompts = [...held.prompts, text];
      screen.composer.remember(text);
      if (!settings.rememberPrompts) return;
      // Losing a line of history must never disturb a conversation.
      void appendFile(settings.historyFile, historyEntry(text, clock.now()), { mode: 0o600 }).catch(() => undefined);
    },
    useRichText(rich) {
      if (settings.rawAnswers) return;
      held.rich = rich;
      ui.repaint();
    },
    useBackground(background) {
      if (background === undefined || background === held.theme.background) return;
      held.theme = createTheme(held.theme.skin, background, depth);
      ui.repaint();
    },
    async useSkin(name) {
      const found = await findSkin(name, settings.skinsFolder);
      if (found === undefined) return undefined;
      held.theme = createTheme(found, held.theme.background, depth);
      ui.repaint();
      return found;
    },
    async close(last) {
      clearInterval(held.ticker);
      await screen.stop(last);
    },
  };
  return ui;
}

async function readPrompts({ historyFile, rememberPrompts }: TuiSettings): Promise<readonly string[]> {
  return rememberPrompts ? parseHistory(await readFile(historyFile, "utf8").catch(() => "")) : [];
}

function placeholder(state: ViewState, messages: Messages): string {
  if (state.flash !== "") return state.flash;
  if (state.question?.writing === "answer") return messages.ownWords;
  return state.busy ? messages.placeholderBusy[state.busyMode] : messages.placeholder;
}

/** Some terminals name their colours in the environment; the last number is the background. */
function guessBackground(colours: string | undefined): "dark" | "light" {
  const background = Number(colours?.split(";").at(-1));
  return background === 7 || background === 15 ? "light" : "dark";
}

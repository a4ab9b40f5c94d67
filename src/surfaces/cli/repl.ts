// The plain conversation: lines in, a stream out. Works on any terminal, over a pipe and with TERM=dumb.

import { withHelp } from "../../commands/registry.ts";
import type { Command, Reply } from "../../contracts/command.ts";
import type { Answer, Question } from "../../contracts/question.ts";
import type { Session } from "../../contracts/session.ts";
import { ConfigFailure, EnvironmentFailure, StoreFailure, UsageFailure } from "../../kernel/failure.ts";
import { type ImagePart, text } from "../../kernel/message.ts";
import type { App } from "../../runtime/app.ts";
import { changeSession } from "../change-session.ts";
import { MESSAGES } from "../tui/messages.ts";
import { answerCommands } from "./answer-commands.ts";
import { describeQuestion, readAnswer } from "./ask-person.ts";
import { EXIT_CODES, type Interrupt, type Io } from "./io.ts";
import { type PlainPorts, plainCommands } from "./plain-commands.ts";
import { createPlainView, type PlainView } from "./plain-view.ts";
import { findCommand, unknownCommand } from "./slash.ts";
import { renderTable } from "./table.ts";

export interface ReplOptions {
  readonly source: string;
  /** Shown with the first message. */
  readonly images: readonly ImagePart[];
  readonly skinsFolder: string;
  /** Throws UsageFailure. */
  readImage(file: string): Promise<readonly ImagePart[]>;
}

export async function runRepl(app: App, first: Session, io: Io, options: ReplOptions): Promise<number> {
  const view = createPlainView(io);
  const state: ReplState = {
    session: first,
    source: options.source,
    images: options.images,
    question: undefined as Question | undefined,
    lastInterruptAt: 0,
    leaving: new AbortController(),
    leftBy: undefined as Interrupt | undefined,
    following: Promise.resolve(),
  };
  const greeting = await app.plan(first.settings);
  view.line(
    greeting.type === "ready"
      ? MESSAGES.plain.greeting(`${greeting.primary.provider.id}/${greeting.primary.model}`)
      : greeting.why,
  );

  const answering = { question: () => state.question, answer: (answer: Answer) => settle(state, answer) };
  const plain = plainCommands({ ...options, io, ...plainPorts(app, state) }, MESSAGES);
  const commands = withHelp([...app.commands, ...answerCommands(answering, MESSAGES), ...plain]);
  state.following = follow(state, view);
  const stopListening = io.onInterrupt((signal) => interrupt(signal, state, view, app));
  view.prompt();
  for await (const line of io.typed(state.leaving.signal)) {
    if (state.leftBy !== undefined) break;
    view.typed();
    const outcome = await takeLine(line, { app, commands }, state, view).catch((error: unknown) =>
      explain(error, view),
    );
    if (outcome === "exit") break;
    // Piped input is a script: one message after the other.
    if (!io.stdinIsTty) await state.session.settled();
    // While it works it says so itself; the prompt comes back with the end of the answer.
    if (!state.session.busy || state.question !== undefined) view.prompt();
  }
  await state.session.settled();
  await app.settled();
  await state.session.close("cli_close");
  await state.following;
  await app.close();
  stopListening();
  return state.leftBy === undefined ? 0 : EXIT_CODES[state.leftBy];
}

function plainPorts(app: App, state: ReplState): Pick<PlainPorts, "history" | "attach" | "set"> {
  return {
    history: (session) => app.store.history(session.id),
    attach(images) {
      state.images = [...state.images, ...images];
    },
    async set(key, value, session) {
      const config = app.commands.find(({ name }) => name === "config");
      return (await config?.run(`${key} ${value}`, session)) ?? { type: "text", text: "" };
    },
  };
}

interface ReplState {
  session: Session;
  readonly source: string;
  images: readonly ImagePart[];
  question: Question | undefined;
  lastInterruptAt: number;
  /** Aborted when no more lines are wanted. */
  readonly leaving: AbortController;
  /** The signal that ended the conversation. */
  leftBy: Interrupt | undefined;
  /** Shows the session's events; ends with it. */
  following: Promise<void>;
}

const LEAVE_WITHIN_MS = 2_000;

/** Ctrl-C once stops what runs, twice in two seconds leaves; the other signals leave at once. Asked again, it does not wait for anything. */
function interrupt(signal: Interrupt, state: ReplState, view: PlainView, app: App): void {
  if (state.leftBy !== undefined) process.exit(EXIT_CODES[signal]);
  const now = app.clock.now();
  const again = now - state.lastInterruptAt < LEAVE_WITHIN_MS;
  state.lastInterruptAt = now;
  if (state.session.busy) state.session.abort();
  if (again || signal !== "SIGINT") {
    state.leftBy = signal;
    state.leaving.abort();
  } else if (!state.session.busy) view.line(MESSAGES.plain.leaveHint);
}

/** What a person can do something about is said; anything else is a bug and ends the program. */
function explain(error: unknown, view: PlainView): "go-on" {
  const expected = [UsageFailure, StoreFailure, ConfigFailure, EnvironmentFailure].some(
    (kind) => error instanceof kind,
  );
  if (!expected || !(error instanceof Error)) throw error;
  view.line(`✗ ${error.message}`);
  return "go-on";
}

const NO_COMMAND = { command: undefined, args: "" };

async function takeLine(
  line: string,
  { app, commands }: { readonly app: App; readonly commands: readonly Command[] },
  state: ReplState,
  view: PlainView,
): Promise<"go-on" | "exit"> {
  const words = line.trim();
  const { command, args } = words.startsWith("/") ? findCommand(words, commands) : NO_COMMAND;
  if (state.question !== undefined && command === undefined) {
    const answer = readAnswer(words, state.question);
    if (answer === undefined) view.line(describeQuestion(state.question));
    else settle(state, answer);
    return "go-on";
  }
  if (words === "") return "go-on";
  if (!words.startsWith("/")) {
    const attached = await app.attach(line);
    for (const warning of attached.warnings) view.line(`! ${warning}`);
    const delivery = state.session.busy ? "steer" : "queue";
    const parts = [text(attached.text), ...state.images];
    state.images = [];
    await state.session.send({ parts, delivery, taints: attached.taints });
    return "go-on";
  }
  if (command === undefined) {
    const word = words.slice(1).split(/\s/, 1)[0] ?? "";
    const loaded = await app.invoke(word, args, state.session.id);
    if (loaded === undefined) view.line(unknownCommand(words, commands));
    return show(loaded, app, state, view);
  }
  return show(await run(command, args, state.session, view), app, state, view);
}

async function run(command: Command, args: string, session: Session, view: PlainView): Promise<Reply | undefined> {
  if (session.busy && !command.whileBusy) {
    view.line(MESSAGES.mustWait(command.name));
    return undefined;
  }
  return command.run(args, session);
}

async function show(reply: Reply | undefined, app: App, state: ReplState, view: PlainView): Promise<"go-on" | "exit"> {
  if (reply === undefined) return "go-on";
  switch (reply.type) {
    case "text":
      if (reply.text !== "") view.line(reply.text);
      if (reply.later !== undefined) void tell(reply.later, view);
      return "go-on";
    case "table":
      view.line(renderTable(reply, view.columns));
      return "go-on";
    case "prompt":
      for (const warning of reply.warnings ?? []) view.line(`! ${warning}`);
      await state.session.send({
        parts: [text(reply.text), ...(reply.images ?? [])],
        delivery: "queue",
        taints: reply.taints ?? [],
      });
      return "go-on";
    case "exit":
      return "exit";
    case "switch":
      state.session = await changeSession(app, state.session, reply.sessionId, {
        ...{ principal: app.principal, source: state.source },
        ...{ cwd: app.cwd, settings: state.session.settings },
      });
      await state.following;
      state.following = follow(state, view);
      if (reply.title !== undefined) await app.store.setTitle(state.session.id, reply.title);
      view.line(reply.text);
      return reply.next === undefined ? "go-on" : show({ type: "prompt", ...reply.next }, app, state, view);
  }
}

/** What comes of a command in time. Never rejects. */
async function tell(later: AsyncIterable<string>, view: PlainView): Promise<void> {
  try {
    for await (const words of later) view.line(words);
  } catch (error) {
    view.line(`✗ ${error instanceof Error ? error.message : String(error)}`);
  }
}

function settle(state: ReplState, answer: Answer): void {
  if (state.question === undefined) return;
  state.session.answer(state.question.id, answer);
  state.question = undefined;
}

async function follow(state: ReplState, view: PlainView): Promise<void> {
  for await (const event of state.session.events()) {
    if (event.type === "question") {
      state.question = event.question;
      view.line(describeQuestion(event.question));
      view.prompt();
    }
    if (event.type === "question-closed") state.question = undefined;
    view.show(event);
    if (event.type === "turn-end") view.prompt();
  }
}

// The plain conversation: lines in, a stream out. Works on any terminal, over a pipe and with TERM=dumb.

import type { Command, Reply } from "../../contracts/command.ts";
import type { Answer, Question } from "../../contracts/question.ts";
import type { Session } from "../../contracts/session.ts";
import { ConfigFailure, EnvironmentFailure, StoreFailure, UsageFailure } from "../../kernel/failure.ts";
import { type ImagePart, text } from "../../kernel/message.ts";
import type { App } from "../../runtime/app.ts";
import { describeQuestion, readAnswer } from "./ask-person.ts";
import type { Io } from "./io.ts";
import { createPlainView, type PlainView } from "./plain-view.ts";
import { findCommand, unknownCommand } from "./slash.ts";
import { renderTable } from "./table.ts";

export interface ReplOptions {
  readonly source: string;
  /** Shown with the first message. */
  readonly images: readonly ImagePart[];
}

export async function runRepl(app: App, first: Session, io: Io, { source, images }: ReplOptions): Promise<number> {
  const view = createPlainView(io);
  const state: ReplState = {
    session: first,
    source,
    images,
    question: undefined as Question | undefined,
    lastInterruptAt: 0,
  };
  const greeting = await app.plan(first.settings);
  view.line(
    greeting.type === "ready"
      ? `Hermes · ${greeting.primary.provider.id}/${greeting.primary.model} · /help for commands, Ctrl-D to leave`
      : greeting.why,
  );

  let following = follow(state, view);
  const stopListening = io.onInterrupt(() => interrupt(state, view, app));
  view.prompt();
  for await (const line of io.lines()) {
    const outcome = await takeLine(line, app, state, view).catch((error: unknown) => explain(error, view));
    if (outcome === "exit") break;
    if (outcome === "switched") {
      await following;
      following = follow(state, view);
    }
    // Piped input is a script: one message after the other.
    if (!io.stdinIsTty) await state.session.settled();
    view.prompt();
  }
  await state.session.settled();
  stopListening();
  await app.settled();
  await state.session.close();
  await following;
  await app.close();
  return 0;
}

interface ReplState {
  session: Session;
  readonly source: string;
  images: readonly ImagePart[];
  question: Question | undefined;
  lastInterruptAt: number;
}

const LEAVE_WITHIN_MS = 2_000;

/** Once stops what runs, twice in two seconds leaves. */
function interrupt(state: ReplState, view: PlainView, app: App): void {
  const now = app.clock.now();
  if (now - state.lastInterruptAt < LEAVE_WITHIN_MS) process.exit(130);
  state.lastInterruptAt = now;
  if (state.session.busy) state.session.abort();
  else view.line("(Ctrl-C again leaves)");
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

async function takeLine(
  line: string,
  app: App,
  state: ReplState,
  view: PlainView,
): Promise<"go-on" | "switched" | "exit"> {
  const words = line.trim();
  if (state.question !== undefined) {
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
  const { command, args } = findCommand(words, app.commands);
  if (command === undefined) {
    const word = words.slice(1).split(/\s/, 1)[0] ?? "";
    const loaded = await app.invoke(word, args, state.session.id);
    if (loaded === undefined) view.line(unknownCommand(words, app.commands));
    return show(loaded, app, state, view);
  }
  return show(await run(command, args, state.session, view), app, state, view);
}

async function run(command: Command, args: string, session: Session, view: PlainView): Promise<Reply | undefined> {
  if (session.busy && !command.whileBusy) {
    view.line(`/${command.name} has to wait until the current answer is done. /stop ends it.`);
    return undefined;
  }
  return command.run(args, session);
}

async function show(
  reply: Reply | undefined,
  app: App,
  state: ReplState,
  view: PlainView,
): Promise<"go-on" | "switched" | "exit"> {
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
      await state.session.send({ parts: [text(reply.text)], delivery: "queue", taints: reply.taints ?? [] });
      return "go-on";
    case "exit":
      return "exit";
    case "switch":
      await switchTo(reply.sessionId, app, state);
      view.line(reply.text);
      return "switched";
  }
}

/** The old session is let go only when the new one is open; going on with the same one means opening it again. */
async function switchTo(sessionId: string, app: App, state: ReplState): Promise<void> {
  const old = state.session;
  const request = { principal: app.principal, source: state.source, cwd: app.cwd, settings: old.settings };
  if (sessionId === old.id) {
    await old.close();
    state.session = await app.host.resume(sessionId, request);
    return;
  }
  state.session =
    sessionId === ""
      ? await app.host.create({ ...request, replaces: old.id })
      : await app.host.resume(sessionId, request);
  await old.close();
}

/** What comes of a command in time. */
async function tell(later: AsyncIterable<string>, view: PlainView): Promise<void> {
  for await (const words of later) view.line(words);
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
    }
    if (event.type === "question-closed") state.question = undefined;
    view.show(event);
  }
}

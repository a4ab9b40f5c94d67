// Talking to the agent: what a submitted line becomes, which session it goes to, and how the person leaves.

import { setTimeout as sleep } from "node:timers/promises";
import { withHelp } from "../../commands/registry.ts";
import type { Command, PreparedText, Reply } from "../../contracts/command.ts";
import type { Answer } from "../../contracts/question.ts";
import type { Session } from "../../contracts/session.ts";
import { ConfigFailure, StoreFailure, UsageFailure } from "../../kernel/failure.ts";
import { type ImagePart, text } from "../../kernel/message.ts";
import { plainOutput } from "../../kernel/output/ansi.ts";
import { changeSession } from "../change-session.ts";
import { findCommand, unknownCommand } from "../cli/slash.ts";
import { clipboardPicture, filePicture } from "./clipboard.ts";
import { localCommands } from "./local-commands.ts";
import { recap } from "./recap.ts";
import { runShell } from "./shell.ts";
import type { Opened, TuiContext } from "./tui-context.ts";
import type { Ui } from "./ui.ts";

/** Enough for those that take their time; what the system itself cannot end holds nobody back. */
const SHELLS_END_WITHIN_MS = 3_000;

export interface Conversation {
  readonly session: Session;
  readonly commands: readonly Command[];
  submit(line: string): void;
  /** False when nothing was asked. */
  answer(answer: Answer): boolean;
  /** Stops what runs; false when nothing did. */
  stop(): boolean;
  farewell(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function converse(
  { app, session: first }: Opened,
  ui: Ui,
  leave: (code: number) => void,
  { openAdmin, facts, source }: Pick<TuiContext, "openAdmin" | "facts" | "source">,
): Conversation {
  const live = {
    session: first,
    following: follow(first),
    shells: new Map<AbortController, Promise<unknown>>(),
    shellIds: 0,
    sayings: 0,
  };
  const commands = withHelp(
    withLocal(
      app.commands,
      localCommands(ui, {
        say,
        answer,
        question: () => ui.state.question?.question,
        appCommands: app.commands,
        openAdmin,
        picture,
      }),
    ),
  );

  function picture(path: string | undefined): Promise<Uint8Array | undefined> {
    return path === undefined ? clipboardPicture(facts) : filePicture(path, facts);
  }

  async function follow(session: Session): Promise<void> {
    for await (const event of session.events()) {
      ui.dispatch({ type: "event", event, at: app.clock.now() });
      if (event.type !== "turn-end") continue;
      if (ui.settings.bell) ui.screen.write("\u0007");
      void refreshTitle(session);
    }
  }

  /** The title is made beside the conversation: look now, and once more when it should be there. */
  async function refreshTitle(session: Session): Promise<void> {
    for (const wait of [0, 1_500, 4_000]) {
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (await showTitle(session)) return;
    }
  }

  /** True when there is no more to look for. */
  async function showTitle(session: Session): Promise<boolean> {
    if (live.session !== session) return true;
    const title = (await app.store.get(session.id).catch(() => undefined))?.title;
    if (title === undefined || title === ui.state.title || live.session !== session) return false;
    ui.dispatch({ type: "facts", facts: { title } });
    ui.screen.setTitle(title);
    return true;
  }

  /** A command may have changed who answers. */
  async function refreshModel(): Promise<void> {
    const plan = await app.plan(live.session.settings);
    if (plan.type !== "ready") return;
    const { provider, model } = plan.primary;
    const name = `${provider.id}/${model}`;
    if (name !== ui.state.model)
      ui.dispatch({ type: "facts", facts: { model: name, window: provider.info(model).window } });
  }

  function say(words: string, delivery: "queue" | "steer"): Promise<void> {
    return deliver(words, delivery, () => app.attach(words));
  }

  /** Shows the words at once and sends what they become. */
  async function deliver(
    words: string,
    delivery: "queue" | "steer",
    prepare: () => Promise<PreparedText>,
    given?: readonly ImagePart[],
  ): Promise<void> {
    const key = ++live.sayings;
    const images = given ?? ui.images.of(words);
    if (given === undefined) ui.images.clear();
    ui.dispatch({ type: "sent", key, text: words, images, delivery });
    try {
      if (images.length > 0) await warnBlind();
      const { text: sent, taints = [], warnings = [] } = await prepare();
      for (const warning of warnings) note("warning", warning);
      const id = await live.session.send({ parts: [text(sent), ...images], delivery, taints });
      ui.dispatch({ type: "admitted", key, id });
    } catch (error) {
      ui.dispatch({ type: "unsent", key });
      // What could not be kept is not taken away either.
      if (ui.screen.composer.text() === "") ui.screen.composer.set(words);
      throw error;
    }
  }

  async function warnBlind(): Promise<void> {
    const plan = await app.plan(live.session.settings);
    if (plan.type !== "ready" || plan.primary.provider.info(plan.primary.model).images) return;
    note("warning", ui.messages.noImagesHere(plan.primary.model));
  }

  async function take(line: string): Promise<void> {
    const words = ui.pastes.unfold(line).trim();
    ui.pastes.clear();
    const writing = ui.state.question?.writing;
    if (writing === "answer") {
      answer({ type: "text", text: words });
      return;
    }
    if (writing === "command") ui.dispatch({ type: "write", writing: "nothing" });
    if (words === "") return;
    ui.remember(words);
    if (words.startsWith("!")) return shell(words.slice(1).trim());
    if (/^\/[a-z]/i.test(words)) return command(words);
    const { session } = live;
    if (!session.busy) return say(words, "queue");
    if (ui.state.busyMode === "interrupt") session.abort();
    return say(words, ui.state.busyMode === "steer" ? "steer" : "queue");
  }

  async function command(line: string): Promise<void> {
    const { command: found, args } = findCommand(line, commands);
    if (found === undefined) {
      const word = line.slice(1).split(/\s/, 1)[0] ?? "";
      const loaded = await app.invoke(word, args, live.session.id);
      return loaded === undefined ? note("warning", unknownCommand(line, commands)) : show(line, loaded);
    }
    if (live.session.busy && !found.whileBusy) return note("warning", ui.messages.mustWait(found.name));
    const { session } = live;
    const reply = await found.run(args, session);
    await refreshModel();
    await showTitle(session);
    return show(line, reply);
  }

  async function show(line: string, reply: Reply): Promise<void> {
    ui.dispatch({ type: "facts", facts: { yolo: live.session.settings.yolo } });
    switch (reply.type) {
      case "text":
        if (reply.text !== "") ui.dispatch({ type: "replied", command: line, reply });
        if (reply.later !== undefined) void followUp(reply.later);
        return;
      case "table":
        return ui.dispatch({ type: "replied", command: line, reply });
      case "prompt":
        return deliver(reply.text, "queue", async () => reply, reply.images);
      case "exit":
        return leave(0);
      case "switch":
        await moveTo(reply, /^\/(new|reset|resume)\b/i.test(line));
        return reply.next === undefined ? undefined : show(line, { type: "prompt", ...reply.next });
    }
  }

  async function followUp(later: AsyncIterable<string>): Promise<void> {
    try {
      for await (const words of later)
        ui.dispatch({ type: "replied", command: "", reply: { type: "text", text: words } });
    } catch (error) {
      note("error", explain(error, ui));
    }
  }

  /** `elsewhere`: another conversation; otherwise the same one goes on under another id. */
  async function moveTo(
    { sessionId: id, title, text: words }: Extract<Reply, { type: "switch" }>,
    elsewhere: boolean,
  ): Promise<void> {
    const { session } = live;
    const request = { principal: app.principal, source, cwd: app.cwd, settings: session.settings };
    const next = await changeSession(app, session, id, request);
    await live.following;
    live.session = next;
    live.following = follow(next);
    if (elsewhere) ui.dispatch({ type: "cleared" });
    const [headline = "", ...more] = words.split("\n");
    const short = headline.length <= 60;
    ui.dispatch({ type: "divider", text: short ? headline : ui.messages.goesOn });
    if (!short) ui.dispatch({ type: "said", level: "info", text: headline });
    for (const line of more) note("warning", line);
    if (id !== "" && elsewhere)
      ui.dispatch({
        type: "recalled",
        blocks: recap(await app.store.history(live.session.id), ui.settings, ui.messages),
      });
    if (title !== undefined) await app.store.setTitle(live.session.id, title);
    const row = await app.store.get(live.session.id);
    ui.dispatch({ type: "facts", facts: { title: row?.title ?? "", usage: undefined } });
  }

  async function shell(line: string): Promise<void> {
    if (line === "") return;
    const id = ++live.shellIds;
    const stop = new AbortController();
    const shown = (output: string, code: number | undefined, done: boolean) =>
      ui.dispatch({ type: "shell", id, command: line, output: plainOutput(output), code, done });
    shown("", undefined, false);
    const running = runShell(line, app.cwd, stop.signal, (output) => shown(output, undefined, false));
    live.shells.set(stop, running);
    const ran = await running;
    live.shells.delete(stop);
    shown(ran.output, ran.code, true);
  }

  function stopShells(): void {
    for (const stop of live.shells.keys()) stop.abort();
  }

  function answer(given: Answer): boolean {
    const open = ui.state.question;
    if (open !== undefined) live.session.answer(open.question.id, given);
    return open !== undefined;
  }

  function note(level: "warning" | "error", words: string): void {
    ui.dispatch({ type: "said", level, text: words });
  }

  return {
    get session() {
      return live.session;
    },
    commands,
    submit(line) {
      take(line).catch((error: unknown) => note("error", explain(error, ui)));
    },
    answer,
    stop() {
      const running = live.session.busy || live.shells.size > 0;
      if (live.session.busy) live.session.abort();
      stopShells();
      return running;
    },
    async farewell() {
      const row = await app.store.get(live.session.id).catch(() => undefined);
      if (row === undefined || row.messageCount === 0) return [""];
      return ["", `  ${ui.theme.paint("dim", ui.messages.resume(live.session.id))}`, ""];
    },
    async close() {
      stopShells();
      // Those that hear no signal are ended a moment later, and somebody has to be there to do it.
      await Promise.race([Promise.all(live.shells.values()), sleep(SHELLS_END_WITHIN_MS)]);
      await live.session.close("cli_close");
      await live.following;
    },
  };
}

/** What the terminal does itself takes the place of a command of the same name. */
function withLocal(commands: readonly Command[], local: readonly Command[]): readonly Command[] {
  return [...commands.filter(({ name }) => !local.some((one) => one.name === name)), ...local];
}

/** Expected failures speak for themselves; anything else is a fault of ours and is called one. */
function explain(error: unknown, ui: Ui): string {
  if (error instanceof UsageFailure || error instanceof StoreFailure || error instanceof ConfigFailure)
    return error.message;
  return ui.messages.failedInside(error instanceof Error ? error.message : String(error));
}

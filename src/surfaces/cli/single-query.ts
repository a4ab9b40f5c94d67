// One prompt, one answer, exit: stdout is the answer, everything else goes to stderr.

import type { AgentEvent, Session } from "../../contracts/session.ts";
import { type ImagePart, text } from "../../kernel/message.ts";
import { visibleText } from "../../kernel/output/visible.ts";
import type { FinishReason } from "../../kernel/turn/turn.ts";
import type { App } from "../../runtime/app.ts";
import { EXIT_CODES, type Interrupt, type Io } from "./io.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";

export interface QueryOptions {
  readonly prompt: string;
  readonly images: readonly ImagePart[];
  /** `answer`: nothing but the answer on stdout; `progress`: tool calls on stderr as they happen. */
  readonly show: "answer" | "progress";
  /** Print `session_id: <id>` on stderr at the end. */
  readonly sessionId: boolean;
}

export async function runSingleQuery(app: App, session: Session, options: QueryOptions, io: Io): Promise<number> {
  const events = session.events();
  const stopped = { by: "SIGINT" as Interrupt };
  const stopListening = io.onInterrupt((signal) => {
    stopped.by = signal;
    session.abort();
  });
  const attached = await app.attach(options.prompt);
  for (const warning of attached.warnings) io.err(`hermes: ${warning}\n`);
  const parts = [text(attached.text), ...options.images];
  await session.send({ parts, delivery: "queue", taints: attached.taints });
  const listening = events[Symbol.asyncIterator]();
  const outcome = await follow(listening, session, options, io);
  stopListening();
  const answer = io.stdoutIsTty ? visibleText(outcome.answer) : outcome.answer;
  if (answer !== "") io.out(answer.endsWith("\n") ? answer : `${answer}\n`);
  // The answer is out; what is learned from it may still take a moment.
  const told = tellNews(listening, io);
  await app.settled();
  await session.close("cli_close");
  await told;
  await app.close();
  if (options.sessionId) io.err(`session_id: ${session.id}\n`);
  return exitCode(outcome, stopped.by);
}

interface Outcome {
  readonly answer: string;
  readonly reason: FinishReason;
}

async function follow(
  events: AsyncIterator<AgentEvent>,
  session: Session,
  options: QueryOptions,
  io: Io,
): Promise<Outcome> {
  let answer = "";
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    const event = next.value;
    switch (event.type) {
      case "text":
        answer += event.delta;
        break;
      case "tool-start":
        // Words before a tool call are thinking aloud, not the answer.
        answer = "";
        if (options.show === "progress") io.err(`· ${event.call.tool} ${visibleText(event.label)}\n`);
        break;
      case "notice":
        if (event.level === "warning" || options.show === "progress") io.err(`${event.text}\n`);
        break;
      case "question":
        session.answer(event.question.id, { type: "unanswered", why: PROGRAM_WORDS.chat.nobodyHere });
        break;
      case "turn-end":
        if (event.failure !== undefined) io.err(`hermes: ${event.failure.message}\n`);
        else if (event.reason === "budget-spent" && answer.trim() === "")
          io.err(`hermes: ${PROGRAM_WORDS.chat.budgetSpent}\n`);
        else if (event.reason === "refused") io.err(`hermes: ${PROGRAM_WORDS.chat.refused}\n`);
        return { answer, reason: event.reason };
    }
  }
  return { answer, reason: "failed" };
}

/** What comes after the turn, until the session is closed. */
async function tellNews(events: AsyncIterator<AgentEvent>, io: Io): Promise<void> {
  for (let next = await events.next(); next.done !== true; next = await events.next())
    if (next.value.type === "notice") io.err(`${next.value.text}\n`);
}

function exitCode({ answer, reason }: Outcome, stoppedBy: Interrupt): number {
  if (reason === "aborted") return EXIT_CODES[stoppedBy];
  return (reason === "answered" || reason === "budget-spent") && answer.trim() !== "" ? 0 : 1;
}

// The library: an agent in three lines, with the same loop, store and tools as the program.

import { resolve } from "node:path";
import { openApp } from "../compose/app.ts";
import { readFacts } from "../config/process-facts.ts";
import type { Answer, Question } from "../contracts/question.ts";
import type { AgentEvent, Session } from "../contracts/session.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { text } from "../kernel/message.ts";
import { type App, PLAIN_APP } from "../runtime/app.ts";

export interface AgentOptions {
  /** The home directory with config, sessions and memory; default as for the program. */
  readonly home?: string;
  /** Where files are read and commands run; default the current directory. */
  readonly cwd?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly toolsets?: readonly string[];
  /** Your own words to the model, before the project's: part of the prompt from the session's start. */
  readonly systemMessage?: string;
  /** Reads no project context files, neither at the start nor on the way. */
  readonly skipContextFiles?: boolean;
  readonly maxTurns?: number;
  /** Approves what would ask; what is denied stays denied. */
  readonly yolo?: boolean;
  /** Goes on with this session: an id, a unique prefix or a title. */
  readonly resume?: string;
  /** Marks the session in lists; default "api". */
  readonly source?: string;
  /** Answers approvals and clarifications; without it they are refused. */
  readonly onQuestion?: (question: Question) => Promise<Answer>;
}

export interface Agent {
  readonly sessionId: string;
  /** The answer to one message. Throws ModelFailure when there is none. */
  chat(message: string): Promise<string>;
  /** Everything that happens until the turn ends. */
  send(message: string): AsyncIterable<AgentEvent>;
  /** Stops the running turn. */
  abort(): void;
  /** Lets go of the home; always call it. */
  close(): Promise<void>;
}

export async function createAgent(options: AgentOptions = {}): Promise<Agent> {
  const facts = readFacts();
  const app = await openApp(
    {
      ...facts,
      cwd: resolve(options.cwd ?? facts.cwd),
      env: options.home === undefined ? facts.env : { ...facts.env, HERMES_HOME: resolve(options.home) },
    },
    {
      ...PLAIN_APP,
      source: options.source ?? "api",
      interactive: options.onQuestion !== undefined,
      ignoreRules: options.skipContextFiles ?? false,
      settings: settingsOf(options),
    },
  );
  try {
    return wrap(app, await openSession(app, options), options);
  } catch (error) {
    await app.close();
    throw error;
  }
}

function settingsOf({ model, provider, toolsets, maxTurns, yolo }: AgentOptions) {
  return {
    ...(model === undefined ? {} : { model }),
    ...(provider === undefined ? {} : { provider }),
    ...(toolsets === undefined ? {} : { toolsets }),
    ...(maxTurns === undefined ? {} : { maxIterations: maxTurns }),
    ...(yolo === undefined ? {} : { yolo }),
  };
}

function openSession(app: App, options: AgentOptions): Promise<Session> {
  const request = {
    ...{ principal: app.principal, source: options.source ?? "api", cwd: app.cwd, settings: app.defaults },
    ...(options.systemMessage === undefined ? {} : { callerSystem: options.systemMessage }),
  };
  return options.resume === undefined ? app.host.create(request) : app.host.resume(options.resume, request);
}

function wrap(app: App, session: Session, { onQuestion }: AgentOptions): Agent {
  async function* send(message: string): AsyncGenerator<AgentEvent> {
    const events = session.events();
    await session.send({ parts: [text(message)], delivery: "queue" });
    for await (const event of events) {
      if (event.type === "question") {
        const { question } = event;
        const refusal: Answer = { type: "unanswered", why: "nobody is here to answer" };
        void (onQuestion?.(question) ?? Promise.resolve(refusal)).then(
          (answer) => session.answer(question.id, answer),
          () => session.answer(question.id, refusal),
        );
      }
      yield event;
      if (event.type === "turn-end") return;
    }
  }

  return {
    get sessionId() {
      return session.id;
    },
    send,
    async chat(message) {
      let answer = "";
      for await (const event of send(message)) {
        if (event.type === "text") answer += event.delta;
        // Words before a tool call are thinking aloud, not the answer.
        if (event.type === "tool-start") answer = "";
        if (event.type === "turn-end" && event.reason !== "answered" && event.reason !== "budget-spent") {
          throw (
            event.failure ??
            new ModelFailure("refused", { message: `The turn ended without an answer (${event.reason}).` })
          );
        }
      }
      return answer;
    },
    abort: () => session.abort(),
    async close() {
      await session.close();
      await app.close();
    },
  };
}

export type { AgentEvent, Answer, ModelFailure, Question };

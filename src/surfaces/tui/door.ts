// People can type before there is anybody to talk to. What they submit waits at the door and is let in, in order, when it opens.

import type { ArgumentChoice, Command } from "../../contracts/command.ts";
import type { Answer } from "../../contracts/question.ts";
import type { Conversation } from "./conversation.ts";

/** What the keys reach of a conversation, whether it has begun or not. */
export interface Talk {
  commands(): Promise<readonly Command[]>;
  argumentsOf(command: Command, typed: string): Promise<readonly ArgumentChoice[]>;
  submit(line: string): void;
  /** False when nothing was asked. */
  answer(answer: Answer): boolean;
  /** Stops what runs; false when nothing did. */
  stop(): boolean;
  leave(code: number): void;
}

export interface Door {
  readonly talk: Talk;
  open(conversation: Conversation): void;
}

export function createDoor(leave: (code: number) => void): Door {
  const { promise: opened, resolve } = Promise.withResolvers<Conversation>();
  const inside = { conversation: undefined as Conversation | undefined };
  return {
    talk: {
      commands: async () => (await opened).commands,
      argumentsOf: async (command, typed) => (await command.complete?.(typed, (await opened).session)) ?? [],
      submit(line) {
        if (inside.conversation !== undefined) inside.conversation.submit(line);
        else void opened.then((conversation) => conversation.submit(line));
      },
      answer: (answer) => inside.conversation?.answer(answer) ?? false,
      stop: () => inside.conversation?.stop() ?? false,
      leave,
    },
    open(conversation) {
      resolve(conversation);
      // After those that wait: nobody overtakes them.
      void opened.then(() => {
        inside.conversation = conversation;
      });
    },
  };
}

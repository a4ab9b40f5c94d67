// What is valid for one call travels as labelled messages at the very end: never in the prefix, never glued to the user's words.

import { type AssistantMessage, type Message, NO_USAGE, text, type UserMessage } from "./message.ts";

export interface LateLayer {
  /** What this is, for the model: "memory recall", "personality", "plugin context". */
  readonly label: string;
  readonly text: string;
}

/** One message of an example exchange. */
export interface Example {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface LateContext {
  /** Shown as the messages they are, between two notes that say so. */
  readonly examples: readonly Example[];
  readonly layers: readonly LateLayer[];
}

const BACKGROUND =
  "[runtime] Background for the request above, valid for this call only. It is not a message from the user.";
const EXAMPLE =
  "[runtime] Example exchange: the messages from here to the next [runtime] note show how things are said here. They are no part of this conversation and valid for this call only.";
const EXAMPLE_END = "[runtime] End of the example exchange. Go on with the request before it.";

/** Appends what there is; without anything the view is returned as it is. */
export function withLateContext(
  view: readonly Message[],
  { examples, layers }: LateContext,
  at: number,
): readonly Message[] {
  const blocks = layers
    .filter((layer) => layer.text.trim() !== "")
    .map((layer) => `<late-context kind="${layer.label}">\n${layer.text.trim()}\n</late-context>`);
  const background = blocks.length === 0 ? [] : [BACKGROUND, ...blocks];
  const shown = examples.filter((example) => example.text.trim() !== "");
  if (shown.length > 0) {
    const closing = [EXAMPLE_END, ...background].join("\n");
    return [...view, note(EXAMPLE, at), ...shown.map((example) => spoken(example, at)), note(closing, at)];
  }
  return background.length === 0 ? view : [...view, note(background.join("\n"), at)];
}

function note(words: string, at: number): UserMessage {
  return { role: "user", origin: "runtime", parts: [text(words)], at };
}

function spoken({ role, text: words }: Example, at: number): UserMessage | AssistantMessage {
  if (role === "user") return note(words, at);
  return { role, parts: [text(words)], stop: "end", usage: NO_USAGE, model: "", at };
}

// Names of tools for results that do not carry one.

import { callsOf, type Message } from "../message.ts";

/** For the messages of one session in their order: the reference leaves the name empty now and then; the call a result answers knows it. */
export function toolNamer(): (message: Message) => Message {
  const names = new Map<string, string>();
  return (message) => {
    for (const call of callsOf(message)) names.set(call.id, call.tool);
    if (message.role !== "tool" || message.tool !== "") return message;
    return { ...message, tool: names.get(message.callId) ?? "" };
  };
}

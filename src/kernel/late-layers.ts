// What changes from call to call travels as one labelled message at the very end: never in the prefix, never glued to the user's words.

import type { Message, UserMessage } from "./message.ts";

export interface LateLayer {
  /** What this is, for the model: "memory recall", "personality", "plugin context". */
  readonly label: string;
  readonly text: string;
}

/** Appends the layers as one runtime message; without layers the view is returned as it is. */
export function withLateLayers(view: readonly Message[], layers: readonly LateLayer[], at: number): readonly Message[] {
  const filled = layers.filter((layer) => layer.text.trim() !== "");
  if (filled.length === 0) return view;
  const blocks = filled.map((layer) => `<late-context kind="${layer.label}">\n${layer.text.trim()}\n</late-context>`);
  const note =
    "[runtime] Background for the request above, valid for this call only. It is not a message from the user.";
  const message: UserMessage = {
    role: "user",
    origin: "runtime",
    parts: [{ type: "text", text: `${note}\n${blocks.join("\n")}` }],
    at,
  };
  return [...view, message];
}

// Events as plain lines: what the agent says, and one line per tool call.

import type { AgentEvent } from "../../contracts/session.ts";
import { ellipsize, oneLine } from "../../kernel/text.ts";
import type { Io } from "./io.ts";

export interface PlainView {
  readonly columns: number;
  show(event: AgentEvent): void;
  line(text: string): void;
  prompt(): void;
}

export function createPlainView(io: Io): PlainView {
  const state = { midLine: false };
  const dim = (text: string) => (io.colour ? `\u001b[2m${text}\u001b[22m` : text);

  const line = (text: string) => {
    if (state.midLine) io.out("\n");
    state.midLine = false;
    io.out(`${text}\n`);
  };

  return {
    columns: io.columns,
    line,
    prompt() {
      if (io.stdinIsTty) io.out("› ");
    },
    show(event) {
      switch (event.type) {
        case "text":
          io.out(event.delta);
          state.midLine = !event.delta.endsWith("\n");
          break;
        case "tool-start":
          line(dim(`· ${event.call.tool} ${ellipsize(oneLine(event.label), Math.max(20, io.columns - 24))}`));
          break;
        case "tool-end":
          if (event.display?.type === "diff") line(event.display.unified.trimEnd());
          if (event.isError) line(dim(`  ✗ ${ellipsize(oneLine(errorText(event.parts)), io.columns - 6)}`));
          break;
        case "notice":
          line(dim(`(${event.text})`));
          break;
        case "turn-end":
          if (event.failure !== undefined) line(`✗ ${event.failure.message}`);
          else if (event.reason === "aborted") line(dim("(interrupted)"));
          else if (state.midLine) line("");
          break;
      }
    },
  };
}

function errorText(parts: Extract<AgentEvent, { type: "tool-end" }>["parts"]): string {
  const first = parts.find((part) => part.type === "text");
  return first?.type === "text" ? first.text : "";
}

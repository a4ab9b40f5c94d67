// Events as plain lines: what the agent says, and one line per tool call.

import type { AgentEvent } from "../../contracts/session.ts";
import { visibleIn } from "../../kernel/output/visible.ts";
import { ellipsize, oneLine } from "../../kernel/text.ts";
import { failureWords } from "../tui/call-result.ts";
import { MESSAGES } from "../tui/messages.ts";
import type { Io } from "./io.ts";

export interface PlainView {
  readonly columns: number;
  show(event: AgentEvent): void;
  line(text: string): void;
  /** Ready for a line; asked twice, it says so once. */
  prompt(): void;
  /** A line was typed: the cursor stands on a new one. */
  typed(): void;
}

export function createPlainView(io: Io): PlainView {
  const state = { midLine: false, prompted: false };
  const dim = (text: string) => (io.colour ? `\u001b[2m${text}\u001b[22m` : text);

  /** Nobody's text acts on a person's terminal; what is piped on is passed on as it is. */
  const safe = <T>(value: T): T => (io.stdoutIsTty ? visibleIn(value) : value);
  /** What is on the line already stays a line of its own. */
  const fresh = () => {
    if (state.midLine || state.prompted) io.out("\n");
    Object.assign(state, { midLine: false, prompted: false });
  };
  const line = (text: string) => {
    fresh();
    io.out(`${text}\n`);
  };

  return {
    columns: io.columns,
    line: (text) => line(safe(text)),
    prompt() {
      if (!io.stdinIsTty || state.prompted) return;
      fresh();
      io.out("› ");
      state.prompted = true;
    },
    typed() {
      state.prompted = false;
    },
    show(given) {
      const event = safe(given);
      switch (event.type) {
        case "text":
          if (state.prompted) fresh();
          io.out(event.delta);
          state.midLine = !event.delta.endsWith("\n");
          break;
        case "tool-start":
          line(dim(`· ${event.call.tool} ${ellipsize(oneLine(event.label), Math.max(20, io.columns - 24))}`));
          break;
        case "tool-end":
          if (event.display?.type === "diff") line(event.display.unified.trimEnd());
          if (event.isError) line(dim(`  ✗ ${ellipsize(failureWords(wordsOf(event.parts)), io.columns - 6)}`));
          break;
        case "notice":
          line(dim(`(${event.text})`));
          break;
        case "turn-end":
          if (event.failure !== undefined) line(`✗ ${event.failure.message}`);
          else if (event.reason === "aborted") line(dim(MESSAGES.interrupted));
          else if (state.midLine) line("");
          break;
      }
    },
  };
}

function wordsOf(parts: Extract<AgentEvent, { type: "tool-end" }>["parts"]): string {
  const first = parts.find((part) => part.type === "text");
  return first?.type === "text" ? first.text : "";
}

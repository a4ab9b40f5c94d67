// No turn runs for ever: a word before the end, then an end with a reason.

import type { AgentEvent } from "../contracts/session.ts";
import { LONGEST_TIMER_MS } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import type { HostPorts } from "./host-ports.ts";

const WARN_SHARE = 0.9;

export interface Deadline {
  /** An abort caused by the deadline is a failure with a reason, not the user's doing. */
  judge(event: AgentEvent): AgentEvent;
  clear(): void;
}

export function startDeadline(
  ports: Pick<HostPorts, "turnDeadlineMs">,
  controller: AbortController,
  publish: (event: AgentEvent) => void,
): Deadline {
  const turnDeadlineMs = Math.min(ports.turnDeadlineMs, LONGEST_TIMER_MS);
  if (turnDeadlineMs <= 0) return { judge: (event) => event, clear: () => undefined };
  const state = { passed: false };
  const minutes = Math.round(turnDeadlineMs / 60_000);
  const warn = setTimeout(() => {
    publish({
      type: "notice",
      level: "warning",
      text: `This turn ends in ${Math.ceil((turnDeadlineMs * (1 - WARN_SHARE)) / 60_000)} min (agent.turn_deadline).`,
    });
  }, turnDeadlineMs * WARN_SHARE);
  const end = setTimeout(() => {
    state.passed = true;
    controller.abort(new Error("turn deadline"));
  }, turnDeadlineMs);
  warn.unref();
  end.unref();
  return {
    judge(event) {
      if (!state.passed || event.type !== "turn-end" || event.reason !== "aborted") return event;
      const message = `The turn took longer than ${minutes} min (agent.turn_deadline) and was stopped. Send a message to go on.`;
      return {
        type: "turn-end",
        reason: "stopped",
        failure: new ModelFailure("timeout", { message, code: "turn_deadline" }),
      };
    },
    clear() {
      clearTimeout(warn);
      clearTimeout(end);
    },
  };
}

// Learning after the turn: counts, decides, looks back in the background, one look at a time, and tells the user what was kept.

import type { Environment } from "../../contracts/environment.ts";
import type { Log } from "../../contracts/log.ts";
import type { Effort } from "../../contracts/model.ts";
import type { Nudges } from "../../contracts/nudges.ts";
import type { Tool } from "../../contracts/tool.ts";
import {
  decideReview,
  learnedLines,
  loadedSkills,
  nudgeEvents,
  type ReviewDecision,
  type ReviewPolicy,
  savedAlready,
  type Verbosity,
} from "../../kernel/skills/review.ts";
import { reviewPrompt } from "../../kernel/skills/review-prompt.ts";
import { taintsIn } from "../../kernel/taint.ts";
import type { FinishedTurn } from "../host-ports.ts";
import type { Background } from "./background.ts";
import { type ForkPorts, runFork } from "./fork.ts";

export interface ReviewPorts extends ForkPorts {
  readonly log: Log;
  readonly background: Background;
  readonly policy: ReviewPolicy;
  readonly verbosity: Verbosity;
  readonly effort?: Effort;
  /** memory, skills_list, skill_view and skill_manage, made for reviews: origin kept, views not counted. */
  readonly tools: readonly Tool[];
  environment(): Promise<Environment>;
  readonly nudges: Nudges;
  /** How long a run that ends waits for a look that has begun; cut short, it stays due. */
  readonly leavingWaitsMs: number;
  /** Reviews already made today; `add` counts one. */
  readonly today: { count(): Promise<number>; add(): Promise<void> };
}

export interface Reviewer {
  /** Never throws, never waits: what is to be done is started in the background. */
  afterTurn(turn: FinishedTurn): void;
}

const MAX_CALLS = 16;

export function createReviewer(ports: ReviewPorts): Reviewer {
  const running = { now: false };

  async function consider(turn: FinishedTurn, signal: AbortSignal): Promise<void> {
    const { principal, messages } = turn;
    const prompt = await ports.store.prompt(turn.sessionId);
    const tools = new Set(prompt?.tools.map(({ name }) => name));
    const counts = await ports.nudges.count(principal, nudgeEvents({ messages, tools }));
    const decision = decideReview(
      counts,
      { messages, tools, finished: turn.reason === "answered", reviewsToday: await ports.today.count() },
      ports.policy,
    );
    // One at a time: what is due while another look runs stays due.
    if (decision.topics.length === 0 || running.now) return;
    running.now = true;
    try {
      await ports.today.add();
      await look(turn, decision, signal);
    } finally {
      running.now = false;
      const looked = decision.topics.map((what) => ({ type: "reviewed", what, count: counts[what] }) as const);
      if (!signal.aborted) await ports.nudges.count(principal, looked);
    }
  }

  async function look(turn: FinishedTurn, { topics, signals }: ReviewDecision, signal: AbortSignal): Promise<void> {
    const transcript = turn.transcript.map(({ message }) => message);
    // With foreign words in view its writes only wait for a yes.
    const taints = taintsIn(transcript);
    const result = await runFork(
      ports,
      {
        ...{ sessionId: turn.sessionId, choice: turn.choice, transcript: turn.transcript, maxCalls: MAX_CALLS },
        ...(ports.effort === undefined ? {} : { effort: ports.effort }),
        question: reviewPrompt({
          ...{ topics, signals },
          loaded: loadedSkills(transcript),
          saved: savedAlready(transcript),
          tainted: taints.length > 0,
        }),
        tools: ports.tools,
        context: { principal: turn.principal, env: await ports.environment(), taints: () => taints },
      },
      signal,
    );
    if (result.type === "skipped") return;
    if (result.type === "failed") ports.log.warn("background review failed", { why: result.failure.message });
    const lines = learnedLines(result.messages, ports.verbosity);
    if (lines.length > 0 && ports.verbosity !== "off")
      turn.publish({ type: "notice", level: "info", text: `💾 Self-improvement review: ${lines.join(" · ")}` });
  }

  return {
    afterTurn(turn) {
      // A guest's words must not teach the owner's agent; the offline model has nothing to teach.
      if (turn.principal.type !== "owner" || turn.choice.provider.id === "offline") return;
      if (ports.tools.length === 0) return;
      ports.background.start("review", (signal) => consider(turn, signal), ports.leavingWaitsMs);
    },
  };
}

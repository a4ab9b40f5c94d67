// What the model is told before the first message, gathered once per session.

import type { Principal } from "../kernel/principal.ts";
import type { Environment } from "./environment.ts";
import type { ModelChoice } from "./model.ts";
import type { FrozenPrompt } from "./stores.ts";
import type { Tool } from "./tool.ts";

export interface PromptRequest {
  readonly sessionId: string;
  readonly principal: Principal;
  readonly env: Environment;
  readonly tools: readonly Tool[];
  readonly choice: ModelChoice;
  readonly platform: string;
  /** The caller's own system message, if any. */
  readonly callerSystem?: string;
  /** A child agent reads no context files itself; it is handed the parent's project block. */
  readonly inherited?: { readonly projectBlock: string };
  readonly at: number;
}

export interface BuiltPrompt {
  readonly prompt: FrozenPrompt;
  /** What a person must know: files redacted, cut, unreadable. */
  readonly notices: readonly string[];
}

export interface PromptSource {
  build(request: PromptRequest): Promise<BuiltPrompt>;
}

/** Project files found on the way: one per session, rooted where the session works. */
export interface HintSource {
  /**
   * `inWindow`: what hints of an earlier run have put into the conversation; it is not said again. Undefined when all of
   * that, and the prompt, is about another place: then the root's own rules are a hint, too.
   */
  open(env: Environment, inWindow: string | undefined): Hints;
}

export interface Hints {
  /** Text to append to a tool result for what a call touched, root to leaf; empty when there is nothing new. Never throws. */
  for(paths: readonly string[], command: string | undefined): Promise<HintText>;
  /** The transcript was compacted: of hints, this is left in the window; the others may be given again. */
  rearm(inWindow: string): void;
}

export interface HintText {
  readonly text: string;
  readonly notices: readonly string[];
}

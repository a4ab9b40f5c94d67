// Built once, stored, and from then on only replayed: later changes of files or memory never touch this session's prefix.

import type { BuiltPrompt, PromptRequest } from "../contracts/prompt.ts";
import type { FrozenPrompt } from "../contracts/stores.ts";
import { CALLER_LAYER } from "../kernel/prompt/build.ts";
import { textOfLayer } from "../kernel/prompt/tiers.ts";
import type { HostPorts } from "./host-ports.ts";

export async function freezePrompt(
  ports: Pick<HostPorts, "prompt" | "store">,
  request: PromptRequest,
): Promise<BuiltPrompt> {
  const built = await ports.prompt.build(request);
  await ports.store.freezePrompt(request.sessionId, built.prompt);
  return built;
}

/** Whoever opened the session spoke once: a prompt that is built anew keeps what they said. */
export function callerOf(before: FrozenPrompt | undefined): { readonly callerSystem?: string } {
  const said = before === undefined ? "" : textOfLayer(before, CALLER_LAYER);
  return said === "" ? {} : { callerSystem: said };
}

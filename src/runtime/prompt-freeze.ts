// Built once, stored, and from then on only replayed: later changes of files or memory never touch this session's prefix.

import type { BuiltPrompt, PromptRequest } from "../contracts/prompt.ts";
import type { HostPorts } from "./host-ports.ts";

export async function freezePrompt(
  ports: Pick<HostPorts, "prompt" | "store">,
  request: PromptRequest,
): Promise<BuiltPrompt> {
  const built = await ports.prompt.build(request);
  await ports.store.freezePrompt(request.sessionId, built.prompt);
  return built;
}

// Config → how children run: their model, budget and tools.

import type { Config } from "../config/schema.ts";
import type { Spawn } from "../contracts/delegation.ts";
import type { SessionSettings } from "../contracts/session.ts";
import { createDelegation, inheritedProject } from "../runtime/delegate.ts";
import type { HostPorts } from "../runtime/host-ports.ts";
import { effortSetting } from "./settings.ts";

/** What a child never gets: it cannot spawn, ask people, remember, send or run scripts that call tools. */
const NOT_FOR_CHILDREN = new Set(["delegate_task", "clarify", "memory", "send_message", "execute_code"]);

/** `ports` is asked for at the first delegation: the tool is part of the ports it needs. */
export function delegation(
  config: Config,
  { settings: parent, surface }: { readonly settings: SessionSettings; readonly surface: string },
  ports: () => HostPorts | undefined,
): Spawn {
  const { delegation: section } = config;
  return {
    maxParallel: section.max_concurrent_children,
    now: () => ports()?.clock.now() ?? 0,
    async run(tasks, context) {
      const wired = ports();
      if (wired === undefined) throw new Error("delegation before the app is wired");
      // Whatever toolsets a task names, a child has none that its parent has not.
      const selection = { settings: parent, source: surface, principal: context.principal };
      const own = new Set(wired.tools(selection).map(({ name }) => name));
      const children = createDelegation(wired, {
        settings: {
          yolo: section.subagent_auto_approve && parent.yolo,
          maxIterations: section.max_iterations,
          ...(section.model === "" ? modelOf(parent) : { model: section.model }),
          ...(section.provider === "" ? providerOf(parent) : { provider: section.provider }),
          ...(parent.effort === undefined ? {} : { effort: parent.effort }),
          ...effortSetting(section.reasoning_effort),
        },
        timeoutMs: section.child_timeout_seconds * 1000,
        projectBlock: async (sessionId) => (section.skip_context_files ? "" : inheritedProject(wired, sessionId)),
        allowed: (tool) => own.has(tool.name) && !NOT_FOR_CHILDREN.has(tool.name),
      });
      return children.run(tasks, context);
    },
  };
}

function modelOf({ model }: SessionSettings) {
  return model === undefined ? {} : { model };
}

function providerOf({ provider }: SessionSettings) {
  return provider === undefined ? {} : { provider };
}

// Config → how children run: their model, budget and tools.

import type { Config } from "../config/schema.ts";
import type { Spawn } from "../contracts/delegation.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { Ids } from "../contracts/time.ts";
import { effectsOf } from "../engines/tool-effects.ts";
import type { Background } from "../runtime/after-turn/background.ts";
import { type AsyncDelegations, createAsyncDelegations } from "../runtime/async-delegations.ts";
import { createDelegation, inheritedProject } from "../runtime/delegate.ts";
import type { HostPorts } from "../runtime/host-ports.ts";
import { CHILD_PROVIDER } from "./models.ts";
import { effortSetting } from "./settings.ts";

/** What a child never gets: it cannot spawn, ask people, remember, send or run scripts that call tools. */
const NOT_FOR_CHILDREN = new Set(["delegate_task", "clarify", "memory", "send_message", "execute_code"]);

export interface Delegations {
  readonly spawn: Spawn;
  /** Results of children that were sent off; nobody sends any where nobody listens. */
  readonly async: AsyncDelegations;
}

export interface DelegationWiring {
  readonly config: Config;
  readonly settings: SessionSettings;
  readonly surface: string;
  /** Somebody is there to hear of a result that comes later. */
  readonly interactive: boolean;
  readonly background: Background;
  readonly ids: Ids;
  ports(): HostPorts | undefined;
}

/** `ports` is asked for at the first delegation: the tool is part of the ports it needs. */
export function delegation(wiring: DelegationWiring): Delegations {
  const { config, settings: parent, surface, ports, background, ids } = wiring;
  const { delegation: section } = config;
  const run: Spawn["run"] = async (tasks, context) => {
    const wired = ports();
    if (wired === undefined) throw new Error("delegation before the app is wired");
    // Whatever toolsets a task names, a child has none that its parent has not.
    const selection = { settings: parent, source: surface, principal: context.principal };
    const tools = wired.tools(selection);
    const own = new Set(tools.map(({ name }) => name));
    const children = createDelegation(wired, {
      settings: {
        yolo: parent.yolo || section.subagent_auto_approve,
        maxIterations: section.max_iterations,
        ...(section.model === "" ? modelOf(parent) : { model: section.model }),
        ...childProvider(section, parent),
        ...(parent.effort === undefined ? {} : { effort: parent.effort }),
        ...effortSetting(section.reasoning_effort),
      },
      timeoutMs: section.child_timeout_seconds * 1000,
      projectBlock: async (sessionId) => (section.skip_context_files ? "" : inheritedProject(wired, sessionId)),
      allowed: (tool) => own.has(tool.name) && !NOT_FOR_CHILDREN.has(tool.name),
      effectOf: effectsOf(tools),
    });
    return children.run(tasks, context);
  };
  const newCode = () => ids.id("").slice(1, 9);
  const later = createAsyncDelegations({ run, background, maxRunning: section.max_async_children, newCode });
  return {
    spawn: {
      run,
      maxParallel: section.max_concurrent_children,
      now: () => ports()?.clock.now() ?? 0,
      ...(wiring.interactive && section.max_async_children > 0 ? { dispatch: later.dispatch } : {}),
    },
    async: later,
  };
}

function modelOf({ model }: SessionSettings) {
  return model === undefined ? {} : { model };
}

/** An endpoint of their own goes before a provider's name, and that before what the parent uses. */
function childProvider(section: Config["delegation"], parent: SessionSettings) {
  if (section.base_url !== "") return { provider: CHILD_PROVIDER };
  if (section.provider !== "") return { provider: section.provider };
  return parent.provider === undefined ? {} : { provider: parent.provider };
}

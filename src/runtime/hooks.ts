// Plugin hooks, each bounded in time; one that fails or dawdles is switched off with a notice and never fails a turn.

import type { Log } from "../contracts/log.ts";
import type { Hooks } from "../contracts/plugin.ts";
import { bounded } from "./bounded.ts";

const HOOK_DEADLINE_MS = 5_000;

export interface NamedHooks {
  readonly plugin: string;
  readonly hooks: Hooks;
  /** How long one hook may take; five seconds unless said. */
  readonly deadlineMs?: number;
}

export interface HookRunner {
  /** Whether any plugin that is still on has this hook. */
  has(name: keyof Hooks): boolean;
  /** Runs one hook of every plugin in turn and gives back what they returned, plugins without it left out. */
  run<K extends keyof Hooks>(name: K, event: Parameters<NonNullable<Hooks[K]>>[0]): Promise<readonly HookReturn<K>[]>;
}

type HookReturn<K extends keyof Hooks> = NonNullable<Awaited<ReturnType<NonNullable<Hooks[K]>>>>;

export function createHookRunner(plugins: readonly NamedHooks[], log: Log, notify: (text: string) => void): HookRunner {
  const disabled = new Set<string>();
  return {
    has: (name) => plugins.some(({ plugin, hooks }) => hooks[name] !== undefined && !disabled.has(plugin)),
    async run(name, event) {
      const results: HookReturn<typeof name>[] = [];
      for (const { plugin, hooks, deadlineMs = HOOK_DEADLINE_MS } of plugins) {
        const hook = hooks[name] as ((event: unknown) => Promise<unknown>) | undefined;
        if (hook === undefined || disabled.has(plugin)) continue;
        const outcome = await bounded(() => hook.call(hooks, event), deadlineMs);
        if (outcome.type === "failed") {
          disabled.add(plugin);
          log.warn("plugin hook failed", { plugin, hook: name, why: outcome.why });
          notify(`Plugin ${plugin} was switched off for this run: its ${name} hook ${outcome.why}.`);
        } else if (outcome.value !== undefined && outcome.value !== null)
          results.push(outcome.value as HookReturn<typeof name>);
      }
      return results;
    },
  };
}

/**
 * The same hooks for one turn: once it is stopped, nobody waits for one that only says yes or is only told. What would
 * change words on their way is still waited for, or they would go on unchanged.
 */
export function hooksUntil(hooks: HookRunner, signal: AbortSignal): HookRunner {
  const stopped = new Promise<readonly never[]>((resolve) => {
    signal.addEventListener("abort", () => resolve([]), { once: true });
    if (signal.aborted) resolve([]);
  });
  return {
    has: hooks.has,
    run(name, event) {
      const ran = hooks.run(name, event);
      return name.startsWith("transform") ? ran : Promise.race([ran, stopped]);
    },
  };
}

export const NO_HOOKS: HookRunner = { has: () => false, run: async () => [] };

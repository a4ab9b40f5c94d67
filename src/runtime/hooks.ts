// Plugin hooks, each bounded in time; one that fails or dawdles is switched off with a notice and never fails a turn.

import type { Log } from "../contracts/log.ts";
import type { Hooks } from "../contracts/plugin.ts";

const HOOK_DEADLINE_MS = 5_000;

export interface NamedHooks {
  readonly plugin: string;
  readonly hooks: Hooks;
}

export interface HookRunner {
  /** Runs one hook of every plugin in turn and gives back what they returned, plugins without it left out. */
  run<K extends keyof Hooks>(name: K, event: Parameters<NonNullable<Hooks[K]>>[0]): Promise<readonly HookReturn<K>[]>;
}

type HookReturn<K extends keyof Hooks> = NonNullable<Awaited<ReturnType<NonNullable<Hooks[K]>>>>;

export function createHookRunner(plugins: readonly NamedHooks[], log: Log, notify: (text: string) => void): HookRunner {
  const disabled = new Set<string>();
  return {
    async run(name, event) {
      const results: HookReturn<typeof name>[] = [];
      for (const { plugin, hooks } of plugins) {
        const hook = hooks[name] as ((event: unknown) => Promise<unknown>) | undefined;
        if (hook === undefined || disabled.has(plugin)) continue;
        const outcome = await bounded(() => hook.call(hooks, event));
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

export const NO_HOOKS: HookRunner = { run: async () => [] };

type Outcome = { readonly type: "done"; readonly value: unknown } | { readonly type: "failed"; readonly why: string };

async function bounded(work: () => Promise<unknown>): Promise<Outcome> {
  const timer = { handle: undefined as ReturnType<typeof setTimeout> | undefined };
  const late = new Promise<Outcome>((resolve) => {
    timer.handle = setTimeout(
      () => resolve({ type: "failed", why: `took longer than ${HOOK_DEADLINE_MS / 1000} s` }),
      HOOK_DEADLINE_MS,
    );
  });
  try {
    return await Promise.race([work().then((value): Outcome => ({ type: "done", value })), late]);
  } catch (error) {
    return { type: "failed", why: `failed (${error instanceof Error ? error.message : String(error)})` };
  } finally {
    clearTimeout(timer.handle);
  }
}

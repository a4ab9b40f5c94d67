// `hermes memory`: the same books a conversation uses, mirrored into the provider as there.

import { setKey, unsetKey } from "../config/save.ts";
import { SILENT_LOG } from "../contracts/log.ts";
import { UsageFailure } from "../kernel/failure.ts";
import { OWNER } from "../kernel/principal.ts";
import type { ProviderNeeds } from "../plugins/memory/manifest.ts";
import { MEMORY_PROVIDERS } from "../plugins/memory-providers.ts";
import type { MemoryAdmin, MemoryProviderState } from "../runtime/admin-memory.ts";
import { createBackground } from "../runtime/after-turn/background.ts";
import type { Ground } from "./ground.ts";
import { composeMemory } from "./memory.ts";
import { needsOfBundled } from "./plugins/bundled.ts";
import { NO_PLUGINS } from "./plugins/loaded.ts";
import { findPlugins, openPlugins } from "./plugins/open.ts";
import { systemClock, systemIds } from "./system-clock.ts";

export async function memoryAdmin(wiring: Ground): Promise<MemoryAdmin> {
  const { home, config, facts, env } = wiring;
  const background = createBackground(SILENT_LOG);
  const plugins = config.memory.provider === "" ? NO_PLUGINS : await openPlugins({ ...wiring, log: SILENT_LOG });
  const provider = plugins.plugins.map(({ contributions }) => contributions.memory).find((one) => one !== undefined);
  const book = composeMemory({
    ...{ home, config, background, provider },
    clock: systemClock,
    ids: systemIds,
    cwd: facts.cwd,
  });
  if (book === undefined)
    throw new UsageFailure("Memory is switched off. `hermes config set memory.memory_enabled true` switches it on.", 1);
  const save = { home, env: facts.env };
  const providers = async (): Promise<readonly MemoryProviderState[]> => {
    const { plugins: found } = await findPlugins({ home, facts });
    const state = (name: string, description: string, needs: ProviderNeeds): MemoryProviderState => ({
      ...{ name, description, ...needs },
      active: name === config.memory.provider,
    });
    const own = found
      .filter((plugin) => /[\\/]memory[\\/][^\\/]+$/.test(plugin.dir))
      .map(({ manifest: { name, description, requiresEnv } }) => {
        const missing = requiresEnv.filter((variable) => !env[variable]);
        return state(name, description, { needs: requiresEnv, missing, asks: missing });
      });
    const bundled = MEMORY_PROVIDERS.map(({ manifest }) =>
      state(manifest.name, `${manifest.title}: ${manifest.summary}`, needsOfBundled(manifest, wiring)),
    );
    return [...own, ...bundled.filter(({ name }) => !own.some((one) => one.name === name))];
  };

  return {
    book,
    principal: OWNER,
    approval: config.memory.write_approval,
    setApproval: (on) => void setKey(save, "memory.write_approval", String(on)),
    providers,
    async useProvider(name) {
      if (name === "") {
        unsetKey(save, "memory.provider");
        return;
      }
      const known = await providers();
      if (!known.some((one) => one.name === name))
        throw new UsageFailure(
          `There is no memory provider "${name}". There are: ${known.map((one) => one.name).join(", ") || "none installed"}.`,
          1,
        );
      setKey(save, "memory.provider", name);
    },
    saveVariable: (name, value) => void setKey(save, name, value),
    async close() {
      await background.stop();
      await plugins.dispose();
    },
  };
}

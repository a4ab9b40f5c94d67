// The fallback chain in the settings file: read, changed, written.

import { loadConfig } from "../config/load.ts";
import { setKey, unsetKey } from "../config/save.ts";
import type { Config } from "../config/schema.ts";
import { UsageFailure } from "../kernel/failure.ts";
import type { FallbackAdmin, FallbackEntry } from "../runtime/admin-fallbacks.ts";
import { modelAdmin } from "./admin-models.ts";
import type { Ground } from "./ground.ts";

export type Chain = Config["fallback_providers"];

/** `changed` hears of the chain as it is after each change. */
export function fallbackAdmin(ground: Ground, changed: (chain: Chain) => void): FallbackAdmin {
  const file = { home: ground.home, env: ground.facts.env };
  const read = () => loadConfig(file).config.fallback_providers;
  const write = (entries: readonly object[]) => {
    if (entries.length === 0) unsetKey(file, "fallback_providers");
    else setKey(file, "fallback_providers", JSON.stringify(entries.map(trimmed)));
    changed(read());
  };

  return {
    list: () => read().map(({ provider, model, base_url, key_env }) => ({ provider, model, base_url, key_env })),
    async add(spec, { at, baseUrl = "", keyEnv = "" }) {
      const { provider, model } = await modelAdmin(ground).parse(spec);
      if (provider === undefined || model === undefined)
        throw new UsageFailure(
          `"${spec}" does not name both; write provider:model, for example openrouter:openai/gpt-5.5.`,
        );
      const entries = read();
      const name = `${provider}:${model}`;
      if (entries.some((one) => nameOf(one) === name)) throw new UsageFailure(`${name} is in the chain already.`, 1);
      const place = at ?? entries.length + 1;
      if (!Number.isInteger(place) || place < 1 || place > entries.length + 1)
        throw new UsageFailure(`There are places from 1 to ${entries.length + 1}.`);
      const entry = { provider, model, base_url: baseUrl, key_env: keyEnv };
      write([...entries.slice(0, place - 1), entry, ...entries.slice(place - 1)]);
      return { name, place };
    },
    remove(which) {
      const entries = read();
      const gone = /^\d+$/.test(which)
        ? entries[Number(which) - 1]
        : entries.find((one) => nameOf(one) === which || `${one.provider}/${one.model}` === which);
      if (gone === undefined) throw new UsageFailure(`There is no fallback "${which}".`, 1);
      write(entries.filter((one) => one !== gone));
      return nameOf(gone);
    },
    clear: () => write([]),
  };
}

const nameOf = ({ provider, model }: Pick<FallbackEntry, "provider" | "model">): string => `${provider}:${model}`;

/** What the file says, without the defaults reading it added. */
function trimmed(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== ""));
}

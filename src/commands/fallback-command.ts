// /fallback: who answers when the model cannot. What is changed here counts at once and is kept.

import type { Command } from "../contracts/command.ts";
import type { FallbackAdmin } from "../runtime/admin-fallbacks.ts";
import { WORDS } from "./words.data.ts";

export interface FallbackPorts {
  fallbacks(): Promise<FallbackAdmin>;
}

const USAGE = WORDS.fallback.usage;

export function fallbackCommand({ fallbacks }: FallbackPorts): Command {
  return {
    name: "fallback",
    summary: WORDS.fallback.summary,
    args: "[add|remove|clear]",
    group: "model",
    whileBusy: true,
    async run(args) {
      const [verb = "", what, place] = args.split(/\s+/);
      const chain = await fallbacks();
      if (verb === "" || verb === "list") return shown(chain);
      if (verb === "add" && what !== undefined) {
        const added = await chain.add(what, place === undefined ? {} : { at: Number(place) });
        return { type: "text", text: WORDS.fallback.added(added.name, added.place) };
      }
      if ((verb === "remove" || verb === "rm") && what !== undefined)
        return { type: "text", text: WORDS.fallback.removed(chain.remove(what)) };
      if (verb === "clear") {
        chain.clear();
        return { type: "text", text: WORDS.fallback.cleared };
      }
      return { type: "text", text: USAGE };
    },
    async complete(typed) {
      const [verb = "", ...rest] = typed.split(/\s+/);
      if (rest.length === 0)
        return [
          { value: "add", summary: WORDS.fallback.addSummary },
          { value: "remove", summary: WORDS.fallback.removeSummary },
          { value: "clear", summary: WORDS.fallback.clearSummary },
        ].filter(({ value }) => value.startsWith(verb));
      if (verb !== "remove" && verb !== "rm") return [];
      return (await fallbacks())
        .list()
        .map(({ provider, model }) => ({ value: `${verb} ${provider}:${model}` }))
        .filter(({ value }) => value.startsWith(typed));
    },
  };
}

function shown(chain: FallbackAdmin): Awaited<ReturnType<Command["run"]>> {
  const entries = chain.list();
  if (entries.length === 0) return { type: "text", text: WORDS.fallback.none };
  return {
    type: "table",
    title: WORDS.fallback.title,
    columns: WORDS.fallback.columns,
    rows: entries.map((entry, index) => [String(index + 1), entry.provider, entry.model, entry.base_url]),
  };
}

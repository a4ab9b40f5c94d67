// /fallback: who answers when the model cannot. What is changed here counts at once and is kept.

import type { Command } from "../contracts/command.ts";
import type { FallbackAdmin } from "../runtime/admin-fallbacks.ts";
import { WORDS } from "./words.data.ts";

export interface FallbackPorts {
  fallbacks(): Promise<FallbackAdmin>;
}

const USAGE = WORDS.fallback.fallbackShowsChainFallback;

export function fallbackCommand({ fallbacks }: FallbackPorts): Command {
  return {
    name: "fallback",
    summary: WORDS.fallback.fallbackSummary,
    args: "[add|remove|clear]",
    group: "model",
    whileBusy: true,
    async run(args) {
      const [verb = "", what, place] = args.split(/\s+/);
      const chain = await fallbacks();
      if (verb === "" || verb === "list") return shown(chain);
      if (verb === "add" && what !== undefined) {
        const added = await chain.add(what, place === undefined ? {} : { at: Number(place) });
        return { type: "text", text: WORDS.fallback.triedPlaceNow(added.name, added.place) };
      }
      if ((verb === "remove" || verb === "rm") && what !== undefined)
        return { type: "text", text: WORDS.fallback.isOutOfTheChain(chain.remove(what)) };
      if (verb === "clear") {
        chain.clear();
        return { type: "text", text: WORDS.fallback.nobodyTakesOverAnyMore };
      }
      return { type: "text", text: USAGE };
    },
    async complete(typed) {
      const [verb = "", ...rest] = typed.split(/\s+/);
      if (rest.length === 0)
        return [
          { value: "add", summary: WORDS.fallback.fallbackSummary2 },
          { value: "remove", summary: WORDS.fallback.fallbackSummary3 },
          { value: "clear", summary: WORDS.fallback.fallbackSummary4 },
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
  if (entries.length === 0) return { type: "text", text: WORDS.fallback.nobodyOverFallbackAdd };
  return {
    type: "table",
    title: WORDS.fallback.whenModelCannotAnswerTitle,
    columns: WORDS.fallback.shownColumns,
    rows: entries.map((entry, index) => [String(index + 1), entry.provider, entry.model, entry.base_url]),
  };
}

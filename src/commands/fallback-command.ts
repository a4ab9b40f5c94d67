// /fallback: who answers when the model cannot. What is changed here counts at once and is kept.

import type { Command } from "../contracts/command.ts";
import type { FallbackAdmin } from "../runtime/admin-fallbacks.ts";

export interface FallbackPorts {
  fallbacks(): Promise<FallbackAdmin>;
}

const USAGE = "/fallback shows the chain; /fallback add provider:model, remove 1 and clear change it.";

export function fallbackCommand({ fallbacks }: FallbackPorts): Command {
  return {
    name: "fallback",
    summary: "show or change who answers when the model cannot",
    args: "[add|remove|clear]",
    group: "model",
    whileBusy: true,
    async run(args) {
      const [verb = "", what, place] = args.split(/\s+/);
      const chain = await fallbacks();
      if (verb === "" || verb === "list") return shown(chain);
      if (verb === "add" && what !== undefined) {
        const added = await chain.add(what, place === undefined ? {} : { at: Number(place) });
        return { type: "text", text: `${added.name} is tried at place ${added.place}, from now on.` };
      }
      if ((verb === "remove" || verb === "rm") && what !== undefined)
        return { type: "text", text: `${chain.remove(what)} is out of the chain.` };
      if (verb === "clear") {
        chain.clear();
        return { type: "text", text: "Nobody takes over any more." };
      }
      return { type: "text", text: USAGE };
    },
    async complete(typed) {
      const [verb = "", ...rest] = typed.split(/\s+/);
      if (rest.length === 0)
        return [
          { value: "add", summary: "one more at the end: add provider:model" },
          { value: "remove", summary: "take one out, by its number or name" },
          { value: "clear", summary: "take all out" },
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
  if (entries.length === 0)
    return { type: "text", text: "Nobody takes over. /fallback add provider:model names somebody." };
  return {
    type: "table",
    title: "When the model cannot answer, in this order",
    columns: ["#", "provider", "model", "address"],
    rows: entries.map((entry, index) => [String(index + 1), entry.provider, entry.model, entry.base_url]),
  };
}

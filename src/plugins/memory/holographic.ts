// Holographic: facts on this machine, in one SQLite file per person; no service, no key.

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MemoryProvider } from "../../contracts/memory.ts";
import type { Plugin } from "../../contracts/plugin.ts";
import type { Principal } from "../../kernel/principal.ts";
import { ApiFailure } from "./api-failure.ts";
import { bringing } from "./bringing.ts";
import { type Fact, type FactQuery, type FactStore, openFactStore } from "./fact-store.ts";
import { nameFor } from "./ownership.ts";
import { asLines, providerTool } from "./provider-tool.ts";
import { numberSetting, textSetting } from "./shapes.ts";
import { type Input, listIn, numberOf, textOf } from "./tool-input.ts";

const RECALLED = 5;
const CATEGORIES = ["user_pref", "project", "tool", "general"];
const ACTIONS = ["add", "search", "probe", "related", "reason", "contradict", "update", "remove", "list"];

export const holographic: Plugin = {
  name: "holographic",
  setup({ config, dataDir }) {
    const file = textSetting(config, "db_path", join(dataDir, "memory_store.db"));
    const minTrust = numberSetting(config, "min_trust_threshold", { fallback: 0.3, min: 0, max: 1 });
    const stores = new Map<string, FactStore>();
    const storeOf = (principal: Principal): FactStore => {
      const path =
        principal.type === "owner" ? file : `${file.replace(/\.db$/, "")}.guests/${nameFor("g", principal)}.db`;
      const known = stores.get(path);
      if (known !== undefined) return known;
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const opened = openFactStore(path);
      stores.set(path, opened);
      return opened;
    };
    return bringing({
      ...holographicProvider(storeOf, minTrust),
      async dispose() {
        for (const store of stores.values()) store.close();
        stores.clear();
      },
    });
  },
};

function holographicProvider(storeOf: (principal: Principal) => FactStore, minTrust: number): MemoryProvider {
  return {
    name: "holographic",
    snapshot: async () => "",
    async recall(query, { principal }) {
      const found = storeOf(principal).search(query, { minTrust, limit: RECALLED });
      return asLines(
        found.map((fact) => fact.content),
        "",
      );
    },
    async changed(change, { principal }) {
      const store = storeOf(principal);
      if (change.type !== "add") store.removeText(change.before);
      if (change.type !== "remove" && change.text.trim() !== "")
        store.add(change.text, { category: change.target === "user" ? "user_pref" : "general", tags: "memory" });
    },
    tools: [
      providerTool({
        name: "fact_store",
        description:
          "Facts kept on this machine. add content; search query; probe or related entity; reason over entities; contradict lists pairs that disagree; update or remove by fact_id; list.",
        effect: "write",
        fields: {
          action: { type: "string", description: "What to do.", enum: ACTIONS, required: true },
          content: { type: "string", description: "The fact." },
          query: { type: "string", description: "What to look for." },
          entity: { type: "string", description: "A name." },
          entities: { type: "list", description: "Names." },
          fact_id: { type: "integer", description: "The fact's number." },
          category: { type: "string", description: "What kind of fact.", enum: CATEGORIES },
          tags: { type: "string", description: "Words to find it by." },
          trust_delta: { type: "number", description: "How much more or less it is trusted." },
          min_trust: { type: "number", description: "Leave out what is trusted less; 0.3 unless said." },
          limit: { type: "integer", description: "How many; 10 unless said.", max: 50 },
        },
        run: async (input, { principal }) => perform(storeOf(principal), input, minTrust),
      }),
      providerTool({
        name: "fact_feedback",
        description: "Say whether a fact helped; trust grows or shrinks.",
        effect: "write",
        fields: {
          action: {
            type: "string",
            description: "helpful or unhelpful.",
            enum: ["helpful", "unhelpful"],
            required: true,
          },
          fact_id: { type: "integer", description: "The fact's number.", required: true },
        },
        run: async (input, { principal }) =>
          storeOf(principal).feedback(numberOf(input, "fact_id", -1), textOf(input, "action") === "helpful")
            ? "Noted."
            : "There is no such fact.",
      }),
    ],
  };
}

function perform(store: FactStore, input: Input, minTrust: number): string {
  const category = textOf(input, "category");
  const options: FactQuery = {
    minTrust: numberOf(input, "min_trust", minTrust),
    limit: Math.max(1, numberOf(input, "limit", 10)),
    ...(category === "" ? {} : { category }),
  };
  const need = (name: string): string => {
    const value = textOf(input, name);
    if (value === "") throw new ApiFailure("refused", `${name} is required for ${textOf(input, "action")}.`);
    return value;
  };
  const id = numberOf(input, "fact_id", -1);
  switch (textOf(input, "action")) {
    case "add": {
      const entities = listIn(input, "entities");
      const tags = textOf(input, "tags");
      return `Stored as fact ${store.add(need("content"), { category: category || "general", tags, entities })}.`;
    }
    case "search":
      return factLines(store.search(need("query"), options));
    case "probe":
      return factLines(store.probe(need("entity"), options));
    case "related":
      return factLines(store.related(need("entity"), options));
    case "reason":
      return factLines(store.reason(listIn(input, "entities"), options));
    case "contradict":
      return asLines(store.contradictions(options).map(([a, b]) => `${a.id}: ${a.content} ⇔ ${b.id}: ${b.content}`));
    case "update":
      return store.update(id, updateOf(input)) ? "Updated." : "There is no such fact.";
    case "remove":
      return store.remove(id) ? "Removed." : "There is no such fact.";
    default:
      return factLines(store.list(options));
  }
}

function updateOf(input: Input): Parameters<FactStore["update"]>[1] {
  const [content, category, tags] = [textOf(input, "content"), textOf(input, "category"), textOf(input, "tags")];
  return {
    trustDelta: numberOf(input, "trust_delta", 0),
    ...(content === "" ? {} : { content }),
    ...(category === "" ? {} : { category }),
    ...(tags === "" ? {} : { tags }),
  };
}

function factLines(facts: readonly Fact[]): string {
  return asLines(facts.map(({ id, content, trust }) => `${id}: ${content} (trust ${trust.toFixed(2)})`));
}

// What the model may ask RetainDB about memories.

import type { Tool } from "../../contracts/tool.ts";
import type { Principal } from "../../kernel/principal.ts";
import { asLines, providerTool } from "./provider-tool.ts";
import type { Memory, Retain } from "./retaindb-api.ts";
import { numberOf, textOf } from "./tool-input.ts";

const TYPES = ["factual", "preference", "goal", "instruction", "event", "opinion"];

export function retainTools(service: Retain, userOf: (principal: Principal) => string): readonly Tool[] {
  const lines = (memories: readonly Memory[]) => asLines(memories.map(({ id, content }) => `${content} [${id}]`));
  const query = { query: { type: "string", description: "What to look for.", required: true } } as const;
  return [
    providerTool({
      name: "retaindb_profile",
      description: "Everything RetainDB knows about the user.",
      effect: "read",
      fields: {},
      run: async (_input, { principal, signal }) => lines(await service.profile(userOf(principal), signal)),
    }),
    providerTool({
      name: "retaindb_search",
      description: "Search memories in RetainDB by meaning.",
      effect: "read",
      fields: { ...query, top_k: { type: "integer", description: "How many, up to 20.", max: 20 } },
      run: async (input, { principal, signal }) =>
        lines(await service.search(userOf(principal), textOf(input, "query"), numberOf(input, "top_k", 8), signal)),
    }),
    providerTool({
      name: "retaindb_context",
      description: "What RetainDB would tell about a topic, put together.",
      effect: "read",
      fields: query,
      run: async (input, { principal, sessionId, signal }) =>
        asLines(
          await service.context({ user: userOf(principal), session: sessionId, query: textOf(input, "query") }, signal),
        ),
    }),
    providerTool({
      name: "retaindb_remember",
      description: "Store a memory in RetainDB.",
      effect: "write",
      fields: {
        content: { type: "string", description: "What to remember.", required: true },
        memory_type: { type: "string", description: "What kind of memory.", enum: TYPES },
      },
      async run(input, { principal, signal }) {
        const type = textOf(input, "memory_type") || "factual";
        const id = await service.remember({ user: userOf(principal), content: textOf(input, "content"), type }, signal);
        return id === "" ? "Stored." : `Stored as ${id}.`;
      },
    }),
    providerTool({
      name: "retaindb_forget",
      description: "Delete one memory in RetainDB by its id.",
      effect: "write",
      fields: { memory_id: { type: "string", description: "The id.", required: true } },
      run: async (input, { principal, signal }) =>
        (await service.forget(userOf(principal), textOf(input, "memory_id"), signal))
          ? "Forgotten."
          : "There is no such memory.",
    }),
  ];
}

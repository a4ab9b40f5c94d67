// What the model may ask Honcho itself. A peer other than the user's own and the agent's is out of reach.

import type { Tool, ToolContext } from "../../contracts/tool.ts";
import { takeChars } from "../../kernel/text.ts";
import { ApiFailure } from "./api-failure.ts";
import type { Honcho, HonchoNames } from "./honcho-api.ts";
import { asLines, providerTool } from "./provider-tool.ts";
import { type Field, type Input, listIn, numberOf, textOf } from "./tool-input.ts";

const LEVELS = ["minimal", "low", "medium", "high", "max"];
const CHARS_PER_TOKEN = 4;
const PEER: Field = { type: "string", description: "user (default) or ai.", enum: ["user", "ai"] };

export function honchoTools(service: Honcho, names: HonchoNames): readonly Tool[] {
  const peerOf = (input: Input, { principal }: ToolContext) =>
    textOf(input, "peer") === "ai" ? names.ai : names.user(principal);
  const sessionOf = ({ sessionId: id, principal, env }: ToolContext) => ({ id, principal, cwd: env.cwd });

  return [
    providerTool({
      name: "honcho_profile",
      description: "The short card of facts Honcho keeps about the user; with card, replaces it.",
      effect: "write",
      fields: { peer: PEER, card: { type: "list", description: "New facts, one per item." } },
      async run(input, context) {
        const peer = peerOf(input, context);
        const card = listIn(input, "card");
        if (card.length > 0) await service.setCard(peer, card, context.signal);
        return asLines(await service.card(peer, context.signal), "The card is empty.");
      },
    }),
    providerTool({
      name: "honcho_search",
      description: "Search what was said and concluded, by meaning.",
      effect: "read",
      fields: {
        query: { type: "string", description: "What to look for.", required: true },
        max_tokens: { type: "integer", description: "Length of the answer, up to 2000.", max: 2_000 },
        peer: PEER,
      },
      async run(input, context) {
        const [peer, query] = [peerOf(input, context), textOf(input, "query")];
        const found = [
          ...(await service.findConclusions(names, peer, query, context.signal)),
          ...(await service.search(peer, query, context.signal)),
        ];
        return takeChars(asLines(found), numberOf(input, "max_tokens", 800) * CHARS_PER_TOKEN);
      },
    }),
    providerTool({
      name: "honcho_reasoning",
      description: "Ask Honcho a question about the user; it reasons over everything it knows.",
      effect: "read",
      fields: {
        query: { type: "string", description: "The question.", required: true },
        reasoning_level: { type: "string", description: "How hard to think.", enum: LEVELS },
        peer: PEER,
      },
      run: (input, context) =>
        service.ask(
          names,
          peerOf(input, context),
          { query: textOf(input, "query"), level: textOf(input, "reasoning_level") || "low" },
          context.signal,
        ),
    }),
    providerTool({
      name: "honcho_context",
      description: "What Honcho currently believes about the user.",
      effect: "read",
      fields: { query: { type: "string", description: "What it should bear on." }, peer: PEER },
      run: (input, context) => service.representation(peerOf(input, context), textOf(input, "query"), context.signal),
    }),
    providerTool({
      name: "honcho_conclude",
      description: "Record a conclusion about the user, or delete one by its id.",
      effect: "write",
      fields: {
        conclusion: { type: "string", description: "The conclusion to record." },
        delete_id: { type: "string", description: "The id of a conclusion to delete instead." },
        peer: PEER,
      },
      async run(input, context) {
        const [conclusion, id] = [textOf(input, "conclusion"), textOf(input, "delete_id")];
        if ((conclusion === "") === (id === ""))
          throw new ApiFailure("refused", "Give either conclusion or delete_id.");
        if (id !== "") {
          const dropped = await service.dropConclusionById(names, peerOf(input, context), id, context.signal);
          return dropped ? "Deleted." : "There is no such conclusion.";
        }
        const made = await service.conclude(
          names,
          sessionOf(context),
          peerOf(input, context),
          conclusion,
          context.signal,
        );
        return made === "" ? "Recorded." : `Recorded as ${made}.`;
      },
    }),
  ];
}

// Asking the person at the other end, when a guess would be worse than a question.

import { z } from "zod";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import { failed } from "./failures.ts";
import { zodSchema } from "./schema.ts";

const MAX_CHOICES = 4;

export const clarifyTool: Tool = defineTool({
  name: "clarify",
  toolset: "clarify",
  description:
    "Ask the user a question, with up to 4 choices or open. Only for what you cannot find out or decide yourself.",
  input: zodSchema("clarify", () => z.object({ question: z.string().min(1), choices: z.array(z.string()).optional() })),
  effect: "execute",
  output: "own",
  needsPerson: true,
  reach: () => "looks",
  touches: () => [],
  label: ({ question }) => question,
  badInput: (why) => failed(why),
  async run({ question, choices = [] }, context) {
    const offered = choices
      .map((choice) => choice.trim())
      .filter((choice) => choice !== "")
      .slice(0, MAX_CHOICES);
    const answer = await context.ask({ type: "clarify", text: question, choices: offered });
    switch (answer.type) {
      case "text":
        return jsonResult({ question, choices_offered: offered, user_response: answer.text });
      case "yes":
        return jsonResult({ question, choices_offered: offered, user_response: "yes" });
      case "no":
        return jsonResult({ question, choices_offered: offered, user_response: answer.why ?? "no" });
      case "unanswered":
        return failed(`No answer: ${answer.why}. Go on with your best judgement and say what you assumed.`, {
          question,
          choices_offered: offered,
        });
    }
  },
});

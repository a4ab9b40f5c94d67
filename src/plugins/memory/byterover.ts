// ByteRover: knowledge kept as a tree of files by its own program; one tree per person.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { MemoryProvider } from "../../contracts/memory.ts";
import type { Plugin } from "../../contracts/plugin.ts";
import type { Principal } from "../../kernel/principal.ts";
import { takeChars } from "../../kernel/text.ts";
import { bringing } from "./bringing.ts";
import { type Brv, createBrv, type Place } from "./byterover-program.ts";
import { topicGone, topicOf } from "./byterover-topic.ts";
import { saidIn } from "./exchange.ts";
import { nameFor } from "./ownership.ts";
import { providerTool } from "./provider-tool.ts";
import { flagSetting, textSetting } from "./shapes.ts";
import { textOf } from "./tool-input.ts";

const QUERY = { chars: 5_000, minChars: 10 };
const SAID_CHARS = 2_000;
const ANSWER_CHARS = 8_000;
const BEFORE_COMPACTION = 10;

export const byterover: Plugin = {
  name: "byterover",
  setup({ config, env, dataDir }) {
    const brv = createBrv(textSetting(config, "command", "brv"), env);
    const at = (principal: Principal, signal?: AbortSignal): Place => ({ cwd: folderFor(dataDir, principal), signal });
    return bringing(byteroverProvider(brv, at, flagSetting(config, "auto_extract", true)));
  },
};

function byteroverProvider(
  brv: Brv,
  at: (principal: Principal, signal?: AbortSignal) => Place,
  extracts: boolean,
): MemoryProvider {
  const query = async (principal: Principal, text: string, signal?: AbortSignal): Promise<string> =>
    takeChars(await brv.query(takeChars(text, QUERY.chars), at(principal, signal)), ANSWER_CHARS);
  const curate = (principal: Principal, text: string, signal?: AbortSignal): Promise<void> =>
    brv.curate(text, topicOf(text), at(principal, signal));

  return {
    name: "byterover",
    snapshot: async () => "",
    recall: async (text, { principal }, signal) =>
      text.trim().length < QUERY.minChars ? "" : query(principal, text, signal),
    async observe(turn, { principal }, signal) {
      const said = saidIn(turn, SAID_CHARS);
      const question = said.find((one) => one.role === "user");
      const answer = said.findLast((one) => one.role === "assistant");
      if (!extracts || question === undefined || answer === undefined) return;
      await curate(principal, `User: ${question.content}\n\nAgent: ${answer.content}`, signal);
    },
    async beforeCompaction(messages, { principal }, signal) {
      const said = saidIn(messages, SAID_CHARS).slice(-BEFORE_COMPACTION);
      if (extracts && said.length > 0)
        await curate(principal, said.map(({ role, content }) => `${role}: ${content}`).join("\n\n"), signal);
    },
    async changed(change, { principal }, signal) {
      // No command forgets: the topic is written over, and a program that writes them itself is told in words.
      if (change.type !== "add") {
        const words = `Forget this, it no longer holds: ${change.before}`;
        await brv.curate(words, topicGone(change.before), at(principal, signal));
      }
      if (change.type !== "remove") await curate(principal, change.text, signal);
    },
    tools: [
      providerTool({
        name: "brv_query",
        description: "Ask ByteRover's knowledge tree.",
        effect: "read",
        fields: { query: { type: "string", description: "The question.", required: true } },
        run: (input, { principal, signal }) => query(principal, textOf(input, "query"), signal),
      }),
      providerTool({
        name: "brv_curate",
        description: "Add knowledge to ByteRover's tree.",
        effect: "write",
        fields: { content: { type: "string", description: "What to keep.", required: true } },
        async run(input, { principal, signal }) {
          await curate(principal, textOf(input, "content"), signal);
          return "Curated.";
        },
      }),
      providerTool({
        name: "brv_status",
        description: "How ByteRover is doing.",
        effect: "read",
        fields: {},
        run: (_input, { principal, signal }) => brv.status(at(principal, signal)),
      }),
    ],
  };
}

/** The program looks for its tree in the folders above, up to a repository: with these two it stops here, before another's tree. */
const STOPS = [".brv", ".git"];

function folderFor(dataDir: string, principal: Principal): string {
  const dir = principal.type === "owner" ? dataDir : join(dataDir, "guests", nameFor("g", principal));
  for (const stop of STOPS) mkdirSync(join(dir, stop), { recursive: true, mode: 0o700 });
  return dir;
}

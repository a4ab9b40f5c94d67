// A whole plugin: one tool, one command, two hooks. It returns data and never reaches inside.
import { defineTool, jsonError, jsonResult } from "hermes-ts/plugin";

const wordCount = defineTool({
  name: "word_count",
  toolset: "word-count",
  description: "Count the words of a text file.",
  effect: "read",
  output: "own",
  input: {
    json: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    decode: (input) =>
      typeof input?.path === "string" ? { type: "ok", value: input } : { type: "bad", why: "path must be a string" },
  },
  touches: ({ path }) => [path],
  label: ({ path }) => path,
  async run({ path }, { env }) {
    if ((await env.stat(path)) === undefined) return jsonError({ error: `No such file: ${path}` });
    const text = new TextDecoder().decode(await env.read(path));
    return jsonResult({ path, words: text.split(/\s+/).filter(Boolean).length });
  },
});

export default {
  name: "word-count",
  setup({ config }) {
    const secretFolder = config.secret_folder ?? "diary";
    return {
      tools: [wordCount],
      commands: [
        {
          name: "words",
          summary: "say what the word-count plugin does",
          group: "info",
          whileBusy: true,
          run: async () => ({ type: "text", text: "Ask: how many words are in notes.md?" }),
        },
      ],
      hooks: {
        async preToolCall({ input }) {
          return JSON.stringify(input ?? {}).includes(secretFolder)
            ? { block: `The word-count plugin keeps ${secretFolder} private.` }
            : undefined;
        },
        async preModelCall() {
          return { context: "The user likes numbers." };
        },
      },
    };
  },
};

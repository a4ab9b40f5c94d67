// A chat network with one agent per chat. Runs with: printf 'ada: hello\nbob: hello\n' | node docs/examples/line-platform.mjs
// (after `npm start` or `npm run build` once). Lines stand in for a network; a real one changes `linePlatform` only.
import { createInterface } from "node:readline";
import { createAgent } from "hermes-ts";

/** The contract of a platform (`PlatformAdapter`): transport, and nothing else. */
export function linePlatform(input, output) {
  let sent = 0;
  return {
    id: "lines",
    traits: {
      maxChars: 400,
      markdown: "none",
      threads: false,
      buttons: false,
      edits: false,
      promptHint: "You are in a chat of plain lines: answer in a sentence or two, without Markdown.",
    },
    async start(receive) {
      for await (const line of createInterface({ input })) {
        const [, chat, text] = /^(\w+): (.+)$/.exec(line) ?? [];
        if (text !== undefined)
          await receive({ from: { chat }, user: chat, text, messageId: `in-${line}`, at: Date.now() });
      }
    },
    async stop() {
      input.destroy();
    },
    async send({ chat }, out) {
      output.write(`to ${chat}: ${out.markdown.replace(/\s+/g, " ").trim()}\n`);
      return `out-${++sent}`;
    },
  };
}

/** One conversation per chat; approvals are refused, because nobody was asked whether this person may give them. */
export async function serve(platform, options) {
  const agents = new Map();
  const agentFor = async (chat) => {
    const known = agents.get(chat);
    if (known !== undefined) return known;
    const made = await createAgent({ ...options, source: platform.id, systemMessage: platform.traits.promptHint });
    agents.set(chat, made);
    return made;
  };
  try {
    await platform.start(async ({ from, text }) => {
      const answer = await (await agentFor(from.chat)).chat(text).catch((error) => error.message);
      for (let at = 0; at < answer.length; at += platform.traits.maxChars)
        await platform.send(from, { type: "text", markdown: answer.slice(at, at + platform.traits.maxChars) });
    });
  } finally {
    await platform.stop();
    for (const agent of agents.values()) await agent.close();
  }
}

if (import.meta.main) await serve(linePlatform(process.stdin, process.stdout), { home: process.env.HERMES_HOME });

// Runs with: node docs/examples/ask-twice.mjs  (after `npm start` or `npm run build` once)
import { createAgent } from "hermes-ts";

const agent = await createAgent({ home: process.env.HERMES_HOME });
try {
  console.log(await agent.chat("hello"));
  for await (const event of agent.send("run echo from the library")) {
    if (event.type === "tool-end") console.log(`${event.tool} took ${event.ms} ms`);
    if (event.type === "text") process.stdout.write(event.delta);
  }
} finally {
  await agent.close();
}

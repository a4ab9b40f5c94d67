// The smallest agent worth comparing with: per round one fetch, one spawn, three commits that survive a power cut (WAL,
// synchronous FULL, as in the product). Nothing else.

import { spawn } from "node:child_process";
import { DatabaseSync } from "node:sqlite";

const [url = "", databasePath = ""] = process.argv.slice(2);
const db = new DatabaseSync(databasePath);
db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE messages (id INTEGER PRIMARY KEY, body TEXT)");
const insert = db.prepare("INSERT INTO messages (body) VALUES (?)");
const tools = [{ type: "function", function: { name: "terminal", parameters: { type: "object" } } }];
const messages: object[] = [{ role: "user", content: "go" }];
for (;;) {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ stream: true, messages, tools }),
  };
  const text = await (await fetch(`${url}/chat/completions`, init)).text();
  const message = JSON.parse(text.split("\n")[0]?.slice("data: ".length) ?? "").choices[0].delta;
  messages.push(message);
  insert.run(JSON.stringify(message));
  if (!message.tool_calls) break;
  const command = JSON.parse(message.tool_calls[0].function.arguments).command as string;
  const code = await new Promise((done) => spawn("bash", ["-c", command]).once("close", done));
  const result = { role: "tool", tool_call_id: message.tool_calls[0].id, content: JSON.stringify({ exit_code: code }) };
  messages.push(result);
  insert.run(JSON.stringify(result));
  insert.run("usage");
}
console.log("It is done.");

// What the adapter adds per streamed token, per wire, against a raw fetch of the same bytes.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { type ModelRequest, NO_CACHE } from "../src/contracts/model.ts";
import { userMessage } from "../src/kernel/message.ts";
import { builtInRow, withEndpoint } from "../src/providers/catalog.ts";
import { createProvider } from "../src/providers/create.ts";
import { fixedKey } from "../src/providers/credentials.ts";
import { createTransport } from "../src/providers/transport.ts";
import { WIRES, type Wire } from "../src/providers/wire.ts";
import { reply } from "../src/testing/script.ts";
import { WIRES as SPOKEN } from "../src/testing/validate-request.ts";
import { median, numberFlag } from "./parts/numbers.ts";

const TOKEN = "word ";

export async function run(args: string[]): Promise<void> {
  const tokens = numberFlag(args, "tokens", 5_000);
  const repeats = numberFlag(args, "runs", 7);
  const server = new Worker(new URL(import.meta.url));
  const port = await new Promise<number>((resolve) => server.once("message", resolve));
  const transport = createTransport();
  console.log(`${tokens} tokens, one event each; median of ${repeats} runs; µs per token\n`);
  console.log(
    `${"wire".padEnd(20)} ${"raw fetch".padStart(10)} ${"+ parse".padStart(10)} ${"adapter".padStart(10)} ${"added".padStart(10)}`,
  );
  try {
    for (const wire of WIRES) {
      const url = `http://127.0.0.1:${port}/${wire}/${tokens}`;
      const figures = { raw: [] as number[], parsed: [] as number[], ours: [] as number[] };
      for (let index = 0; index < repeats + 2; index += 1) {
        const [raw, parsed, ours] = [
          await readRaw(url, tokens),
          await readParsed(url, tokens),
          await readOurs(url, wire, tokens, transport.post),
        ];
        // The first two rounds warm the code up.
        if (index < 2) continue;
        figures.raw.push(raw);
        figures.parsed.push(parsed);
        figures.ours.push(ours);
      }
      const [raw, parsed, ours] = [median(figures.raw), median(figures.parsed), median(figures.ours)];
      console.log(
        [wire.padEnd(20), ...[raw, parsed, ours, ours - raw].map((value) => value.toFixed(1).padStart(10))].join(" "),
      );
    }
    console.log("\nA fast model streams 100 tokens a second: one every 10,000 µs.");
  } finally {
    transport.close();
    await server.terminate();
  }
}

async function readRaw(url: string, tokens: number): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { method: "POST", body: "{}" });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  if (bytes < tokens * TOKEN.length) throw new Error("the raw body is too short");
  return ((performance.now() - start) * 1000) / tokens;
}

/** The least any client must do: find the events and parse their JSON. */
async function readParsed(url: string, tokens: number): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { method: "POST", body: "{}" });
  const decoder = new TextDecoder();
  let rest = "";
  let events = 0;
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: {") && JSON.parse(line.slice(6)) !== null) events += 1;
  }
  if (events < tokens) throw new Error(`only ${events} events`);
  return ((performance.now() - start) * 1000) / tokens;
}

async function readOurs(
  url: string,
  wire: Wire,
  tokens: number,
  post: ReturnType<typeof createTransport>["post"],
): Promise<number> {
  const row = withEndpoint(builtInRow("custom"), { baseUrl: url, apiMode: wire });
  const clock = { now: () => Date.now(), sleep: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }) };
  const provider = createProvider(row, fixedKey("k"), { clock, post });
  const request: ModelRequest = {
    model: "m",
    system: ["s"],
    messages: [userMessage("go", 0)],
    tools: [],
    cache: NO_CACHE,
  };
  const start = performance.now();
  let heard = 0;
  for await (const event of provider.stream(request, new AbortController().signal))
    if (event.type === "text") heard += 1;
  if (heard !== tokens) throw new Error(`heard ${heard} of ${tokens}`);
  return ((performance.now() - start) * 1000) / tokens;
}

/** Runs in a worker, so that writing the answer does not take the reader's time. */
function serve(): void {
  const bodies = new Map<string, Buffer[]>();
  const server = createServer((request, response) => {
    const [, wire = "", tokens = "0"] = (request.url ?? "").split("/");
    const key = `${wire}/${tokens}`;
    const pieces = bodies.get(key) ?? renderAnswer(wire as Wire, Number(tokens));
    bodies.set(key, pieces);
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) response.write(piece);
    response.end();
  });
  server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

function renderAnswer(wire: Wire, tokens: number): Buffer[] {
  const speaker = SPOKEN[wire === "codex_responses" ? "responses" : wire];
  let ids = 0;
  const exchange = { model: "m", requestChars: 100, nextId: (prefix: string) => `${prefix}_${++ids}`, body: {} };
  const answer = reply(TOKEN.repeat(tokens), { pieceChars: TOKEN.length });
  const events = speaker.events(answer, exchange).map((event) => Buffer.from(event));
  // A few events per packet, as a network delivers them.
  return Array.from({ length: Math.ceil(events.length / 4) }, (_, index) =>
    Buffer.concat(events.slice(index * 4, index * 4 + 4)),
  );
}

if (!isMainThread) serve();

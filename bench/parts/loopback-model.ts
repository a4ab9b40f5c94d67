// A model on the loopback interface that speaks just enough Chat Completions to time a client from outside: it notes when
// each request arrives and when the last byte of each answer has left.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Reply =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly tool: string; readonly input: object };

export interface Exchange {
  readonly body: ChatBody;
  /** On the clock of performance.now() in this process. */
  readonly arrivedMs: number;
  finishedMs: number;
}

export interface ChatBody {
  readonly stream?: boolean;
  readonly model?: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly object[];
}

export interface LoopbackModel {
  readonly url: string;
  /** Exchanges since the last reset, oldest first. Requests without tools (titles and the like) are listed too. */
  readonly exchanges: Exchange[];
  /** Forgets what was seen and answers from now on by this rule; `turn` counts the requests that offered tools. */
  reset(rule: (turn: number) => Reply, onArrival?: () => void): void;
  close(): Promise<void>;
}

export async function startLoopbackModel(): Promise<LoopbackModel> {
  const exchanges: Exchange[] = [];
  let rule: (turn: number) => Reply = () => ({ type: "text", text: "ok" });
  let turn = 0;
  let onArrival: (() => void) | undefined;
  const server = createServer((request, response) => {
    const arrivedMs = performance.now();
    onArrival?.();
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    async function answer(from: IncomingMessage, to: ServerResponse): Promise<void> {
      const text = await readAll(from);
      if (from.method !== "POST") return void to.writeHead(404).end();
      const exchange: Exchange = { body: JSON.parse(text), arrivedMs, finishedMs: Number.NaN };
      exchanges.push(exchange);
      const isTurn = (exchange.body.tools?.length ?? 0) > 0;
      const reply = isTurn ? rule(turn++) : { type: "text" as const, text: "A title" };
      to.once("finish", () => {
        exchange.finishedMs = performance.now();
      });
      send(to, reply, exchange.body, turn);
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    exchanges,
    reset(next, arrival) {
      onArrival = arrival;
      exchanges.length = 0;
      turn = 0;
      rule = next;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readAll(from: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of from) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(to: ServerResponse, reply: Reply, body: ChatBody, turn: number): void {
  const frame = { id: `chat-${turn}`, created: 1, model: body.model ?? "test-model" };
  const usage = { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 };
  const finish = reply.type === "text" ? "stop" : "tool_calls";
  const message =
    reply.type === "text"
      ? { role: "assistant", content: reply.text }
      : {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              index: 0,
              id: `call_${turn}`,
              type: "function",
              function: { name: reply.tool, arguments: JSON.stringify(reply.input) },
            },
          ],
        };
  if (body.stream !== true) {
    to.writeHead(200, { "content-type": "application/json" });
    to.end(
      JSON.stringify({
        ...frame,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      }),
    );
    return;
  }
  const event = (data: object) => `data: ${JSON.stringify({ ...frame, object: "chat.completion.chunk", ...data })}\n\n`;
  to.writeHead(200, { "content-type": "text/event-stream" });
  to.write(event({ choices: [{ index: 0, delta: message, finish_reason: null }] }));
  to.write(event({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  to.end(`${event({ choices: [], usage })}data: [DONE]\n\n`);
}

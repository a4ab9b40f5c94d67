// How a script reaches the tools: requests in, results out, one line each. A socket here, two named pipes elsewhere.

import { chmod } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import type { Environment } from "../contracts/environment.ts";
import { quote } from "../kernel/files/search.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { linesOf } from "../kernel/record-lines.ts";

/** In characters; also the most that may wait to be answered. A script that sends more is cut off. */
const LONGEST_REQUEST = 64_000_000;

/** Must not throw. */
export type AnswerCall = (tool: string, input: unknown) => Promise<string>;

export interface ToolChannel {
  close(): Promise<void>;
}

/** A socket that only the user can reach. Requests of one connection are answered in order. */
export async function openToolSocket(path: string, answer: AnswerCall): Promise<ToolChannel> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    // A script that is killed resets its connection, which reading and writing both tell; its end is reported elsewhere.
    socket.on("error", () => undefined);
    serve(socket.setEncoding("utf8"), answer, (text) => socket.destroyed || socket.write(text)).catch(() =>
      socket.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Answers in order until the requests end. Rejects when they break off or one is too long. */
async function serve(
  requests: AsyncIterable<string>,
  answer: AnswerCall,
  reply: (text: string) => unknown,
): Promise<void> {
  for await (const line of linesOf(requests, LONGEST_REQUEST)) await reply(await replyTo(line, answer));
}

/** Pipes `requests` and `replies` in a folder of the environment, carried by a process over there. Its script must be alone. */
export async function openToolPipes(env: Environment, dir: string, answer: AnswerCall): Promise<ToolChannel> {
  const requests = new PassThrough({ encoding: "utf8" });
  // Each pipe is held open at both ends, so that neither side waits for the other to come.
  const carrier = `cd ${quote(dir)} && exec 3<>requests 4<>replies && { cat <&3 & cat >&4; }`;
  const job = await env.spawn(carrier, {
    onOutput(chunk) {
      if (requests.readableLength + requests.writableLength > LONGEST_REQUEST) requests.destroy();
      else requests.write(chunk);
    },
  });
  // A script that ended before its answer came does not miss it.
  const reply = (text: string) => (job.state().type === "running" ? job.write(text).catch(() => undefined) : undefined);
  requests.on("error", () => undefined);
  serve(requests, answer, reply).catch(() => job.kill());
  return {
    close() {
      requests.destroy();
      return job.kill();
    },
  };
}

async function replyTo(line: string, answer: AnswerCall): Promise<string> {
  const parsed = parseJson(line);
  const request = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
  const text =
    typeof request.tool === "string"
      ? await answer(request.tool, request.input)
      : JSON.stringify({ error: "a request is one JSON line with tool and input" });
  return `${JSON.stringify({ text })}\n`;
}

// How a script reaches the tools: requests in, results out, one line each. A socket here, two named pipes elsewhere.

import { chmod } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import type { Environment } from "../contracts/environment.ts";
import { quote } from "../kernel/files/search.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { linesOf } from "../kernel/record-lines.ts";

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
    serve(socket, answer).catch(() => socket.destroy());
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

async function serve(socket: Socket, answer: AnswerCall): Promise<void> {
  for await (const line of linesOf(socket.setEncoding("utf8"))) {
    const reply = await replyTo(line, answer);
    if (!socket.destroyed) socket.write(reply);
  }
}

/** Pipes `requests` and `replies` in a folder of the environment, carried by a process over there. Its script must be alone. */
export async function openToolPipes(env: Environment, dir: string, answer: AnswerCall): Promise<ToolChannel> {
  let rest = "";
  let last = Promise.resolve();
  // Each pipe is held open at both ends, so that neither side waits for the other to come.
  const carrier = `cd ${quote(dir)} && exec 3<>requests 4<>replies && { cat <&3 & cat >&4; }`;
  const job = await env.spawn(carrier, {
    onOutput(chunk) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) last = last.then(() => reply(line));
    },
  });
  const reply = async (line: string) => {
    const text = await replyTo(line, answer);
    // A script that ended before its answer came does not miss it.
    if (job.state().type === "running") await job.write(text).catch(() => undefined);
  };
  return { close: () => job.kill() };
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

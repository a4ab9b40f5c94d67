// A socket that only the script can reach: requests in, results out, one line each.

import { chmod } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { isRecord, parseJson } from "../kernel/json.ts";

export interface ToolSocket {
  close(): Promise<void>;
}

/** `answer` must not throw. Requests of one connection are answered in order. */
export async function openToolSocket(
  path: string,
  answer: (tool: string, input: unknown) => Promise<string>,
): Promise<ToolSocket> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    // A script that is killed resets its connection; its end is reported elsewhere.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    void serve(socket, answer);
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

async function serve(socket: Socket, answer: (tool: string, input: unknown) => Promise<string>): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    const parsed = parseJson(line);
    const request = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
    const text =
      typeof request.tool === "string"
        ? await answer(request.tool, request.input)
        : JSON.stringify({ error: "a request is one JSON line with tool and input" });
    if (!socket.destroyed) socket.write(`${JSON.stringify({ text })}\n`);
  }
}

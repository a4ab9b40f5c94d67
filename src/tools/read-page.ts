// A page as Markdown, read beside the program: within a time, in bounded memory, and no longer than somebody waits for it.

import { spawn } from "node:child_process";
import { isRecord, parseJson } from "../kernel/json.ts";
import type { PageAnswer, PageTask } from "./page-reader.ts";

const WITHIN_MS = 30_000;
const MEMORY = "--max-old-space-size=512";

export async function readPage(
  html: string,
  url: string,
  signal: AbortSignal,
  withinMs = WITHIN_MS,
): Promise<PageAnswer> {
  const { pageReader } = await import("./page-reader.ts");
  const { promise, resolve } = Promise.withResolvers<PageAnswer>();
  const unreadable = (why: string) => resolve({ type: "unreadable", why });
  const child = spawn(process.execPath, [MEMORY, pageReader], { env: {}, stdio: ["pipe", "pipe", "ignore"] });
  child.once("error", (error) => unreadable(error.message));
  child.once("spawn", () => {
    const answer: Buffer[] = [];
    const giveUp = (why: string) => {
      unreadable(why);
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => giveUp("it takes too long to read"), withinMs);
    const stop = () => giveUp("interrupted");
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    child.stdout.on("data", (chunk: Buffer) => answer.push(chunk));
    // One that ends early closes its input; that it has no answer tells the story.
    child.stdin.on("error", () => undefined);
    child.once("close", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(answerIn(Buffer.concat(answer).toString()));
    });
    child.stdin.end(JSON.stringify({ html, url } satisfies PageTask));
  });
  return promise;
}

function answerIn(text: string): PageAnswer {
  const parsed = parseJson(text);
  if (parsed.type === "ok" && isRecord(parsed.value)) return parsed.value as unknown as PageAnswer;
  return { type: "unreadable", why: "its reader gave up" };
}

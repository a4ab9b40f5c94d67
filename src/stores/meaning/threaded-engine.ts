// The meaning engine of a running program: a worker thread that starts with the first call and never keeps the program alive when idle.

import { Worker } from "node:worker_threads";
import type { MeaningEngine } from "../../contracts/meaning.ts";
import { MODEL_NAME } from "./local-model.ts";
import type { ThreadAnswer, ThreadCall, Verb } from "./thread.ts";

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** `file` is what the thread runs; ours unless said. */
export function threadedEngine(file?: URL): MeaningEngine {
  const waiting = new Map<number, Waiting>();
  let worker: Promise<Worker> | undefined;
  let calls = 0;
  let over: "closed" | "the thread ended" | undefined;
  let holds = false;

  function fail(why: string): void {
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  }

  async function start(): Promise<Worker> {
    const { THREAD_MARK, threadFile } = await import("./thread.ts");
    const started = new Worker(file ?? threadFile, { workerData: THREAD_MARK });
    started.on("message", (answer: ThreadAnswer) => {
      const call = waiting.get(answer.n);
      waiting.delete(answer.n);
      if (waiting.size === 0) started.unref();
      if (answer.type === "done") call?.resolve(answer.value);
      else call?.reject(new Error(answer.why));
    });
    started.on("error", (error) => fail(error.message));
    started.on("messageerror", (error) => fail(error.message));
    started.on("exit", () => {
      // The next call starts another: one that is gone answers nobody. What it held is gone with it, and an empty one would find nothing without a word.
      worker = undefined;
      if (holds) over ??= "the thread ended";
      fail("the thread ended");
    });
    return started;
  }

  async function call<T>(verb: Verb, ...args: readonly unknown[]): Promise<T> {
    if (over !== undefined) throw new Error(over);
    worker ??= start();
    const running = await worker;
    const n = ++calls;
    return new Promise<T>((resolve, reject) => {
      waiting.set(n, { resolve: (value) => resolve(value as T), reject });
      running.ref();
      running.postMessage({ n, verb, args } satisfies ThreadCall);
    });
  }

  return {
    model: MODEL_NAME,
    embed: (texts) => call("embed", texts),
    async hold(placed) {
      await call("hold", placed);
      holds = true;
    },
    nearest: (text, limit) => call("nearest", text, limit),
    async close() {
      over = "closed";
      // One that could not be started has nothing to close.
      const running = await worker?.catch(() => undefined);
      await running?.terminate();
    },
  };
}

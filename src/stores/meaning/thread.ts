// The thread meanings are computed in. This file is its own entry: started as a worker with the mark, it serves one engine.

import { isMainThread, type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { MeaningEngine } from "../../contracts/meaning.ts";
import { createMeaningEngine } from "./engine.ts";
import { loadLocalModel, MODEL_NAME } from "./local-model.ts";

export const THREAD_MARK = "hermes-meaning";
export const threadFile = new URL(import.meta.url);

export type Verb = "embed" | "hold" | "nearest";

export interface ThreadCall {
  readonly n: number;
  readonly verb: Verb;
  readonly args: readonly unknown[];
}

export type ThreadAnswer =
  | { readonly n: number; readonly type: "done"; readonly value: unknown }
  | { readonly n: number; readonly type: "failed"; readonly why: string };

/** One call after the other: the model is busy with one text at a time anyway. */
function serve(port: MessagePort, engine: () => Promise<MeaningEngine>): void {
  let tail: Promise<void> = Promise.resolve();
  port.on("message", ({ n, verb, args }: ThreadCall) => {
    tail = tail.then(async () => {
      try {
        const method = (await engine())[verb] as (...args: readonly unknown[]) => Promise<unknown>;
        port.postMessage({ n, type: "done", value: await method(...args) } satisfies ThreadAnswer);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        port.postMessage({ n, type: "failed", why } satisfies ThreadAnswer);
      }
    });
  });
}

if (!isMainThread && workerData === THREAD_MARK && parentPort !== null) {
  let opened: Promise<MeaningEngine> | undefined;
  serve(parentPort, () => {
    opened ??= loadLocalModel().then((embed) => createMeaningEngine(MODEL_NAME, embed));
    return opened;
  });
}

// What is written to a process that may not read it: some waits for it, more is refused.

import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { EnvironmentFailure } from "../kernel/failure.ts";

const PATIENCE_MS = 1_000;
const MAX_WAITING_BYTES = 1_000_000;

/** Resolves when the process has taken the data or, after a moment, when it waits for it to be read. */
export async function writeInput(input: Writable | null, data: string): Promise<void> {
  if (input === null || input.destroyed || input.writableEnded)
    throw new EnvironmentFailure("unavailable", "The input of this process is closed.");
  if (input.writableLength + Buffer.byteLength(data) > MAX_WAITING_BYTES)
    throw new EnvironmentFailure("unavailable", "The process does not read its input; nothing more can wait for it.");
  const { promise: taken, resolve, reject } = Promise.withResolvers<void>();
  input.write(data, (error) => {
    if (error) reject(new EnvironmentFailure("unavailable", "The process no longer reads its input.", error));
    else resolve();
  });
  // Once nobody waits for it any more, a late failure is the next write's to tell.
  taken.catch(() => undefined);
  await Promise.race([taken, sleep(PATIENCE_MS, undefined, { ref: false })]);
}

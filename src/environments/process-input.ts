// What is written to a process that may not read it: it is fed as it reads, some waits for it, more is refused.

import { writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { wholePrefix } from "../kernel/output/bytes.ts";
import { errorCode } from "./errno.ts";

const PATIENCE_MS = 1_000;
const MAX_WAITING_BYTES = 1_000_000;
const PIECE_BYTES = 100_000;
const RETRY_MS = 20;

/**
 * Resolves when the process has taken the data or, after a moment, when the rest waits for it to be read. What may wait
 * as a whole is written as a whole or not at all; more is fed in pieces for as long as the process goes on reading.
 */
export async function writeInput(input: Writable | null, data: string): Promise<void> {
  if (input === null || input.destroyed || input.writableEnded)
    throw new EnvironmentFailure("unavailable", "The input of this process is closed.");
  const bytes = Buffer.from(data);
  let taken: Promise<void> | undefined;
  for (let given = 0; given < bytes.length; ) {
    const rest = bytes.subarray(given);
    const piece = bytes.length <= MAX_WAITING_BYTES ? rest : wholePrefix(rest.subarray(0, PIECE_BYTES));
    if (!(await hasRoom(input, piece.length, taken))) throw unread(given, bytes.length);
    taken = put(input, piece);
    given += piece.length;
  }
  await forAMoment(taken);
}

/** False when nothing was read for a moment while there was no room. */
async function hasRoom(input: Writable, bytes: number, taken: Promise<void> | undefined): Promise<boolean> {
  while (input.writableLength + bytes > MAX_WAITING_BYTES) {
    const before = input.writableLength;
    await forAMoment(taken);
    if (input.writableLength === before) return false;
  }
  return true;
}

/**
 * The same for a terminal, given its descriptor: one that is full answers at once, where a stream over it would hold up the
 * whole program until somebody reads.
 */
export async function writeTerminal(descriptor: number, data: string, isOpen: () => boolean): Promise<void> {
  const bytes = Buffer.from(data);
  let given = 0;
  for (let refused = 0; given < bytes.length; ) {
    if (!isOpen()) throw new EnvironmentFailure("unavailable", "The input of this process is closed.");
    const taken = taking(descriptor, bytes.subarray(given));
    given += taken;
    refused = taken > 0 ? 0 : refused + 1;
    if (refused * RETRY_MS > PATIENCE_MS) throw unread(given, bytes.length);
    if (taken === 0) await sleep(RETRY_MS, undefined, { ref: false });
  }
}

/** How many bytes found room. */
function taking(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (errorCode(error) === "EAGAIN") return 0;
    throw new EnvironmentFailure("unavailable", "The process no longer reads its input.", error);
  }
}

function put(input: Writable, piece: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  input.write(piece, (error) => {
    if (error) reject(new EnvironmentFailure("unavailable", "The process no longer reads its input.", error));
    else resolve();
  });
  // Once nobody waits for it any more, a late failure is the next write's to tell.
  promise.catch(() => undefined);
  return promise;
}

async function forAMoment(taken: Promise<void> | undefined): Promise<void> {
  const moment = sleep(PATIENCE_MS, undefined, { ref: false });
  await (taken === undefined ? moment : Promise.race([taken, moment]));
}

function unread(given: number, total: number): EnvironmentFailure {
  const written = given === 0 ? "nothing of this was written" : `the first ${given} of ${total} bytes were written`;
  return new EnvironmentFailure(
    "unavailable",
    `The process does not read its input, and not all of this may wait for it: ${written}. Go on when it reads again, or start it with its input from a file.`,
  );
}

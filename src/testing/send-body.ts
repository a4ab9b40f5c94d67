// Sends a response body with faults at exact byte offsets, and says how it ended.

import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./script.ts";

export type Outcome =
  | { readonly type: "sent"; readonly bytes: number }
  /** The script cut it: bytes sent until then. */
  | { readonly type: "cut"; readonly bytes: number }
  | { readonly type: "client-closed"; readonly bytes: number };

type Ending = { readonly at: number; readonly type: "stall" | "reset" | "end" };

/** Resolves when the response is complete, cut, or left by its client; headers must have been written. */
export async function sendBody(
  response: ServerResponse,
  events: readonly string[],
  faults: readonly Fault[],
): Promise<Outcome> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const pieces = events.map((event) => Buffer.from(event));
  const body = Buffer.concat(pieces);
  const ending = endingOf(faults, pieces);
  const drip = faults.find((fault) => fault.type === "drip");
  const size = drip?.bytes ?? Math.max(1, body.length);
  let sent = 0;
  for (const end of stops(drip ? [] : pieces, size, Math.min(body.length, ending?.at ?? body.length))) {
    if (gone.signal.aborted) return { type: "client-closed", bytes: sent };
    await written(response, body.subarray(sent, end), gone.signal);
    sent = end;
    if (drip) await pause(drip.everyMs, gone.signal);
  }
  if (gone.signal.aborted) return { type: "client-closed", bytes: sent };
  return finish(response, ending, sent, gone.signal);
}

/** Where each write ends: after every event, or every `size` bytes, never past the limit. */
function stops(pieces: readonly Buffer[], size: number, limit: number): readonly number[] {
  const ends: number[] = [];
  let at = 0;
  const widths =
    pieces.length > 0
      ? pieces.map((piece) => piece.length)
      : Array.from({ length: Math.ceil(limit / size) }, () => size);
  for (const width of widths) {
    if (at >= limit) break;
    at = Math.min(limit, at + width);
    ends.push(at);
  }
  return ends;
}

function endingOf(faults: readonly Fault[], pieces: readonly Buffer[]): Ending | undefined {
  const endings = faults.flatMap((fault): Ending[] => {
    if (fault.type === "drip") return [];
    if (fault.type !== "half-event") return [{ type: fault.type, at: fault.at }];
    const before = pieces.slice(0, fault.event).reduce((sum, piece) => sum + piece.length, 0);
    return [{ type: "end", at: before + Math.floor((pieces[fault.event]?.length ?? 0) / 2) }];
  });
  return endings.sort((a, b) => a.at - b.at)[0];
}

async function finish(
  response: ServerResponse,
  ending: Ending | undefined,
  sent: number,
  gone: AbortSignal,
): Promise<Outcome> {
  if (ending === undefined || ending.type === "end") {
    response.end();
    return { type: ending === undefined ? "sent" : "cut", bytes: sent };
  }
  if (ending.type === "reset") {
    // What was written must have left before the connection is torn down.
    await pause(10, gone);
    response.socket?.resetAndDestroy();
    return { type: "cut", bytes: sent };
  }
  if (!gone.aborted)
    await new Promise<void>((resolve) => gone.addEventListener("abort", () => resolve(), { once: true }));
  return { type: "client-closed", bytes: sent };
}

function written(response: ServerResponse, bytes: Uint8Array, gone: AbortSignal): Promise<void> {
  if (bytes.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    gone.addEventListener("abort", () => resolve(), { once: true });
    response.write(bytes, () => resolve());
  });
}

async function pause(ms: number, gone: AbortSignal): Promise<void> {
  if (gone.aborted) return;
  await sleep(ms, undefined, { signal: gone }).catch((error: unknown) => {
    if (!gone.aborted) throw error;
  });
}

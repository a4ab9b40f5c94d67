// One request of one call: puts the key on at the last moment, turns refusals into our failures itself, and ends a broken
// body cleanly, because a stream that errors throws away what its parser had not handed over yet.

import type { Clock } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import type { Where } from "./failure-text.ts";
import { endless, failureOfNetwork, failureOfResponse, stopped } from "./failures.ts";
import { type Post, type PostAnswer, readText } from "./transport.ts";

export interface WireCallSetup {
  readonly post: Post;
  readonly authHeaders: Readonly<Record<string, string>>;
  readonly where: Where;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when the body is over or says so; a break is noted, not thrown. */
  read(onBytes: (bytes: Uint8Array) => void): Promise<void>;
}

export interface WireCall {
  /** Throws `failure` unless the answer is a stream. */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WireAnswer>;
  /** Why the call cannot succeed, once known. Wins over whatever else is made of it. */
  readonly failure: ModelFailure | undefined;
  /** What broke the body before its end. */
  readonly broken: unknown;
  /** True once the body is over and its connection free again. */
  readonly ended: boolean;
  onBytes(listener: () => void): void;
  giveUp(failure: ModelFailure): void;
}

/** Many times the longest answer a model gives: what sends more has no end, and would take all memory before it. */
const MOST_BYTES = 256_000_000;

export function createWireCall(setup: WireCallSetup): WireCall {
  const { where, signal, clock } = setup;
  let failure: ModelFailure | undefined;
  let broken: unknown;
  let ended = false;
  let listener: () => void = () => undefined;

  const fail = (reason: ModelFailure): never => {
    failure ??= reason;
    throw failure;
  };
  const read = (answer: PostAnswer, onBytes: (bytes: Uint8Array) => void) =>
    new Promise<void>((resolve, reject) => {
      let over = false;
      let size = 0;
      const done = answer.body.read((bytes) => {
        listener();
        if (over) return undefined;
        try {
          size += bytes.length;
          if (size > MOST_BYTES) fail(endless(where));
          onBytes(bytes);
          over = saysDone(bytes);
          if (over) resolve();
          return undefined;
        } catch (error) {
          // Thrown on, it would reach the socket's event loop and end the process.
          over = true;
          reject(error);
          return "enough";
        }
      });
      void done.then((end) => {
        broken = over ? undefined : end.broken;
        ended = true;
        resolve();
      });
    });

  return {
    async send(url, headers, body) {
      const whole = { ...headers, accept: "text/event-stream", "user-agent": "hermes", ...setup.authHeaders };
      const answer = await setup
        .post({ url, headers: whole, body, signal })
        .catch((error: unknown) => fail(failure ?? (signal.aborted ? stopped(where) : failureOfNetwork(where, error))));
      listener();
      const type = answer.headers["content-type"] ?? "";
      if (answer.status < 200 || answer.status >= 300)
        return fail(failureOfResponse(where, { ...answer, body: await readText(answer.body) }, clock.now()));
      if (!isStream(type)) return fail(notAStream(where, await readText(answer.body), type));
      return { status: answer.status, headers: answer.headers, read: (onBytes) => read(answer, onBytes) };
    },
    get failure() {
      return failure;
    },
    get broken() {
      return broken;
    },
    get ended() {
      return ended;
    },
    onBytes(next) {
      listener = next;
    },
    giveUp(reason) {
      failure ??= reason;
    },
  };
}

/** Some servers say they are done and keep the connection open. A real line end cannot stand inside JSON, so this is no one's words. */
function saysDone(bytes: Uint8Array): boolean {
  if (bytes.length < 13) return false;
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-32).toString("latin1");
  return /(?:^|\n)data: ?\[DONE\]\r?\n/.test(tail);
}

/** Servers of little care forget the type; only what is surely something else is refused. */
function isStream(type: string): boolean {
  return !/^(?:text\/html|application\/json|text\/plain)\b/i.test(type);
}

/** Some vendors answer 200 and put the error in the body; some addresses serve a web page. */
function notAStream(where: Where, body: string, type: string): ModelFailure {
  if (/json/i.test(type) && /"error"/.test(body))
    return failureOfResponse(where, { status: 400, headers: {}, body }, 0);
  const what = /html/i.test(type) ? "a web page" : "no stream";
  return new ModelFailure("bad-request", {
    message: `${where.endpoint} answered with ${what} instead of a model's stream: check base_url and api_mode.`,
    code: "not_a_stream",
  });
}

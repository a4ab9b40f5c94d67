// The `fetch` handed to the SDK for one call: puts the key on at the last moment, turns refusals into our failures itself,
// and ends a broken body cleanly, because a stream that errors throws away what the parser had not handed over yet.

import type { Clock } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { failureOfNetwork, failureOfResponse, stopped, type Where } from "./failures.ts";
import { type ByteSource, type Post, readText } from "./transport.ts";

export interface WireFetchSetup {
  readonly post: Post;
  readonly authHeaders: Readonly<Record<string, string>>;
  readonly where: Where;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface WireFetch {
  readonly fetch: typeof fetch;
  /** Why the call cannot succeed, once known. Wins over whatever the SDK makes of it. */
  readonly failure: ModelFailure | undefined;
  /** What broke the body before its end. */
  readonly broken: unknown;
  /** True once the body is over and its connection free again. */
  readonly ended: boolean;
  onBytes(listener: () => void): void;
  giveUp(failure: ModelFailure): void;
}

/** What SDKs put on by themselves. */
const SDK_AUTH: ReadonlySet<string> = new Set(["authorization", "x-api-key", "x-goog-api-key"]);

export function createWireFetch(setup: WireFetchSetup): WireFetch {
  const { where, signal, clock } = setup;
  let failure: ModelFailure | undefined;
  let broken: unknown;
  let ended = false;
  let listener: () => void = () => undefined;

  const fail = (reason: ModelFailure): never => {
    failure ??= reason;
    throw failure;
  };

  const send: typeof fetch = async (input, init) => {
    const answer = await setup
      .post({
        url: String(input),
        headers: headersOf(init?.headers, setup.authHeaders),
        body: String(init?.body ?? ""),
        signal,
      })
      .catch((error: unknown) => fail(failure ?? (signal.aborted ? stopped(where) : failureOfNetwork(where, error))));
    listener();
    const type = answer.headers["content-type"] ?? "";
    if (answer.status < 200 || answer.status >= 300)
      return fail(failureOfResponse(where, { ...answer, body: await readText(answer.body) }, clock.now()));
    if (!isStream(type)) return fail(notAStream(where, await readText(answer.body), type));
    return new Response(
      toStream(answer.body, {
        onBytes: () => listener(),
        onEnd: (cause) => {
          broken = cause;
          ended = true;
        },
      }),
      { status: answer.status, headers: answer.headers },
    );
  };

  return {
    fetch: send,
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

function headersOf(given: unknown, auth: Readonly<Record<string, string>>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of new Headers(given as ConstructorParameters<typeof Headers>[0]))
    if (!SDK_AUTH.has(name)) out[name] = value;
  return { ...out, accept: "text/event-stream", "user-agent": "hermes", ...auth };
}

function toStream(
  body: ByteSource,
  hooks: { readonly onBytes: () => void; readonly onEnd: (broken: unknown) => void },
): ReadableStream<Uint8Array> {
  let over = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const close = () => {
        if (!over) controller.close();
        over = true;
      };
      const done = body.read((bytes) => {
        hooks.onBytes();
        if (over) return;
        controller.enqueue(bytes);
        if (saysDone(bytes)) close();
      });
      void done.then((end) => {
        hooks.onEnd(end.broken);
        close();
      });
    },
    cancel() {
      over = true;
    },
  });
}

/** Some servers say they are done and keep the connection open. A real line end cannot stand inside JSON, so this is no one's words. */
function saysDone(bytes: Uint8Array): boolean {
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

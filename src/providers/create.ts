// A row, its credentials and the outside world → a ModelProvider. Loads no vendor package until the first call.

import type { ModelEvent, ModelProvider, ModelRequest } from "../contracts/model.ts";
import type { Clock } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { streamCall } from "./adapter.ts";
import { authHeaders, type Credential, type Credentials } from "./credentials.ts";
import { endpointLabel, isLocalEndpoint } from "./endpoint.ts";
import type { Where } from "./failure-text.ts";
import { stopped } from "./failures.ts";
import { type LearnedWindows, modelInfo } from "./models.ts";
import type { ServedWindow } from "./served-window.ts";
import type { Post } from "./transport.ts";
import type { ModelOverride, ProviderRow } from "./wire.ts";

export interface ProviderOptions {
  readonly clock: Clock;
  readonly post: Post;
  /** From `model.context_length`; holds for every model of this provider without an entry of its own. */
  readonly contextLength?: number | undefined;
  /** From `model.max_tokens`: the answer's cap when a request does not say. */
  readonly maxOutput?: number | undefined;
  readonly models?: Readonly<Record<string, ModelOverride>> | undefined;
  readonly learned?: LearnedWindows | undefined;
  readonly served?: ((model: string) => ServedWindow | undefined) | undefined;
  /** Silence limit; undefined for the default, 0 for none. */
  readonly staleMs?: number | undefined;
  readonly noticeMs?: number | undefined;
}

/** `stream` throws only ModelFailure; a key that is refused before the first word gives way to the next one of its pool. */
export function createProvider(row: ProviderRow, credentials: Credentials, options: ProviderOptions): ModelProvider {
  const local = isLocalEndpoint(row.baseUrl);
  const endpoint = endpointLabel(row);
  const overrideFor = (model: string): ModelOverride => ({
    ...(options.contextLength !== undefined && { window: options.contextLength }),
    ...options.models?.[model],
  });
  const info = (model: string) => {
    const learnedWindow = options.learned?.get(row.id, model);
    const servedWindow = options.served?.(model);
    return modelInfo(model, {
      local,
      override: overrideFor(model),
      ...(servedWindow !== undefined && { servedWindow }),
      ...(learnedWindow !== undefined && { learnedWindow }),
    });
  };
  const whereFor = (model: string): Where => ({
    provider: row.id,
    endpoint,
    model,
    keyAdvice: keyAdvice(row),
    local,
    secrets: credentials.secrets(),
  });

  async function* once(request: ModelRequest, credential: Credential, signal: AbortSignal) {
    const used = credential.baseUrl === undefined ? row : { ...row, baseUrl: credential.baseUrl };
    const capped = request.maxOutput === undefined && options.maxOutput !== undefined;
    yield* streamCall(
      capped ? { ...request, maxOutput: options.maxOutput } : request,
      {
        row: used,
        name: `${row.id}/${request.model}`,
        info: info(request.model),
        where: whereFor(request.model),
        authHeaders: { ...row.headers, ...authHeaders(row.auth, credential.secret) },
        post: options.post,
        clock: options.clock,
        staleMs: overrideFor(request.model).staleMs ?? options.staleMs,
        noticeMs: options.noticeMs,
      },
      signal,
    );
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, void> {
    for (;;) {
      const credential = await taken(credentials, whereFor(request.model), signal);
      if (credential === undefined) throw noCredential(whereFor(request.model));
      let spoken = false;
      try {
        for await (const event of once(request, credential, signal)) {
          if (event.type !== "waiting") spoken = true;
          if (event.type === "done") {
            learnFrom(options.learned, row.id, request.model, event.message.usage.input);
            // Before it is handed over: a reader that has its answer never comes back for more.
            await credentials.worked(credential).catch(() => undefined);
          }
          yield event;
        }
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (error.statedWindow !== undefined) options.learned?.stated(row.id, request.model, error.statedWindow);
        // A pool that cannot be written does not change what happened to the call.
        const next = await credentials.failed(credential, error).catch(() => "stop" as const);
        if (spoken || next === "stop" || signal.aborted) throw error;
        continue;
      }
      return;
    }
  }

  return {
    id: row.id,
    endpoint,
    cacheStyle: row.marks === "all" || row.marks.length > 0 ? "marks" : "automatic",
    info,
    stream,
  };
}

/** A key store that cannot be read is, to the caller, a missing key. */
async function taken(credentials: Credentials, where: Where, signal: AbortSignal): Promise<Credential | undefined> {
  try {
    return await credentials.take(signal);
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    if (signal.aborted) throw stopped(where);
    throw new ModelFailure("auth", {
      message: error instanceof Error ? error.message : String(error),
      code: "key_store",
      cause: error,
    });
  }
}

function learnFrom(learned: LearnedWindows | undefined, provider: string, model: string, input: number): void {
  if (input > 0) learned?.accepted(provider, model, input);
}

function noCredential(where: Where): ModelFailure {
  return new ModelFailure("auth", {
    message: `No usable key for ${where.provider} (${where.endpoint}): ${where.keyAdvice}.`,
    code: "no_credential",
  });
}

/** What a user does about a missing or refused key. */
export function keyAdvice(row: ProviderRow): string {
  const env = row.keyEnv[0];
  if (row.id === "custom") return "set model.api_key in config.yaml";
  const add = `run "hermes auth add ${row.id}"`;
  return env === undefined ? add : `set ${env} in .env or ${add}`;
}

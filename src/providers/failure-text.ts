// What a person reads when a model call fails: what happened, where, and the one thing to do about it. Never a key.

import type { ModelFailureKind } from "../kernel/failure.ts";
import { ellipsize, oneLine } from "../kernel/text.ts";

export interface Where {
  readonly provider: string;
  /** Host and path. */
  readonly endpoint: string;
  readonly model: string;
  /** How this provider's key is set, as advice: `set OPENROUTER_API_KEY or run "hermes auth add openrouter"`. */
  readonly keyAdvice: string;
  readonly local: boolean;
  /** Never shown; used to clean what vendors echo. */
  readonly secrets: readonly string[];
}

interface Said {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message: string;
}

const OTHERWISE = "try again in a moment, or choose another model with -m or /model";

export function explain(kind: ModelFailureKind, where: Where, said: Said): string {
  const status = said.status === undefined ? "" : ` (${said.status})`;
  const words = said.message === "" ? "" : ` It said: ${ellipsize(oneLine(said.message), 300)}`;
  const { endpoint, model } = where;
  switch (kind) {
    case "auth":
      return `${endpoint} refused the API key${status}: ${where.keyAdvice}.${words}`;
    case "billing":
      return `${endpoint} wants payment before it answers${status}: add credit there or choose another provider.${words}`;
    case "rate-limit":
      return `${endpoint} is limiting requests${status}: wait a little, add another key, or choose another model.${words}`;
    case "overloaded":
      return `${endpoint} is overloaded or broken right now${status}: ${OTHERWISE}.${words}`;
    case "context-overflow":
      return `The conversation is longer than ${model} at ${endpoint} can take${status}.${words}`;
    case "refused":
      return `${endpoint} refused this request for its content${status}.${words}`;
    case "timeout":
      return `${endpoint} did not answer in time${status}: ${OTHERWISE}.${words}`;
    case "model-output":
      return `${model} at ${endpoint} gave an answer that cannot be used.${words}`;
    case "bad-request":
      return badRequest(where, said, status, words);
    case "transport":
      return transport(where, said, words);
  }
}

function badRequest(where: Where, said: Said, status: string, words: string): string {
  if (said.status === 404)
    return `${where.endpoint} knows no model "${where.model}", or nothing is served at that address${status}: check the model's name and base_url.${words}`;
  if (said.status !== undefined && said.status >= 300 && said.status < 400)
    return `${where.endpoint} points elsewhere${status}: set base_url to the final address.${words}`;
  return `${where.endpoint} did not accept the request${status}.${words}`;
}

function transport(where: Where, { code, status }: Said, words: string): string {
  const host = where.endpoint.split("/")[0] ?? where.endpoint;
  switch (code) {
    case "ECONNREFUSED":
      return where.local
        ? `Nothing answers at ${host} (connection refused): start the server there, or change base_url.`
        : `${host} refuses connections: check base_url and your network.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The name ${host} cannot be resolved: check base_url and your network.`;
    case "ERR_PROXY_TUNNEL":
      return `The proxy on the way to ${host} did not let us through: check HTTPS_PROXY, or name ${host} in NO_PROXY.`;
    case "EPROTO":
    case "ERR_SSL_WRONG_VERSION_NUMBER":
      return `${host} does not speak TLS there: try http:// instead of https:// in base_url.`;
    case "CERT_HAS_EXPIRED":
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `The certificate of ${host} cannot be trusted (${code}): check base_url, or name its authority in NODE_EXTRA_CA_CERTS.`;
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return `${host} closed the connection without an answer (${code}): check that a model server listens there, or try again.${words}`;
    default: {
      const cause = code ?? status;
      return `The connection to ${where.endpoint} failed${cause === undefined ? "" : ` (${cause})`}: check base_url and your network, or try again.${words}`;
    }
  }
}

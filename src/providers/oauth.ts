// Signing in without a browser on this machine: the OAuth device flow (RFC 8628) and token refresh, for any issuer.

import type { Clock } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { redactKeys } from "./redact.ts";
import { type Post, readText } from "./transport.ts";

export interface OAuthIssuer {
  readonly deviceUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope?: string;
  /** Where a short-lived key is made from a token, for issuers whose tokens may do only that. */
  readonly agentKeyUrl?: string;
}

export interface DeviceCode {
  readonly deviceCode: string;
  /** What the person types at `verificationUri`. */
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete?: string;
  readonly intervalMs: number;
  readonly expiresInMs: number;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly expiresAtMs?: number;
  /** What the issuer granted, when it says. */
  readonly scope?: string;
}

export type SignedIn =
  | { readonly type: "signed-in"; readonly tokens: Tokens }
  | { readonly type: "denied" }
  | { readonly type: "expired" };

export interface OAuthPorts {
  /** Must never repeat a request by itself: a refresh token is good for one use. */
  readonly post: Post;
  readonly clock: Clock;
}

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const DEFAULT_INTERVAL_MS = 5_000;
const SLOW_DOWN_MS = 5_000;

/** Throws ModelFailure when the issuer gives no code. */
export async function requestDeviceCode(
  issuer: OAuthIssuer,
  ports: OAuthPorts,
  signal: AbortSignal,
): Promise<DeviceCode> {
  const form = { client_id: issuer.clientId, ...(issuer.scope && { scope: issuer.scope }) };
  const body = await sendForm(issuer.deviceUrl, form, ports, signal);
  const deviceCode = text(body.fields.device_code);
  const userCode = text(body.fields.user_code);
  const verificationUri = text(body.fields.verification_uri) ?? text(body.fields.verification_url);
  if (body.status !== 200 || !deviceCode || !userCode || !verificationUri) throw refused(issuer.deviceUrl, body);
  const complete = text(body.fields.verification_uri_complete);
  return {
    deviceCode,
    userCode,
    verificationUri,
    ...(complete !== undefined && { verificationUriComplete: complete }),
    intervalMs: seconds(body.fields.interval) ?? DEFAULT_INTERVAL_MS,
    expiresInMs: seconds(body.fields.expires_in) ?? 900_000,
  };
}

/** Waits until the person has decided; slows down when told to; a network hiccup is not an answer. */
export async function waitForSignIn(
  issuer: OAuthIssuer,
  code: DeviceCode,
  ports: OAuthPorts,
  signal: AbortSignal,
): Promise<SignedIn> {
  const { clock } = ports;
  const end = clock.now() + code.expiresInMs;
  let intervalMs = code.intervalMs;
  while (clock.now() < end) {
    await clock.sleep(intervalMs, signal);
    const form = { grant_type: DEVICE_GRANT, device_code: code.deviceCode, client_id: issuer.clientId };
    const body = await sendForm(issuer.tokenUrl, form, ports, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (body === undefined || body.status >= 500) {
      intervalMs = Math.min(intervalMs * 2, 60_000);
      continue;
    }
    if (body.status === 200) return { type: "signed-in", tokens: tokensOf(body, issuer.tokenUrl, clock.now()) };
    switch (text(body.fields.error)) {
      case "authorization_pending":
        break;
      case "slow_down":
        intervalMs += SLOW_DOWN_MS;
        break;
      case "access_denied":
        return { type: "denied" };
      case "expired_token":
        return { type: "expired" };
      default:
        throw refused(issuer.tokenUrl, body);
    }
  }
  return { type: "expired" };
}

/** Undefined when the issuer says the refresh token is no longer good; throws ModelFailure on anything else. */
export async function refreshTokens(
  issuer: OAuthIssuer,
  refreshToken: string,
  ports: OAuthPorts,
  signal: AbortSignal,
): Promise<Tokens | undefined> {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: issuer.clientId };
  const body = await sendForm(issuer.tokenUrl, form, ports, signal);
  if (body.status === 200) return { refreshToken, ...tokensOf(body, issuer.tokenUrl, ports.clock.now()) };
  if (SPENT.has(text(body.fields.error) ?? "")) return undefined;
  throw refused(issuer.tokenUrl, body);
}

/** What issuers call a sign-in that is over. */
const SPENT: ReadonlySet<string> = new Set(["invalid_grant", "invalid_token", "refresh_token_reused"]);

export type AgentKey =
  | { readonly type: "key"; readonly secret: string; readonly expiresAtMs?: number }
  /** The token is not good for it any more. */
  | { readonly type: "token-refused" }
  /** The issuer makes no keys: its tokens are used as they are. */
  | { readonly type: "not-made-here" };

/** Throws ModelFailure when the issuer is in trouble. */
export async function mintAgentKey(
  url: string,
  accessToken: string,
  minLifeMs: number,
  ports: OAuthPorts,
  signal: AbortSignal,
): Promise<AgentKey> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${accessToken}` };
  const body = await send(url, headers, JSON.stringify({ min_ttl_seconds: minLifeMs / 1000 }), ports, signal);
  if (body.status === 404 || body.status === 410) return { type: "not-made-here" };
  if (body.status === 401) return { type: "token-refused" };
  const secret = text(body.fields.api_key);
  if (body.status !== 200 || secret === undefined) throw refused(url, body);
  const lifeMs = seconds(body.fields.expires_in);
  return { type: "key", secret, ...(lifeMs !== undefined && { expiresAtMs: ports.clock.now() + lifeMs }) };
}

interface Body {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

function sendForm(url: string, form: Readonly<Record<string, string>>, ports: OAuthPorts, signal: AbortSignal) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return send(url, headers, new URLSearchParams(form).toString(), ports, signal);
}

async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  ports: OAuthPorts,
  signal: AbortSignal,
): Promise<Body> {
  const whole = { accept: "application/json", "user-agent": "hermes", ...headers };
  const answer = await ports.post({ url, headers: whole, body, signal }).catch((cause: unknown) => {
    throw new ModelFailure("transport", { message: `${hostOf(url)} cannot be reached to sign in.`, cause });
  });
  const parsed = parseJson(await readText(answer.body));
  return { status: answer.status, fields: parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {} };
}

function tokensOf(body: Body, url: string, nowMs: number): Tokens {
  const accessToken = text(body.fields.access_token);
  if (accessToken === undefined) throw refused(url, body);
  const refreshToken = text(body.fields.refresh_token);
  const lifeMs = seconds(body.fields.expires_in);
  const scope = text(body.fields.scope);
  return {
    accessToken,
    ...(scope !== undefined && { scope }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(lifeMs !== undefined && { expiresAtMs: nowMs + lifeMs }),
  };
}

function refused(url: string, body: Body): ModelFailure {
  const said = text(body.fields.error_description) ?? text(body.fields.error) ?? "no reason given";
  const busy = body.status >= 500 || body.status === 429;
  return new ModelFailure(busy ? "overloaded" : "auth", {
    message: `${hostOf(url)} did not let us sign in (${body.status}): ${redactKeys(said)}.`,
    status: body.status,
    code: text(body.fields.error) ?? "oauth_refused",
  });
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function seconds(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number * 1000 : undefined;
}

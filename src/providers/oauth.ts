// Signing in without a browser on this machine: the OAuth device flow (RFC 8628) and token refresh, for any issuer.

import type { Clock } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { redactKeys } from "./redact.ts";

export interface OAuthIssuer {
  readonly deviceUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope?: string;
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
}

export type SignIn =
  | { readonly type: "signed-in"; readonly tokens: Tokens }
  | { readonly type: "denied" }
  | { readonly type: "expired" };

/** One form POST; rejects when nothing answers. */
export type PostForm = (
  url: string,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

export interface OAuthPorts {
  readonly post: PostForm;
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
  const body = read(await send(issuer.deviceUrl, form, ports, signal));
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
): Promise<SignIn> {
  const { clock } = ports;
  const end = clock.now() + code.expiresInMs;
  let intervalMs = code.intervalMs;
  while (clock.now() < end) {
    await clock.sleep(intervalMs, signal);
    const form = { grant_type: DEVICE_GRANT, device_code: code.deviceCode, client_id: issuer.clientId };
    const answer = await ports.post(issuer.tokenUrl, form, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (answer === undefined || answer.status >= 500) {
      intervalMs = Math.min(intervalMs * 2, 60_000);
      continue;
    }
    const body = read(answer);
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
  const body = read(await send(issuer.tokenUrl, form, ports, signal));
  if (body.status === 200) return { refreshToken, ...tokensOf(body, issuer.tokenUrl, ports.clock.now()) };
  if (text(body.fields.error) === "invalid_grant") return undefined;
  throw refused(issuer.tokenUrl, body);
}

interface Body {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

function send(url: string, form: Readonly<Record<string, string>>, ports: OAuthPorts, signal: AbortSignal) {
  return ports.post(url, form, signal).catch((cause: unknown) => {
    throw new ModelFailure("transport", { message: `${hostOf(url)} cannot be reached to sign in.`, cause });
  });
}

function read(answer: { readonly status: number; readonly body: string }): Body {
  const parsed = parseJson(answer.body);
  return { status: answer.status, fields: parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {} };
}

function tokensOf(body: Body, url: string, nowMs: number): Tokens {
  const accessToken = text(body.fields.access_token);
  if (accessToken === undefined) throw refused(url, body);
  const refreshToken = text(body.fields.refresh_token);
  const lifeMs = seconds(body.fields.expires_in);
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(lifeMs !== undefined && { expiresAtMs: nowMs + lifeMs }),
  };
}

function refused(url: string, body: Body): ModelFailure {
  const said = text(body.fields.error_description) ?? text(body.fields.error) ?? "no reason given";
  return new ModelFailure("auth", {
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

export function postFormWith(fetcher: typeof fetch): PostForm {
  return async (url, form, signal) => {
    const response = await fetcher(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams(form).toString(),
      redirect: "error",
      signal,
    });
    return { status: response.status, body: await response.text() };
  };
}

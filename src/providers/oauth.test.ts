import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { ModelFailure } from "../kernel/failure.ts";
import { fakeClock } from "../testing/fakes.ts";
import { issuerFor } from "./issuers.data.ts";
import { type OAuthIssuer, refreshTokens, requestDeviceCode, waitForSignIn } from "./oauth.ts";
import { createTransport } from "./transport.ts";

type Reply = readonly [status: number, body: object];

/** An issuer on loopback that answers each path from a list and keeps what it was sent. */
async function issuerOf(replies: {
  readonly device?: readonly Reply[];
  readonly token?: readonly (Reply | "hang up")[];
}) {
  const device = [...(replies.device ?? [])];
  const token = [...(replies.token ?? [])];
  const forms: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    forms.push(Object.fromEntries(new URLSearchParams(await bodyOf(request))));
    const next = request.url === "/device" ? device.shift() : token.shift();
    if (next === "hang up" || next === undefined) return void response.socket?.destroy();
    response.writeHead(next[0], { "content-type": "application/json" });
    response.end(JSON.stringify(next[1]));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: OAuthIssuer = {
    deviceUrl: `${url}/device`,
    tokenUrl: `${url}/token`,
    clientId: "hermes-test",
    scope: "chat",
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { issuer, forms, [Symbol.asyncDispose]: close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

const CODE: Reply = [
  200,
  {
    device_code: "dev-1",
    user_code: "ABCD-EFGH",
    verification_uri: "https://issuer.example/device",
    interval: 5,
    expires_in: 600,
  },
];
const PENDING: Reply = [400, { error: "authorization_pending" }];
const TOKENS: Reply = [200, { access_token: "access-1", refresh_token: "refresh-1", expires_in: 3600 }];
const signal = new AbortController().signal;
const { postOnce: post } = createTransport();

describe("device sign-in", () => {
  test("asks for a code, waits as told, slows down when told, and gets its tokens", async () => {
    await using at = await issuerOf({
      device: [CODE],
      token: [PENDING, [400, { error: "slow_down" }], PENDING, "hang up", TOKENS],
    });
    const clock = fakeClock({ auto: true });
    const code = await requestDeviceCode(at.issuer, { post, clock }, signal);
    expect(code).toMatchObject({
      userCode: "ABCD-EFGH",
      verificationUri: "https://issuer.example/device",
      intervalMs: 5_000,
    });
    const started = clock.now();
    const result = await waitForSignIn(at.issuer, code, { post, clock }, signal);
    expect(result).toMatchObject({ type: "signed-in", tokens: { accessToken: "access-1", refreshToken: "refresh-1" } });
    expect(clock.slept).toEqual([5_000, 5_000, 10_000, 10_000, 20_000]);
    expect(result.type === "signed-in" && result.tokens.expiresAtMs).toBeGreaterThan(started);
    expect(at.forms[0]).toEqual({ client_id: "hermes-test", scope: "chat" });
    expect(at.forms[1]).toMatchObject({
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: "dev-1",
    });
  });

  test("a no, a lapsed code and a broken issuer each end it", async () => {
    const clock = fakeClock({ auto: true });
    const ports = { post, clock };
    for (const [error, type] of [
      ["access_denied", "denied"],
      ["expired_token", "expired"],
    ] as const) {
      await using at = await issuerOf({ device: [CODE], token: [[400, { error }]] });
      expect(await waitForSignIn(at.issuer, await requestDeviceCode(at.issuer, ports, signal), ports, signal)).toEqual({
        type,
      });
    }
    await using silent = await issuerOf({ device: [CODE], token: Array.from({ length: 200 }, () => PENDING) });
    expect(
      await waitForSignIn(silent.issuer, await requestDeviceCode(silent.issuer, ports, signal), ports, signal),
    ).toEqual({ type: "expired" });
    await using odd = await issuerOf({ device: [[400, { error: "invalid_client" }]] });
    await expect(requestDeviceCode(odd.issuer, ports, signal)).rejects.toBeInstanceOf(ModelFailure);
  });
});

test("an issuer's addresses follow the portal the user names", () => {
  expect(issuerFor("nous", { portalUrl: "http://127.0.0.1:9/", clientId: "me" })).toMatchObject({
    deviceUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/\w/),
    clientId: "me",
  });
  expect(issuerFor("groq")).toBeUndefined();
});

describe("refresh", () => {
  test("a spent refresh token is told apart from an issuer in trouble", async () => {
    const ports = { post, clock: fakeClock({ auto: true }) };
    await using at = await issuerOf({
      token: [
        [400, { error: "invalid_grant" }],
        [503, {}],
        [200, { access_token: "access-2" }],
      ],
    });
    expect(await refreshTokens(at.issuer, "r", ports, signal)).toBeUndefined();
    await expect(refreshTokens(at.issuer, "r", ports, signal)).rejects.toBeInstanceOf(ModelFailure);
    expect(await refreshTokens(at.issuer, "r", ports, signal)).toEqual({ accessToken: "access-2", refreshToken: "r" });
  });
});

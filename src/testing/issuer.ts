// A sign-in portal on loopback with the habits that matter: refresh tokens are good for one use, using one twice ends the
// session, and keys are made only from a token that is still good.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Issuer {
  /** What `--portal-url` takes. */
  readonly url: string;
  /** How often each thing was asked for. */
  readonly asked: { readonly device: number; readonly refresh: number; readonly key: number };
  /** Good at this moment. */
  readonly accessToken: string;
  readonly refreshToken: string;
  /** From now on every sign-in is over. */
  revoke(): void;
  /** From now on every request gets this status; undefined ends it. */
  trouble(status: number | undefined): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface IssuerOptions {
  readonly scope?: string;
  /** Seconds an access token lives. */
  readonly life?: number;
  /** `retired`: keys are not made here any more. */
  readonly keys?: "made" | "retired";
}

export async function startIssuer(options: IssuerOptions = {}): Promise<Issuer> {
  const { scope = "inference:invoke", life = 3600, keys = "made" } = options;
  const asked = { device: 0, refresh: 0, key: 0 };
  let round = 0;
  let revoked = false;
  let status: number | undefined;

  const tokens = () => ({
    access_token: `access-${round}`,
    refresh_token: `refresh-${round}`,
    expires_in: life,
    scope,
    token_type: "Bearer",
  });
  const answerToken = (form: URLSearchParams): readonly [number, object] => {
    if (form.get("grant_type") !== "refresh_token") return [200, tokens()];
    asked.refresh++;
    if (form.get("refresh_token") !== `refresh-${round}`) revoked = true;
    if (revoked) return [400, { error: "invalid_grant", error_description: "the session was revoked" }];
    round++;
    return [200, tokens()];
  };
  const answerKey = (authorization: string | undefined): readonly [number, object] => {
    asked.key++;
    if (keys === "retired") return [404, {}];
    if (revoked || authorization !== `Bearer access-${round}`) return [401, { error: "invalid_token" }];
    return [200, { api_key: `agent-key-${asked.key}`, key_id: "k", expires_in: 1800 }];
  };
  const answerDevice = (): readonly [number, object] => {
    asked.device++;
    const code = { device_code: "d", user_code: "ABCD-1234", verification_uri: "http://portal.example/device" };
    return [200, { ...code, interval: 0.01, expires_in: 60 }];
  };

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const path = request.url ?? "";
    const [code, said] =
      status !== undefined
        ? [status, {}]
        : path.endsWith("/device/code")
          ? answerDevice()
          : path.endsWith("/agent-key")
            ? answerKey(request.headers.authorization)
            : answerToken(new URLSearchParams(body));
    response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get accessToken() {
      return `access-${round}`;
    },
    get refreshToken() {
      return `refresh-${round}`;
    },
    revoke() {
      revoked = true;
    },
    trouble(next) {
      status = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

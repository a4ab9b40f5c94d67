// `hermes auth`: keys and sign-ins in auth.json.

import { ModelFailure, UsageFailure } from "../kernel/failure.ts";
import { proxySettings } from "../kernel/net/proxy.ts";
import { createAuthCommands } from "../providers/auth-commands.ts";
import { createAuthFile } from "../providers/auth-file.ts";
import { findRow, readUserProviders } from "../providers/catalog.ts";
import { ISSUERS, issuerFor } from "../providers/issuers.data.ts";
import { requestDeviceCode, waitForSignIn } from "../providers/oauth.ts";
import { createTransport } from "../providers/transport.ts";
import type { AuthAdmin } from "../runtime/admin-models.ts";
import type { Ground } from "./ground.ts";
import { systemClock, systemIds } from "./system-clock.ts";

export function authAdmin({ home, config, env }: Ground): AuthAdmin {
  const commands = createAuthCommands(
    createAuthFile({ path: home.auth, clock: systemClock, ids: systemIds }),
    systemIds,
  );
  const users = readUserProviders({ providers: config.providers, customProviders: config.custom_providers }).providers;
  /** Keys are kept under the provider's own id, whatever name was typed. */
  const idOf = (name: string): string => {
    const row = findRow(
      name,
      users.map((user) => user.row),
    );
    if (row !== undefined) return row.id;
    throw new UsageFailure(`There is no provider "${name}". \`hermes model --providers\` lists them.`, 1);
  };
  const ports = { post: createTransport({ proxy: proxySettings(env) }).postOnce, clock: systemClock };

  return {
    signsIn: (provider) => ISSUERS.some((issuer) => issuer.provider === idOf(provider)),
    addKey: async (provider, secret, label) => commands.addKey(idOf(provider), secret, label),
    async signIn(request, show, signal) {
      const provider = idOf(request.provider);
      const issuer = issuerFor(provider, given(request));
      if (issuer === undefined)
        throw new UsageFailure(`${provider} has no sign-in; add a key: hermes auth add ${provider} --api-key …`, 1);
      try {
        const code = await requestDeviceCode(issuer, ports, signal);
        show({
          userCode: code.userCode,
          url: code.verificationUriComplete ?? code.verificationUri,
          expiresInMs: code.expiresInMs,
        });
        const done = await waitForSignIn(issuer, code, ports, signal);
        if (done.type !== "signed-in") return done;
        const credential = await commands.addTokens(provider, done.tokens, {
          ...(request.label === undefined ? {} : { label: request.label }),
          ...(request.inferenceUrl === undefined ? {} : { baseUrl: request.inferenceUrl }),
          // Renewed later where and as it was made.
          ...given(request),
          ...(issuer.scope === undefined ? {} : { scope: issuer.scope }),
        });
        return { type: "signed-in", credential };
      } catch (error) {
        if (error instanceof ModelFailure) throw new UsageFailure(error.message, 1);
        throw error;
      }
    },
    list: async (provider) => commands.list(provider === undefined ? undefined : idOf(provider)),
    remove: async (provider, target) => commands.remove(idOf(provider), target),
    reset: async (provider) => commands.reset(idOf(provider)),
    logout: async (provider) => commands.logout(idOf(provider)),
  };
}

function given(request: { readonly portalUrl?: string; readonly clientId?: string; readonly scope?: string }): {
  readonly portalUrl?: string;
  readonly clientId?: string;
  readonly scope?: string;
} {
  const { portalUrl, clientId, scope } = request;
  return {
    ...(portalUrl === undefined ? {} : { portalUrl }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(scope === undefined ? {} : { scope }),
  };
}

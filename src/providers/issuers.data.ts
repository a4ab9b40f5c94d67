// Where providers that sign people in hand out their codes and tokens.

import type { OAuthIssuer } from "./oauth.ts";

export interface IssuerRow {
  readonly provider: string;
  readonly portalUrl: string;
  readonly devicePath: string;
  readonly tokenPath: string;
  readonly clientId: string;
  readonly scope: string;
  readonly agentKeyPath?: string;
}

export const ISSUERS: readonly IssuerRow[] = [
  {
    provider: "nous",
    portalUrl: "https://portal.nousresearch.com",
    devicePath: "/api/oauth/device/code",
    tokenPath: "/api/oauth/token",
    clientId: "hermes-cli",
    scope: "inference:invoke",
    agentKeyPath: "/api/oauth/agent-key",
  },
];

export interface GivenIssuer {
  readonly portalUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly scope?: string | undefined;
}

/** The issuer of a provider, with what the user gave on the command line in place of the defaults. */
export function issuerFor(provider: string, given: GivenIssuer = {}): OAuthIssuer | undefined {
  const row = ISSUERS.find((candidate) => candidate.provider === provider);
  if (row === undefined) return undefined;
  const portal = (given.portalUrl ?? row.portalUrl).replace(/\/+$/, "");
  return {
    deviceUrl: `${portal}${row.devicePath}`,
    tokenUrl: `${portal}${row.tokenPath}`,
    clientId: given.clientId ?? row.clientId,
    scope: given.scope ?? row.scope,
    ...(row.agentKeyPath !== undefined && { agentKeyUrl: `${portal}${row.agentKeyPath}` }),
  };
}

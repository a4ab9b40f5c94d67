// The gates every call passes, and the memory of what was allowed.

import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { Gate, Grants } from "../contracts/gate.ts";
import { commandGate } from "../gates/command-gate.ts";
import { pathGuard } from "../gates/path-guard.ts";

export interface GateWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
}

export function composeGates({ home, facts }: GateWiring): {
  readonly gates: readonly Gate[];
  readonly grants: Grants;
} {
  const places = {
    home: facts.userHome,
    controlHomes: [...new Set([home.top, home.root])],
    workspaceOf: () => facts.cwd,
  };
  return {
    gates: [commandGate(places), pathGuard(places)],
    grants: { has: async () => false, add: async () => undefined },
  };
}

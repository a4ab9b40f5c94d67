// The gates every call passes, and the memory of what was allowed.

import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { CommandVerdict, Gate, Grants } from "../contracts/gate.ts";
import { commandGate } from "../gates/command-gate.ts";
import { explainCommand } from "../gates/explain-command.ts";
import { pathGuard } from "../gates/path-guard.ts";

export interface GateWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
}

export interface WiredGates {
  readonly gates: readonly Gate[];
  readonly grants: Grants;
  explainCommand(command: string): CommandVerdict;
}

export function composeGates({ home, facts }: GateWiring): WiredGates {
  const places = {
    home: facts.userHome,
    controlHomes: [...new Set([home.top, home.root])],
    workspaceOf: () => facts.cwd,
  };
  return {
    gates: [commandGate(places), pathGuard(places)],
    grants: { has: async () => false, add: async () => undefined },
    explainCommand: (command) =>
      explainCommand(command, {
        cwd: facts.cwd,
        workspace: facts.cwd,
        home: places.home,
        controlHomes: places.controlHomes,
      }),
  };
}

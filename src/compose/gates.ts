// The gates every call passes, and the memory of what was allowed. Loaded with the first call: a question alone needs none.

import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { CommandVerdict, Gate, Grants } from "../contracts/gate.ts";

export interface GateWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
}

export interface WiredGates {
  readonly gates: readonly Gate[];
  readonly grants: Grants;
  /** Judges commands as the gate would, here and now. */
  explainer(): Promise<(command: string) => CommandVerdict>;
}

export function composeGates({ home, facts }: GateWiring): WiredGates {
  const places = {
    home: facts.userHome,
    controlHomes: [...new Set([home.top, home.root])],
    workspaceOf: () => facts.cwd,
  };
  return {
    gates: [
      onFirstCall("command", async () => (await import("../gates/command-gate.ts")).commandGate(places)),
      onFirstCall("paths", async () => (await import("../gates/path-guard.ts")).pathGuard(places)),
    ],
    grants: { has: async () => false, add: async () => undefined },
    async explainer() {
      const { explainCommand } = await import("../gates/explain-command.ts");
      const here = { cwd: facts.cwd, workspace: facts.cwd, home: places.home, controlHomes: places.controlHomes };
      return (command) => explainCommand(command, here);
    },
  };
}

function onFirstCall(name: string, load: () => Promise<Gate>): Gate {
  const state = { gate: undefined as Promise<Gate> | undefined };
  return {
    name,
    async check(call, tool, context) {
      state.gate ??= load();
      return (await state.gate).check(call, tool, context);
    },
  };
}

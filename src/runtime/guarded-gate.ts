// A gate of a plugin: one that fails or dawdles is switched off with a word. The call it could not judge is a person's to
// judge; for the others the program's own gates still stand.

import type { Gate } from "../contracts/gate.ts";
import type { Log } from "../contracts/log.ts";
import { bounded } from "./bounded.ts";

const GATE_DEADLINE_MS = 5_000;

export function guardGate(plugin: string, gate: Gate, log: Log): Gate {
  let off = false;
  return {
    name: gate.name,
    async check(call, tool, context) {
      if (off) return { type: "allow" };
      const outcome = await bounded(async () => gate.check(call, tool, context), GATE_DEADLINE_MS);
      if (outcome.type === "done") return outcome.value;
      off = true;
      log.warn("plugin gate failed", { plugin, gate: gate.name, why: outcome.why });
      context.progress(`Plugin ${plugin} was switched off for this run: its gate ${gate.name} ${outcome.why}.`);
      return {
        type: "ask",
        text: `Run ${tool.name} although a plugin could not judge it`,
        subject: JSON.stringify(call.input),
        reasons: [`the gate ${gate.name} of the plugin ${plugin} ${outcome.why}`],
        key: `unjudged ${plugin} ${gate.name} ${call.id}`,
        scopes: ["once"],
      };
    },
  };
}

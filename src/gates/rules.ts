// The user's rules as gates: deny and ask of their own, and allow where another gate would ask.

import type { Gate, Verdict } from "../contracts/gate.ts";
import { allowsCall, asCallsName, findRule, type Rules } from "../kernel/shell/rules.ts";
import { callFacts } from "./call-facts.ts";
import type { PlaceOptions } from "./gate-places.ts";
import { spellHost } from "./spell-host.ts";

const ALLOW: Verdict = { type: "allow" };

/** Denies or asks where a rule says so; without such rules it costs nothing. */
export function ruleGate(configured: Rules, options: PlaceOptions): Gate {
  const rules = asCallsName(configured, options.home, spellHost);
  const silent = [rules.ask, rules.deny].every((set) => Object.values(set).every((list) => list.length === 0));
  return {
    name: "rules",
    async check(call, tool, context) {
      if (silent) return ALLOW;
      const facts = await callFacts(call, tool, context, options);
      const denied = findRule(rules.deny, facts);
      if (denied !== undefined)
        return { type: "deny", why: `the rule "${denied}" under approvals.rules.deny forbids it` };
      const asked = findRule(rules.ask, facts);
      if (asked === undefined) return ALLOW;
      const subject = facts.commands[0] ?? facts.paths[0] ?? facts.hosts[0] ?? tool.name;
      return {
        type: "ask",
        text: `${tool.name}: ${subject}`,
        subject,
        reasons: [`the rule "${asked}" under approvals.rules.ask wants it asked`],
        key: `rule ${asked}`,
        scopes: ["once", "task", "session"],
      };
    },
  };
}

/** The same gate with its questions answered by the user's allow rules; denials pass through untouched. */
export function withAllowRules(gate: Gate, configured: Rules, options: PlaceOptions): Gate {
  const rules = asCallsName(configured, options.home, spellHost);
  return {
    name: gate.name,
    async check(call, tool, context) {
      const verdict = await gate.check(call, tool, context);
      if (verdict.type !== "ask" || verdict.only !== undefined) return verdict;
      return allowsCall(rules.allow, await callFacts(call, tool, context, options)) ? ALLOW : verdict;
    },
  };
}

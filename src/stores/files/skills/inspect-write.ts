// Every byte written into a skill is looked at before it lands, decoded payloads included.

import { scanText } from "../../../kernel/scan/scan.ts";
import type { ReadyPlan } from "./apply-change.ts";

/** Why this write is refused; undefined when it may go on. */
export function inspectWrite(plan: ReadyPlan, isStrict: boolean): string | undefined {
  if (plan.type !== "write" || plan.after === null) return undefined;
  const findings = scanText(plan.after, isStrict ? "strict" : "all");
  const fresh = findings.filter(({ id }) => !scanText(plan.before ?? "", "strict").some((old) => old.id === id));
  const [first] = fresh;
  return first === undefined
    ? undefined
    : `Refused: ${plan.file} line ${first.line} looks like an injected order or an exfiltration (${first.id}).`;
}

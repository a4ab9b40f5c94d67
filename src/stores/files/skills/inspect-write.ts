// Every byte written into a skill is looked at before it lands, decoded payloads included.

import type { GuardFile } from "../../../kernel/skills/guard/finding.ts";
import { inspectSkill } from "../../../kernel/skills/guard/guard.ts";
import type { ReadyPlan } from "./apply-change.ts";

/** Why this write is refused; undefined when it may go on. */
export function inspectWrite(plan: ReadyPlan, isStrict: boolean): string | undefined {
  if (plan.type !== "write" || plan.after === null) return undefined;
  return inspectText({ file: plan.file, before: plan.before ?? "", after: plan.after }, isStrict);
}

interface WrittenText {
  readonly file: string;
  /** What was there before is nobody's fault now. */
  readonly before: string;
  readonly after: string;
}

export function inspectText({ file, before, after }: WrittenText, isStrict: boolean): string | undefined {
  const known = new Set(findingsIn(file, before).map(({ id, excerpt }) => `${id} ${excerpt}`));
  const grave = findingsIn(file, after).find(
    ({ id, severity, excerpt }) =>
      (severity === "critical" || (isStrict && severity === "high")) && !known.has(`${id} ${excerpt}`),
  );
  return grave === undefined
    ? undefined
    : `Refused: ${file} line ${grave.line} was stopped by the skill guard (${grave.id}): ${grave.excerpt}`;
}

function findingsIn(path: string, text: string) {
  if (text === "") return [];
  const file: GuardFile = { path, type: "text", text, bytes: text.length, executable: false };
  return inspectSkill([file]).findings;
}

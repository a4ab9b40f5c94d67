// `hermes skills …` and `/skills …`: the library, what waits for approval, what comes from elsewhere.

import type { ChangeOutcome, SkillEntry, Skills } from "../contracts/skills.ts";
import type { Blueprint } from "../kernel/skills/blueprint.ts";
import { type HubVerbPorts, hubVerbs } from "./hub-verbs.ts";
import { flagText, hasFlag, listed, refusal, said, type Verb } from "./verb.ts";
import { WORDS } from "./words.data.ts";

export interface SkillVerbPorts extends HubVerbPorts {
  readonly skills: Skills;
  /** `skills.write_approval`, read and written. */
  readonly approval: { on(): boolean; set(on: boolean): Promise<void> };
  /** Brings a bundled skill back; `keepEdits` only makes the edited one the new base line. */
  reset(name: string, keepEdits: boolean): Promise<string>;
}

export function skillVerbs(ports: SkillVerbPorts): readonly Verb[] {
  return [
    list(ports),
    ...hubVerbs(ports),
    reset(ports),
    pending(ports),
    diff(ports),
    decide(ports, "approve"),
    decide(ports, "reject"),
    approval(ports),
  ];
}

const list = ({ skills }: SkillVerbPorts): Verb => ({
  name: "list",
  summary: WORDS.skillVerbs.listSummary,
  flags: [
    { name: "source", value: "origin", summary: WORDS.skillVerbs.sourceSummary },
    { name: "blueprints", summary: WORDS.skillVerbs.blueprintsSummary },
  ],
  async run(call) {
    const wanted = flagText(call, "source");
    const scheduled = hasFlag(call, "blueprints");
    const found = (await skills.list())
      .filter((one) => wanted === undefined || one.origin === wanted)
      .filter((one) => !scheduled || blueprintOf(one) !== undefined);
    const json = found.map((one) => {
      const { name, description, category, origin, state, pinned, dir, shadows, doubts } = one;
      const blueprint = blueprintOf(one) ?? null;
      return { name, description, category, origin, state, pinned, dir, shadows, doubts, blueprint };
    });
    if (scheduled) {
      const rows = found.map((one) => [one.name, blueprintOf(one)?.schedule ?? "", one.description]);
      return listed(WORDS.skillVerbs.scheduleColumns, rows, json, WORDS.skillVerbs.noSchedules);
    }
    const rows = found.map((one) => [
      one.name,
      one.category,
      `${one.origin}${one.pinned ? WORDS.skillVerbs.pinned : ""}${one.state === "active" ? "" : `, ${one.state}`}`,
      one.shadows.length > 0 ? WORDS.skillVerbs.hides(one.description, one.shadows.join(", ")) : one.description,
    ]);
    return listed(WORDS.skillVerbs.listColumns, rows, json, WORDS.skillVerbs.noSkills);
  },
});

function blueprintOf({ head }: SkillEntry): Blueprint | undefined {
  return head.blueprint.type === "ready" ? head.blueprint.blueprint : undefined;
}

const reset = (ports: SkillVerbPorts): Verb => ({
  name: "reset",
  summary: WORDS.skillVerbs.resetSummary,
  args: "<name>",
  flags: [{ name: "restore", summary: WORDS.skillVerbs.restoreSummary }],
  async run(call) {
    const [name = ""] = call.words;
    const dir = await ports.reset(name, !hasFlag(call, "restore"));
    return said(WORDS.skillVerbs.reset(name, dir), { name, dir });
  },
});

const pending = ({ skills }: SkillVerbPorts): Verb => ({
  name: "pending",
  summary: WORDS.skillVerbs.pendingSummary,
  async run() {
    const waiting = await skills.pending();
    const rows = waiting.map(({ id, summary, origin, createdAt }) => [
      id,
      `${summary}${origin === "foreground" ? "" : ` ${WORDS.skillVerbs.auto}`}`,
      createdAt,
    ]);
    return listed(WORDS.skillVerbs.pendingColumns, rows, waiting, WORDS.skillVerbs.nothingWaits);
  },
});

const diff = ({ skills }: SkillVerbPorts): Verb => ({
  name: "diff",
  summary: WORDS.skillVerbs.diffSummary,
  args: "<id>",
  async run({ words }) {
    const text = await skills.diff(words[0] ?? "");
    return text === undefined ? refusal(WORDS.skillVerbs.noPendingChange(words[0] ?? "")) : said(text, { diff: text });
  },
});

const decide = ({ skills }: SkillVerbPorts, verb: "approve" | "reject"): Verb => ({
  name: verb,
  summary: verb === "approve" ? WORDS.skillVerbs.approveSummary : WORDS.skillVerbs.rejectSummary,
  args: "<id | all>",
  async run({ words }) {
    const [id = ""] = words;
    const ids = id === "all" ? (await skills.pending()).map((one) => one.id) : [id];
    const results: { readonly id: string; readonly message: string; readonly ok: boolean }[] = [];
    for (const one of ids) {
      if (verb === "approve") {
        const outcome = await skills.approve(one);
        results.push({ id: one, message: changeText(outcome), ok: outcome.type === "done" });
      } else {
        const ok = await skills.reject(one);
        results.push({ id: one, message: ok ? WORDS.skillVerbs.rejected : WORDS.skillVerbs.notPending(one), ok });
      }
    }
    const text = results.map((one) => `${one.id}: ${one.message}`).join("\n");
    return said(text || WORDS.skillVerbs.nothingWaits, results, results.every(({ ok }) => ok) ? 0 : 1);
  },
});

const approval = (ports: SkillVerbPorts): Verb => ({
  name: "approval",
  summary: WORDS.skillVerbs.approvalSummary,
  args: "[on | off]",
  async run({ words }) {
    const [wanted] = words;
    if (wanted === "on" || wanted === "off") await ports.approval.set(wanted === "on");
    else if (wanted !== undefined) return refusal(WORDS.skillVerbs.approvalTakes);
    const isOn = ports.approval.on();
    return said(isOn ? WORDS.skillVerbs.changesWait : WORDS.skillVerbs.changesAtOnce, {
      write_approval: isOn,
    });
  },
});

function changeText(outcome: ChangeOutcome): string {
  return outcome.type === "done"
    ? outcome.message
    : outcome.type === "staged"
      ? WORDS.skillVerbs.stillWaiting(outcome.why)
      : outcome.error;
}

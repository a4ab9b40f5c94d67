// `hermes curator …`, `hermes bundles …`, `hermes learned …`: keeping what was learned in order, and taking it back.

import type { LearnedChange, LearningJournal } from "../contracts/learning.ts";
import type { SkillBundles } from "../contracts/skill-bundles.ts";
import type { CurationOutcome, SkillCuration } from "../contracts/skill-curation.ts";
import type { Clock } from "../contracts/time.ts";
import { reportText, summaryLine } from "../kernel/skills/curator-report.ts";
import { isCurated } from "../kernel/skills/lifecycle.ts";
import { ellipsize, oneLine } from "../kernel/text.ts";
import { type CuratorPorts, curate, nextTurn } from "../runtime/after-turn/curator.ts";
import { flagText, hasFlag, listed, momentOf, refusal, said, type Verb, type VerbResult } from "./verb.ts";

export function curatorVerbs(ports: CuratorPorts): readonly Verb[] {
  const { curation } = ports;
  return [
    status(ports),
    run(ports),
    switched(curation, "pause", true),
    switched(curation, "resume", false),
    onSkill("pin", "never archive or delete a skill", (name) => curation.pin(name, true)),
    onSkill("unpin", "let a skill age again", (name) => curation.pin(name, false)),
    onSkill("archive", "put a skill away", (name) => curation.archive(name)),
    onSkill("restore", "bring a skill back to where it was", (name) => curation.restore(name)),
    archived(curation),
    backup(curation),
    rollback(curation),
  ];
}

const status = (ports: CuratorPorts): Verb => ({
  name: "status",
  summary: "what the curator did and will do",
  async run() {
    const state = await ports.curation.state();
    const turn = await nextTurn(ports);
    const found = await ports.curation.survey();
    const curated = found.filter((one) => isCurated(one, ports.policy));
    const next = turn.type === "run" ? "due now" : turn.type === "begin" ? "starts counting now" : turn.why;
    const count = (wanted: string) => found.filter((one) => one.entry.state === wanted).length;
    const lines = [
      `Curator: ${state.paused ? "paused" : next}`,
      `Runs: ${state.run_count}, last ${state.last_run_at ?? "never"}${state.last_run_summary === null ? "" : ` (${state.last_run_summary})`}`,
      `Skills: ${found.length}, of them ${curated.length} under its care; ${count("stale")} stale; ${found.filter((one) => one.pinned).length} pinned`,
      ...(state.last_report_path === null ? [] : [`Report: ${state.last_report_path}`]),
    ];
    const pinned = found.filter((one) => one.pinned).map(({ name }) => name);
    return said(lines.join("\n"), {
      ...state,
      next,
      skills: found.length,
      curated: curated.map(({ name }) => name),
      pinned,
    });
  },
});

const run = (ports: CuratorPorts): Verb => ({
  name: "run",
  summary: "tidy now and wait for it",
  flags: [{ name: "dry-run", summary: "only say what would be done" }],
  async run(call) {
    const { run: result, reportPath } = await curate(ports, { dryRun: hasFlag(call, "dry-run") });
    const where = reportPath === undefined ? "" : `\nReport: ${reportPath}`;
    return said(
      `${summaryLine(result)}${where}\n\n${reportText(result)}`,
      { ...result, report: reportPath ?? null },
      result.problems.length > 0 ? 1 : 0,
    );
  },
});

const switched = (curation: SkillCuration, name: string, paused: boolean): Verb => ({
  name,
  summary: paused ? "stop tidying until resumed" : "tidy again when due",
  async run() {
    await curation.updateState({ paused });
    return said(paused ? "The curator is paused." : "The curator runs again when it is due.", { paused });
  },
});

const onSkill = (name: string, summary: string, act: (skill: string) => Promise<CurationOutcome>): Verb => ({
  name,
  summary,
  args: "<skill>",
  async run({ words }) {
    const [skill] = words;
    if (skill === undefined) return refusal(`Which skill? ${name} <skill>`);
    const outcome = await act(skill);
    return outcome.type === "done" ? said(outcome.message, outcome) : refusal(outcome.why, outcome);
  },
});

const archived = (curation: SkillCuration): Verb => ({
  name: "list-archived",
  summary: "what was put away",
  async run() {
    const all = await curation.archived();
    return listed(
      ["skill", "category", "since"],
      all.map(({ name, category, at }) => [name, category, at]),
      all,
      "The archive is empty.",
    );
  },
});

const backup = (curation: SkillCuration): Verb => ({
  name: "backup",
  summary: "copy the whole library now",
  flags: [
    { name: "reason", value: "text", summary: "a note" },
    { name: "list", summary: "show the copies there are" },
  ],
  async run(call) {
    if (hasFlag(call, "list")) return backupsResult(curation);
    const made = await curation.backup(flagText(call, "reason") ?? "by hand");
    return said(`Copied ${made.skills} skills: ${made.id}`, made);
  },
});

const rollback = (curation: SkillCuration): Verb => ({
  name: "rollback",
  summary: "go back to a copy; today's state is copied first",
  flags: [
    { name: "id", value: "copy", summary: "which one; the newest without it" },
    { name: "list", summary: "show the copies there are" },
  ],
  async run(call) {
    if (hasFlag(call, "list")) return backupsResult(curation);
    const { to, safety } = await curation.rollback(flagText(call, "id"));
    return said(`Back at ${to.id} (${to.reason}). What was there is copied as ${safety.id}.`, { to, safety });
  },
});

async function backupsResult(curation: SkillCuration): Promise<VerbResult> {
  const all = await curation.backups();
  const rows = all.map(({ id, reason, skills, bytes }) => [
    id,
    String(skills),
    `${Math.ceil(bytes / 1024)} KB`,
    reason,
  ]);
  return listed(["copy", "skills", "size", "why"], rows, all, "There are no copies.");
}

export function learnedVerbs(journal: LearningJournal, clock: Clock): readonly Verb[] {
  return [
    {
      name: "list",
      summary: "what was learned",
      flags: [{ name: "since", value: "7d", summary: "only since then" }],
      async run(call) {
        const since = flagText(call, "since");
        const from = since === undefined ? 0 : momentOf(since, clock.now());
        if (from === undefined) return refusal(`'${since}' is neither a date nor a span such as 7d.`);
        const entries = await journal.list(from);
        return listed(
          ["id", "when", "by", "what"],
          entries.map(learnedRow),
          entries,
          "Nothing was learned in that time.",
        );
      },
    },
    {
      name: "undo",
      summary: "take one change back",
      args: "<id>",
      async run({ words }) {
        const outcome = await journal.undo(words[0] ?? "");
        return outcome.type === "undone" ? said(outcome.message, outcome) : refusal(outcome.why, outcome);
      },
    },
  ];
}

const BY = {
  foreground: "agent",
  agent: "agent",
  background_review: "review",
  review: "review",
  curator: "curator",
  user: "you",
};
const LEARNED_CHARS = 160;

function learnedRow({ id, at, subsystem, summary, origin, undone_at }: LearnedChange): readonly string[] {
  const what = ellipsize(oneLine(summary), LEARNED_CHARS);
  return [
    id,
    at.slice(0, 16).replace("T", " "),
    `${BY[origin]}${undone_at === undefined ? "" : ", undone"}`,
    subsystem === "memory" ? `memory: ${what}` : what,
  ];
}

export function bundleVerbs(bundles: SkillBundles): readonly Verb[] {
  return [
    {
      name: "list",
      summary: "skills under one word",
      async run() {
        const all = await bundles.list();
        const rows = all.map(({ slug, skills, description }) => [`/${slug}`, skills.join(", "), description]);
        return listed(["bundle", "skills", "what it is for"], rows, all, "There are no bundles.");
      },
    },
    {
      name: "show",
      summary: "one bundle",
      args: "<name>",
      async run({ words }) {
        const found = (await bundles.list()).find(({ slug }) => slug === words[0]);
        if (found === undefined) return refusal(`There is no bundle '${words[0] ?? ""}'.`);
        return said(
          `/${found.slug}: ${found.skills.join(", ")}${found.instruction === "" ? "" : `\n${found.instruction}`}`,
          found,
        );
      },
    },
    {
      name: "create",
      summary: "a new bundle",
      args: "<name> <skill>…",
      flags: [
        { name: "description", value: "text", summary: "what it is for" },
        { name: "instruction", value: "text", summary: "said to the model with the skills" },
      ],
      async run(call) {
        const [name = "", ...skills] = call.words;
        const outcome = await bundles.create({
          ...{ name, skills: skills.flatMap((one) => one.split(",")).filter((one) => one !== "") },
          description: flagText(call, "description") ?? "",
          instruction: flagText(call, "instruction") ?? "",
        });
        return outcome.type === "done" ? said(outcome.message, outcome) : refusal(outcome.why, outcome);
      },
    },
    {
      name: "delete",
      summary: "forget a bundle; its skills stay",
      args: "<name>",
      async run({ words }) {
        const outcome = await bundles.remove(words[0] ?? "");
        return outcome.type === "done" ? said(outcome.message, outcome) : refusal(outcome.why, outcome);
      },
    },
  ];
}

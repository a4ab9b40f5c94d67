// `hermes curator …`, `hermes bundles …`, `hermes learned …`: keeping what was learned in order, and taking it back.

import type { LearnedChange, LearningJournal } from "../contracts/learning.ts";
import type { SkillBundles } from "../contracts/skill-bundles.ts";
import type { CurationOutcome, SkillCuration } from "../contracts/skill-curation.ts";
import type { Skills } from "../contracts/skills.ts";
import type { Clock } from "../contracts/time.ts";
import { reportText, summaryLine } from "../kernel/skills/curator-report.ts";
import { isCurated } from "../kernel/skills/lifecycle.ts";
import { ellipsize, oneLine } from "../kernel/text.ts";
import { type CuratorPorts, curate, nextTurn } from "../runtime/after-turn/curator.ts";
import { flagText, hasFlag, listed, momentOf, refusal, said, type Verb, type VerbResult } from "./verb.ts";
import { WORDS } from "./words.data.ts";

export function curatorVerbs(ports: CuratorPorts): readonly Verb[] {
  const { curation } = ports;
  return [
    status(ports),
    run(ports),
    switched(curation, "pause", true),
    switched(curation, "resume", false),
    onSkill("pin", WORDS.curatorVerbs.pinSummary, (name) => curation.pin(name, true)),
    onSkill("unpin", WORDS.curatorVerbs.unpinSummary, (name) => curation.pin(name, false)),
    onSkill("archive", WORDS.curatorVerbs.archiveSummary, (name) => curation.archive(name)),
    onSkill("restore", WORDS.curatorVerbs.restoreSummary, (name) => curation.restore(name)),
    archived(curation),
    backup(curation),
    rollback(curation),
  ];
}

const status = (ports: CuratorPorts): Verb => ({
  name: "status",
  summary: WORDS.curatorVerbs.statusSummary,
  async run() {
    const state = await ports.curation.state();
    const turn = await nextTurn(ports);
    const found = await ports.curation.survey();
    const curated = found.filter((one) => isCurated(one, ports.policy));
    const next =
      turn.type === "run"
        ? WORDS.curatorVerbs.dueNow
        : turn.type === "begin"
          ? WORDS.curatorVerbs.startsCountingNow
          : turn.why;
    const count = (wanted: string) => found.filter((one) => one.entry.state === wanted).length;
    const lines = [
      WORDS.curatorVerbs.state(state.paused ? WORDS.curatorVerbs.isPaused : next),
      WORDS.curatorVerbs.runs(
        state.run_count,
        state.last_run_at ?? WORDS.curatorVerbs.never,
        state.last_run_summary === null ? "" : ` (${state.last_run_summary})`,
      ),
      WORDS.curatorVerbs.skillCounts(
        found.length,
        curated.length,
        count("stale"),
        found.filter((one) => one.pinned).length,
      ),
      ...(state.last_report_path === null ? [] : [WORDS.curatorVerbs.report(state.last_report_path)]),
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
  summary: WORDS.curatorVerbs.runSummary,
  flags: [{ name: "dry-run", summary: WORDS.curatorVerbs.dryRunSummary }],
  async run(call) {
    const { run: result, reportPath } = await curate(ports, { dryRun: hasFlag(call, "dry-run") });
    const where = reportPath === undefined ? "" : `\n${WORDS.curatorVerbs.report(reportPath)}`;
    return said(
      `${summaryLine(result)}${where}\n\n${reportText(result)}`,
      { ...result, report: reportPath ?? null },
      result.problems.length > 0 ? 1 : 0,
    );
  },
});

const switched = (curation: SkillCuration, name: string, paused: boolean): Verb => ({
  name,
  summary: paused ? WORDS.curatorVerbs.pauseSummary : WORDS.curatorVerbs.resumeSummary,
  async run() {
    await curation.updateState({ paused });
    return said(paused ? WORDS.curatorVerbs.paused : WORDS.curatorVerbs.resumed, { paused });
  },
});

const onSkill = (name: string, summary: string, act: (skill: string) => Promise<CurationOutcome>): Verb => ({
  name,
  summary,
  args: "<skill>",
  async run({ words }) {
    const [skill] = words;
    if (skill === undefined) return refusal(WORDS.curatorVerbs.whichSkill(name));
    const outcome = await act(skill);
    return outcome.type === "done" ? said(outcome.message, outcome) : refusal(outcome.why, outcome);
  },
});

const archived = (curation: SkillCuration): Verb => ({
  name: "list-archived",
  summary: WORDS.curatorVerbs.listArchivedSummary,
  async run() {
    const all = await curation.archived();
    return listed(
      WORDS.curatorVerbs.listArchivedColumns,
      all.map(({ name, category, at }) => [name, category, at]),
      all,
      WORDS.curatorVerbs.archiveEmpty,
    );
  },
});

const backup = (curation: SkillCuration): Verb => ({
  name: "backup",
  summary: WORDS.curatorVerbs.backupSummary,
  flags: [
    { name: "reason", value: "text", summary: WORDS.curatorVerbs.reasonSummary },
    { name: "list", summary: WORDS.curatorVerbs.copiesSummary },
  ],
  async run(call) {
    if (hasFlag(call, "list")) return backupsResult(curation);
    const made = await curation.backup(flagText(call, "reason") ?? WORDS.curatorVerbs.byHand);
    return said(WORDS.curatorVerbs.copied(made.skills, made.id), made);
  },
});

const rollback = (curation: SkillCuration): Verb => ({
  name: "rollback",
  summary: WORDS.curatorVerbs.rollbackSummary,
  flags: [
    { name: "id", value: "copy", summary: WORDS.curatorVerbs.idSummary },
    { name: "list", summary: WORDS.curatorVerbs.copiesSummary },
  ],
  async run(call) {
    if (hasFlag(call, "list")) return backupsResult(curation);
    const { to, safety } = await curation.rollback(flagText(call, "id"));
    return said(WORDS.curatorVerbs.rolledBack(to.id, to.reason, safety.id), { to, safety });
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
  return listed(WORDS.curatorVerbs.copiesColumns, rows, all, WORDS.curatorVerbs.noCopies);
}

export function learnedVerbs(journal: LearningJournal, clock: Clock): readonly Verb[] {
  return [
    {
      name: "list",
      summary: WORDS.curatorVerbs.learnedSummary,
      flags: [{ name: "since", value: "7d", summary: WORDS.curatorVerbs.sinceSummary }],
      async run(call) {
        const since = flagText(call, "since");
        const from = since === undefined ? 0 : momentOf(since, clock.now());
        if (from === undefined) return refusal(WORDS.curatorVerbs.neitherDateNorSpan(since ?? ""));
        const entries = await journal.list(from);
        return listed(
          WORDS.curatorVerbs.learnedColumns,
          entries.map(learnedRow),
          entries,
          WORDS.curatorVerbs.nothingLearned,
        );
      },
    },
    {
      name: "undo",
      summary: WORDS.curatorVerbs.undoSummary,
      args: "<id>",
      async run({ words }) {
        const outcome = await journal.undo(words[0] ?? "");
        return outcome.type === "undone" ? said(outcome.message, outcome) : refusal(outcome.why, outcome);
      },
    },
  ];
}

const LEARNED_CHARS = 160;

function learnedRow({ id, at, subsystem, summary, origin, undone_at }: LearnedChange): readonly string[] {
  const what = ellipsize(oneLine(summary), LEARNED_CHARS);
  return [
    id,
    at.slice(0, 16).replace("T", " "),
    `${WORDS.curatorVerbs.by[origin]}${undone_at === undefined ? "" : WORDS.curatorVerbs.undone}`,
    subsystem === "memory" ? WORDS.curatorVerbs.inMemory(what) : what,
  ];
}

export interface BundlePorts {
  readonly bundles: SkillBundles;
  readonly skills: Pick<Skills, "find">;
}

async function missingFrom(library: BundlePorts["skills"], names: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(names.map((name) => library.find(name)));
  return names.filter((_, index) => found[index]?.type === "none");
}

export function bundleVerbs({ bundles, skills: library }: BundlePorts): readonly Verb[] {
  return [
    {
      name: "list",
      summary: WORDS.curatorVerbs.bundlesSummary,
      async run() {
        const all = await bundles.list();
        const rows = all.map(({ slug, skills, description }) => [`/${slug}`, skills.join(", "), description]);
        return listed(WORDS.curatorVerbs.bundlesColumns, rows, all, WORDS.curatorVerbs.noBundles);
      },
    },
    {
      name: "show",
      summary: WORDS.curatorVerbs.showSummary,
      args: "<name>",
      async run({ words }) {
        const found = (await bundles.list()).find(({ slug }) => slug === words[0]);
        if (found === undefined) return refusal(WORDS.curatorVerbs.unknownBundle(words[0] ?? ""));
        return said(
          `/${found.slug}: ${found.skills.join(", ")}${found.instruction === "" ? "" : `\n${found.instruction}`}`,
          found,
        );
      },
    },
    {
      name: "create",
      summary: WORDS.curatorVerbs.createSummary,
      args: "<name> <skill>…",
      flags: [
        { name: "description", value: "text", summary: WORDS.curatorVerbs.descriptionSummary },
        { name: "instruction", value: "text", summary: WORDS.curatorVerbs.instructionSummary },
      ],
      async run(call) {
        const [name = "", ...skills] = call.words;
        const named = skills.flatMap((one) => one.split(",")).filter((one) => one !== "");
        const outcome = await bundles.create({
          ...{ name, skills: named },
          description: flagText(call, "description") ?? "",
          instruction: flagText(call, "instruction") ?? "",
        });
        if (outcome.type !== "done") return refusal(outcome.why, outcome);
        const absent = await missingFrom(library, named);
        const note = absent.length === 0 ? "" : ` ${WORDS.curatorVerbs.notInLibrary(absent.join(", "))}`;
        const message = `${outcome.message}${note}`;
        return said(message, { ...outcome, message, missing: absent });
      },
    },
    {
      name: "delete",
      summary: WORDS.curatorVerbs.deleteSummary,
      args: "<name>",
      async run({ words }) {
        const outcome = await bundles.remove(words[0] ?? "");
        return outcome.type === "done" ? said(outcome.message, outcome) : refusal(outcome.why, outcome);
      },
    },
  ];
}

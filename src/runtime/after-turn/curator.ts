// The curator's run: when it is due and everyone is quiet, age the library, and if asked, let a model propose how to tidy it.

import type { Complete } from "../../contracts/context.ts";
import type { Log } from "../../contracts/log.ts";
import type { SkillCuration, Surveyed } from "../../contracts/skill-curation.ts";
import type { Skills } from "../../contracts/skills.ts";
import type { Clock } from "../../contracts/time.ts";
import { ModelFailure, StoreFailure } from "../../kernel/failure.ts";
import { CURATOR_SYSTEM, curatorPrompt, type ListedSkill } from "../../kernel/skills/curator-prompt.ts";
import { type CuratorRun, summaryLine } from "../../kernel/skills/curator-report.ts";
import {
  type AgingPolicy,
  type CuratorSchedule,
  type CuratorTurn,
  curatorTurn,
  isCurated,
  planAging,
} from "../../kernel/skills/lifecycle.ts";
import { planFromReply, readPlan, type TidyPlan } from "../../kernel/skills/merge-plan.ts";

export interface CuratorPorts {
  readonly curation: SkillCuration;
  readonly skills: Skills;
  readonly clock: Clock;
  readonly log: Log;
  readonly schedule: CuratorSchedule;
  readonly policy: AgingPolicy;
  readonly backup: boolean;
  /** Undefined unless `curator.consolidate` is on and a model is at hand. */
  readonly propose: Proposer | undefined;
  /** When anything last happened in any session. */
  lastActivityAt(): Promise<number | undefined>;
}

export interface Proposer {
  readonly model: string;
  readonly complete: Complete;
}

export interface CuratorResult {
  readonly run: CuratorRun;
  /** Undefined for a dry run. */
  readonly reportPath: string | undefined;
}

const MAX_PROMPT_CHARS = 240_000;
const MAX_OUTPUT = 16_000;

/** Runs if it is due; a line for the user when something was done. Failures are in the report or the log, never thrown at the user. */
export async function curateWhenDue(ports: CuratorPorts): Promise<string | undefined> {
  const turn = await nextTurn(ports);
  if (turn.type === "wait") return undefined;
  if (turn.type === "begin") {
    const last_run_at = new Date(ports.clock.now()).toISOString();
    await ports.curation.updateState({ last_run_at, last_run_summary: "first run deferred by one interval" });
    return undefined;
  }
  const { run } = await curate(ports, { dryRun: false });
  const changed = run.transitions.some(({ type }) => type !== "seed") || (run.plan?.steps.length ?? 0) > 0;
  return changed ? `Curator: ${summaryLine(run)}. \`hermes curator status\` has the report.` : undefined;
}

export async function nextTurn(ports: CuratorPorts): Promise<CuratorTurn> {
  const clock = { now: ports.clock.now(), lastActivityAt: await ports.lastActivityAt() };
  return curatorTurn(await ports.curation.state(), ports.schedule, clock);
}

/** A dry run proposes and reports; it changes nothing, not even the clock. */
export async function curate(ports: CuratorPorts, { dryRun }: { readonly dryRun: boolean }): Promise<CuratorResult> {
  const { curation, clock } = ports;
  const startedAt = clock.now();
  const before = await curation.survey();
  const problems: string[] = [];
  // Without a copy nothing is touched: the failure ends the run.
  const backup = dryRun || !ports.backup ? undefined : (await curation.backup("before curator run")).id;
  const transitions = dryRun ? planAging(before, startedAt, ports.policy) : await curation.age(ports.policy);
  const plan = await proposed(ports, problems);
  const rewritten = plan === undefined || dryRun ? [] : await carriedOut(ports, plan, problems);
  const run: CuratorRun = {
    startedAt: new Date(startedAt).toISOString(),
    durationSeconds: (clock.now() - startedAt) / 1000,
    checked: before.filter((one) => isCurated(one, ports.policy)).length,
    ...{ dryRun, transitions, backup, problems, rewritten: rewritten ?? [] },
    plan: rewritten === undefined ? undefined : plan,
    before: before.length,
    after: (await curation.survey()).length,
    model: ports.propose?.model,
  };
  if (dryRun) return { run, reportPath: undefined };
  const reportPath = await curation.report(run);
  const { run_count } = await curation.state();
  await curation.updateState({
    last_run_at: run.startedAt,
    last_run_duration_seconds: run.durationSeconds,
    last_run_summary: summaryLine(run),
    last_run_summary_shown_at: null,
    last_report_path: reportPath,
    run_count: run_count + 1,
  });
  return { run, reportPath };
}

/** A plan that passed every check, or none; why not is a problem in the report. */
async function proposed(
  { propose, curation, skills, policy }: CuratorPorts,
  problems: string[],
): Promise<TidyPlan | undefined> {
  if (propose === undefined) return undefined;
  const found = await curation.survey();
  const own = found.filter((one) => isCurated(one, policy));
  if (own.length < 2) return undefined;
  const others = found.filter((one) => !own.includes(one)).map(({ name }) => name);
  const listed = await Promise.all(own.map((one) => listedSkill(skills, one)));
  try {
    const prompt = curatorPrompt(listed, others, MAX_PROMPT_CHARS);
    const reply = await propose.complete({ system: CURATOR_SYSTEM, prompt, maxOutput: MAX_OUTPUT });
    const read = readPlan(planFromReply(reply), await curation.planFacts(policy));
    if (read.type === "ok") return read.plan.steps.length === 0 ? undefined : read.plan;
    problems.push(...read.why.map((why) => `Plan refused: ${why}`));
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    problems.push(`No plan: ${error.message}`);
  }
  return undefined;
}

async function listedSkill(skills: Skills, { entry, usage }: Surveyed): Promise<ListedSkill> {
  const { content } = await skills.read(entry);
  return {
    ...{ name: entry.name, category: entry.category, description: entry.description, text: content },
    uses: usage?.use_count ?? 0,
    views: usage?.view_count ?? 0,
  };
}

async function carriedOut({ curation }: CuratorPorts, plan: TidyPlan, problems: string[]) {
  try {
    return await curation.tidy(plan);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    problems.push(`The plan was not carried out: ${error.message}`);
    return undefined;
  }
}

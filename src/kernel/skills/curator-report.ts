// What a curator run leaves for people: one line, a report, and the same as data.

import type { Transition } from "./lifecycle.ts";
import type { TidyPlan } from "./merge-plan.ts";

export interface CuratorRun {
  readonly startedAt: string;
  readonly durationSeconds: number;
  readonly dryRun: boolean;
  readonly checked: number;
  readonly before: number;
  readonly after: number;
  readonly transitions: readonly Transition[];
  /** Undefined when the second phase was off or had nothing to do. */
  readonly plan: TidyPlan | undefined;
  readonly model: string | undefined;
  readonly backup: string | undefined;
  /** What went wrong, in words. */
  readonly problems: readonly string[];
  readonly rewritten: readonly { readonly where: string; readonly from: string; readonly to: string | null }[];
}

export function summaryLine(run: CuratorRun): string {
  const count = (type: Transition["type"]) => run.transitions.filter((one) => one.type === type).length;
  const parts = [
    counted(count("stale"), "marked stale"),
    counted(count("archive"), "archived"),
    counted(count("reactivate"), "reactivated"),
    counted(run.plan?.steps.filter((step) => step.type === "merge").length ?? 0, "merged"),
    counted(run.plan?.steps.filter((step) => step.type === "move").length ?? 0, "moved"),
    counted(run.plan?.steps.filter((step) => step.type === "archive").length ?? 0, "retired"),
  ].filter((part) => part !== "");
  const what = parts.length === 0 ? "nothing to tidy" : parts.join(", ");
  return `${run.dryRun ? "dry run: " : ""}${what}${run.problems.length > 0 ? `; ${run.problems.length} problem(s)` : ""}`;
}

function counted(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}`;
}

export function reportText(run: CuratorRun): string {
  const lines = [
    `# Curator run ${run.startedAt}`,
    "",
    `- Result: ${summaryLine(run)}`,
    `- Skills: ${run.before} before, ${run.after} after; ${run.checked} under the curator's care`,
    `- Duration: ${run.durationSeconds.toFixed(1)} s`,
    `- Backup: ${run.backup ?? (run.dryRun ? "none, nothing was changed" : "none")}`,
    ...(run.model === undefined ? [] : [`- Plan by: ${run.model}`]),
    "",
    ...section("Aging", run.transitions.map(agingLine)),
    ...section("Tidying", (run.plan?.steps ?? []).map(stepLine)),
    ...section(
      "References rewritten",
      run.rewritten.map(({ where, from, to }) => `${where}: ${from} → ${to ?? "removed"}`),
    ),
    ...section("Problems", run.problems),
    "## Getting things back",
    "",
    "- One skill: `hermes curator restore <name>`",
    ...(run.backup === undefined ? [] : [`- Everything: \`hermes curator rollback --id ${run.backup}\``]),
    "- Keep a skill for good: `hermes curator pin <name>`",
  ];
  return `${lines.join("\n")}\n`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, "", ...lines.map((line) => `- ${line}`), ""];
}

function agingLine(one: Transition): string {
  if (one.type === "seed") return `${one.name}: first seen, its clock starts now`;
  const days = `${one.idleDays} days unused`;
  return {
    stale: `${one.name}: stale (${days})`,
    archive: `${one.name}: archived (${days})`,
    reactivate: `${one.name}: active again`,
  }[one.type];
}

function stepLine(step: TidyPlan["steps"][number]): string {
  const why = step.reason === "" ? "" : ` — ${step.reason}`;
  switch (step.type) {
    case "merge":
      return `${step.sources.filter((name) => name !== step.into).join(", ")} → ${step.into}${why}`;
    case "move":
      return `${step.name} moved to ${step.category}${why}`;
    case "archive":
      return `${step.name} archived${why}`;
  }
}

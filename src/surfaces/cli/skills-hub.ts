// Skills from elsewhere: find, look through, install, keep up to date, take out. Nothing of them runs meanwhile.

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { HubOutcome, Inspected, SkillHub } from "../../contracts/skill-hub.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { GuardReport } from "../../kernel/skills/guard/finding.ts";
import { ellipsize, oneLine } from "../../kernel/text.ts";
import type { SkillAdmin } from "../../runtime/admin-skills.ts";
import type { Io } from "./io.ts";
import { count, printJson } from "./printing.ts";
import { canAsk, mayGoOn } from "./prompts.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { renderTable } from "./table.ts";
import { withSkills } from "./with-skills.ts";

interface InstallFlags {
  readonly name?: string;
  readonly category?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function defineHub(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineFinding(command, context, finish);
  defineInstalling(command, context, finish);
  defineTaps(command, context, finish);
}

function defineFinding(
  command: Command,
  { io, facts, openAdmin }: SubcommandContext,
  finish: (code: number) => void,
): void {
  command
    .command("search <words...>")
    .description("find skills in the repositories and sites you added")
    .option("--limit <n>", "how many", "10")
    .option("--json", "as JSON")
    .action(async (words: string[], flags: { limit: string; json?: boolean }) => {
      await withSkills(openAdmin, async ({ hub }) => {
        const { found, problems } = await hub.search(words.join(" "), Number(flags.limit) || 10);
        if (flags.json === true) return printJson(io, { skills: found, problems });
        for (const problem of problems) io.err(`hermes: ${problem}\n`);
        if (found.length === 0)
          return io.out("Nothing found. `hermes skills tap add owner/repository` adds a source.\n");
        const rows = found.map((one) => [one.name, one.trust, ellipsize(oneLine(one.description), 70), one.identifier]);
        io.out(`${renderTable({ columns: ["skill", "trust", "what for", "install as"], rows }, io.columns)}\n`);
      });
    });
  command
    .command("audit [what]")
    .description("judge a folder, or a skill here, or all that came from elsewhere; nothing is installed or run")
    .addOption(new Option("--fail-on <verdict>", "exit 1 when it is that bad").choices(["caution", "blocked"]))
    .option("--json", "as JSON")
    .action(async (what: string | undefined, flags: { failOn?: string; json?: boolean }) => {
      await withSkills(openAdmin, async (admin) => {
        const { hub } = admin;
        const targets = await auditTargets(admin, what, facts.cwd);
        const reports: { name: string; report: GuardReport }[] = [];
        for (const { name, dir } of targets) reports.push({ name, report: await hub.audit(dir) });
        const [only] = reports;
        if (flags.json === true)
          printJson(
            io,
            what !== undefined && only !== undefined
              ? only.report
              : { skills: reports.map(({ name, report }) => ({ name, ...report })) },
          );
        else if (reports.length === 0) io.out("No skills from elsewhere are installed.\n");
        else for (const { name, report } of reports) io.out(reportText(name, report));
        const bad = flags.failOn === "caution" ? ["caution", "blocked"] : flags.failOn === "blocked" ? ["blocked"] : [];
        finish(reports.some(({ report }) => bad.includes(report.verdict)) ? 1 : 0);
      });
    });
}

/** A folder that is there, else an installed skill of that name, else all that came from elsewhere. */
async function auditTargets(
  { hub, skills }: SkillAdmin,
  what: string | undefined,
  cwd: string,
): Promise<readonly { readonly name: string; readonly dir: string }[]> {
  const library = await skills.list();
  if (what === undefined) {
    const names = new Set((await hub.installed()).map((one) => one.name));
    return library.filter((one) => names.has(one.name));
  }
  const dir = resolve(cwd, what);
  if ((await stat(dir).catch(() => undefined)) !== undefined) return [{ name: what, dir }];
  const named = library.find((one) => one.name === what);
  if (named === undefined) throw new UsageFailure(`${what} is neither a folder nor a skill here.`, 1);
  return [named];
}

function defineInstalling(
  command: Command,
  { io, openAdmin }: SubcommandContext,
  finish: (code: number) => void,
): void {
  command
    .command("install <source>")
    .description("a folder, owner/repository/path, a git address or a URL; shows what it can do first")
    .option("--name <name>", "call it this")
    .option("--category <name>", "put it there")
    .option("--force", "also what the guard is wary of; never what it blocks")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .action(async (source: string, flags: InstallFlags) => {
      await withSkills(openAdmin, async ({ hub }) => {
        const seen = await hub.inspect(source);
        if (!("identifier" in seen)) throw new UsageFailure(seen.why, 1);
        if (flags.json !== true) io.out(inspectedText(seen));
        const asks = flags.json !== true && canAsk(io);
        if (asks && !(await mayGoOn(io, `Install ${seen.name}?`, flags.yes))) return;
        const outcome = await hub.install(source, {
          expectedHash: seen.hash,
          force: flags.force === true,
          ...(flags.name === undefined ? {} : { name: flags.name }),
          ...(flags.category === undefined ? {} : { category: flags.category }),
        });
        if (flags.json === true) printJson(io, outcome);
        else io.out(`${outcomeText(outcome)}\n`);
        finish(outcome.type === "refused" ? 1 : 0);
      });
    });
  command
    .command("update [skill]")
    .description("fetch and judge again; what you edited is left alone")
    .option("--force", "also edited ones and what the guard is wary of")
    .option("--json", "as JSON")
    .action(async (name: string | undefined, flags: { force?: boolean; json?: boolean }) => {
      await withSkills(openAdmin, async ({ hub }) => {
        const outcomes = await hub.update(name, { force: flags.force === true });
        if (flags.json === true) printJson(io, { outcomes });
        else if (outcomes.length === 0) io.out("No skills from elsewhere are installed.\n");
        else for (const outcome of outcomes) io.out(`${outcomeText(outcome)}\n`);
        finish(outcomes.some((one) => one.type === "refused") ? 1 : 0);
      });
    });
  command
    .command("uninstall <skill>")
    .description("take an installed one out; it goes to the archive")
    .option("--json", "as JSON")
    .action(async (name: string, flags: { json?: boolean }) => {
      await withSkills(openAdmin, async ({ hub }) => {
        const outcome = await hub.uninstall(name);
        if (outcome.type === "refused") throw new UsageFailure(outcome.message, 1);
        if (flags.json === true) printJson(io, outcome);
        else io.out(`${outcome.message}\n`);
      });
    });
}

function defineTaps(command: Command, { io, openAdmin }: SubcommandContext, finish: (code: number) => void): void {
  const tap = command.command("tap").description("repositories and sites that are searched");
  tap
    .command("list", { isDefault: true })
    .description("all of them")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      await withSkills(openAdmin, async ({ hub }) => {
        const taps = await hub.taps();
        if (flags.json === true) printJson(io, { taps });
        else
          io.out(taps.length === 0 ? "None yet. `hermes skills tap add owner/repository`\n" : `${taps.join("\n")}\n`);
      });
    });
  for (const verb of ["add", "remove"] as const) {
    tap
      .command(`${verb} <repository>`)
      .description(verb === "add" ? "search this one, too" : "no longer search it")
      .action(async (repository: string) => {
        await withSkills(openAdmin, async ({ hub }) => {
          const outcome = await (verb === "add" ? hub.addTap(repository) : hub.removeTap(repository));
          io.out(`${outcome.message}\n`);
          finish(outcome.type === "done" ? 0 : 1);
        });
      });
  }
}

export function inspectedText(seen: Inspected): string {
  return `${[
    `${seen.name}: ${oneLine(seen.description)}`,
    `from ${seen.identifier} (${seen.trust}), at ${seen.pinned}, ${count(seen.files.length, "file")}`,
    ...(seen.blueprint ? ["It wants to run on a schedule."] : []),
    reportText("guard", seen.report).trimEnd(),
  ].join("\n")}\n`;
}

const MOST_FINDINGS = 12;

function reportText(name: string, { verdict, findings, capabilities }: GuardReport): string {
  const shown = findings
    .slice(0, MOST_FINDINGS)
    .map(
      (one) =>
        `  ${one.severity.padEnd(8)} ${one.id} in ${one.file}${one.line === 0 ? "" : `:${one.line}`}  ${one.excerpt}`,
    );
  const more = findings.length > MOST_FINDINGS ? [`  … and ${findings.length - MOST_FINDINGS} more`] : [];
  const can = capabilities.length === 0 ? [] : [`  can: ${capabilities.join(", ")}`];
  return `${[`${name}: ${verdict}`, ...can, ...shown, ...more].join("\n")}\n`;
}

function outcomeText(outcome: HubOutcome): string {
  switch (outcome.type) {
    case "installed":
      return `${outcome.skill.name} is ${outcome.replaced ? "updated" : "installed"} in ${outcome.skill.path}.`;
    case "unchanged":
      return `${outcome.name} is up to date.`;
    case "refused":
      return `Not installed: ${outcome.why}`;
  }
}

/** For `inspect` of something that is not installed. */
export async function inspectElsewhere(hub: SkillHub, source: string, json: boolean, io: Io): Promise<void> {
  const seen = await hub.inspect(source);
  if (!("identifier" in seen)) throw new UsageFailure(seen.why, 1);
  if (json) printJson(io, seen);
  else io.out(inspectedText(seen));
}

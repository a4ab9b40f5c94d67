// `hermes doctor`: what is wrong, why it matters, and what to do. Exit 1 while a problem is left.

import type { Command } from "commander";
import type { HealthFinding } from "../../../runtime/admin-health.ts";
import type { Io } from "../io.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { WORDS } from "../words.data.ts";

interface Flags {
  readonly fix?: boolean;
  readonly deep?: boolean;
  readonly json?: boolean;
}

export function define(command: Command, { io, openAdmin }: SubcommandContext, finish: (code: number) => void): void {
  command
    .option("--fix", WORDS.doctor.flags.fix)
    .option("--deep", WORDS.doctor.flags.deep)
    .option("--json", WORDS.flags.json)
    .action(async (flags: Flags) => {
      const health = await (await openAdmin()).health();
      const found: HealthFinding[] = [];
      let area = "";
      for await (const finding of health.check({ deep: flags.deep === true, fix: flags.fix === true })) {
        found.push(finding);
        if (flags.json === true) continue;
        if (finding.area !== area) io.out(`${area === "" ? "" : "\n"}${finding.area}\n`);
        area = finding.area;
        io.out(render(finding, io));
      }
      const left = found.filter((one) => one.level === "problem" && one.fixed !== true);
      if (flags.json === true) printJson(io, { healthy: left.length === 0, findings: found });
      else io.out(`\n${summary(found, left)}\n`);
      finish(left.length === 0 ? 0 : 1);
    });
  withExamples(command, ...WORDS.doctor.examples);
}

function render(finding: HealthFinding, io: Io): string {
  const paint = (text: string, code: string) => (io.colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  if (finding.fixed === true) return `  ${paint("✓", "32")} ${WORDS.doctor.fixed(finding.what)}\n`;
  const mark =
    finding.level === "ok" ? paint("✓", "32") : finding.level === "note" ? paint("•", "33") : paint("✗", "31");
  const fix = finding.fix === undefined ? "" : `      → ${finding.fix}\n`;
  const id = finding.level === "ok" ? "" : ` [${finding.id}]`;
  return `  ${mark} ${finding.what}${id}\n${fix}`;
}

function summary(found: readonly HealthFinding[], left: readonly HealthFinding[]): string {
  const notes = found.filter((one) => one.level === "note" && one.fixed !== true).length;
  const repaired = found.filter((one) => one.fixed === true).length;
  const fixable = left.filter((one) => one.fixable === true).length;
  return [
    left.length === 0 ? WORDS.doctor.nothingBroken : WORDS.doctor.problems(left.length),
    notes === 0 ? "" : WORDS.doctor.notes(notes),
    repaired === 0 ? "" : WORDS.doctor.repaired(repaired),
    fixable === 0 ? "" : WORDS.doctor.fixable(fixable),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

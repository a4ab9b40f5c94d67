// `hermes scan`: what the scanner would take out of a text, and why. Reads only; findings are not an error.

import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { UsageFailure } from "../../../kernel/failure.ts";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import type { Scope } from "../../../kernel/scan/patterns.data.ts";
import { type Finding, scanText } from "../../../kernel/scan/scan.ts";
import { normalizeText } from "../../../kernel/text.ts";
import { whyUnread } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { WORDS } from "../words.data.ts";

interface Flags {
  readonly scope: Scope;
  readonly json?: boolean;
  readonly stdin?: boolean;
}

export function define(command: Command, { io }: SubcommandContext, finish: (code: number) => void): void {
  command
    .argument("[files...]", WORDS.scan.args.files)
    .addOption(
      new Option("--scope <scope>", WORDS.scan.flags.scope).choices(["all", "context", "strict"]).default("context"),
    )
    .option("--json", WORDS.scan.flags.json)
    .option("--stdin", WORDS.scan.flags.stdin)
    .action(async (files: string[], flags: Flags) => {
      if (flags.stdin === true) {
        for await (const line of io.lines())
          if (line.trim() !== "") io.out(`${JSON.stringify(scanLine(line, flags.scope))}\n`);
        return;
      }
      if (files.length === 0) throw new UsageFailure(WORDS.scan.nameOne);
      let unreadable = false;
      for (const file of files) {
        const text = await readFile(file, "utf8").catch((error: unknown) => {
          io.err(`hermes: ${file} ${whyUnread(error)}.\n`);
          unreadable = true;
        });
        if (text === undefined) continue;
        if (flags.json === true) io.out(`${JSON.stringify(report(file, text, flags.scope))}\n`);
        else io.out(describe(file, report(file, text, flags.scope).findings));
      }
      finish(unreadable ? 1 : 0);
    });
  withExamples(command, ...WORDS.scan.examples);
}

interface Report {
  /** The file, or what the line of input called itself. */
  readonly id: unknown;
  readonly findings: readonly { id: string; line: number; column: number; span: Finding["span"] }[];
  readonly verdict: "clean" | "redacted";
}

function report(id: unknown, text: string, scope: Scope): Report {
  const findings = scanText(normalizeText(text), scope).map(({ id: pattern, line, column, span }) => ({
    id: pattern,
    line,
    column,
    span,
  }));
  return { id, findings, verdict: findings.length === 0 ? "clean" : "redacted" };
}

function scanLine(line: string, scope: Scope): Report | { readonly id: unknown; readonly error: string } {
  const parsed = parseJson(line);
  if (parsed.type === "bad") return { id: null, error: `not JSON: ${parsed.why}` };
  const { id, text } = isRecord(parsed.value) ? parsed.value : {};
  if (typeof text !== "string") return { id: id ?? null, error: 'a line needs "text"' };
  return report(id ?? null, text, scope);
}

function describe(file: string, findings: Report["findings"]): string {
  if (findings.length === 0) return `${WORDS.scan.clean(file)}\n`;
  return findings.map((finding) => `${file}:${finding.line}:${finding.column}: ${finding.id}\n`).join("");
}

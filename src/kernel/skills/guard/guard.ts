// The whole guard: every file, every byte, every decoded payload in; a verdict, its reasons and a list of abilities out.

import { scanText } from "../../scan/scan.ts";
import { ellipsize, oneLine } from "../../text.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { findPayloads } from "./decode.ts";
import { downloadSightings } from "./downloads.ts";
import {
  type GuardFile,
  type GuardFinding,
  type GuardReport,
  type Severity,
  type Sighting,
  verdictOf,
} from "./finding.ts";
import { findFlows, isProgram } from "./flows.ts";
import { GUARD_RULES } from "./rules.data.ts";
import { structureFindings } from "./structure.ts";
import { createTeaching } from "./teaching.ts";

const MAX_FINDINGS = 200;
const MAX_DEPTH = 3;

/** Pure and total; nothing of the skill is run to find out. */
export function inspectSkill(files: readonly GuardFile[]): GuardReport {
  const findings = [
    ...structureFindings(files),
    ...files.filter(({ type }) => type !== "link").flatMap((file) => fileFindings(file)),
    ...flowFindings(files),
  ];
  const kept = distinct(findings).slice(0, MAX_FINDINGS);
  return { verdict: verdictOf(kept), findings: kept, capabilities: capabilitiesOf(files) };
}

function fileFindings(file: GuardFile): readonly GuardFinding[] {
  const isCode = isProgram(file) || file.type === "binary";
  const plain = textSightings(file.text, isCode);
  const findings = plain.map((one) => toFinding(file.path, file.text, one));
  return [...findings, ...payloadFindings(file.path, file.text, 1)];
}

/** What was hidden by encoding is judged as code, and no warning around it makes it milder. */
function payloadFindings(path: string, text: string, depth: number): readonly GuardFinding[] {
  if (depth > MAX_DEPTH) return [];
  return findPayloads(text).flatMap((payload) => {
    const inside = textSightings(payload.text, true).filter(({ severity }) => severity !== "low");
    const line = lineOf(text, payload.at);
    return [
      ...inside.map(
        ({ id, severity, category }): GuardFinding => ({
          id,
          severity: severity === "medium" ? "high" : "critical",
          category,
          file: path,
          line,
          excerpt: excerptOf(payload.text, 0, payload.text.length),
          decoded: payload.how,
        }),
      ),
      ...payloadFindings(path, payload.text, depth + 1).map((finding) => ({ ...finding, file: path, line })),
    ];
  });
}

function textSightings(text: string, isCode: boolean): readonly Sighting[] {
  const teaching = createTeaching(text);
  const sightings: Sighting[] = [];
  for (const rule of GUARD_RULES) {
    if (rule.where === "code" && !isCode) continue;
    for (const match of text.matchAll(rule.pattern)) {
      const isLesson = rule.teachable !== undefined && !isCode && teaching.isWarned(match.index);
      if (isLesson && rule.teachable === "harmless") continue;
      const severity = isLesson ? stepDown(rule.severity) : rule.severity;
      sightings.push({
        id: rule.id,
        severity,
        category: rule.category,
        start: match.index,
        end: match.index + match[0].length,
      });
    }
  }
  for (const one of downloadSightings(text)) {
    const milder = !isCode && one.id === "fetch_pipe_shell" && teaching.isWarned(one.start);
    sightings.push(milder ? { ...one, severity: stepDown(one.severity) } : one);
  }
  return [...sightings, ...injectionSightings(text, isCode)];
}

/** Orders to the model hidden in a skill; in program files only those that no program contains by chance. */
function injectionSightings(text: string, isCode: boolean): readonly Sighting[] {
  return scanText(text, "all").map(({ id, line }): Sighting => {
    const start = offsetOfLine(text, line);
    const isInvisible = id.startsWith("invisible_unicode_") || id === "mixed_script_word";
    const severity: Severity = isInvisible ? "high" : isCode ? "high" : "critical";
    return { id, severity, category: "injection", start, end: start + 80 };
  });
}

function flowFindings(files: readonly GuardFile[]): readonly GuardFinding[] {
  return findFlows(files).map(({ id, severity, category, file, at }) => {
    const text = files.find((one) => one.path === file)?.text ?? "";
    return { id, severity, category, file, line: lineOf(text, at), excerpt: excerptOf(text, at, at + 80) };
  });
}

function toFinding(file: string, text: string, { id, severity, category, start, end }: Sighting): GuardFinding {
  return { id, severity, category, file, line: lineOf(text, start), excerpt: excerptOf(text, start, end) };
}

function excerptOf(text: string, start: number, end: number): string {
  return ellipsize(oneLine(text.slice(start, Math.min(end, start + 400))), 120);
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i !== -1 && i < at; i = text.indexOf("\n", i + 1)) line++;
  return line;
}

function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const next = text.indexOf("\n", at);
    if (next === -1) return at;
    at = next + 1;
  }
  return at;
}

function stepDown(severity: Severity): Severity {
  return severity === "critical" ? "high" : severity === "high" ? "medium" : "low";
}

/** One finding per rule, file and line; the gravest first. */
function distinct(findings: readonly GuardFinding[]): readonly GuardFinding[] {
  const order: Readonly<Record<Severity, number>> = { critical: 0, high: 1, medium: 2, low: 3 };
  const sorted = [...findings].sort(
    (a, b) => order[a.severity] - order[b.severity] || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
  );
  const seen = new Set<string>();
  return sorted.filter(({ id, file, line }) => {
    const key = `${id} ${file} ${line}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

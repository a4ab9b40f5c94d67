// How often the command gate asks about everyday commands, what it lets through of attacks, and how fast it judges.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { judgeCommandText } from "../src/gates/explain-command.ts";
import { createRedactor } from "../src/kernel/redact/redact.ts";
import type { Places } from "../src/kernel/shell/paths.ts";
import { atMost, type Figure, median, numberFlag, printFigures } from "./parts/numbers.ts";
import { PLAIN_READS } from "./parts/plain-reads.data.ts";

const corpora = resolve(import.meta.dirname, "../../shared/corpora");
const root = resolve(import.meta.dirname, "..");
/** Lines of the everyday corpus that come from questions and answers; the rest are manual pages. */
const QUESTION_LINES = 5294;
const MIN_RATE = 20_000;

const places: Places = {
  cwd: "/home/user/project",
  workspace: "/home/user/project",
  home: "/home/user",
  controlHomes: ["/home/user/.hermes"],
};

export async function run(args: string[]): Promise<void> {
  if (existsSync(corpora)) {
    const everyday = lines("commands/benign.txt");
    printFigures("Everyday commands", asked(everyday));
    printFigures("Commands that must not pass unasked", hostile());
    printFigures("Speed, parsing included", [speed(everyday, numberFlag(args, "runs", 5))]);
    printFigures("Secrets in samples", secrets());
  } else console.log("The corpora are not here: only the source files are measured.");
  printFigures("Secrets in source files", [sources()]);
}

const isAsked = (command: string): boolean => judgeCommandText(command, places).verdict !== "allow";
const DELETES =
  /\b(rm|rmdir|unlink|shred|del|delete|remove|uninstall|erase|purge|destroy|prune|drop|wipe|clean|clear|trash|rmi)\b|--(delete|remove|purge|prune)|-delete\b|delete-|remove-/i;

function asked(everyday: readonly string[]): Figure[] {
  const questions = everyday.slice(0, QUESTION_LINES);
  const manual = everyday.slice(QUESTION_LINES);
  const plain = manual.filter((line) => !/\bsudo\b/.test(line) && !DELETES.test(line));
  return [
    shareFigure("questions and answers", questions.filter(isAsked).length, questions.length, 15),
    shareFigure("manual pages, no sudo, no deletes", plain.filter(isAsked).length, plain.length, 3),
    shareFigure("manual pages, all", manual.filter(isAsked).length, manual.length),
  ];
}

function hostile(): Figure[] {
  const obfuscated = items("commands/obfuscated.jsonl");
  const attacks = items("commands/attacks.jsonl");
  const aside = attacks.filter(({ id }) => PLAIN_READS.has(id));
  const rest = attacks.filter(({ id }) => !PLAIN_READS.has(id));
  const passed = obfuscated.filter(({ command }) => !isAsked(command)).length;
  const denied = attacks.filter(({ command }) => judgeCommandText(command, places).verdict === "deny").length;
  return [
    { name: "obfuscated, allowed", value: `${passed} of ${obfuscated.length}`, target: atMost(passed, 0, "") },
    shareFigure("attacks set aside as plain reads", aside.length, attacks.length, 8),
    shareFigure("attacks allowed, of the rest", rest.filter(({ command }) => !isAsked(command)).length, rest.length, 2),
    shareFigure("attacks denied outright", denied, attacks.length),
  ];
}

/** The middle of several passes: other programs share the machine. */
function speed(commands: readonly string[], runs: number): Figure {
  const rates = Array.from({ length: runs }, () => {
    const started = performance.now();
    for (const command of commands) judgeCommandText(command, places);
    return (commands.length / (performance.now() - started)) * 1000;
  });
  const rate = Math.round(median(rates));
  const target = { text: `target ≥ ${MIN_RATE}`, met: rate >= MIN_RATE };
  return { name: `commands per second, middle of ${runs} passes`, value: String(rate), target };
}

function secrets(): Figure[] {
  const samples = readFileSync(join(corpora, "secrets/samples.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly text: string; readonly isSecret: boolean })
    .map(({ text, isSecret }) => ({ isSecret, text: text.replaceAll("~SPLIT~", "") }));
  const redact = createRedactor();
  const real = samples.filter(({ isSecret }) => isSecret);
  const innocent = samples.filter(({ isSecret }) => !isSecret);
  return [
    shareFigure("secrets masked", real.filter(({ text }) => redact(text) !== text).length, real.length),
    shareFigure("near misses changed", innocent.filter(({ text }) => redact(text) !== text).length, innocent.length),
  ];
}

function sources(): Figure {
  const files = [...sourceFiles(join(root, "src")), ...sourceFiles(join(root, "node_modules"))];
  const redact = createRedactor();
  const changed = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    return redact(text) !== text;
  });
  for (const file of changed.slice(0, 5)) console.log(`changed: ${file}`);
  return {
    name: `source files changed, of ${files.length}`,
    value: String(changed.length),
    target: atMost(changed.length, 0, ""),
  };
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|js|mjs|cjs|json|md|py|sh|ya?ml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function shareFigure(name: string, part: number, whole: number, limit?: number): Figure {
  const percent = (part / Math.max(1, whole)) * 100;
  const value = `${percent.toFixed(2)} % (${part} of ${whole})`;
  return limit === undefined ? { name, value } : { name, value, target: atMost(percent, limit, " %") };
}

function lines(name: string): string[] {
  return readFileSync(join(corpora, name), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function items(name: string): { readonly id: string; readonly command: string }[] {
  return lines(name).map((line) => JSON.parse(line) as { id: string; command: string });
}

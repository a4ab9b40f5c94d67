// Soak: 5,000 tool rounds in one process; memory, open files and children stay flat.

import { look, type Sample, soak } from "../../test/security/soak-run.ts";
import { atMost, median, numberFlag, printFigures } from "../parts/numbers.ts";

export async function run(args: string[]): Promise<void> {
  const rounds = numberFlag(args, "rounds", 5000);
  const before = look();
  const samples = await soak({ rounds, roundsPerTurn: 50, turnsPerSession: 5 }, (sample) => console.log(line(sample)));
  const after = look();
  // The first quarter warms up caches and compiled code.
  const early = samples.slice(Math.floor(samples.length / 4), Math.ceil(samples.length / 2));
  const late = samples.slice(Math.floor((samples.length * 3) / 4));
  const grown = (of: (sample: Sample) => number) => median(late.map(of)) - median(early.map(of));
  const heap = grown(({ heapMb }) => heapMb);
  const rss = grown(({ rssMb }) => rssMb);
  const files = grown((sample) => sample.files);
  const children = grown((sample) => sample.children);
  printFigures(`${samples.at(-1)?.rounds ?? 0} tool rounds, second quarter against last`, [
    { name: "heap", value: signed(heap, "MB"), target: atMost(heap, 5, " MB") },
    { name: "resident", value: signed(rss, "MB"), target: atMost(rss, 30, " MB") },
    { name: "open files", value: signed(files, ""), target: atMost(files, 0, "") },
    { name: "children", value: signed(children, ""), target: atMost(children, 0, "") },
    { name: "open files, start to end", value: `${before.files} → ${after.files}` },
    { name: "children, start to end", value: `${before.children} → ${after.children}` },
  ]);
}

const line = ({ rounds, heapMb, rssMb, files, children }: Sample): string =>
  `${String(rounds).padStart(6)} rounds  heap ${heapMb.toFixed(1)} MB  resident ${rssMb.toFixed(0)} MB  ${files} files  ${children} children`;

const signed = (value: number, unit: string): string => `${value >= 0 ? "+" : ""}${value.toFixed(1)} ${unit}`.trim();

// The skills index of 500 skills, cold and warm, against the bare file work; and what the guard lets pass and stops.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { SILENT_LOG } from "../src/contracts/log.ts";
import type { Skills } from "../src/contracts/skills.ts";
import { inspectSkill } from "../src/kernel/skills/guard/guard.ts";
import { openSkills } from "../src/stores/files/skills/open.ts";
import { atMost, type Figure, median, ms, numberFlag, printFigures, times } from "./parts/numbers.ts";

const corpus = resolve(import.meta.dirname, "../../shared/corpora/skills-official");

export async function run(args: string[]): Promise<void> {
  const count = numberFlag(args, "skills", 500);
  const runs = numberFlag(args, "runs", 15);
  const home = mkdtempSync(join(tmpdir(), "bench-skills-"));
  try {
    const paths = createSkills(home, count);
    // Younger files than the clock's tick are read again on purpose.
    await new Promise((resolved) => setTimeout(resolved, 300));
    printFigures(`Index of ${count} skills, median of ${runs} runs`, await indexFigures(home, paths, runs));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  if (existsSync(corpus)) printFigures("Guard on official skills", guardFigures());
  else console.log("\nGuard on official skills: the corpus is not here, nothing measured.");
}

function createSkills(home: string, count: number): readonly string[] {
  const texts = existsSync(corpus)
    ? readdirSync(corpus)
        .filter((name) => name.endsWith(".md"))
        .map((name) => readFileSync(join(corpus, name), "utf8"))
    : [0, 1, 2].map(
        (n) =>
          `---\nname: sample-${n}\ndescription: "Sample ${n}: a skill of usual length."\n---\n\n${"Some words. ".repeat(600)}`,
      );
  return Array.from({ length: count }, (_, i) => {
    const name = `skill-${String(i).padStart(4, "0")}`;
    const dir = join(home, "skills", `category-${i % 20}`, name);
    const text = (texts[i % texts.length] ?? "").replace(/^name:.*$/m, `name: ${name}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "SKILL.md"), text);
    return join(dir, "SKILL.md");
  });
}

function open(home: string): Skills {
  return openSkills({
    clock: { now: () => Date.now(), sleep: async () => undefined },
    ids: { id: (prefix) => `${prefix}_000000000001`, sessionId: () => "s", random: () => 0.5 },
    log: SILENT_LOG,
    os: process.platform,
    places: {
      home,
      skills: join(home, "skills"),
      external: [],
      pending: join(home, "pending"),
      journal: join(home, "learned"),
      indexCache: join(home, "cache", "skills-index.json"),
    },
    settings: {
      disabled: [],
      writeApproval: () => false,
      templateVars: true,
      guardAgentCreated: false,
      config: {},
      indexTokens: 40_000,
    },
  });
}

async function indexFigures(home: string, paths: readonly string[], runs: number): Promise<readonly Figure[]> {
  const bareRead = () => {
    for (const path of paths) {
      const text = readFileSync(path, "utf8");
      const end = text.indexOf("\n---", 3);
      try {
        parse(text.slice(4, end));
      } catch (error) {
        // Some real front matter is not valid YAML; the bare reader would stop there too.
        if (!(error instanceof Error)) throw error;
      }
    }
  };
  const bareStat = () => {
    for (const path of paths) statSync(path);
  };
  const cold = async () => {
    rmSync(join(home, "cache"), { recursive: true, force: true });
    return open(home).index(["terminal"]);
  };
  const warm = () => open(home).index(["terminal"]);
  const first = await cold();
  const second = await warm();
  const [read, coldMs, stat, warmMs] = [[], [], [], []] as [number[], number[], number[], number[]];
  for (let i = 0; i < runs; i++) {
    read.push(await timed(async () => bareRead()));
    coldMs.push(await timed(cold));
    stat.push(await timed(async () => bareStat()));
    await warm();
    warmMs.push(await timed(warm));
  }
  const coldRatio = median(coldMs) / median(read);
  const warmRatio = median(warmMs) / median(stat);
  return [
    { name: "bare read and parse", value: ms(median(read)) },
    { name: "cold index", value: `${ms(median(coldMs))}  ${times(coldRatio)}`, target: atMost(coldRatio, 1.5, " ×") },
    { name: "bare stat", value: ms(median(stat)) },
    { name: "warm index", value: `${ms(median(warmMs))}  ${times(warmRatio)}`, target: atMost(warmRatio, 3, " ×") },
    {
      name: "prompt bytes, cold and warm",
      value: first === second ? "identical" : "DIFFERENT",
      target: { text: "target identical", met: first === second && first.length > 0 },
    },
    { name: "skills shown", value: String(first.match(/^ {4}- /gm)?.length ?? 0) },
  ];
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

function guardFigures(): readonly Figure[] {
  const names = readdirSync(corpus).filter((name) => name.endsWith(".md"));
  const start = performance.now();
  const verdicts = names.map((name) => {
    const text = readFileSync(join(corpus, name), "utf8");
    return inspectSkill([{ path: "SKILL.md", type: "text", text, bytes: text.length, executable: false }]).verdict;
  });
  const per = (performance.now() - start) / names.length;
  const share = (wanted: string) => (verdicts.filter((one) => one === wanted).length / names.length) * 100;
  return [
    { name: "blocked", value: `${share("blocked").toFixed(1)} %`, target: atMost(share("blocked"), 3, " %") },
    { name: "with doubts", value: `${share("caution").toFixed(1)} %` },
    { name: "per skill", value: ms(per) },
  ];
}

// Kills a process at every point where it touches the session store, the memory or the skills, or the server it keeps its
// sessions on, and checks that nothing acknowledged is lost or doubled.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { CHAPTERS, type Chapter, DISK, digest, type Ground } from "../parts/kill/chapter.ts";
import { numberFlag, printFigures } from "../parts/numbers.ts";
import { temporaryFolder } from "../parts/store-places.ts";

const CHILD = join(import.meta.dirname, "../parts/kill-child.ts");

interface Verdict {
  readonly point: number;
  readonly killed: number;
  /** How often somebody asked what became of a commit that was never answered. */
  readonly asked: number;
  readonly problem: string | undefined;
}

interface Tally {
  readonly points: number;
  readonly verdicts: readonly Verdict[];
}

const badOf = ({ verdicts }: Tally): number => verdicts.filter(({ problem }) => problem !== undefined).length;
const sumOf = (of: "killed" | "asked", { verdicts }: Tally): number =>
  verdicts.reduce((sum, verdict) => sum + verdict[of], 0);

/** `--only <chapter>`, `--every <n>` and `--from <n>` take a part of the points; `--jobs <n>` runs so many at a time. */
export async function run(args: string[]): Promise<void> {
  const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined;
  const place = temporaryFolder();
  const tallies: Tally[] = [];
  try {
    for (const [name, load] of Object.entries(CHAPTERS)) {
      if (only !== undefined && only !== name) continue;
      const chapter = await load();
      const ground = (await chapter.ground?.()) ?? DISK;
      if (typeof ground === "string") {
        console.log(`${name}: left out: ${ground}`);
        continue;
      }
      const tally = await killChapter({ folder: place.path, name, chapter, ground }, args).finally(ground.stop);
      tallies.push(tally);
      const asked = { name: "unanswered commits asked about", value: String(sumOf("asked", tally)) };
      printFigures(
        `${name}: killed at ${sumOf("killed", tally)} of ${tally.points} points in ${chapter.steps.length} steps`,
        [badFigure(badOf(tally)), ...(chapter.strike === undefined ? [] : [asked])],
      );
    }
  } finally {
    place.remove();
  }
  const bad = tallies.reduce((sum, tally) => sum + badOf(tally), 0);
  const killed = tallies.reduce((sum, tally) => sum + sumOf("killed", tally), 0);
  printFigures(`killed at ${killed} points`, [badFigure(bad)]);
  if (bad > 0) process.exitCode = 1;
}

const badFigure = (bad: number) => ({
  name: "points where something was lost, doubled or damaged",
  value: String(bad),
  target: { text: "target 0", met: bad === 0 },
});

interface Scene {
  readonly folder: string;
  readonly name: string;
  readonly chapter: Chapter<unknown>;
  readonly ground: Ground;
}

async function killChapter(scene: Scene, args: string[]): Promise<Tally> {
  const { name } = scene;
  const expected = await expectedStates(scene);
  const whole = await inPlace(scene, "count", (folder) => runChild(folder, 0, name));
  /** Of the whole chapter, or of each step where one is struck in each. */
  const points = [...whole.said.matchAll(/points (\d+)/gu)].map(([, count]) => Number(count));
  if (points.length === 0) throw new Error(`${name} did not finish: ${whole.said}`);
  const [every, first] = [numberFlag(args, "every", 1), numberFlag(args, "from", 1)];
  const wanted = Array.from({ length: Math.max(...points) }, (_, index) => index + 1).filter(
    (point) => point >= first && (point - first) % every === 0,
  );
  const verdicts: Verdict[] = [];
  const queue = wanted.values();
  const worker = async (): Promise<void> => {
    for (const point of queue) {
      const verdict = await killAt(scene, point, expected);
      if (verdict.problem !== undefined) console.log(`  ${name}, point ${point}: ${verdict.problem}`);
      if (verdicts.push(verdict) % 200 === 0) console.log(`  ${name}: ${verdicts.length} of ${wanted.length} points`);
    }
  };
  await Promise.all(Array.from({ length: numberFlag(args, "jobs", 2) }, worker));
  return { points: points.reduce((sum, count) => sum + count), verdicts };
}

/** A place of its own for one run, cleared when it is over. */
async function inPlace<T>({ folder, name, ground }: Scene, label: string, work: (folder: string) => Promise<T>) {
  const own = join(folder, `${name}-${label}`);
  await ground.prepare(own);
  try {
    return await work(own);
  } finally {
    await ground.clear(own);
  }
}

/** What is kept after each step when nobody is killed. */
function expectedStates(scene: Scene): Promise<readonly string[]> {
  const { chapter } = scene;
  return inPlace(scene, "whole", async (folder) => {
    const world = await chapter.open(folder);
    const states = [await chapter.dump(world)];
    for (const step of chapter.steps) {
      await step.run(world);
      states.push(await chapter.dump(world));
    }
    await chapter.close(world);
    return states;
  });
}

/** What the child said before it ended or was killed. */
async function runChild(folder: string, point: number, name: string): Promise<{ said: string; killed: boolean }> {
  const child = spawn(process.execPath, [CHILD, folder, String(point), name], {
    stdio: ["ignore", "pipe", "pipe"],
    // A child that is killed leaves no compiled code behind; the first, whole run does.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "..", "compiled") },
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.on("close", (_code, by) => resolve(by)));
  if (signal === null && errors !== "") throw new Error(errors);
  return { said: output, killed: signal !== null };
}

function killAt(scene: Scene, point: number, expected: readonly string[]): Promise<Verdict> {
  return inPlace(scene, String(point), async (folder) => {
    try {
      const { said, killed } = await runChild(folder, point, scene.name);
      const struck = [...said.matchAll(/struck (\d+) (\S+)/gu)];
      const astray = struck.find(([, step, found]) => digest(expected[Number(step)] ?? "") !== found);
      return {
        point,
        killed: killed ? 1 : struck.length,
        asked: said.match(/asked/gu)?.length ?? 0,
        problem:
          astray === undefined
            ? await judge(folder, said.match(/acknowledged/gu)?.length ?? 0, scene, expected)
            : `after step ${astray[1]}, in which the server died, there is something else`,
      };
    } catch (error) {
      return { point, killed: 0, asked: 0, problem: error instanceof Error ? error.message : String(error) };
    }
  });
}

/** The state after a recovery is that of all acknowledged steps, with the one under way done or not done; the chapter then ends as if nothing had been. */
async function judge(
  folder: string,
  acknowledged: number,
  { chapter, ground }: Scene,
  expected: readonly string[],
): Promise<string | undefined> {
  await ground.settle(folder);
  const first = await chapter.open(folder);
  const found = await chapter.dump(first);
  await chapter.close(first);
  await ground.settle(folder);
  const world = await chapter.open(folder);
  try {
    if ((await chapter.dump(world)) !== found) return "a second recovery gave something else";
    let reached = [acknowledged + 1, acknowledged].find((step) => expected[step] === found);
    const underWay = chapter.steps[acknowledged];
    if (reached === undefined && underWay?.again === true) {
      await underWay.run(world);
      if ((await chapter.dump(world)) === expected[acknowledged + 1]) reached = acknowledged + 1;
    }
    if (reached === undefined) return `after ${acknowledged} acknowledged steps there is something else`;
    const findings = await chapter.findings(world);
    if (findings.length > 0) return findings.join("; ");
    for (const step of chapter.steps.slice(reached)) await step.run(world);
    if ((await chapter.dump(world)) !== expected.at(-1)) return "the chapter did not end where it should";
    const after = await chapter.findings(world);
    return after.length > 0 ? after.join("; ") : undefined;
  } finally {
    await chapter.close(world);
  }
}

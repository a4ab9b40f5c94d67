// Kills a process at every point where it touches the session store, the memory or the skills, and checks that nothing acknowledged is lost or doubled.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { CHAPTERS, type Chapter, DISK, type Ground } from "../parts/kill/chapter.ts";
import { numberFlag, printFigures } from "../parts/numbers.ts";
import { temporaryFolder } from "../parts/store-places.ts";

const CHILD = join(import.meta.dirname, "../parts/kill-child.ts");

interface Verdict {
  readonly point: number;
  readonly problem: string | undefined;
}

interface Tally {
  readonly points: number;
  readonly killed: number;
  readonly bad: readonly Verdict[];
}

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
      printFigures(`${name}: killed at ${tally.killed} of ${tally.points} points in ${chapter.steps.length} steps`, [
        badFigure(tally.bad.length),
      ]);
    }
  } finally {
    place.remove();
  }
  const bad = tallies.reduce((sum, tally) => sum + tally.bad.length, 0);
  const killed = tallies.reduce((sum, tally) => sum + tally.killed, 0);
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
  const points = Number(/points (\d+)/u.exec(whole)?.[1]);
  if (!Number.isInteger(points)) throw new Error(`${name} did not finish: ${whole}`);
  const [every, first] = [numberFlag(args, "every", 1), numberFlag(args, "from", 1)];
  const wanted = Array.from({ length: points }, (_, index) => index + 1).filter(
    (point) => point >= first && (point - first) % every === 0,
  );
  const bad: Verdict[] = [];
  let done = 0;
  const queue = wanted.values();
  const worker = async (): Promise<void> => {
    for (const point of queue) {
      const verdict = await killAt(scene, point, expected);
      if (verdict.problem !== undefined) {
        bad.push(verdict);
        console.log(`  ${name}, point ${point}: ${verdict.problem}`);
      }
      if (++done % 200 === 0) console.log(`  ${name}: ${done} of ${wanted.length} points`);
    }
  };
  await Promise.all(Array.from({ length: numberFlag(args, "jobs", 2) }, worker));
  return { points, killed: wanted.length, bad };
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
async function runChild(folder: string, point: number, name: string): Promise<string> {
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
  return output;
}

function killAt(scene: Scene, point: number, expected: readonly string[]): Promise<Verdict> {
  return inPlace(scene, String(point), async (folder) => {
    try {
      const acknowledged = (await runChild(folder, point, scene.name)).match(/acknowledged/gu)?.length ?? 0;
      await scene.ground.settle(folder);
      return { point, problem: await judge(folder, acknowledged, scene.chapter, expected) };
    } catch (error) {
      return { point, problem: error instanceof Error ? error.message : String(error) };
    }
  });
}

/** The state after a recovery is that of all acknowledged steps, with the one under way done or not done; the chapter then ends as if nothing had been. */
async function judge(
  folder: string,
  acknowledged: number,
  chapter: Chapter<unknown>,
  expected: readonly string[],
): Promise<string | undefined> {
  const first = await chapter.open(folder);
  const found = await chapter.dump(first);
  await chapter.close(first);
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

// Kills a process at every point where it touches the session store and checks that nothing acknowledged is lost or doubled.

import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dump, openKillStore, STEPS } from "../parts/kill-flow.ts";
import { numberFlag, printFigures } from "../parts/numbers.ts";
import { temporaryFolder } from "../parts/store-places.ts";

const CHILD = join(import.meta.dirname, "../parts/kill-child.ts");

interface Verdict {
  readonly point: number;
  readonly problem: string | undefined;
}

export async function run(args: string[]): Promise<void> {
  const place = temporaryFolder();
  try {
    const expected = await expectedStates(join(place.path, "whole"));
    const whole = await runChild(join(place.path, "count"), 0);
    const points = Number(/points (\d+)/u.exec(whole.output)?.[1]);
    if (!Number.isInteger(points)) throw new Error(`the flow did not finish: ${whole.output}`);
    const every = numberFlag(args, "every", 1);
    const first = numberFlag(args, "from", 1);
    const wanted = Array.from({ length: points }, (_, index) => index + 1).filter(
      (point) => point >= first && (point - first) % every === 0,
    );
    const bad: Verdict[] = [];
    let done = 0;
    const queue = wanted.values();
    const worker = async (): Promise<void> => {
      for (const point of queue) {
        const verdict = await killAt(join(place.path, `p${point}`), point, expected);
        if (verdict.problem !== undefined) bad.push(verdict);
        if (++done % 200 === 0) console.log(`  ${done} of ${wanted.length} points`);
      }
    };
    await Promise.all(Array.from({ length: numberFlag(args, "jobs", 2) }, worker));
    for (const { point, problem } of bad.slice(0, 20)) console.log(`  point ${point}: ${problem}`);
    printFigures(`killed at ${wanted.length} of ${points} points in ${STEPS.length} steps`, [
      {
        name: "points where something was lost, doubled or damaged",
        value: String(bad.length),
        target: { text: "target 0", met: bad.length === 0 },
      },
    ]);
    if (bad.length > 0) process.exitCode = 1;
  } finally {
    place.remove();
  }
}

/** What the store holds after each step when nobody is killed. */
async function expectedStates(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const store = await openKillStore(folder);
  const states = [await dump(store)];
  for (const step of STEPS) {
    await step(store);
    states.push(await dump(store));
  }
  await store.close();
  return states;
}

async function runChild(folder: string, point: number): Promise<{ readonly output: string; readonly killed: boolean }> {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [CHILD, folder, String(point)], { stdio: ["ignore", "pipe", "pipe"] });
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
  return { output, killed: signal === "SIGKILL" };
}

async function killAt(folder: string, point: number, expected: readonly string[]): Promise<Verdict> {
  try {
    const { output } = await runChild(folder, point);
    const acknowledged = output.match(/acknowledged/gu)?.length ?? 0;
    return { point, problem: await judge(folder, acknowledged, expected) };
  } catch (error) {
    return { point, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The state after a recovery is that of all acknowledged steps, with the one under way done or not done; the flow then ends as if nothing had been. */
async function judge(folder: string, acknowledged: number, expected: readonly string[]): Promise<string | undefined> {
  const first = await openKillStore(folder);
  const found = await dump(first);
  await first.close();
  const store = await openKillStore(folder);
  try {
    if ((await dump(store)) !== found) return "a second recovery gave something else";
    const reached = [acknowledged + 1, acknowledged].find((step) => expected[step] === found);
    if (reached === undefined) return `after ${acknowledged} acknowledged steps the store holds something else`;
    const findings = await store.check();
    if (findings.length > 0) return findings.map((finding) => finding.text).join("; ");
    for (const step of STEPS.slice(reached)) await step(store);
    if ((await dump(store)) !== expected[STEPS.length]) return "the flow did not end where it should";
    const after = await store.check();
    return after.length > 0 ? after.map((finding) => finding.text).join("; ") : undefined;
  } finally {
    await store.close();
  }
}

// How long a start takes, against a bare start of the same Node: --version, a prompt that takes keys, one-shot to first request
// byte, and to exit.

import { execFileSync } from "node:child_process";
import { type FirstPrompt, firstPrompt } from "./parts/first-prompt.ts";
import { startLoopbackModel } from "./parts/loopback-model.ts";
import { atMost, least, median, ms, numberFlag, printFigures, times } from "./parts/numbers.ts";
import { assertAnswered, type Ended, launcher, makePlace, type Place, runProgram, sameNode } from "./parts/program.ts";

interface OneShot {
  readonly toRequest: number;
  readonly toRequestCpu: number;
  readonly toExit: number;
  readonly whole: number;
  readonly peakMb: number;
  readonly requests: number;
}

export async function run(args: string[]): Promise<void> {
  const runs = numberFlag(args, "runs", 15);
  const model = await startLoopbackModel();
  const place = makePlace(model.url);
  const inGit = makePlace(model.url);
  execFileSync("git", ["init", "-q"], { cwd: inGit.cwd });

  const oneShot = async (where: Place): Promise<OneShot> => {
    const marker = { mark: () => undefined };
    model.reset(
      () => ({ type: "text", text: "It is done." }),
      () => marker.mark(),
    );
    const ended = await runProgram(launcher, ["-z", "Say that it is done."], { ...where, marker });
    assertAnswered(ended, "It is done.");
    const turn = model.exchanges.find(({ body }) => body.tools !== undefined) ?? model.exchanges[0];
    if (turn === undefined) throw new Error("the program answered without asking the model");
    return {
      toRequest: turn.arrivedMs - ended.startedMs,
      toRequestCpu: ended.markedCpuMs,
      toExit: ended.exitedMs - turn.finishedMs,
      whole: spent(ended),
      peakMb: ended.peakMb,
      requests: model.exchanges.length,
    };
  };

  try {
    const bare: number[] = [];
    const version: number[] = [];
    const prompt: FirstPrompt[] = [];
    const plain: OneShot[] = [];
    const repository: OneShot[] = [];
    await oneShot(place); // the first start in a home seeds it
    await oneShot(inGit);
    for (let round = 0; round < runs; round += 1) {
      bare.push(spent(await runProgram(sameNode(), ["-e", "0"], place)));
      version.push(spent(await runProgram(launcher, ["--version"], place)));
      prompt.push(await firstPrompt(launcher, place));
      plain.push(await oneShot(place));
      repository.push(await oneShot(inGit));
    }
    report(runs, { bare, version, prompt, plain, repository });
  } finally {
    await model.close();
    place.remove();
    inGit.remove();
  }
}

const spent = ({ startedMs, exitedMs }: Ended) => exitedMs - startedMs;
const show = (values: readonly number[]) => `${ms(median(values))} (min ${ms(least(values))})`;

interface Results {
  readonly bare: readonly number[];
  readonly version: readonly number[];
  readonly prompt: readonly FirstPrompt[];
  readonly plain: readonly OneShot[];
  readonly repository: readonly OneShot[];
}

function report(runs: number, { bare, version, prompt, plain, repository }: Results): void {
  const node = median(bare);
  const toRequest = plain.map((shot) => shot.toRequest);
  const toExit = plain.map((shot) => shot.toExit);
  const memory = median(plain.map((shot) => shot.peakMb));
  const inGit = repository.map((shot) => shot.toRequest);
  const drawn = prompt.map(({ drawnMs }) => drawnMs);
  const echoed = prompt.map(({ echoedMs }) => echoedMs);
  const promptRatio = median(echoed) / node;
  const versionRatio = median(version) / node;
  const requestRatio = median(toRequest) / node;
  printFigures(`Start, median of ${runs} interleaved runs`, [
    { name: "bare node -e 0", value: show(bare) },
    { name: "--version", value: show(version) },
    { name: "  against bare node", value: times(versionRatio), target: atMost(versionRatio, 1.4, " ×") },
    { name: "prompt drawn on a terminal", value: `${show(drawn)}, ${times(median(drawn) / node)}` },
    { name: "first key shown behind it", value: show(echoed), target: atMost(median(echoed), 150, " ms") },
    { name: "  against bare node", value: times(promptRatio), target: atMost(promptRatio, 3.3, " ×") },
    { name: "one-shot: start to request", value: show(toRequest) },
    { name: "  against bare node", value: times(requestRatio), target: atMost(requestRatio, 4, " ×") },
    { name: "  processor time of its main thread", value: show(plain.map((shot) => shot.toRequestCpu)) },
    { name: "  inside a git repository", value: `${show(inGit)}, ${times(median(inGit) / node)}` },
    { name: "one-shot: last byte to exit", value: show(toExit), target: atMost(median(toExit), 30, " ms") },
    { name: "one-shot: whole", value: show(plain.map((shot) => shot.whole)) },
    { name: "one-shot: peak memory", value: `${memory.toFixed(0)} MB`, target: atMost(memory, 110, " MB") },
    { name: "one-shot: requests made", value: String(Math.max(...plain.map((shot) => shot.requests))) },
  ]);
}

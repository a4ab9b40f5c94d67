// What one round (answer in, `true` in the terminal, next request out) costs, from round 1 to 200, against a ten-line agent.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type ChatBody, type LoopbackModel, startLoopbackModel } from "./parts/loopback-model.ts";
import { atMost, median, ms, numberFlag, printFigures, quantile, times } from "./parts/numbers.ts";
import { assertAnswered, launcher, makePlace, type Place, runProgram, sameNode } from "./parts/program.ts";

const tenLines = join(import.meta.dirname, "parts/ten-line-agent.ts");

export async function run(args: string[]): Promise<void> {
  const rounds = numberFlag(args, "rounds", 200);
  const repeats = numberFlag(args, "runs", 3);
  const model = await startLoopbackModel();
  const place = makePlace(model.url);
  const inGit = makePlace(model.url);
  execFileSync("git", ["init", "-q"], { cwd: inGit.cwd });
  const product = (where: Place) =>
    measure(model, rounds, where, [launcher, "--max-turns", String(rounds + 10), "-z", "go"]);
  const small = (index: number) =>
    measure(model, rounds, place, [sameNode(), tenLines, model.url, join(place.home, `small-${index}.db`)]);
  try {
    const ours: number[][] = [];
    const theirs: number[][] = [];
    const repository: number[][] = [];
    let first: ChatBody | undefined;
    for (let index = 0; index < repeats; index += 1) {
      theirs.push(await small(index));
      ours.push(await product(place));
      first ??= model.exchanges[0]?.body;
      repository.push(await product(inGit));
    }
    reportRounds(rounds, { ours, theirs, repository });
    if (first) reportFixedText(first);
  } finally {
    await model.close();
    place.remove();
    inGit.remove();
  }
}

/** Milliseconds from the last byte of each answer to the arrival of the next request, one per round. */
async function measure(
  model: LoopbackModel,
  rounds: number,
  place: Place,
  [command = "", ...args]: string[],
): Promise<number[]> {
  model.reset((turn) =>
    turn < rounds
      ? { type: "call", tool: "terminal", input: { command: "true" } }
      : { type: "text", text: "It is done." },
  );
  assertAnswered(await runProgram(command, args, place), "It is done.");
  const turns = model.exchanges.filter(({ body }) => body.tools !== undefined);
  if (turns.length !== rounds + 1) throw new Error(`expected ${rounds + 1} requests, saw ${turns.length}`);
  return turns.slice(1).map((next, index) => next.arrivedMs - (turns[index]?.finishedMs ?? Number.NaN));
}

function reportRounds(
  rounds: number,
  { ours, theirs, repository }: Record<"ours" | "theirs" | "repository", number[][]>,
): void {
  const edge = Math.max(1, Math.floor(rounds / 10));
  const show = (runs: number[][]) => `${ms(median(runs.flat()))} (p95 ${ms(quantile(runs.flat(), 0.95))})`;
  const start = median(ours.flatMap((run) => run.slice(0, edge)));
  const end = median(ours.flatMap((run) => run.slice(-edge)));
  const ratio = median(ours.flat()) / median(theirs.flat());
  const smallGrowth =
    median(theirs.flatMap((run) => run.slice(-edge))) / median(theirs.flatMap((run) => run.slice(0, edge)));
  printFigures(`Round, median over ${ours.length} runs of ${rounds} rounds each, unsandboxed`, [
    { name: "ten-line agent", value: show(theirs) },
    { name: "product", value: show(ours) },
    { name: "  against the ten-line agent", value: times(ratio), target: atMost(ratio, 1.5, " ×") },
    { name: `  rounds 1-${edge}`, value: ms(start) },
    {
      name: `  rounds ${rounds - edge + 1}-${rounds}`,
      value: `${ms(end)}, ${times(end / start)} (ten-line agent: ${times(smallGrowth)})`,
    },
    {
      name: "  inside a git repository",
      value: `${show(repository)}, ${times(median(repository.flat()) / median(theirs.flat()))}`,
    },
  ]);
}

/** The part of a request that is the same every time: frozen prompt and tool schemas. */
function reportFixedText({ messages, tools = [] }: ChatBody): void {
  const text = (content: unknown) => (typeof content === "string" ? content : JSON.stringify(content ?? ""));
  const prompt = messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(({ content }) => text(content))
    .join("\n").length;
  const schemas = JSON.stringify(tools).length;
  const tokens = Math.round((prompt + schemas) / 4);
  printFigures("Fixed text of every request (no project, no memory; tokens taken as characters / 4)", [
    { name: "prompt", value: `${prompt} characters` },
    { name: `${tools.length} tool schemas`, value: `${schemas} characters` },
    { name: "together", value: `about ${tokens} tokens`, target: atMost(tokens, 6000, " tokens") },
  ]);
}

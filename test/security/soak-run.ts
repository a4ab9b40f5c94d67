// Many rounds of tools in one process, and what is left of them: memory, open files, children.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Reply } from "../../bench/parts/loopback-model.ts";
import { createAgent } from "../../src/entries/index.ts";
import { type LabHome, makeLabHome } from "./lab-home.ts";

export interface Sample {
  readonly rounds: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly files: number;
  readonly children: number;
}

export interface SoakOptions {
  readonly rounds: number;
  readonly roundsPerTurn: number;
  readonly turnsPerSession: number;
}

/** One sample after each session; everything the session held should be gone by then. */
export async function soak(
  options: SoakOptions,
  onSample: (sample: Sample) => void = () => undefined,
): Promise<readonly Sample[]> {
  const lab = await makeLabHome();
  const samples: Sample[] = [];
  try {
    let rounds = 0;
    while (rounds < options.rounds) {
      rounds += await oneSession(lab, options, rounds);
      const sample = { rounds, ...look() };
      samples.push(sample);
      onSample(sample);
    }
  } finally {
    await lab.remove();
  }
  return samples;
}

async function oneSession(
  lab: LabHome,
  { roundsPerTurn, turnsPerSession }: SoakOptions,
  before: number,
): Promise<number> {
  const agent = await createAgent({ home: lab.home, cwd: lab.workspace, maxTurns: roundsPerTurn + 5 });
  let done = 0;
  try {
    for (let turn = 0; turn < turnsPerSession; turn += 1) {
      lab.model.reset((round) =>
        round < roundsPerTurn ? chore(lab, before + done + round) : { type: "text", text: "Done." },
      );
      for await (const event of agent.send(`chores, part ${turn}`)) if (event.type === "tool-end") done += 1;
    }
  } finally {
    await agent.close();
  }
  return done;
}

/** A bit of everything: files, commands, background jobs, a search, a call that fails. */
function chore({ workspace }: LabHome, round: number): Reply {
  const file = `file-${round % 50}.txt`;
  switch (round % 8) {
    case 0:
      return {
        type: "call",
        tool: "write_file",
        input: { path: file, content: `round ${round}\n${"line\n".repeat(50)}` },
      };
    case 1:
      return { type: "call", tool: "read_file", input: { path: `file-${(round - 1) % 50}.txt` } };
    case 2:
      return { type: "call", tool: "terminal", input: { command: `echo round ${round} && ls | wc -l` } };
    case 3:
      writeFileSync(join(workspace, "fresh.txt"), `the number is ${round}\n`);
      return {
        type: "call",
        tool: "patch",
        input: { path: "fresh.txt", old_string: String(round), new_string: "known" },
      };
    case 4:
      return { type: "call", tool: "search_files", input: { pattern: `round ${round - 4}$`, path: "." } };
    case 5:
      return { type: "call", tool: "terminal", input: { command: `sleep 0.01; echo ${round}`, background: true } };
    case 6:
      return { type: "call", tool: "read_file", input: { path: `missing-${round}.txt` } };
    default:
      return {
        type: "call",
        tool: "todo",
        input: { todos: [{ id: "1", content: `round ${round}`, status: "pending" }] },
      };
  }
}

export function look(): Omit<Sample, "rounds"> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    heapMb: heapUsed / 1_048_576,
    rssMb: rss / 1_048_576,
    files: readdirSync("/proc/self/fd").length,
    children: childrenOf(process.pid),
  };
}

function childrenOf(pid: number): number {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter((word) => word !== "").length;
}

// `hermes demo`: a tour of two minutes on the offline model, in a home that is gone afterwards.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { DEMO_STEPS, type DemoStep } from "../demo-steps.data.ts";
import { createDemoView, type DemoView } from "../demo-view.ts";
import { EXIT_CODES, type Interrupt } from "../io.ts";
import { canAsk, openPrompts } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { WORDS } from "../words.data.ts";

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  command
    .option("--no-pause", WORDS.demo.flags.noPause)
    .option("--keep", WORDS.demo.flags.keep)
    .action(async (flags: { pause?: boolean; keep?: boolean }) => {
      finish(await tour(context, { pause: flags.pause !== false && canAsk(context.io), keep: flags.keep === true }));
    });
  withExamples(command, ...WORDS.demo.examples);
}

interface Stage {
  readonly home: string;
  readonly cwd: string;
}

async function tour(
  context: SubcommandContext,
  { pause, keep }: { readonly pause: boolean; readonly keep: boolean },
): Promise<number> {
  const { io } = context;
  const root = await mkdtemp(join(tmpdir(), "hermes-demo-"));
  const stage: Stage = { home: join(root, "home"), cwd: await mkdtemp(join(root, "work-")) };
  const view = createDemoView(io);
  view.opening(WORDS.demo.opening);
  try {
    for (const [index, step] of DEMO_STEPS.entries()) {
      view.heading(index + 1, DEMO_STEPS.length, step.title, step.about);
      const code = await perform(step, stage, { ...context, view });
      if (code !== 0) return code;
      if (pause && index < DEMO_STEPS.length - 1) {
        const prompts = await openPrompts(io, "");
        if (!(await prompts.confirm(WORDS.demo.goOn))) break;
      }
    }
    view.closing(WORDS.demo.closing);
    if (keep) io.out(`${WORDS.demo.homeIs(stage.home)}\n`);
    return 0;
  } finally {
    if (!keep) await rm(root, { recursive: true, force: true });
  }
}

interface Showing extends SubcommandContext {
  readonly view: DemoView;
}

async function perform(step: DemoStep, stage: Stage, showing: Showing): Promise<number> {
  const { view } = showing;
  if (step.command !== undefined) {
    view.typed("$", `hermes ${step.command.join(" ")}`);
    return runHermes({ args: step.command, stage, show: view.output() }, showing);
  }
  if (step.unseen !== undefined) {
    const input = `${step.unseen.join("\n")}\n`;
    const code = await runHermes({ args: ["chat", "--provider", "offline"], input, stage }, showing);
    if (code !== 0) return code;
  }
  for (const [index, line] of (step.lines ?? []).entries()) {
    view.typed("›", line);
    const args = ["chat", "--provider", "offline", ...(step.fresh === true && index === 0 ? [] : ["-c"])];
    const code = await runHermes(
      { args, input: `${line}\n`, stage, show: withoutGreeting(view.output(), step) },
      showing,
    );
    if (code !== 0) return code;
  }
  return 0;
}

type Show = ReturnType<DemoView["output"]>;

interface Run {
  readonly args: readonly string[];
  readonly input?: string;
  readonly stage: Stage;
  /** Nothing is shown without it. */
  readonly show?: Show;
}

/** The program as it was started, as another process: exactly what a person would get. */
function runHermes({ args, input, stage, show }: Run, { io, facts }: SubcommandContext): Promise<number> {
  const program = process.argv[1] ?? "";
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    cwd: stage.cwd,
    env: { ...facts.env, HERMES_HOME: stage.home, COLUMNS: String(io.columns - 2) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // One that is stopped before it reads ends with a code that tells.
  child.stdin.on("error", () => undefined).end(input ?? "");
  child.stdout.setEncoding("utf8").on("data", (text: string) => show?.chunk(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => io.err(text));
  const stopped = { by: undefined as Interrupt | undefined };
  const stop = io.onInterrupt((signal) => {
    stopped.by = signal;
    child.kill("SIGTERM");
  });
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => {
      stop();
      show?.end();
      done(stopped.by === undefined ? (code ?? 1) : EXIT_CODES[stopped.by]);
    });
  });
}

/** A conversation greets in its first line; the tour has greeted already. `hides` is what the step explains in its own words. */
function withoutGreeting(show: Show, { hides }: DemoStep): Show {
  const state = { greeted: false, rest: "" };
  return {
    chunk(text) {
      const lines = (state.rest + text).split("\n");
      state.rest = lines.pop() ?? "";
      for (const line of lines) {
        if (state.greeted && hides?.test(line) !== true) show.chunk(`${line}\n`);
        state.greeted = true;
      }
    },
    end() {
      if (state.rest !== "") show.chunk(`${state.rest}\n`);
      show.end();
    },
  };
}

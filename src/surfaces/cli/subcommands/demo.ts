// `hermes demo`: a tour of two minutes on the offline model, in a home that is gone afterwards.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { DEMO_STEPS, type DemoStep } from "../demo-steps.data.ts";
import { EXIT_CODES, type Interrupt, type Io } from "../io.ts";
import { canAsk, openPrompts } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  command
    .option("--no-pause", "do not wait between the steps")
    .option("--keep", "keep the home and say where it is")
    .action(async (flags: { pause?: boolean; keep?: boolean }) => {
      finish(await tour(context, { pause: flags.pause !== false && canAsk(context.io), keep: flags.keep === true }));
    });
  withExamples(command, "hermes demo", "hermes demo --no-pause");
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
  const bold = (text: string) => (io.colour ? `\u001b[1m${text}\u001b[22m` : text);
  io.out("A short tour. The built-in offline model answers, in a temporary home; nothing leaves this machine.\n");
  try {
    for (const [index, step] of DEMO_STEPS.entries()) {
      io.out(`\n${bold(`${index + 1}/${DEMO_STEPS.length}  ${step.title}`)}\n${step.about}\n\n`);
      const code = await perform(step, stage, context);
      if (code !== 0) return code;
      if (pause && index < DEMO_STEPS.length - 1) {
        const prompts = await openPrompts(io, "");
        if (!(await prompts.confirm("Go on?"))) break;
      }
    }
    io.out(`\n${bold("That was it.")} \`hermes setup\` connects a real model, \`hermes\` starts a conversation.\n`);
    if (keep) io.out(`The home of the tour is ${stage.home}.\n`);
    return 0;
  } finally {
    if (!keep) await rm(root, { recursive: true, force: true });
  }
}

async function perform(step: DemoStep, stage: Stage, context: SubcommandContext): Promise<number> {
  const { io } = context;
  if (step.command !== undefined) {
    io.out(`$ hermes ${step.command.join(" ")}\n`);
    return runHermes(step.command, "", stage, context);
  }
  if (step.unseen !== undefined) {
    const code = await runHermes(["chat", "--provider", "offline"], `${step.unseen.join("\n")}\n`, stage, {
      ...context,
      io: { ...io, out: () => undefined },
    });
    if (code !== 0) return code;
  }
  for (const [index, line] of (step.lines ?? []).entries()) {
    io.out(`› ${line}\n`);
    const args = ["chat", "--provider", "offline", ...(step.fresh === true && index === 0 ? [] : ["-c"])];
    const code = await runHermes(args, `${line}\n`, stage, context);
    if (code !== 0) return code;
  }
  return 0;
}

/** The program as it was started, as another process: exactly what a person would get. */
function runHermes(
  args: readonly string[],
  input: string,
  stage: Stage,
  { io, facts }: SubcommandContext,
): Promise<number> {
  const program = process.argv[1] ?? "";
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    cwd: stage.cwd,
    env: { ...facts.env, HERMES_HOME: stage.home },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const show = indented(io, input !== "");
  child.stdout.setEncoding("utf8").on("data", show);
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
      done(stopped.by === undefined ? (code ?? 1) : EXIT_CODES[stopped.by]);
    });
  });
}

/** The words of the other process, set in a little; a conversation's greeting is left out. */
function indented(io: Io, skipFirst: boolean): (text: string) => void {
  const state = { skipping: skipFirst, atStart: true };
  return (chunk) => {
    let text = chunk;
    if (state.skipping) {
      const end = text.indexOf("\n");
      if (end < 0) return;
      text = text.slice(end + 1);
      state.skipping = false;
    }
    for (const piece of text.split(/(?<=\n)/)) {
      io.out(state.atStart && piece !== "\n" ? `  ${piece}` : piece);
      state.atStart = piece.endsWith("\n");
    }
  };
}

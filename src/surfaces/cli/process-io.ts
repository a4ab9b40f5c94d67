// The real terminal behind `Io`.

import { createInterface } from "node:readline";
import type { Facts } from "../../config/process-facts.ts";
import { linesOf } from "../../kernel/record-lines.ts";
import { EXIT_CODES, type Interrupt, type Io } from "./io.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";

/** So many interrupts in so short a time are nobody's accident: nothing more is waited for. */
const IMPATIENT_TIMES = 3;
const IMPATIENT_WITHIN_MS = 3_000;

export function processIo(facts: Facts): Io {
  const { stdin, stdout, stderr } = process;
  const colour = stdout.isTTY === true && facts.env.NO_COLOR === undefined && facts.env.TERM !== "dumb";
  // A reader that went away (`hermes … | head`) is not an error of ours.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    // The terminal is gone; its SIGHUP ends the program in good order.
    if (error.code === "EIO") return;
    stderr.write(`hermes: ${PROGRAM_WORDS.notPrinted(error.code ?? error.message)}\n`);
    process.exit(1);
  });
  // What nobody can read is no reason to stop.
  stderr.on("error", () => undefined);
  const interrupts: number[] = [];
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    async readAll() {
      if (stdin.isTTY) return "";
      const chunks: Buffer[] = [];
      for await (const chunk of stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString("utf8");
    },
    lines: () => linesOf(stdin.setEncoding("utf8")),
    typed(until) {
      // What was piped in is a script, whose messages may hold what a terminal would take for the end of a line.
      if (!stdin.isTTY) return linesOf(chunksUntil(until, stdin.setEncoding("utf8")));
      const reader = createInterface({
        input: stdin,
        crlfDelay: Number.POSITIVE_INFINITY,
        terminal: stdout.isTTY === true,
        output: stdout,
        prompt: "",
        signal: until,
      });
      // In a terminal the reader takes Ctrl-C for itself; here it means the same as everywhere.
      reader.on("SIGINT", () => process.emit("SIGINT", "SIGINT"));
      return reader;
    },
    onInterrupt(handler) {
      const hear = (signal: Interrupt) => {
        interrupts.push(performance.now());
        const [first = Number.NEGATIVE_INFINITY] = interrupts.slice(-IMPATIENT_TIMES);
        const impatient = interrupts.length >= IMPATIENT_TIMES && performance.now() - first < IMPATIENT_WITHIN_MS;
        // Something does not end that was asked to.
        if (impatient) process.exit(EXIT_CODES[signal]);
        handler(signal);
      };
      const signals = Object.keys(EXIT_CODES) as Interrupt[];
      for (const signal of signals) process.on(signal, hear);
      return () => {
        for (const signal of signals) process.off(signal, hear);
      };
    },
    stdinIsTty: stdin.isTTY === true,
    stdoutIsTty: stdout.isTTY === true,
    get columns() {
      // A terminal that does not know its width says 0.
      return stdout.columns || Number(facts.env.COLUMNS) || 80;
    },
    colour,
  };
}

async function* chunksUntil(until: AbortSignal, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const stopped = Promise.withResolvers<IteratorResult<string>>();
  if (until.aborted) return;
  until.addEventListener("abort", () => stopped.resolve({ done: true, value: undefined }), { once: true });
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), stopped.promise]);
    if (next.done === true) return;
    yield next.value;
  }
}

// The board of background processes: started by terminal, handled by process, reported to whoever subscribes.

import type { Environment, Job } from "../contracts/environment.ts";
import { LONGEST_TIMER_MS } from "../contracts/time.ts";
import { fence } from "../kernel/calls/fence.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { plainOutput } from "../kernel/output/ansi.ts";
import { judgeLine, NO_TRAFFIC, type Watch, watching } from "../kernel/output/watch.ts";
import { type Principal, samePrincipal } from "../kernel/principal.ts";
import { ellipsize, oneLine, takeLastChars } from "../kernel/text.ts";

const MAX_JOBS = 64;
const KEEP_FINISHED_MS = 30 * 60_000;
const NOTICE_CHARS = 2_000;
const MAX_LINE_CHARS = 10_000;

export interface JobNotice {
  readonly sessionId: string;
  readonly jobId: string;
  readonly type: "completed" | "matched";
  /** What the model reads. */
  readonly text: string;
  /** Where its output comes from, when that is outside. */
  readonly taint?: string;
}

export interface JobRequest {
  readonly sessionId: string;
  readonly principal: Principal;
  readonly env: Environment;
  readonly command: string;
  readonly cwd?: string;
  readonly pty: boolean;
  /** A person allowed this very command. */
  readonly unconfined: boolean;
  readonly notifyOnComplete: boolean;
  readonly watch: readonly string[];
  readonly taint?: string;
}

export interface JobRecord {
  readonly id: string;
  readonly command: string;
  readonly job: Job;
  readonly startedAt: number;
  /** What the Enter key sends: programs on a terminal tell it from a line feed. */
  readonly enter: "\r" | "\n";
  /** Where its output comes from, when that is outside. */
  readonly taint?: string;
  endedAt(): number | undefined;
  /** The end was seen by the model: no notice is needed any more. */
  acknowledge(): void;
}

export interface JobBoard {
  start(request: JobRequest): Promise<JobRecord>;
  /** Undefined for unknown ids and for other people's jobs. */
  get(id: string, principal: Principal): JobRecord | undefined;
  list(sessionId: string): readonly JobRecord[];
  /** Called for every notice from now on; the result ends it. */
  subscribe(listener: (notice: JobNotice) => void): () => void;
  /** The conversation went on under another id. */
  carry(from: string, to: string): void;
}

interface Entry extends JobRecord {
  sessionId: string;
  readonly principal: Principal;
}

export function createJobBoard(now: () => number): JobBoard {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(notice: JobNotice) => void>();
  let traffic = NO_TRAFFIC;

  function tell(entry: Entry, type: JobNotice["type"], text: string): void {
    for (const listener of listeners)
      listener({ sessionId: entry.sessionId, jobId: entry.id, type, text, ...taintOf(entry) });
  }

  function tidy(): void {
    for (const [id, entry] of entries) {
      const ended = entry.endedAt();
      if (ended !== undefined && now() - ended > KEEP_FINISHED_MS) entries.delete(id);
    }
    for (const [id, entry] of entries)
      if (entries.size >= MAX_JOBS && entry.endedAt() !== undefined) entries.delete(id);
  }

  return {
    async start(request) {
      tidy();
      if (entries.size >= MAX_JOBS)
        throw new EnvironmentFailure("unavailable", `${MAX_JOBS} background processes are running; kill one first.`);
      let watch: Watch = watching(request.watch);
      let notify = request.notifyOnComplete;
      let endedAt: number | undefined;
      const matches = (line: string) => {
        const judged = judgeLine(line, watch, traffic, now());
        ({ watch, traffic } = judged);
        if (judged.verdict === "retire") notify = true;
        if (judged.verdict !== "silent") tell(made, "matched", matchedText(made, line, judged.verdict === "retire"));
        return request.watch.some((pattern) => line.includes(pattern));
      };
      const output = heldBack();
      const job = await request.env.spawn(request.command, {
        pty: request.pty,
        unconfined: request.unconfined,
        ...(request.cwd !== undefined && { cwd: request.cwd }),
        ...(request.watch.length > 0 && { onOutput: output.push }),
      });
      const made: Entry = {
        id: job.id,
        command: request.command,
        job,
        startedAt: now(),
        enter: request.pty ? "\r" : "\n",
        sessionId: request.sessionId,
        principal: request.principal,
        ...taintOf(request),
        endedAt: () => endedAt,
        acknowledge: () => {
          notify = false;
        },
      };
      entries.set(job.id, made);
      const feed = lines(matches);
      output.open((chunk) => {
        if (watch.patterns.length > 0) feed(chunk);
      });
      void untilEnded(job).then(() => {
        endedAt = now();
        // Whoever waits for the end hears of it first and may acknowledge it.
        setImmediate(() => notify && tell(made, "completed", completedText(made)));
      });
      return made;
    },
    get(id, principal) {
      const entry = entries.get(id);
      return entry !== undefined && samePrincipal(entry.principal, principal) ? entry : undefined;
    },
    list: (sessionId) => [...entries.values()].filter((entry) => entry.sessionId === sessionId),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    carry(from, to) {
      for (const entry of entries.values()) if (entry.sessionId === from) entry.sessionId = to;
    },
  };
}

async function untilEnded(job: Job): Promise<void> {
  const never = new AbortController().signal;
  while (job.state().type === "running") await job.wait(LONGEST_TIMER_MS, never);
}

/** Chunks that come before anybody can be told of them wait. */
function heldBack(): { push(chunk: string): void; open(listener: (chunk: string) => void): void } {
  const early: string[] = [];
  let listener = (chunk: string): void => void early.push(chunk);
  return {
    push: (chunk) => listener(chunk),
    open(next) {
      listener = next;
      for (const chunk of early.splice(0)) next(chunk);
    },
  };
}

/** Cuts a stream into plain lines. A prompt ends no line: an unfinished one is judged as it grows, until it has matched. */
function lines(matches: (line: string) => boolean): (chunk: string) => void {
  let rest = "";
  let matched = false;
  return (chunk) => {
    const parts = (rest + chunk).split("\n");
    for (const [index, line] of parts.entries()) matched = (index === 0 && matched) || matches(plainOutput(line));
    rest = (parts.at(-1) ?? "").slice(-MAX_LINE_CHARS);
  };
}

/** Undefined while it runs, and for good when nobody can say. */
export function exitCodeOf(job: Job): number | undefined {
  const state = job.state();
  if (state.type === "killed") return -15;
  return state.type === "exited" ? state.code : undefined;
}

/** For the model, of a process that was lost. */
export function lostText({ pid }: Job): string {
  return `The connection to it broke: how it ended is not known, and it may still run over there as process ${pid}.`;
}

function completedText({ id, command, job }: Entry): string {
  const output = takeLastChars(plainOutput(job.output()).trimEnd(), NOTICE_CHARS);
  const end = job.state().type === "lost" ? `was lost. ${lostText(job)}` : `completed (exit code ${exitCodeOf(job)}).`;
  return `[IMPORTANT: Background process ${id} ${end}\nCommand: ${ellipsize(oneLine(command), 200)}\nOutput:\n${fenced(id, output)}]`;
}

function matchedText({ id, command }: Entry, line: string, retired: boolean): string {
  const end = retired ? "\nIt matches too often: watching has stopped, its end will be reported instead." : "";
  return `[IMPORTANT: Background process ${id} matched a watch pattern.\nCommand: ${ellipsize(oneLine(command), 200)}\nMatched output:\n${fenced(id, ellipsize(line, 500))}${end}]`;
}

/** What a process prints may give orders; it cannot know its id, so the id can close the fence. */
function fenced(id: string, output: string): string {
  return fence(output, "process", id.replace(/^proc_/, ""));
}

/** The part of a result, a record or a notice that says whose words the output may hold. */
export function taintOf({ taint }: { readonly taint?: string }): { readonly taint?: string } {
  return taint === undefined ? {} : { taint };
}

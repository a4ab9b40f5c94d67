// ByteRover's program and the JSON it prints: it says in words what went wrong and ends well all the same, so the words decide.

import { execFile } from "node:child_process";
import { isRecord, parseJson } from "../../kernel/json.ts";
import { ApiFailure } from "./api-failure.ts";
import type { Topic } from "./byterover-topic.ts";
import { field, listOf, textField } from "./shapes.ts";

export interface Invocation {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Throws ApiFailure. */
export interface Brv {
  query(text: string, at: Place): Promise<string>;
  /** `topic` is for programs that let the caller write it down; older ones do so themselves, from `text`. */
  curate(text: string, topic: Topic, at: Place): Promise<void>;
  status(at: Place): Promise<string>;
}

export interface Place {
  readonly cwd: string;
  readonly signal: AbortSignal | undefined;
}

/** How long it may take to tidy up when its time is over. */
const GRACE_MS = 5_000;
const TIMEOUTS = { query: 10_000, curate: 120_000, status: 15_000 };
const JSON_OUT = ["--format", "json"];

export function createBrv(program: string, env: Readonly<Record<string, string>>): Brv {
  const ask = async (command: keyof typeof TIMEOUTS, args: readonly string[], at: Place): Promise<Answer> =>
    answerIn(await execute(program, env, { args: [command, ...args], timeoutMs: TIMEOUTS[command], ...at }));

  return {
    async query(text, at) {
      const { data } = succeeded(await ask("query", [...JSON_OUT, "--", text], at));
      const found = listOf(data, "matchedDocs").map((doc) => textField(doc, "rendered_md"));
      return found.some((one) => one !== "")
        ? found.filter((one) => one !== "").join("\n\n")
        : textField(data, "result", "content");
    },
    async curate(text, { html, overwrites }, at) {
      const { data } = succeeded(await ask("curate", [...JSON_OUT, "--", text], at));
      if (textField(data, "status") !== "needs-llm-step") return;
      const session = ["--session", textField(data, "sessionId"), "--response", JSON.stringify({ html })];
      const written = await ask("curate", [...session, ...(overwrites ? ["--overwrite"] : []), ...JSON_OUT], at);
      // The path is made from the words: what stands there already are these words.
      if (!overwrites && errorsIn(written).some((error) => textField(error, "kind") === "path-exists")) return;
      succeeded(written);
    },
    async status(at) {
      return JSON.stringify(succeeded(await ask("status", JSON_OUT, at)).data);
    },
  };
}

interface Answer {
  readonly success: boolean;
  readonly data: unknown;
}

/** One object per line, the last one counts; whatever else is printed is for people. */
function answerIn(stdout: string): Answer {
  for (const line of stdout.split("\n").reverse()) {
    const parsed = parseJson(line);
    if (parsed.type !== "ok" || !isRecord(parsed.value)) continue;
    const { success, data } = parsed.value;
    if (typeof success === "boolean") return { success, data };
  }
  throw new ApiFailure("garbage", "ByteRover answered with something that is no answer.");
}

function succeeded(answer: Answer): Answer {
  if (answer.success) return answer;
  const said = [
    textField(answer.data, "error", "message"),
    ...errorsIn(answer).map((one) => textField(one, "message")),
  ];
  const why = said.filter((one) => one !== "").join(" ");
  throw new ApiFailure("refused", `ByteRover refused: ${why === "" ? "it did not say why." : why}`);
}

function errorsIn({ data }: Answer): readonly unknown[] {
  return listOf(field(data, "errors"));
}

/** The program's words. A null byte cannot be passed on and is dropped. */
function execute(
  program: string,
  env: Readonly<Record<string, string>>,
  { args, cwd, timeoutMs, signal }: Invocation,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...env },
      timeout: timeoutMs,
      maxBuffer: 4 * 1024 * 1024,
      ...(signal ? { signal } : {}),
    };
    const clean = args.map((arg) => arg.replaceAll("\0", ""));
    const child = execFile(program, clean, options, (error, stdout) => {
      clearTimeout(last);
      if (error === null) return resolve(stdout);
      if (signal?.aborted) return reject(signal.reason);
      if (error.code === "ENOENT")
        return reject(
          new ApiFailure("network", "ByteRover's program `brv` is not installed (npm install -g byterover-cli)."),
        );
      if (error.killed) return reject(new ApiFailure("timeout", "ByteRover did not answer in time.", { cause: error }));
      return reject(
        new ApiFailure("server", `ByteRover failed with exit code ${String(error.code)}.`, { cause: error }),
      );
    });
    const last = setTimeout(() => child.kill("SIGKILL"), timeoutMs + GRACE_MS);
  });
}

// ByteRover: knowledge kept as a tree of files by its own program; one tree per person.

import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { MemoryProvider } from "../../contracts/memory.ts";
import type { Plugin } from "../../contracts/plugin.ts";
import type { Principal } from "../../kernel/principal.ts";
import { takeChars } from "../../kernel/text.ts";
import { ApiFailure } from "./api-failure.ts";
import { bringing } from "./bringing.ts";
import { saidIn } from "./exchange.ts";
import { nameFor } from "./ownership.ts";
import { providerTool } from "./provider-tool.ts";
import { flagSetting, textSetting } from "./shapes.ts";
import { textOf } from "./tool-input.ts";

const QUERY = { chars: 5_000, minChars: 10, timeoutMs: 10_000 };
const CURATE = { chars: 2_000, timeoutMs: 120_000 };
const STATUS = { timeoutMs: 15_000 };
const ANSWER_CHARS = 8_000;
const BEFORE_COMPACTION = 10;

export const byterover: Plugin = {
  name: "byterover",
  setup({ config, env, dataDir }) {
    const program = textSetting(config, "command", "brv");
    const run = (principal: Principal, args: readonly string[], timeoutMs: number, signal?: AbortSignal) =>
      execute({ program, args, cwd: folderFor(dataDir, principal), env, timeoutMs, signal });
    return bringing(byteroverProvider(run, flagSetting(config, "auto_extract", true)));
  },
};

type Run = (principal: Principal, args: readonly string[], timeoutMs: number, signal?: AbortSignal) => Promise<string>;

function byteroverProvider(run: Run, extracts: boolean): MemoryProvider {
  const query = async (principal: Principal, text: string, signal?: AbortSignal): Promise<string> =>
    takeChars(
      await run(principal, ["query", "--", takeChars(text, QUERY.chars)], QUERY.timeoutMs, signal),
      ANSWER_CHARS,
    );
  const curate = (principal: Principal, text: string, signal?: AbortSignal): Promise<string> =>
    run(principal, ["curate", "--", text], CURATE.timeoutMs, signal);

  return {
    name: "byterover",
    snapshot: async () => "",
    recall: async (text, { principal }, signal) =>
      text.trim().length < QUERY.minChars ? "" : query(principal, text, signal),
    async observe(turn, { principal }, signal) {
      const said = saidIn(turn, CURATE.chars);
      const question = said.find((one) => one.role === "user");
      const answer = said.findLast((one) => one.role === "assistant");
      if (!extracts || question === undefined || answer === undefined) return;
      await curate(principal, `User: ${question.content}\n\nAgent: ${answer.content}`, signal);
    },
    async beforeCompaction(messages, { principal }, signal) {
      const said = saidIn(messages, CURATE.chars).slice(-BEFORE_COMPACTION);
      if (extracts && said.length > 0)
        await curate(principal, said.map(({ role, content }) => `${role}: ${content}`).join("\n\n"), signal);
    },
    async changed(change, { principal }, signal) {
      // The program has no command for forgetting: it is told in words what no longer holds.
      if (change.type !== "add") await curate(principal, `Forget this, it no longer holds: ${change.before}`, signal);
      if (change.type !== "remove") await curate(principal, change.text, signal);
    },
    tools: [
      providerTool({
        name: "brv_query",
        description: "Ask ByteRover's knowledge tree.",
        effect: "read",
        fields: { query: { type: "string", description: "The question.", required: true } },
        run: (input, { principal, signal }) => query(principal, textOf(input, "query"), signal),
      }),
      providerTool({
        name: "brv_curate",
        description: "Add knowledge to ByteRover's tree.",
        effect: "write",
        fields: { content: { type: "string", description: "What to keep.", required: true } },
        run: async (input, { principal, signal }) =>
          (await curate(principal, textOf(input, "content"), signal)) || "Curated.",
      }),
      providerTool({
        name: "brv_status",
        description: "How ByteRover is doing.",
        effect: "read",
        fields: {},
        run: (_input, { principal, signal }) => run(principal, ["status"], STATUS.timeoutMs, signal),
      }),
    ],
  };
}

function folderFor(dataDir: string, principal: Principal): string {
  const dir = principal.type === "owner" ? dataDir : join(dataDir, "guests", nameFor("g", principal));
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

interface Execution {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The program's words. A null byte cannot be passed on and is dropped. Throws ApiFailure. */
function execute({ program, args, cwd, env, timeoutMs, signal }: Execution): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...env },
      timeout: timeoutMs,
      maxBuffer: 4 * 1024 * 1024,
      ...(signal ? { signal } : {}),
    };
    const clean = args.map((arg) => arg.replaceAll("\0", ""));
    execFile(program, clean, options, (error, stdout) => {
      if (error === null) return resolve(stdout.trim());
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
  });
}

// Where a script runs that calls tools: a private folder beside it, and the interpreter found there.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../contracts/environment.ts";
import type { ToolContext } from "../contracts/tool.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { quote } from "../kernel/files/search.ts";
import { type AnswerCall, openToolPipes, openToolSocket } from "./tool-channel.ts";

export type Language = "python" | "javascript";

export interface ScriptPlace {
  readonly dir: string;
  /** What the script finds in HERMES_TOOLS: a socket, or a folder with two pipes. */
  readonly tools: string;
  /** A program by path or name. */
  readonly interpreter: string;
  write(name: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export interface LocalPlaces {
  readonly tempDir: string;
  readonly interpreter: string;
}

/** On this machine: a folder of ours and a socket in it. */
export async function openPlaceHere({ tempDir, interpreter }: LocalPlaces, answer: AnswerCall): Promise<ScriptPlace> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const dir = await mkdtemp(join(tempDir, "code-"));
  const tools = join(dir, "tools.sock");
  const channel = await openToolSocket(tools, answer);
  return {
    ...{ dir, tools, interpreter },
    write: (name, text) => writeFile(join(dir, name), text, { mode: 0o600 }),
    async close() {
      await channel.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const FOUND_BY: Readonly<Record<Language, readonly string[]>> = {
  python: ["python3", "python"],
  javascript: ["node", "nodejs"],
};
const SETUP_MS = 30_000;

/** In a container or behind ssh: everything by what the environment can do. Throws EnvironmentFailure. */
export async function openPlaceThere(
  language: Language,
  { env, signal }: ToolContext,
  answer: AnswerCall,
): Promise<ScriptPlace> {
  const run = (command: string) => env.exec(command, { cwd: env.cwd, timeoutMs: SETUP_MS, signal });
  const names = FOUND_BY[language];
  const found = await run(names.map((name) => `command -v ${name}`).join(" || "));
  const interpreter = found.output.trim().split("\n").at(-1) ?? "";
  if (found.code !== 0 || interpreter === "")
    throw new EnvironmentFailure(
      "unavailable",
      `There is no ${names[0]} in this ${env.kind} environment; use another language or terminal.`,
    );
  const made = await run(`umask 077; d=$(mktemp -d) && mkfifo "$d/requests" "$d/replies" && printf '%s\\n' "$d"`);
  const dir = made.output.trim().split("\n").at(-1) ?? "";
  if (made.code !== 0 || !dir.startsWith("/"))
    throw new EnvironmentFailure("io", `No folder for the script could be made: ${made.output.trim()}`);
  const remove = () => removeThere(env, dir);
  try {
    const channel = await openToolPipes(env, dir, answer);
    return {
      ...{ dir, tools: dir, interpreter },
      write: (name, text) => env.write(`${dir}/${name}`, new TextEncoder().encode(text)),
      async close() {
        await channel.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Also after an abort: the folder is not left behind. */
async function removeThere(env: Environment, dir: string): Promise<void> {
  const { signal } = new AbortController();
  await env.exec(`rm -rf -- ${quote(dir)}`, { cwd: "/", timeoutMs: SETUP_MS, signal }).catch(() => undefined);
}

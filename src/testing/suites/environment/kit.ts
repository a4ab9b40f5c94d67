// What every part of the environment suite starts from.

import { afterEach, beforeEach } from "vitest";
import type { Environment, ExecOptions, ExecResult } from "../../../contracts/environment.ts";

export interface EnvironmentHarness {
  readonly env: Environment;
  /** Disposes of the environment and removes its directory. */
  dispose(): Promise<void>;
}

export type StartEnvironment = () => Promise<EnvironmentHarness>;

export interface EnvironmentKit {
  readonly env: Environment;
  write(path: string, text: string): Promise<void>;
  text(path: string): Promise<string>;
  run(command: string, options?: Partial<ExecOptions>): Promise<ExecResult>;
}

export function useEnvironment(start: StartEnvironment): () => EnvironmentKit {
  let harness: EnvironmentHarness | undefined;
  beforeEach(async () => {
    harness = await start();
  });
  afterEach(async () => {
    await harness?.dispose();
    harness = undefined;
  });
  return () => {
    if (harness === undefined) throw new Error("The environment is there only while a test runs.");
    const { env } = harness;
    return {
      env,
      write: (path, text) => env.write(path, new TextEncoder().encode(text)),
      text: async (path) => new TextDecoder().decode(await env.read(path)),
      run: (command, options) =>
        env.exec(command, { timeoutMs: 20_000, signal: new AbortController().signal, ...options }),
    };
  };
}

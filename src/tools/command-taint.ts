// Whether what a command prints may be the words of strangers: from the network, or from files that are not of this work.

import { type Environment, workplaceOf } from "../contracts/environment.ts";
import { isWithin } from "../kernel/context-files/paths.ts";
import { pathsInCommand } from "../kernel/context-files/shell-paths.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { usesNetwork } from "../kernel/output/network.ts";

/** Programs and devices: run or written to, not read for their words. */
const MACHINERY = ["/dev", "/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"];

/** Programs that print what lies below a directory or behind a pattern. */
const PRINTS =
  /\b(?:cat|tac|nl|head|tail|less|more|[ef]?grep|rg|ag|ack|sed|awk|strings|xargs|diff|comm|sort|uniq|cut|jq|yq)\b/;

/** Names the source; asked before the command runs, so that a file it is about to write does not count as one it read. */
export async function commandTaint(command: string, env: Environment, workdir?: string): Promise<string | undefined> {
  if (usesNetwork(command)) return "output of a network command";
  const root = workplaceOf(env);
  const here = workdir === undefined ? env.cwd : env.resolve(workdir);
  const elsewhere = pathsInCommand(command, here, env.resolve("~")).filter(
    (path) => !isWithin(root, path) && !MACHINERY.some((place) => isWithin(place, path)),
  );
  const kinds = await Promise.all(elsewhere.map((path) => kindOf(env, path)));
  const file = elsewhere.find((_path, index) => kinds[index] === "file");
  if (file !== undefined) return `file ${file}`;
  const directory = PRINTS.test(command) ? elsewhere.find((_path, index) => kinds[index] === "dir") : undefined;
  return directory === undefined ? undefined : `files under ${directory}`;
}

async function kindOf(env: Environment, path: string): Promise<string | undefined> {
  try {
    return (await env.stat(path))?.type;
  } catch (error) {
    if (error instanceof EnvironmentFailure) return undefined;
    throw error;
  }
}

// What the user's terminal shows, where something keeps it: tmux does, and nothing else can be asked.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Facts } from "../config/process-facts.ts";

const run = promisify(execFile);
const KEPT_LINES = 1_000;
const WITHIN_MS = 5_000;

export type ReadScreen = () => Promise<string | undefined>;

/** Undefined where the program was not started inside tmux. The pane beside us counts before our own: that is where the user works. */
export function terminalScreen({ env }: Pick<Facts, "env">): ReadScreen | undefined {
  const { TMUX: server, TMUX_PANE: own, PATH = "" } = env;
  if (server === undefined || server === "" || own === undefined || own === "") return undefined;
  const tmux = async (...args: readonly string[]) =>
    (await run("tmux", args, { env: { PATH, TMUX: server }, timeout: WITHIN_MS, killSignal: "SIGKILL" })).stdout;
  return async () => {
    try {
      const panes = (await tmux("list-panes", "-t", own, "-F", "#{pane_id} #{pane_last}")).trim().split("\n");
      const others = panes.map((line) => line.split(" ")).filter(([id]) => id !== own);
      const chosen = others.find(([, last]) => last === "1") ?? others[0] ?? [own];
      const shown = await tmux("capture-pane", "-p", "-J", "-t", chosen[0] ?? own, "-S", `-${KEPT_LINES}`);
      return shown.trimEnd();
    } catch {
      // The server may be gone, or its program: then there is nothing to read any more.
      return undefined;
    }
  };
}

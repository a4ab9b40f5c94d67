// Which files a command may change is known to the gate; what still runs in the background, to the board of jobs.

import { workplaceOf } from "../contracts/environment.ts";
import type { FileWatchPorts } from "../runtime/file-watch.ts";
import type { JobBoard } from "../tools/jobs.ts";
import { agentHomes } from "./agent-homes.ts";
import type { Ground } from "./ground.ts";

export function composeFileWatch({ home }: Ground, jobs: JobBoard): FileWatchPorts {
  const ownHomes = agentHomes(home);
  return {
    ownHomes,
    isRunning: (sessionId) => jobs.list(sessionId).some(({ job }) => job.state().type === "running"),
    async reachOf(command, cwd, env) {
      const { judgeCommandText } = await import("../gates/explain-command.ts");
      const places = { cwd, workspace: workplaceOf(env), home: env.resolve("~"), controlHomes: ownHomes };
      const { plainRead, written, deleted, touches, visited } = judgeCommandText(command, places);
      if (plainRead) return { type: "reads" };
      return { type: "may-change", named: [...written, ...deleted], touched: touches, folders: [cwd, ...visited] };
    },
  };
}

// Skills from elsewhere: the guarded web and an inert git behind the hub.

import { execFile } from "node:child_process";
import type { SkillHub } from "../contracts/skill-hub.ts";
import type { RunGit } from "../stores/files/skills/hub/fetch-git.ts";
import { openHub } from "../stores/files/skills/hub/hub.ts";
import type { Ground } from "./ground.ts";
import { composeWeb } from "./web.ts";

const FETCH_MS = 60_000;
const MOST_OUTPUT = 4 * 2 ** 20;

export function composeHub(ground: Ground): SkillHub {
  const { home, facts, env, clock, ids, log } = ground;
  const web = composeWeb(ground);
  return openHub({
    skills: home.skills,
    cwd: facts.cwd,
    userHome: facts.userHome,
    optional: "",
    web: {
      fetch: (url, options) =>
        web.fetch(url, { ...options, signal: AbortSignal.timeout(FETCH_MS), timeoutMs: FETCH_MS }),
      githubApi: env.HERMES_GITHUB_API ?? "https://api.github.com",
      githubRaw: env.HERMES_GITHUB_RAW ?? "https://raw.githubusercontent.com",
      ...(env.GITHUB_TOKEN ? { githubToken: env.GITHUB_TOKEN } : {}),
    },
    git: runGit(ground.childEnv),
    ...{ clock, ids, log },
  });
}

/** No questions, no credentials of ours, no configuration a repository could bring. */
function runGit(childEnv: Ground["childEnv"]): RunGit {
  return (args, { cwd, timeoutMs }) =>
    new Promise((done) => {
      const env = { ...childEnv, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" };
      const limits = { timeout: timeoutMs, killSignal: "SIGKILL" as const, maxBuffer: MOST_OUTPUT };
      execFile("git", [...args], { cwd, env, ...limits }, (error, output, errors) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        done({ code, output, errors: errors || (error === null ? "" : error.message) });
      });
    });
}

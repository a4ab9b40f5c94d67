// Skills from elsewhere: the guarded web and an inert git behind the hub.

import type { SkillHub } from "../contracts/skill-hub.ts";
import { openHub } from "../stores/files/skills/hub/hub.ts";
import { createRunGit } from "../stores/files/skills/hub/run-git.ts";
import type { Ground } from "./ground.ts";
import { composeWeb } from "./web.ts";

const FETCH_MS = 60_000;

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
    git: createRunGit(ground.childEnv),
    ...{ clock, ids, log },
  });
}

// Project rules of the directories a call has just entered, read once each.

import { join } from "node:path";
import type { Environment } from "../contracts/environment.ts";
import type { HintSource, Hints } from "../contracts/prompt.ts";
import {
  HINT_FILES,
  type Hint,
  isShown,
  joinHints,
  rearm,
  renderHint,
  startHints,
  type Touched,
  visit,
  withShown,
} from "../kernel/context-files/hints.ts";
import { redactionNotice } from "../kernel/context-files/load.ts";
import { ruleApplies } from "../kernel/context-files/mdc.ts";
import { relativeTo } from "../kernel/context-files/paths.ts";
import { pathsInCommand } from "../kernel/context-files/shell-paths.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import {
  isTrusted,
  namesIn,
  noticesOf,
  type ProjectFileOptions,
  readProjectFiles,
  trustable,
  type WaitingRule,
} from "./project-files.ts";
import { GONE, type ReadText, readText } from "./read-text.ts";

export function createHintSource(options: ProjectFileOptions): HintSource {
  return { open: (env, inWindow) => openHints(env, inWindow, options) };
}

function openHints(env: Environment, inWindow: string | undefined, options: ProjectFileOptions): Hints {
  const root = env.cwd;
  const live = {
    state: startHints(root, inWindow),
    waiting: undefined as Promise<readonly WaitingRule[]> | undefined,
  };

  const waitingRules = () => {
    live.waiting ??= readProjectFiles(env, root, options).then((files) => files.waiting);
    return live.waiting;
  };

  /** Rules that waited for a file like one of these and are not in the window; calls that run side by side get each once. */
  async function matchingRules(touched: readonly Touched[]): Promise<readonly WaitingRule[]> {
    const rules = await waitingRules();
    const matching = rules.filter(
      (rule) =>
        !isShown(live.state, rule) &&
        touched.some(({ path }) => ruleApplies({ body: "", globs: rule.globs }, relativeTo(root, path) ?? "")),
    );
    live.state = withShown(live.state, matching);
    return matching;
  }

  return {
    async for(paths, command) {
      const named = command === undefined ? paths : [...paths, ...pathsInCommand(command, env.cwd, options.home)];
      const touched = (await Promise.all([...new Set(named)].map((path) => look(env, path)))).filter(
        (one) => one !== undefined,
      );
      if (touched.length === 0) return { text: "", notices: [] };
      const { state, directories } = visit(live.state, root, touched);
      live.state = state;
      const found = await Promise.all(directories.map((directory) => readHint(env, root, directory, options)));
      const hints = found.flatMap((one) => (one.hint === undefined ? [] : [one.hint]));
      const rules = await matchingRules(touched);
      live.state = withShown(live.state, hints);
      return {
        text: joinHints([...hints, ...rules]),
        notices: [...found.flatMap((one) => one.notices), ...rules.flatMap((rule) => noticesOf(env, rule))],
      };
    },
    rearm(nowInWindow) {
      live.state = rearm(live.state, root, nowInWindow);
      live.waiting = undefined;
    },
  };
}

/** Where a path really leads; undefined when that cannot be found out. */
async function look(env: Environment, path: string): Promise<Touched | undefined> {
  try {
    const real = await env.realPath(path);
    const info = await env.stat(real);
    return { path: real, kind: info === undefined ? "missing" : info.type === "dir" ? "dir" : "file" };
  } catch (error) {
    if (error instanceof EnvironmentFailure) return undefined;
    throw error;
  }
}

interface Found {
  readonly hint?: Hint;
  readonly notices: readonly string[];
}

/** The first usable file of the directory; those before it that cannot be used are named. */
async function readHint(
  env: Environment,
  root: string,
  directory: string,
  options: ProjectFileOptions,
): Promise<Found> {
  const present = new Set((await namesIn(env, directory)).map((entry) => entry.name));
  const notices: string[] = [];
  for (const name of HINT_FILES.filter((file) => present.has(file))) {
    const path = join(directory, name);
    const read = await readInside(env, root, path);
    if (read.type !== "text") {
      notices.push(`${path} was not loaded: ${read.type === "absent" ? GONE : read.why}.`);
      continue;
    }
    const hint = renderHint(root, directory, name, read.text, await isTrusted(env, path, read.text, options));
    if (hint === undefined) continue;
    const redacted = hint.redactions.map((redaction) => redactionNotice(path, redaction, trustable(env, path)));
    return { hint, notices: [...notices, ...redacted] };
  }
  return { notices };
}

/** A link out of the tree would bring in somebody else's rules. */
async function readInside(env: Environment, root: string, path: string): Promise<ReadText> {
  const real = await look(env, path);
  if (real !== undefined && relativeTo(root, real.path) === undefined)
    return { type: "unusable", why: "it is a link to a place outside the project" };
  return readText(env, path);
}

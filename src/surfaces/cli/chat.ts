// A conversation from the command line: one prompt, lines from a pipe, or a person at a terminal.

import { randomBytes } from "node:crypto";
import { openHome } from "../../config/open-home.ts";
import { loadConfigQuickly } from "../../config/quick-load.ts";
import type { PreparedText } from "../../contracts/command.ts";
import type { Session } from "../../contracts/session.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { ImagePart } from "../../kernel/message.ts";
import { withWords } from "../../kernel/skills/invocation.ts";
import type { App } from "../../runtime/app.ts";
import { MESSAGES } from "../tui/messages.ts";
import { appOptions, type ChatFlags, ignoresUserConfig, withEnvironment } from "./chat-flags.ts";
import type { Io } from "./io.ts";
import { openSession } from "./open-session.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";
import { readImages } from "./read-images.ts";
import { runSingleQuery } from "./single-query.ts";
import type { ProgramContext } from "./subcommand.ts";

/** One answer, a piped conversation, or the terminal interface; gives back the exit code. */
export async function chat(context: ProgramContext, typed: ChatFlags): Promise<number> {
  const flags = withEnvironment(typed, context.facts.env);
  if (!(await wantsWorktree(context, flags))) return converse(context, flags, {});
  const { openWorktree } = await import("./worktree.ts");
  const tree = await openWorktree(context.facts.cwd, freshName(context));
  for (const words of tree.news) context.io.err(`${words}\n`);
  try {
    return await converse(context, flags, { cwd: tree.cwd });
  } finally {
    context.io.err(`${await tree.leave()}\n`);
  }
}

/** The flag asks for one wherever it is typed; the setting only where there is a repository. */
async function wantsWorktree({ facts, profile }: ProgramContext, flags: ChatFlags): Promise<boolean> {
  if (flags.worktree === true) return true;
  const { config } = await loadConfigQuickly({
    home: openHome(facts, profile),
    env: facts.env,
    secrets: new Map(),
    ignoreUserConfig: ignoresUserConfig(flags),
  });
  return config.worktree && (await import("./worktree.ts")).isRepository(facts.cwd);
}

function freshName({ clock }: ProgramContext): string {
  const day = new Date(clock.now()).toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
  return `${day}-${randomBytes(3).toString("hex")}`;
}

/** `cwd`: where the work happens when that is not where the person stands. */
type Place = { readonly cwd?: string };

async function converse(context: ProgramContext, flags: ChatFlags, place: Place): Promise<number> {
  const { io, openApp } = context;
  const prompt = flags.oneshot ?? flags.query;
  if (prompt !== undefined && prompt.trim() === "") throw new UsageFailure(PROGRAM_WORDS.chat.promptEmpty);
  const images = await readImages(flags.image ?? [], context.facts);
  if (prompt === undefined && io.stdinIsTty && io.stdoutIsTty && context.facts.env.TERM !== "dumb")
    return chatOnTerminal(context, flags, { place, images });
  const app = await withSkills(
    await openApp({ ...appOptions(flags, prompt === undefined && io.stdinIsTty), ...place }),
    flags,
  );
  for (const warning of app.warnings) io.err(`hermes: ${warning}\n`);
  const session = await openSession(app, flags);
  if (images.length > 0) await warnBlind(app, session, io);
  if (prompt === undefined) {
    const { runRepl } = await import("./repl.ts");
    return runRepl(app, session, io, {
      source: flags.source ?? "cli",
      images,
      skinsFolder: openHome(context.facts, context.profile).skins,
      readImage: (file) => readImages([file], context.facts),
    });
  }
  const oneshot = flags.oneshot !== undefined;
  const quiet = oneshot || flags.quiet === true;
  return runSingleQuery(
    app,
    session,
    {
      prompt,
      images,
      show: quiet && flags.verbose !== true ? "answer" : "progress",
      sessionId: !oneshot || flags.quiet === true,
    },
    io,
  );
}

async function warnBlind(app: App, session: Session, io: Io): Promise<void> {
  const plan = await app.plan(session.settings);
  if (plan.type !== "ready" || plan.primary.provider.info(plan.primary.model).images) return;
  io.err(`hermes: ${MESSAGES.noImagesHere(plan.primary.model)}\n`);
}

/** `-s`: the first message of this run carries the text of these skills. */
async function withSkills(app: App, { skills = [] }: ChatFlags): Promise<App> {
  if (skills.length === 0) return app;
  const first: { loaded: PreparedText | undefined } = { loaded: await app.preload(skills) };
  return {
    ...app,
    async attach(message) {
      const attached = await app.attach(message);
      const before = first.loaded;
      first.loaded = undefined;
      if (before === undefined) return attached;
      return {
        text: withWords(before.text, attached.text),
        taints: [...(before.taints ?? []), ...attached.taints],
        warnings: [...(before.warnings ?? []), ...attached.warnings],
      };
    },
  };
}

/** The prompt first, everything else behind it: nobody waits for what they do not need yet. */
async function chatOnTerminal(
  context: ProgramContext,
  flags: ChatFlags,
  { place, images }: { readonly place: Place; readonly images: readonly ImagePart[] },
): Promise<number> {
  const { processTerminal, showFirstFrame } = await import("../tui/first-frame.ts");
  const frame = showFirstFrame(processTerminal(context.io.colour));
  try {
    const { runTui } = await import("../tui/run.ts");
    return await runTui({
      ...context,
      facts: { ...context.facts, ...place },
      source: flags.source ?? "cli",
      ignoreUserConfig: ignoresUserConfig(flags),
      images,
      resumed: flags.resume !== undefined || flags.continue !== undefined,
      firstFrame: frame,
      async open() {
        const app = await withSkills(await context.openApp({ ...appOptions(flags, true), ...place }), flags);
        return { app, session: await openSession(app, flags) };
      },
    });
  } finally {
    frame.end();
  }
}

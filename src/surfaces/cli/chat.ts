// A conversation from the command line: one prompt, lines from a pipe, or a person at a terminal.

import type { PreparedText } from "../../contracts/command.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import { withWords } from "../../kernel/skills/invocation.ts";
import type { App } from "../../runtime/app.ts";
import { appOptions, type ChatFlags } from "./chat-flags.ts";
import { openSession } from "./open-session.ts";
import { readImages } from "./read-images.ts";
import { runSingleQuery } from "./single-query.ts";
import type { ProgramContext } from "./subcommand.ts";

/** One answer, a piped conversation, or the terminal interface; gives back the exit code. */
export async function chat(context: ProgramContext, flags: ChatFlags): Promise<number> {
  if (flags.worktree !== true) return converse(context, flags, undefined);
  const { openWorktree } = await import("./worktree.ts");
  const tree = await openWorktree(context.facts.cwd, `work-${process.pid}`);
  try {
    return await converse(context, flags, tree.path);
  } finally {
    context.io.err(`${await tree.leave()}\n`);
  }
}

async function converse(context: ProgramContext, flags: ChatFlags, cwd: string | undefined): Promise<number> {
  const { io, openApp } = context;
  const place = cwd === undefined ? {} : { cwd };
  const prompt = flags.oneshot ?? flags.query;
  if (prompt !== undefined && prompt.trim() === "")
    throw new UsageFailure('The prompt is empty. Say what you want: hermes -z "hello".');
  if (prompt === undefined && io.stdinIsTty && io.stdoutIsTty && context.facts.env.TERM !== "dumb")
    return chatOnTerminal(context, flags, place);
  const app = await withSkills(
    await openApp({ ...appOptions(flags, prompt === undefined && io.stdinIsTty), ...place }),
    flags,
  );
  for (const warning of app.warnings) io.err(`hermes: ${warning}\n`);
  const session = await openSession(app, flags);
  if (prompt === undefined) {
    const { runRepl } = await import("./repl.ts");
    return runRepl(app, session, io, flags.source);
  }
  const oneshot = flags.oneshot !== undefined;
  const quiet = oneshot || flags.quiet === true;
  return runSingleQuery(
    app,
    session,
    {
      prompt,
      images: await readImages(flags.image ?? [], context.facts.cwd),
      show: quiet && flags.verbose !== true ? "answer" : "progress",
      sessionId: !oneshot || flags.quiet === true,
    },
    io,
  );
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
  place: { readonly cwd?: string },
): Promise<number> {
  if (flags.image !== undefined)
    throw new UsageFailure("--image goes with -q or -z; in a conversation paste the image or name its file.");
  const { processTerminal, showFirstFrame } = await import("../tui/first-frame.ts");
  const frame = showFirstFrame(processTerminal(context.io.colour));
  try {
    const { runTui } = await import("../tui/run.ts");
    return await runTui({
      ...context,
      facts: { ...context.facts, ...place },
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

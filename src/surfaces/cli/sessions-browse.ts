// `hermes sessions browse`: type to narrow the list, look at one, decide what to do with it.

import type { SessionRow } from "../../contracts/stores.ts";
import { ellipsize, oneLine } from "../../kernel/text.ts";
import { chat } from "./chat.ts";
import { ago, printJson } from "./printing.ts";
import { openPrompts, type Prompts } from "./prompts.ts";
import { columnsOf } from "./session-columns.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { renderTranscript } from "./transcript-view.ts";
import { type SessionWork, withSessions } from "./with-sessions.ts";
import { WORDS } from "./words.data.ts";

interface BrowseFlags {
  readonly source?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const PREVIEW_LINES = 24;

export async function browse(context: SubcommandContext, flags: BrowseFlags): Promise<number> {
  if (flags.json === true) {
    await withSessions(context.openAdmin, async (work) => {
      printJson(context.io, { sessions: (await choices(work, flags)).map(columnsOf) });
    });
    return 0;
  }
  const prompts = await openPrompts(context.io, WORDS.sessions.browse.needsTerminal);
  const resume = await withSessions(context.openAdmin, (work) => choose(work, prompts, flags, context));
  return resume === undefined ? 0 : chat(context, { resume });
}

/** The session to go on with; undefined when the person is done. */
async function choose(
  work: SessionWork,
  prompts: Prompts,
  flags: BrowseFlags,
  { io }: SubcommandContext,
): Promise<string | undefined> {
  const { store, now, alone } = work;
  for (;;) {
    const rows = await choices(work, flags);
    if (rows.length === 0) {
      prompts.done(WORDS.sessions.list.none);
      return undefined;
    }
    const id = await prompts.search(
      WORDS.sessions.browse.which,
      rows.map((row) => choiceOf(row, now())),
    );
    const row = rows.find((one) => one.id === id);
    if (row === undefined) return undefined;
    const text = renderTranscript(row, await store.history(id), { tools: false }, io).split("\n");
    io.out(`${[...text.slice(0, 3), ...text.slice(3).slice(-PREVIEW_LINES)].join("\n")}\n`);
    const deed = await prompts.pick(WORDS.sessions.browse.whatNow, [
      { value: "resume", label: WORDS.sessions.browse.deeds.resume },
      { value: "back", label: WORDS.sessions.browse.deeds.back },
      { value: "rename", label: WORDS.sessions.browse.deeds.rename },
      { value: "archive", label: WORDS.sessions.browse.deeds.archive },
      { value: "delete", label: WORDS.sessions.browse.deeds.delete },
      { value: "leave", label: WORDS.sessions.browse.deeds.leave },
    ]);
    if (deed === "resume") return id;
    if (deed === "leave") return undefined;
    if (deed === "rename")
      await store.setTitle(id, await prompts.ask(WORDS.sessions.browse.title, { initial: row.title ?? "" }));
    if (deed === "archive") await store.archive(id, true);
    if (deed === "delete" && (await prompts.confirm(WORDS.sessions.browse.removeQuestion(id), false)))
      await alone(id, () => store.removeConversation(id));
  }
}

function choices({ store, admin }: SessionWork, flags: BrowseFlags): Promise<readonly SessionRow[]> {
  return store.list({
    principal: admin.principal,
    tipsOnly: true,
    limit: flags.limit,
    ...(flags.source === undefined ? {} : { source: flags.source }),
  });
}

function choiceOf(
  row: SessionRow,
  now: number,
): { readonly value: string; readonly label: string; readonly hint: string } {
  const name = ellipsize(oneLine(row.title ?? (row.preview || row.id)), 60);
  const preview = ellipsize(oneLine(row.preview), 80);
  return {
    value: row.id,
    label: name,
    hint: [`${ago(row.lastActiveAt, now)}, ${WORDS.sessions.messages(row.messageCount)}`, preview]
      .filter(Boolean)
      .join(" · "),
  };
}

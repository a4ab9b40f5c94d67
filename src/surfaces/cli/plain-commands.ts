// The commands of the terminal interface where there are only lines: what makes sense there is done, the rest says where it works.

import type { Command, Reply } from "../../contracts/command.ts";
import type { Session } from "../../contracts/session.ts";
import type { StoredMessage } from "../../contracts/stores.ts";
import type { ImagePart } from "../../kernel/message.ts";
import { textOf } from "../../kernel/message.ts";
import { copySequence } from "../tui/copy-sequence.ts";
import { listSkins } from "../tui/find-skins.ts";
import { size } from "../tui/format.ts";
import type { Messages } from "../tui/messages.ts";
import type { Io } from "./io.ts";

export interface PlainPorts {
  readonly io: Io;
  readonly skinsFolder: string;
  history(session: Session): Promise<readonly StoredMessage[]>;
  /** Throws UsageFailure. */
  readImage(file: string): Promise<readonly ImagePart[]>;
  /** Goes along with the next message. */
  attach(images: readonly ImagePart[]): void;
  /** Keeps a setting; says what it did. */
  set(key: string, value: string, session: Session): Promise<Reply>;
}

const SCREEN_ONLY = ["details", "busy", "redraw", "clear"] as const;

export function plainCommands(ports: PlainPorts, messages: Messages): readonly Command[] {
  const command = (name: keyof Messages["commands"], args: string | undefined, run: Command["run"]): Command => ({
    ...{ name, summary: messages.commands[name], group: "control", whileBusy: true, run },
    ...(args === undefined ? {} : { args }),
  });
  return [
    command("copy", "[n]", async (args, session) => copy(args, await ports.history(session), ports, messages)),
    command("skin", "[name]", (args, session) => skin(args, session, ports, messages)),
    command("image", "<file>", async (args) => {
      if (args === "") return said(messages.plain.whichImage);
      ports.attach(await ports.readImage(args));
      return said(messages.plain.imageAttached(args));
    }),
    ...SCREEN_ONLY.map((name) => command(name, undefined, async () => said(messages.plain.screenOnly(name)))),
  ];
}

const said = (text: string): Reply => ({ type: "text", text });

function copy(args: string, history: readonly StoredMessage[], { io }: PlainPorts, messages: Messages): Reply {
  if (!io.stdoutIsTty) return said(messages.plain.noClipboard);
  const answers = history
    .filter(({ message }) => message.role === "assistant")
    .map(({ message }) => textOf(message).trim())
    .filter((words) => words !== "");
  const wanted = answers.at(-Math.max(1, Number(args) || 1));
  if (wanted === undefined) return said(messages.nothingToCopy);
  io.out(copySequence(wanted));
  return said(messages.copied(size(wanted)));
}

/** There are no colours here; the choice counts where there are. */
async function skin(args: string, session: Session, ports: PlainPorts, messages: Messages): Promise<Reply> {
  const skins = await listSkins(ports.skinsFolder);
  const names = skins.map(({ name }) => name).join(", ");
  if (args === "") return said(messages.plain.skins(names));
  if (!skins.some(({ name }) => name === args)) return said(messages.skinUnknown(args, names));
  return ports.set("display.skin", args, session);
}

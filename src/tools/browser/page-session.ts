// One conversation's windows: which is in front, what they said on the console, what their dialogs asked.

import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Dialog, Page } from "playwright-core";
import { takeChars } from "../../kernel/text.ts";
import type { References } from "./references.ts";

const MAX_CONSOLE = 200;
const MAX_DIALOGS = 20;
const MAX_ENTRY_CHARS = 2_000;
const MAX_WINDOWS = 10;

export interface ConsoleEntry {
  readonly type: string;
  readonly text: string;
}

export interface DialogEntry {
  readonly type: string;
  readonly message: string;
  readonly answered: "accepted" | "dismissed";
}

export interface PageSession {
  /** The page in front: what opened last and is still there. */
  readonly page: Page;
  readonly console: ConsoleEntry[];
  readonly references: References;
  /** False while there is only the empty page a session starts with. */
  isOpen(): boolean;
  /** The dialogs since the last call; they are answered when they appear, so that none blocks its page. */
  takeDialogs(): readonly DialogEntry[];
  /** Gives what an act set in motion a moment, a new window included; a page that never rests does not hold us. */
  settle(limitMs: number): Promise<void>;
  /** Closes a window that another one opened; false when this is the first. */
  leaveWindow(): Promise<boolean>;
}

/** `onLost` is called when the last page is gone or one has crashed. */
export async function openPageSession(
  context: BrowserContext,
  references: References,
  onLost: () => void,
): Promise<PageSession> {
  const windows: Page[] = [];
  let opening: PromiseWithResolvers<void> | undefined;
  const console: ConsoleEntry[] = [];
  const dialogs: DialogEntry[] = [];
  const note = (type: string, text: string) => {
    console.push({ type, text: takeChars(text, MAX_ENTRY_CHARS) });
    if (console.length > MAX_CONSOLE) console.shift();
  };
  const answer = (dialog: Dialog) => {
    const type = dialog.type();
    // Staying because a page asks for it would break the next navigation; consent is for a person to give.
    const answered = type === "beforeunload" || type === "alert" ? "accepted" : "dismissed";
    const entry = { type, message: takeChars(dialog.message(), MAX_ENTRY_CHARS), answered } as const;
    if (type !== "beforeunload" && dialogs.length < MAX_DIALOGS) dialogs.push(entry);
    // The page may be gone before it hears the answer.
    (answered === "accepted" ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
  };
  /** A window is announced when it is asked for; it arrives only once its address has answered. */
  const announce = async (page: Page) => {
    const wire = await context.newCDPSession(page);
    wire.on("Page.windowOpen", () => {
      opening ??= Promise.withResolvers();
    });
    await wire.send("Page.enable");
  };
  const adopt = (page: Page) => {
    if (windows.includes(page)) return;
    opening?.resolve();
    opening = undefined;
    if (windows.length >= MAX_WINDOWS) {
      page.close().catch(() => undefined);
      return;
    }
    windows.push(page);
    page.on("console", (message) => note(message.type(), message.text()));
    page.on("pageerror", (error) => note("error", error.message));
    page.on("dialog", answer);
    page.on("crash", onLost);
    // A window that closes at once cannot announce another.
    if (windows.length > 1) announce(page).catch(() => undefined);
    page.on("close", () => {
      windows.splice(windows.indexOf(page), 1);
      if (windows.length === 0) onLost();
    });
  };
  context.on("page", adopt);
  const first = await context.newPage();
  adopt(first);
  await announce(first);
  const front = () => windows.at(-1) ?? first;
  return {
    get page() {
      return front();
    },
    console,
    references,
    isOpen: () => windows.length > 1 || first.url() !== "about:blank",
    async settle(limitMs) {
      if (opening !== undefined) await Promise.race([opening.promise, sleep(limitMs, undefined, { ref: false })]);
      opening = undefined;
      await front()
        .waitForLoadState("domcontentloaded", { timeout: limitMs })
        .catch(() => undefined);
    },
    takeDialogs: () => dialogs.splice(0),
    async leaveWindow() {
      if (windows.length < 2) return false;
      await windows.at(-1)?.close();
      return true;
    },
  };
}

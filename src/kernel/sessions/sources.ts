// What the place a session was opened from says about it.

import { PLATFORM_HINTS } from "../prompt/platform.data.ts";

/** Places with a hint of their own that are no messaging service. */
const NO_CHAT: ReadonlySet<string> = new Set(["cli", "tui", "acp", "cron", "api_server", "webui"]);

/** A chat on a messaging service: it grows for weeks, and nobody starts a new one. */
export function isMessagingChat(source: string): boolean {
  return Object.hasOwn(PLATFORM_HINTS, source) && !NO_CHAT.has(source);
}

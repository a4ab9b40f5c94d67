// Which session a chat starts in: a new one, the latest, or a named one.

import type { Session } from "../../contracts/session.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { App } from "../../runtime/app.ts";
import type { OpenRequest } from "../../runtime/host.ts";
import type { ChatFlags } from "./chat-flags.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";

export async function openSession(app: App, flags: ChatFlags): Promise<Session> {
  const request: OpenRequest = {
    principal: app.principal,
    source: flags.source ?? "cli",
    cwd: app.cwd,
    settings: app.defaults,
  };
  if (flags.resume !== undefined) return app.host.resume(flags.resume, request);
  if (flags.continue === undefined) return app.host.create(request);
  if (typeof flags.continue === "string") return app.host.resume(flags.continue, request);
  const [latest] = await app.store.list({ principal: app.principal, source: request.source, tipsOnly: true, limit: 1 });
  if (latest === undefined) throw new UsageFailure(PROGRAM_WORDS.chat.nothingToContinue, 1);
  return app.host.resume(latest.id, request);
}

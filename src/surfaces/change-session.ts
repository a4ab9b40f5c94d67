// From one conversation to another without leaving the program.

import type { Session } from "../contracts/session.ts";
import type { EndReason } from "../contracts/stores.ts";
import { BRANCH_MARK } from "../kernel/sessions/lineage.ts";
import type { App } from "../runtime/app.ts";
import type { OpenRequest } from "../runtime/host.ts";

/** "" is a new one. The old one is let go only when the other is open; going on with the same one means opening it again. */
export async function changeSession(app: App, old: Session, to: string, request: OpenRequest): Promise<Session> {
  if (to === old.id) {
    await old.close();
    return app.host.resume(to, request);
  }
  const next = to === "" ? await app.host.create({ ...request, replaces: old.id }) : await app.host.resume(to, request);
  await old.close(await whyLeft(app, old, to));
  return next;
}

async function whyLeft(app: App, old: Session, to: string): Promise<EndReason> {
  if (to === "") return "new_session";
  return (await app.store.get(to))?.settings[BRANCH_MARK] === old.id ? "branched" : "resumed_other";
}

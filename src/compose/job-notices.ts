// A background process that ended or said what it was watched for, and a child that was sent off, speak up in the session that started them.

import type { Log } from "../contracts/log.ts";
import type { Session } from "../contracts/session.ts";
import { text } from "../kernel/message.ts";
import type { Host } from "../runtime/host.ts";

export interface SessionNotice {
  readonly sessionId: string;
  readonly jobId: string;
  readonly text: string;
  readonly taint?: string;
}

interface NoticeSource {
  subscribe(listener: (notice: SessionNotice) => void): void;
}

/** The same host, whose open sessions hear of what they started; a closed one is forgotten when its events end. */
export function hostWithNotices(host: Host, sources: readonly NoticeSource[], log: Log): Host {
  const open = new Set<Session>();
  const tell = (notice: SessionNotice) => {
    for (const session of open) {
      if (session.id !== notice.sessionId) continue;
      session
        .send({
          parts: [text(notice.text)],
          delivery: "steer",
          origin: "runtime",
          ...(notice.taint && { taints: [notice.taint] }),
        })
        .catch((error: unknown) =>
          log.warn("a notice of a job was not delivered", { job: notice.jobId, error: String(error) }),
        );
    }
  };
  for (const source of sources) source.subscribe(tell);
  const tracked = (session: Session): Session => {
    open.add(session);
    void forgetWhenClosed(session, open);
    return session;
  };
  return {
    create: async (request) => tracked(await host.create(request)),
    resume: async (reference, request) => tracked(await host.resume(reference, request)),
  };
}

async function forgetWhenClosed(session: Session, open: Set<Session>): Promise<void> {
  for await (const _event of session.events());
  open.delete(session);
}

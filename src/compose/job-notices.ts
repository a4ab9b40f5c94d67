// A background process that ended or said what it was watched for speaks up in the session that started it.

import type { Log } from "../contracts/log.ts";
import type { Session } from "../contracts/session.ts";
import { text } from "../kernel/message.ts";
import type { Host } from "../runtime/host.ts";
import type { JobBoard } from "../tools/jobs.ts";

/** The same host, whose open sessions hear of their jobs; a closed one is forgotten when its events end. */
export function hostWithNotices(host: Host, jobs: JobBoard, log: Log): Host {
  const open = new Set<Session>();
  jobs.subscribe((notice) => {
    for (const session of open) {
      if (session.id !== notice.sessionId) continue;
      session
        .send({ parts: [text(notice.text)], delivery: "steer", ...(notice.taint && { taints: [notice.taint] }) })
        .catch((error: unknown) =>
          log.warn("a notice of a job was not delivered", { job: notice.jobId, error: String(error) }),
        );
    }
  });
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

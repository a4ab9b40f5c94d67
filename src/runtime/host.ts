// Opens sessions: new, or resumed exactly where they stopped. One drainer per session on any machine.

import type { Session, SessionSettings } from "../contracts/session.ts";
import type { SessionRow } from "../contracts/stores.ts";
import type { FileChange } from "../kernel/compress/file-lists.ts";
import { UsageFailure } from "../kernel/failure.ts";
import { asFolder } from "../kernel/files/look.ts";
import { callsOf, type ToolCall, type ToolMessage } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";
import { claimSession } from "./claim.ts";
import type { HostPorts } from "./host-ports.ts";
import { createSession } from "./session.ts";
import { openTranscript, type Transcript } from "./transcript.ts";

export interface OpenRequest {
  readonly principal: Principal;
  readonly source: string;
  readonly cwd: string;
  readonly settings: SessionSettings;
  readonly callerSystem?: string;
  /** The session this one was started from. */
  readonly parentId?: string;
  /** The session a person leaves for this new one. */
  readonly replaces?: string;
  /** Outside sources in the window of the turn that starts this session: its child counts them as its own. */
  readonly inheritedTaints?: readonly string[];
  /** Kept in the row's `model_config`. */
  readonly storedSettings?: Readonly<Record<string, unknown>>;
}

export interface Host {
  create(request: OpenRequest): Promise<Session>;
  /** `reference` is an id, a unique prefix of one, or a title. */
  resume(reference: string, request: OpenRequest): Promise<Session>;
}

export function createHost(ports: HostPorts): Host {
  async function open(row: SessionRow, request: OpenRequest): Promise<Session> {
    const lease = await claimSession(ports, row.id, "Close it there, or start a new session.");
    try {
      const transcript = await openTranscript(ports.store, row.id);
      await answerOpenCalls(ports, transcript, mayHaveChanged(ports, row, request));
      return createSession(ports, {
        row,
        settings: request.settings,
        transcript,
        env: await ports.environment(request.cwd),
        lease,
        prompt: await ports.store.prompt(row.id),
        inheritedTaints: request.inheritedTaints ?? [],
        replaces: request.replaces,
        ...(request.callerSystem === undefined ? {} : { callerSystem: request.callerSystem }),
      });
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  return {
    async create(request) {
      const row = await ports.store.create({
        id: ports.ids.sessionId(),
        source: request.source,
        principal: request.principal,
        cwd: request.cwd,
        startedAt: ports.clock.now(),
        ...(request.parentId === undefined ? {} : { parentId: request.parentId }),
        ...(request.storedSettings === undefined ? {} : { settings: request.storedSettings }),
      });
      return open(row, request);
    },
    async resume(reference, request) {
      const row = await findSession(ports, reference, request.principal);
      if (row.endedAt !== undefined && row.endReason !== "compression") await ports.store.reopen(row.id);
      ports.onResumed?.(row.id);
      return open(row, request);
    },
  };
}

async function findSession(ports: HostPorts, reference: string, principal: Principal): Promise<SessionRow> {
  const found = await ports.store.find(reference, principal);
  if (found.type === "found") return found.session;
  if (found.type === "none") {
    throw new UsageFailure(`No session matches "${reference}". \`hermes sessions list\` shows what there is.`, 1);
  }
  const ids = found.matches.map((row) => row.id).slice(0, 5);
  throw new UsageFailure(`"${reference}" matches several sessions: ${ids.join(", ")}. Give more of the id.`, 1);
}

/** What a call that was cut off may have changed: nobody looked, so its whole workspace counts as unseen. */
function mayHaveChanged(ports: HostPorts, { cwd, principal, source }: SessionRow, request: OpenRequest) {
  return (call: ToolCall): readonly FileChange[] => {
    const tools = ports.tools({ settings: request.settings, source, principal });
    const reads = tools.find(({ name }) => name === call.tool)?.effect === "read";
    return reads ? [] : [{ path: asFolder(cwd ?? request.cwd), state: "unseen" }];
  };
}

/** A crash may have left calls without results: they are answered truthfully and never fired again. */
async function answerOpenCalls(
  ports: HostPorts,
  transcript: Transcript,
  changesOf: (call: ToolCall) => readonly FileChange[],
): Promise<void> {
  const answered = new Set<string>();
  const open: ToolCall[] = [];
  for (const { message } of transcript.entries) if (message.role === "tool") answered.add(message.callId);
  for (const { message } of transcript.entries)
    for (const call of callsOf(message)) if (!answered.has(call.id)) open.push(call);

  const messages: ToolMessage[] = [];
  for (const call of open) {
    const state = await ports.store.callState(transcript.sessionId, call.id);
    const words =
      state.type === "not-started"
        ? "Not started: the run was interrupted before this call."
        : "Interrupted while running; the outcome is unknown. Check before doing it again.";
    const changes = state.type === "not-started" ? [] : changesOf(call);
    messages.push({
      role: "tool",
      callId: call.id,
      tool: call.tool,
      parts: [{ type: "text", text: JSON.stringify({ success: false, error: words }) }],
      isError: true,
      at: ports.clock.now(),
      ...(changes.length === 0 ? {} : { changes }),
    });
  }
  await transcript.append(messages);
}

// The `memory` tool: durable notes across sessions. A write that needs a person asks one, or waits for one.

import type { MemoryOrigin } from "../contracts/memory.ts";
import type { MemoryAuthor, MemoryBook, MemoryReply } from "../contracts/memory-book.ts";
import {
  defineTool,
  jsonError,
  jsonResult,
  type Schema,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../contracts/tool.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { describeEdit, needsPerson } from "../kernel/memory/approval.ts";
import { MEMORY_UNAVAILABLE, type MemoryArguments, type MemoryCall, readMemoryCall } from "../kernel/memory/call.ts";
import { ellipsize, oneLine } from "../kernel/text.ts";

export interface MemoryToolOptions {
  /** `memory.write_approval`, read at each write: it can be switched while a session runs. */
  approval?(): boolean;
  /** Who the writes are said to come from; `review` for the background fork. */
  readonly origin?: MemoryOrigin;
}

type Sound = Extract<MemoryCall, { type: "ok" }>;

const MAX_SESSIONS = 200;
const DENIED = "Memory write denied by user. The change was not saved.";

export function memoryTool(book: MemoryBook | undefined, options: MemoryToolOptions = {}): Tool {
  const grants = createGrants();
  const origin = options.origin ?? "agent";

  return defineTool<MemoryArguments>({
    name: "memory",
    toolset: "memory",
    description:
      "Save, correct or drop a durable note that every later session starts with. target `user`: who the user is and how they want things; target `memory`: environment, conventions, lessons. add needs content; replace needs old_text (a unique part of the entry) and content; remove needs old_text. One dense, self-contained fact per entry. The answer shows all entries and how full the store is; when it is full, merge or remove entries and try again in the same turn. There is no read action: you see the entries at the start of each session.",
    input: MEMORY_INPUT,
    effect: "write",
    output: "own",
    asksItself: true,
    touches: () => [],
    label: (input) => {
      const call = readMemoryCall(input);
      return call.type === "ok" ? ellipsize(describeEdit(call.target, call.edit), 80) : "";
    },
    async run(input, context) {
      if (book === undefined) return refused(MEMORY_UNAVAILABLE);
      const call = readMemoryCall(input);
      if (call.type === "bad") return refused(call.error);
      const author: MemoryAuthor = { origin, sessionId: context.sessionId, taints: context.taints("window") };
      try {
        return await write(book, call, author, context);
      } catch (error) {
        if (!(error instanceof StoreFailure)) throw error;
        return refused(error.message);
      }
    },
  });

  async function write(
    memory: MemoryBook,
    call: Sound,
    author: MemoryAuthor,
    context: ToolContext,
  ): Promise<ToolResult> {
    const { target, edit } = call;
    const { principal, sessionId } = context;
    const taints = author.taints ?? [];
    const approval = options.approval?.() ?? false;
    if (!needsPerson({ approval, taints, granted: grants.has(sessionId) }))
      return resultOf(await memory.change(principal, target, edit, author));

    // Nobody is asked about a write that would be refused or change nothing.
    const preview = await memory.preview(principal, target, edit);
    if (!preview.answer.success || !preview.would) return resultOf(preview);
    const answer = await context.ask({
      type: "approve",
      text:
        taints.length > 0 ? "Remember this, although this conversation has read text from outside?" : "Remember this?",
      subject: describeEdit(target, edit),
      reasons:
        taints.length > 0 ? taints.map((source) => `read from outside: ${source}`) : ["memory.write_approval is on"],
      scopes: taints.length > 0 ? ["once"] : ["once", "session"],
    });
    if (answer.type === "no") return refused(DENIED);
    if (answer.type === "yes") {
      if (answer.scope !== "once" && taints.length === 0) grants.add(sessionId);
      return resultOf(await memory.change(principal, target, edit, author));
    }
    const record = await memory.stage(principal, target, edit, author);
    return jsonResult({
      success: true,
      staged: true,
      pending_id: record.id,
      gist: record.summary,
      ...(taints.length > 0 ? { sources: taints } : {}),
      message: `Not saved yet: it waits for the user's approval (/memory approve ${record.id}). Go on without it.`,
    });
  }
}

/** A yes for the rest of a session; the oldest sessions are forgotten. */
function createGrants(): { has(sessionId: string): boolean; add(sessionId: string): void } {
  const sessions = new Set<string>();
  return {
    has: (sessionId) => sessions.has(sessionId),
    add(sessionId) {
      sessions.add(sessionId);
      const [oldest] = sessions;
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    },
  };
}

function resultOf(reply: MemoryReply): ToolResult {
  const told = reply.notice === undefined ? {} : { notices: [reply.notice] };
  if (!reply.answer.success) return jsonError({ ...reply.answer }, told);
  const text = reply.changes.map((change) =>
    change.type === "remove" ? `− ${oneLine(change.before)}` : `+ ${oneLine(change.text)}`,
  );
  return jsonResult(reply.answer, {
    ...told,
    display: { type: "summary", text: text.join("; ") || reply.answer.message },
  });
}

function refused(error: string): ToolResult {
  return jsonError({ error, success: false });
}

/** Checked by `readMemoryCall`, whose answers are the documented ones. */
const MEMORY_INPUT: Schema<MemoryArguments> = {
  json: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["add", "replace", "remove"] },
      target: {
        type: "string",
        enum: ["memory", "user"],
        description: "memory: your own notes; user: the user's profile",
      },
      content: { type: "string", description: "The entry; for add and replace." },
      old_text: { type: "string", description: "A part of one entry that no other has; for replace and remove." },
    },
    required: ["action", "target"],
  },
  decode(input) {
    const parsed = typeof input === "string" ? parseJson(input) : undefined;
    const value = parsed?.type === "ok" ? parsed.value : input;
    return { type: "ok", value: isRecord(value) ? value : {} };
  },
};

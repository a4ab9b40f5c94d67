// RetainDB's wire. Where an older server lacks an endpoint, its predecessor is asked.

import { takeChars } from "../../kernel/text.ts";
import type { Api, ApiCall } from "./api.ts";
import { ApiFailure } from "./api-failure.ts";
import type { SessionWrite } from "./retaindb-queue.ts";
import { field, listOf, textField } from "./shapes.ts";

export interface Memory {
  readonly id: string;
  readonly content: string;
}

export interface Retain {
  context(question: { user: string; session: string; query: string }, signal: AbortSignal): Promise<readonly string[]>;
  search(user: string, query: string, top: number, signal: AbortSignal): Promise<readonly Memory[]>;
  profile(user: string, signal: AbortSignal): Promise<readonly Memory[]>;
  remember(memory: { user: string; content: string; type: string }, signal: AbortSignal): Promise<string>;
  /** Removes the user's memories with exactly these words. */
  forgetText(user: string, content: string, signal: AbortSignal): Promise<void>;
  /** False when the user has no memory with this id. */
  forget(user: string, id: string, signal: AbortSignal): Promise<boolean>;
  ingest(write: SessionWrite, signal?: AbortSignal): Promise<void>;
  upload(user: string, file: { name: string; bytes: Uint8Array }, signal: AbortSignal): Promise<string>;
  files(user: string, signal: AbortSignal): Promise<readonly { readonly id: string; readonly name: string }[]>;
  readFile(user: string, id: string, signal: AbortSignal): Promise<string | undefined>;
  ingestFile(user: string, id: string, signal: AbortSignal): Promise<boolean>;
  deleteFile(user: string, id: string, signal: AbortSignal): Promise<boolean>;
}

const FILE_CHARS = 32_000;
const MEMORY_CHARS = 10_000;
/** What older servers call the kinds of memory. */
const OLDER_TYPES: Readonly<Record<string, string>> = {
  event: "episodic",
  instruction: "procedural",
  preference: "semantic",
  opinion: "semantic",
  goal: "semantic",
};
const CONTEXT_TOKENS = 1_200;

export function createRetain(api: Api, project: string): Retain {
  /** The first endpoint that exists; each has its own fields. */
  async function either(
    method: "GET" | "POST" | "DELETE",
    now: readonly [string, ApiCall],
    before: readonly [string, ApiCall],
  ): Promise<unknown> {
    try {
      return await api.call(method, ...now);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.kind !== "not-found") throw error;
      return api.call(method, ...before);
    }
  }

  async function profile(user: string, signal: AbortSignal): Promise<readonly Memory[]> {
    const bounds = { signal, timeoutMs: 5_000 };
    return memoriesIn(
      await either(
        "GET",
        [`/v1/memory/profile/${encodeURIComponent(user)}`, { query: { project }, ...bounds }],
        ["/v1/memories", { query: { project, user_id: user, limit: "200" }, ...bounds }],
      ),
    );
  }

  const remove = (id: string, signal: AbortSignal) =>
    either(
      "DELETE",
      [`/v1/memory/${encodeURIComponent(id)}`, { signal }],
      [`/v1/memories/${encodeURIComponent(id)}`, { signal }],
    );

  async function files(user: string, signal: AbortSignal) {
    const answer = await api.call("GET", "/v1/files", { query: { project, user_id: user }, signal, timeoutMs: 15_000 });
    return listOf(answer, "files", "items").map((item) => ({
      id: textField(item, "id", "file_id"),
      name: textField(item, "name", "filename"),
    }));
  }
  const ownsFile = async (user: string, id: string, signal: AbortSignal): Promise<boolean> =>
    (await files(user, signal)).some((file) => file.id === id);

  return {
    async context({ user, session, query }, signal) {
      const who = { user_id: user, session_id: session };
      const body = { project, query, ...who, include_memories: true, max_tokens: CONTEXT_TOKENS };
      const answer = await api.call("POST", "/v1/context/query", { body, signal, timeoutMs: 5_000 });
      const whole = textField(answer, "context");
      return whole === "" ? memoriesIn(answer).map((memory) => memory.content) : [whole];
    },
    async search(user, query, top, signal) {
      const body = { project, query, user_id: user, top_k: top };
      return memoriesIn(
        await either(
          "POST",
          // What was written a moment ago is found, too.
          ["/v1/memory/search", { body: { ...body, include_pending: true }, signal }],
          ["/v1/memories/search", { body, signal }],
        ),
      );
    },
    profile,
    async remember({ user, content, type }, signal) {
      const bounds = { signal, timeoutMs: 15_000 };
      const body = { project, content: takeChars(content, MEMORY_CHARS), user_id: user };
      const answer = await either(
        "POST",
        ["/v1/memory", { body: { ...body, memory_type: type, write_mode: "sync" }, ...bounds }],
        ["/v1/memories", { body: { ...body, memory_type: OLDER_TYPES[type] ?? "factual" }, ...bounds }],
      );
      return textField(answer, "memory_id", "id") || textField(field(answer, "memory"), "id");
    },
    async forgetText(user, content, signal) {
      for (const memory of await profile(user, signal)) if (memory.content === content) await remove(memory.id, signal);
    },
    async forget(user, id, signal) {
      if (!(await profile(user, signal)).some((memory) => memory.id === id)) return false;
      await remove(id, signal);
      return true;
    },
    async ingest({ user, session, messages }, signal) {
      const body = { project, user_id: user, session_id: session, messages };
      await api.call("POST", "/v1/memory/ingest/session", {
        body,
        timeoutMs: 30_000,
        ...(signal === undefined ? {} : { signal }),
      });
    },
    async upload(user, { name, bytes }, signal) {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), name);
      form.append("project", project);
      form.append("user_id", user);
      const answer = await api.call("POST", "/v1/files", { form, signal, timeoutMs: 60_000 });
      return textField(answer, "id", "file_id") || textField(field(answer, "file"), "id");
    },
    files,
    async readFile(user, id, signal) {
      if (!(await ownsFile(user, id, signal))) return undefined;
      return takeChars(
        await api.text(`/v1/files/${encodeURIComponent(id)}/content`, { signal, timeoutMs: 30_000 }),
        FILE_CHARS,
      );
    },
    async ingestFile(user, id, signal) {
      if (!(await ownsFile(user, id, signal))) return false;
      const body = { project, user_id: user };
      await api.call("POST", `/v1/files/${encodeURIComponent(id)}/ingest`, { body, signal, timeoutMs: 60_000 });
      return true;
    },
    async deleteFile(user, id, signal) {
      if (!(await ownsFile(user, id, signal))) return false;
      await api.call("DELETE", `/v1/files/${encodeURIComponent(id)}`, { signal });
      return true;
    },
  };
}

function memoriesIn(answer: unknown): readonly Memory[] {
  return listOf(answer, "memories", "results", "items").flatMap((item) => {
    const inner = field(item, "memory");
    const memory = typeof inner === "object" ? inner : item;
    const content = textField(memory, "content", "memory", "text");
    return content === "" ? [] : [{ id: textField(memory, "id", "memory_id"), content }];
  });
}

// session_search: past conversations for the model, without any model call unless a digest is asked for.

import { z } from "zod";
import type { Complete } from "../contracts/context.ts";
import type { SessionRow, SessionStore, StoredMessage } from "../contracts/stores.ts";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { samePrincipal } from "../kernel/principal.ts";
import { HIDDEN_SOURCES, kinship, MAX_CHAIN } from "../kernel/sessions/lineage.ts";
import {
  browseAnswer,
  digestPrompt,
  discoverAnswer,
  discoverResult,
  outsideIn,
  readAnswer,
  readRequest,
  type SearchRequest,
  scrollAnswer,
  windowAround,
} from "../kernel/sessions/session-search.ts";
import { zodSchema } from "./schema.ts";

export interface SessionSearchPorts {
  readonly store: Pick<SessionStore, "get" | "find" | "list" | "search" | "history">;
  /** Another profile's sessions; undefined when there is no such profile. */
  readonly profile?: (name: string) => Promise<SessionSearchPorts["store"] | undefined>;
  readonly profiles?: () => Promise<readonly string[]>;
  /** For `summarize: true`. */
  readonly complete?: (context: ToolContext) => Complete;
  readonly timeZone?: string;
}

const INPUT = () =>
  z.object({
    query: z.string().optional().describe("Words or a question; quotes, OR, -word and word* work."),
    limit: z.number().int().optional().describe("Sessions, 1-10; default 3."),
    sort: z.enum(["newest", "oldest"]).optional().catch(undefined).optional(),
    session_id: z.string().optional().describe("Alone: read that session. `profile/id` names another profile."),
    around_message_id: z
      .number()
      .int()
      .optional()
      .describe("Scroll around this message of session_id; alone: of this conversation, what was compacted included."),
    window: z.number().int().optional().describe("Messages on each side when scrolling, 1-20; default 5."),
    role_filter: z.string().optional().describe("Comma list of user, assistant, tool; default user,assistant."),
    profile: z.string().optional(),
    summarize: z.boolean().optional().describe("Adds a digest of the hits, cited by message id."),
  });
type Input = z.output<ReturnType<typeof INPUT>>;

const problem = (error: string): ToolResult => jsonError({ success: false, error });

export function sessionSearchTool(services: SessionSearchPorts): Tool {
  return defineTool({
    name: "session_search",
    toolset: "session_search",
    description:
      "Past conversations. query: best hit per session with context. session_id: read it; with around_message_id: scroll. around_message_id alone: message #n of this conversation. Nothing: list recent sessions.",
    input: zodSchema("session_search", INPUT),
    effect: "read",
    output: "own",
    touches: () => [],
    label: ({ query, session_id, around_message_id: around }) =>
      query ?? session_id ?? (around === undefined ? "recent sessions" : `message #${around}`),
    badInput: (why) => problem(why.includes("around_message_id") ? "scroll requires integer around_message_id" : why),
    run: (input, context) => answer(services, input, context),
  });
}

/** Words of strangers stay theirs when they are found again. */
const shown = (body: object): ToolResult => {
  const sources = outsideIn(body);
  return jsonResult(body, sources.length === 0 ? {} : { taint: `an earlier conversation with ${sources.join(", ")}` });
};

async function answer(services: SessionSearchPorts, input: Input, context: ToolContext): Promise<ToolResult> {
  const [profileName, sessionId] = splitProfile(input);
  const store = profileName === undefined ? services.store : await services.profile?.(profileName);
  if (store === undefined) return problem(`profile not found: ${profileName}`);
  const request = readRequest({ ...input, session_id: sessionId });
  const place: Place = { services, store, context, foreign: profileName !== undefined };
  switch (request.type) {
    case "invalid":
      return problem(request.error);
    case "browse":
      return browse(place, request.limit);
    case "read":
      return read(place, request.sessionId);
    case "scroll":
      return scroll(place, request);
    case "discover":
      return discover(place, request, input.summarize === true);
  }
}

interface Place {
  readonly services: SessionSearchPorts;
  readonly store: SessionSearchPorts["store"];
  readonly context: ToolContext;
  /** Another profile: the running session is none of its. */
  readonly foreign: boolean;
}

/** `profile/id` counts as a profile and an id; an explicit profile wins. */
function splitProfile(input: Input): readonly [string | undefined, string | undefined] {
  const id = input.session_id;
  const slash = id?.indexOf("/") ?? -1;
  if (id === undefined || slash <= 0) return [input.profile, id];
  return [input.profile ?? id.slice(0, slash), id.slice(slash + 1)];
}

async function discover(
  place: Place,
  request: Extract<SearchRequest, { type: "discover" }>,
  summarize: boolean,
): Promise<ToolResult> {
  const { store, context, services } = place;
  const hits = await store.search({
    principal: context.principal,
    query: request.query,
    limit: request.limit,
    roles: request.roles,
    perLineage: true,
    ...(request.sort === undefined ? {} : { sort: request.sort }),
    ...(place.foreign ? {} : { currentSessionId: context.sessionId }),
  });
  const results: object[] = [];
  for (const hit of hits) {
    const owner = await mine(place, hit.sessionId);
    if (owner === undefined) continue;
    const found = { owner, root: await rootOf(place, owner), hit, history: await store.history(owner.id) };
    const result = discoverResult(found, services.timeZone);
    if (result !== undefined) results.push(result);
  }
  const body = discoverAnswer(request.query, results, hits.length);
  if (!summarize || results.length === 0) return shown(body);
  return shown({ ...body, ...(await digest(place, request.query, results)) });
}

/** A digest that fails leaves the hits and says why. */
async function digest({ services, context }: Place, query: string, results: readonly object[]): Promise<object> {
  const complete = services.complete?.(context);
  if (complete === undefined) return { warning: "No model is available for a summary; these are the hits." };
  try {
    return { summary: await complete({ ...digestPrompt(query, results), maxOutput: 1_200 }) };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { warning: `No summary: ${error.message}` };
  }
}

async function scroll(place: Place, request: Extract<SearchRequest, { type: "scroll" }>): Promise<ToolResult> {
  const { store, context, services } = place;
  const id = request.sessionId ?? context.sessionId;
  if (request.sessionId === undefined && place.foreign) return problem("scroll in another profile requires session_id");
  const session = await lookUp(place, id);
  if (session === undefined) return problem(`session_id not found: ${id}`);
  const direct = windowAround(await store.history(session.id), request.around, request.window);
  const elsewhere = direct === undefined ? await inLineage(place, session, request.around) : undefined;
  const owner = elsewhere?.session ?? session;
  if (!place.foreign && owner.id === context.sessionId && (direct ?? elsewhere) !== undefined) {
    return problem("That message is in the current conversation, which you can already see.");
  }
  const window = direct ?? (elsewhere && windowAround(elsewhere.history, request.around, request.window));
  if (window === undefined) return problem(`around_message_id ${request.around} not in session_id ${id}`);
  const warning =
    elsewhere &&
    request.sessionId &&
    `Message ${request.around} belongs to ${owner.id}, another part of the same conversation.`;
  return shown(
    scrollAnswer(
      owner,
      { around: request.around, window: request.window, ...(warning ? { warning } : {}) },
      window,
      services.timeZone,
    ),
  );
}

async function read(place: Place, id: string): Promise<ToolResult> {
  const session = await lookUp(place, id);
  if (session !== undefined) {
    return shown(readAnswer(session, await place.store.history(session.id), place.services.timeZone));
  }
  for (const name of place.foreign ? [] : ((await place.services.profiles?.()) ?? [])) {
    const store = await place.services.profile?.(name);
    const found = store && (await mine({ ...place, store }, id));
    if (store === undefined || found === undefined) continue;
    return shown({ ...readAnswer(found, await store.history(found.id), place.services.timeZone), profile: name });
  }
  return problem(`session_id not found: ${id}`);
}

async function browse(place: Place, limit: number): Promise<ToolResult> {
  const { store, context } = place;
  const current = place.foreign ? undefined : await store.get(context.sessionId);
  const own = current && (await rootOf(place, current)).id;
  const rows = await store.list({
    principal: context.principal,
    excludeSources: HIDDEN_SOURCES,
    tipsOnly: true,
    limit: limit + 1,
  });
  const listed: SessionRow[] = [];
  for (const row of rows) if (own === undefined || (await rootOf(place, row)).id !== own) listed.push(row);
  return jsonResult(browseAnswer(listed.slice(0, limit)));
}

/** Sessions of other people do not exist here. */
async function mine({ store, context }: Place, id: string): Promise<SessionRow | undefined> {
  const row = await store.get(id);
  return row !== undefined && samePrincipal(row.principal, context.principal) ? row : undefined;
}

async function lookUp(place: Place, id: string): Promise<SessionRow | undefined> {
  const exact = await mine(place, id);
  if (exact !== undefined) return exact;
  const found = await place.store.find(id, place.context.principal);
  return found.type === "found" ? found.session : undefined;
}

async function chainUp(place: Place, from: SessionRow): Promise<readonly SessionRow[]> {
  const chain = [from];
  while (chain.length <= MAX_CHAIN) {
    const last = chain[chain.length - 1];
    const parent = last?.parentId === undefined ? undefined : await mine(place, last.parentId);
    if (last === undefined || parent === undefined || kinship(last, parent) !== "continuation") break;
    chain.push(parent);
  }
  return chain;
}

async function rootOf(place: Place, row: SessionRow): Promise<SessionRow> {
  return (await chainUp(place, row)).at(-1) ?? row;
}

/** The part of the same conversation that holds the message. */
async function inLineage(
  place: Place,
  session: SessionRow,
  seq: number,
): Promise<{ readonly session: SessionRow; readonly history: readonly StoredMessage[] } | undefined> {
  const tip = await place.store.find(session.id, place.context.principal);
  for (const part of tip.type === "found" ? await chainUp(place, tip.session) : []) {
    const history = await place.store.history(part.id);
    if (history.some((entry) => entry.seq === seq)) return { session: part, history };
  }
  return undefined;
}

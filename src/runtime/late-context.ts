// What one turn adds at the end of each request: recall, personality, plugin context. Fetched once, bounded in time, never stored.

import type { Environment } from "../contracts/environment.ts";
import { type ModelChoice, modelName } from "../contracts/model.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { SessionRow } from "../contracts/stores.ts";
import type { LateLayer } from "../kernel/late-layers.ts";
import type { HookRunner } from "./hooks.ts";
import type { HostPorts } from "./host-ports.ts";

const RECALL_DEADLINE_MS = 3_000;

export interface LateContext {
  readonly ports: Pick<HostPorts, "memory" | "log" | "ephemeral" | "prefill">;
  readonly hooks: HookRunner;
  readonly row: SessionRow;
  readonly settings: SessionSettings;
  readonly userText: string;
  readonly choice: ModelChoice;
  readonly signal: AbortSignal;
  readonly env: Environment;
  /** The session was begun by an earlier run. */
  readonly resumed: boolean;
}

export async function gatherLateLayers(context: LateContext): Promise<readonly LateLayer[]> {
  const { ports, settings, hooks, row, userText, choice } = context;
  const layers: LateLayer[] = [];
  const recalled = await recall(context);
  if (recalled !== "") layers.push({ label: "memory recall", text: recalled });
  const contributed = await hooks.run("preModelCall", {
    sessionId: row.id,
    source: row.source,
    cwd: row.cwd ?? "",
    model: modelName(choice),
    userText,
  });
  for (const { context: text } of contributed) layers.push({ label: "plugin context", text });
  const moved = movedDirectory(context);
  if (moved !== "") layers.push({ label: "working directory", text: moved });
  if (ports.prefill !== "") layers.push({ label: "example exchange", text: ports.prefill });
  if (ports.ephemeral !== "") layers.push({ label: "standing instruction", text: ports.ephemeral });
  if (settings.overlay !== undefined) layers.push({ label: "how to speak", text: settings.overlay });
  return layers;
}

async function recall({ ports, row, userText, signal }: LateContext): Promise<string> {
  const provider = ports.memory;
  if (provider?.recall === undefined) return "";
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(RECALL_DEADLINE_MS)]);
  const session = { id: row.id, principal: row.principal, cwd: row.cwd ?? "" };
  try {
    return await provider.recall(userText, session, deadline);
  } catch (error) {
    // A memory provider that is slow or broken costs its recall, never the turn.
    ports.log.warn("memory recall failed", { provider: provider.name, error: String(error) });
    return "";
  }
}

/** The frozen prompt names the directory the session began in; a resume elsewhere says where it works now. */
function movedDirectory({ row, env, resumed }: LateContext): string {
  if (!resumed || env.kind !== "local") return "";
  const now = env.workspace ?? env.cwd;
  if (row.cwd === undefined || row.cwd === now) return "";
  return `Files and commands are now in ${now}; this session began in ${row.cwd}.`;
}

// What one turn adds at the end of each request: recall, personality, plugin context. Fetched once, bounded in time, never stored.

import { type Environment, workplaceOf } from "../contracts/environment.ts";
import { type ModelChoice, modelName } from "../contracts/model.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { FrozenPrompt, SessionRow } from "../contracts/stores.ts";
import { redactionNotice } from "../kernel/context-files/load.ts";
import type { LateContext, LateLayer } from "../kernel/late-layers.ts";
import { movedText, placeLeft, shellText } from "../kernel/prompt/place.ts";
import { guardText } from "../kernel/scan/redact.ts";
import type { HookRunner } from "./hooks.ts";
import type { HostPorts } from "./host-ports.ts";

const RECALL_DEADLINE_MS = 3_000;

export interface LateRequest {
  readonly ports: Pick<HostPorts, "memory" | "log" | "ephemeral" | "prefill">;
  readonly hooks: HookRunner;
  readonly row: SessionRow;
  readonly settings: SessionSettings;
  readonly userText: string;
  readonly choice: ModelChoice;
  readonly signal: AbortSignal;
  readonly env: Environment;
  readonly prompt: FrozenPrompt;
}

export interface GatheredLate {
  readonly late: LateContext;
  /** What a person must know: passages left out of what a memory provider recalled. */
  readonly notices: readonly string[];
}

export async function gatherLate(context: LateRequest): Promise<GatheredLate> {
  const { ports, settings, hooks, row, userText, choice } = context;
  const layers: LateLayer[] = [];
  const recalled = await recall(context);
  if (recalled.text !== "") layers.push({ label: "memory recall", text: recalled.text });
  const contributed = await hooks.run("preModelCall", {
    sessionId: row.id,
    source: row.source,
    cwd: workplaceOf(context.env),
    model: modelName(choice),
    userText,
  });
  for (const { context: text } of contributed) layers.push({ label: "plugin context", text });
  const place = placeText(context);
  if (place !== "") layers.push({ label: "working directory", text: place });
  layers.push(...standingLayers(ports, settings));
  return { late: { examples: ports.prefill, layers }, notices: recalled.notices };
}

/** What is known before the turn: it stands at the end of every request of this session as it is set now. */
export function standingLayers(
  { ephemeral }: Pick<HostPorts, "ephemeral">,
  { overlay }: SessionSettings,
): readonly LateLayer[] {
  return [
    ...(ephemeral === "" ? [] : [{ label: "standing instruction", text: ephemeral }]),
    ...(overlay === undefined ? [] : [{ label: "how to speak", text: overlay }]),
  ];
}

/** What a provider says is someone else's text: scanned like every file. */
async function recall({ ports, row, userText, signal, env }: LateRequest): Promise<Recalled> {
  const provider = ports.memory;
  if (provider?.recall === undefined) return NOTHING;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(RECALL_DEADLINE_MS)]);
  const session = { id: row.id, principal: row.principal, cwd: workplaceOf(env) };
  try {
    const said = await provider.recall(userText, session, deadline);
    const { text, redactions } = guardText(said, provider.name, "strict");
    return { text, notices: redactions.map((redaction) => redactionNotice(provider.name, redaction)) };
  } catch (error) {
    // A memory provider that is slow or broken costs its recall, never the turn.
    ports.log.warn("memory recall failed", { provider: provider.name, error: String(error) });
    return NOTHING;
  }
}

interface Recalled {
  readonly text: string;
  readonly notices: readonly string[];
}

const NOTHING: Recalled = { text: "", notices: [] };

function placeText({ prompt, env }: LateRequest): string {
  const [left, workplace] = [leftPlace(prompt, env), workplaceOf(env)];
  const moved = left === undefined ? [] : [movedText(left, workplace)];
  return [...moved, ...(env.cwd === workplace ? [] : [shellText(env.cwd)])].join(" ");
}

/** Where the prompt says the work is, when it is elsewhere now. */
export function leftPlace({ system }: FrozenPrompt, env: Environment): string | undefined {
  return placeLeft(system, workplaceOf(env));
}

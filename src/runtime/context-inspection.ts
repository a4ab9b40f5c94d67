// Gathers what `hermes context` shows: the stored prompt of a session, or the one a new session would get here.

import { createHash } from "node:crypto";
import type { CompactionRecord, Compactions } from "../contracts/compactions.ts";
import { modelName } from "../contracts/model.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { FrozenPrompt, StoredMessage } from "../contracts/stores.ts";
import { calibrationFrom } from "../kernel/compress/calibrate-from.ts";
import { UsageFailure } from "../kernel/failure.ts";
import type { LateLayer } from "../kernel/late-layers.ts";
import type { Principal } from "../kernel/principal.ts";
import { type ContextReport, contextReport, type PastCompaction } from "../kernel/prompt/report.ts";
import type { HostPorts } from "./host-ports.ts";
import { standingLayers } from "./late-context.ts";

export interface InspectRequest {
  readonly reference: string | undefined;
  readonly principal: Principal;
  readonly settings: SessionSettings;
  readonly cwd: string;
  readonly platform: string;
}

export async function inspectContext(
  ports: HostPorts,
  compactions: Pick<Compactions, "list">,
  request: InspectRequest,
): Promise<{ readonly report: ContextReport; readonly notices: readonly string[] }> {
  const plan = await ports.models.plan(request.settings);
  if (plan.type === "refused") throw new UsageFailure(plan.why, 1);
  const { primary } = plan;
  const found =
    request.reference === undefined
      ? await fresh(ports, request, primary)
      : await stored(ports, request.reference, request.principal);
  const { prompt, entries } = found;
  const messages = entries.map(({ message }) => message);
  const report = contextReport({
    ...prompt,
    messages,
    window: primary.provider.info(primary.model).window,
    calibration: calibrationFrom(prompt, entries, modelName(primary)),
    prefixHash: createHash("sha256")
      .update(JSON.stringify([prompt.system, prompt.tools]))
      .digest("hex"),
    cached: primary.provider.cacheStyle,
    late: [...exampleLayer(ports.prefill), ...standingLayers(ports, request.settings)],
    compactions: found.sessionId === undefined ? [] : (await compactions.list(found.sessionId)).map(pastCompaction),
  });
  return { report, notices: found.notices };
}

function exampleLayer(examples: HostPorts["prefill"]): readonly LateLayer[] {
  return examples.length === 0
    ? []
    : [{ label: "example exchange", text: examples.map(({ text }) => text).join("\n") }];
}

interface Found {
  /** Undefined for a session that does not exist yet. */
  readonly sessionId?: string;
  readonly prompt: FrozenPrompt;
  readonly entries: readonly StoredMessage[];
  readonly notices: readonly string[];
}

async function stored(ports: HostPorts, reference: string, principal: Principal): Promise<Found> {
  const found = await ports.store.find(reference, principal);
  if (found.type !== "found") throw new UsageFailure(`No single session matches "${reference}".`, 1);
  const prompt = await ports.store.prompt(found.session.id);
  if (prompt === undefined) throw new UsageFailure(`Session ${found.session.id} has no stored prompt yet.`, 1);
  const history = await ports.store.history(found.session.id);
  return { sessionId: found.session.id, prompt, entries: history, notices: [] };
}

/** Without the summary: that is one of the messages already. */
function pastCompaction(record: CompactionRecord): PastCompaction {
  const { pass, at, messagesBefore, kept, tokensBefore, tokensAfter, rules, files } = record;
  return { pass, at, messagesBefore, kept, tokensBefore, tokensAfter, rules, files };
}

async function fresh(
  ports: HostPorts,
  request: InspectRequest,
  choice: Parameters<HostPorts["prompt"]["build"]>[0]["choice"],
): Promise<Found> {
  const { principal, settings, platform } = request;
  const env = await ports.environment(request.cwd);
  const tools = ports.tools({ settings, source: platform, principal });
  const built = await ports.prompt.build({
    sessionId: "",
    principal,
    env,
    tools,
    choice,
    platform,
    at: ports.clock.now(),
  });
  await env.dispose();
  return { prompt: built.prompt, entries: [], notices: built.notices };
}

// Who would answer, and whether the keys for it can be right.

import { isSecretName } from "../../config/secret-names.ts";
import { createAuthCommands } from "../../providers/auth-commands.ts";
import { createAuthFile } from "../../providers/auth-file.ts";
import { CATALOG } from "../../providers/catalog.data.ts";
import type { HealthFinding } from "../../runtime/admin-health.ts";
import type { CurrentModel, ModelAdmin } from "../../runtime/admin-models.ts";
import { modelAdmin } from "../admin-models.ts";
import { systemClock, systemIds } from "../system-clock.ts";
import { type HealthContext, note, ok, problem, reason, settingAside } from "./check.ts";

/** How vendors begin their keys, where they keep to it. */
const PREFIXES: Readonly<Record<string, string>> = {
  OPENROUTER_API_KEY: "sk-or-",
  ANTHROPIC_API_KEY: "sk-ant-",
  OPENAI_API_KEY: "sk-",
  GROQ_API_KEY: "gsk_",
  XAI_API_KEY: "xai-",
  HF_TOKEN: "hf_",
  NVIDIA_API_KEY: "nvapi-",
};
const SHORTEST_KEY = 12;

export async function* modelChecks(context: HealthContext): AsyncGenerator<HealthFinding> {
  const damaged = await damagedKeys(context);
  if (damaged !== undefined) yield damaged;
  // Without its keys nobody can say who would answer.
  if (damaged !== undefined && damaged.fixed !== true) return;
  const admin = modelAdmin(context);
  const current = await admin.current();
  if (current.type === "refused") yield problem("model", "model", current.why, "hermes model, or hermes setup");
  else if (current.provider === "offline")
    yield note("model", "model", "No model is set up; the built-in offline model answers.", "hermes setup");
  else yield ok("model", "model", `${current.provider}/${current.model} (${current.because})`);
  yield* keyShapes(context);
  yield* credentials(context);
  if (current.type === "ready" && current.provider !== "offline") yield await endpoint(admin, current);
}

/** Asked for its models, which costs nothing; a server that has no list of them may still answer. */
async function endpoint(
  admin: ModelAdmin,
  { provider, endpoint: address }: Extract<CurrentModel, { type: "ready" }>,
): Promise<HealthFinding> {
  const reached = await admin.list(provider).catch((error: unknown) => reason(error));
  if (typeof reached === "string") return problem("model", "endpoint", reached, "hermes model");
  if (reached.type === "answered")
    return ok("model", "endpoint", `${address} answers (${reached.ms} ms, ${reached.models.length} models).`);
  if (reached.why === "no-list")
    return note("model", "endpoint", reached.words, 'If in doubt, try it: hermes -z "hello"');
  const advice = reached.why === "refused" ? `hermes auth add ${provider}` : "hermes model chooses another one.";
  return problem("model", "endpoint", reached.words, advice);
}

/** Set aside on request: nothing in it could be used, and nothing of it is lost. */
async function damagedKeys({ home, fix }: HealthContext): Promise<HealthFinding | undefined> {
  try {
    await createAuthFile({ path: home.auth, clock: systemClock, ids: systemIds }).read();
    return undefined;
  } catch (error) {
    return settingAside(problem("model", "auth-file", reason(error), ""), home.auth, fix);
  }
}

/** Pasted keys go wrong in a few ways, all of them visible without asking anybody. */
function* keyShapes({ env }: HealthContext): Generator<HealthFinding> {
  const names = new Set(CATALOG.flatMap((row) => row.keyEnv).filter(isSecretName));
  for (const name of names) {
    const value = env[name];
    if (value === undefined || value === "") continue;
    const doubt = doubtAbout(name, value);
    if (doubt !== undefined) yield note("model", "key-shape", `${name} ${doubt}.`, `hermes config set ${name} …`);
  }
}

export function doubtAbout(name: string, value: string): string | undefined {
  if (/^\s|\s$/.test(value)) return "begins or ends with white space";
  if (/\s/.test(value)) return "has white space in it";
  if (/^["'].*["']$/.test(value)) return "is wrapped in quotes";
  if (/[^\x21-\x7e]/.test(value)) return "holds characters no key has";
  if (/^(your|changeme|xxx|<|\.\.\.|todo|replace)/i.test(value)) return "is still a placeholder";
  if (value.length < SHORTEST_KEY) return "is too short for a key";
  const prefix = PREFIXES[name];
  return prefix === undefined || value.startsWith(prefix) ? undefined : `does not begin with ${prefix} as such keys do`;
}

async function* credentials({ home }: HealthContext): AsyncGenerator<HealthFinding> {
  const file = createAuthFile({ path: home.auth, clock: systemClock, ids: systemIds });
  for (const { provider, credentials: entries } of await createAuthCommands(file, systemIds).list()) {
    const bad = entries.filter((entry) => entry.status !== "ok");
    if (bad.length === 0) yield ok("model", "credentials", `${provider}: ${entries.length} in auth.json.`);
    for (const entry of bad)
      yield note(
        "model",
        "credential-refused",
        `${provider} "${entry.label}" is ${entry.status}${entry.error === undefined ? "" : `: ${entry.error}`}.`,
        `hermes auth reset ${provider}, or hermes auth remove ${provider} ${entry.index}`,
      );
  }
}

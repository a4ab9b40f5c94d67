// Picking a provider, its key and a model in a conversation of questions; `hermes model` and `hermes setup` share it.

import { UsageFailure } from "../../kernel/failure.ts";
import type { Admin } from "../../runtime/admin.ts";
import type { AuthAdmin, ModelAdmin, ProviderState } from "../../runtime/admin-models.ts";
import type { Choice, Prompts } from "./prompts.ts";

const TYPED = "\u0000typed";
const OTHER = "\u0000other";
const SIGN_IN_MS = 15 * 60_000;

/** Gives back what answers from now on, as `provider/model`. */
export async function chooseModel(prompts: Prompts, admin: Admin): Promise<string> {
  const models = await admin.models();
  const providers = await models.providers();
  const local = await prompts.while("Looking for models on this machine", () => models.local());
  const provider = await pickProvider(prompts, providers, local);
  if (provider === "offline") {
    await models.choose({ provider, model: "" });
    return "offline";
  }
  if (provider === "custom") return customServer(prompts, models);
  const state = providers.find((one) => one.id === provider);
  if (state !== undefined && !state.ready && !state.keyless) await getKey(prompts, await admin.auth(), state);
  const model = await pickModel(prompts, await admin.models(), provider, state?.defaultModel ?? "");
  await models.choose({ provider, model });
  return `${provider}/${model}`;
}

async function pickProvider(
  prompts: Prompts,
  providers: readonly ProviderState[],
  local: readonly { readonly provider: string; readonly models: readonly string[] }[],
): Promise<string> {
  const first: Choice<string>[] = [
    ...providers.filter((one) => one.ready).map((one) => ({ value: one.id, label: one.name, hint: one.because })),
    ...local.map((one) => ({
      value: one.provider,
      label: one.provider,
      hint:
        one.models.length === 0 ? "on this machine, without a model yet" : `on this machine: ${one.models.join(", ")}`,
    })),
    { value: OTHER, label: "Another provider", hint: "with a key you paste" },
    {
      value: "custom",
      label: "Any server",
      hint: "that speaks OpenAI's or Anthropic's language; you give the address",
    },
    { value: "offline", label: "No model yet", hint: "the built-in offline model, to look around" },
  ];
  const picked = await prompts.pick("Who should answer?", first);
  if (picked !== OTHER) return picked;
  const rest = providers.filter((one) => !one.ready && one.id !== "custom");
  return prompts.search(
    "Which provider?",
    rest.map((one) => ({
      value: one.id,
      label: one.name,
      hint: one.keyless ? "on your own machine" : one.keyEnv.join(" or "),
    })),
  );
}

async function getKey(prompts: Prompts, auth: AuthAdmin, state: ProviderState): Promise<void> {
  const way = auth.signsIn(state.id)
    ? await prompts.pick(`How do you get into ${state.name}?`, [
        { value: "sign-in", label: "Sign in with a browser" },
        { value: "key", label: "Paste a key" },
      ])
    : "key";
  if (way === "key") {
    const key = await prompts.secret(`Your key for ${state.name} (kept in auth.json, readable by you only)`);
    await auth.addKey(state.id, key);
    return;
  }
  const outcome = await auth.signIn(
    { provider: state.id },
    ({ url, userCode }) => prompts.say(`Open ${url} and enter the code ${userCode}`),
    AbortSignal.timeout(SIGN_IN_MS),
  );
  if (outcome.type !== "signed-in") throw new UsageFailure(`Signing in did not work: it was ${outcome.type}.`, 1);
}

async function pickModel(prompts: Prompts, models: ModelAdmin, provider: string, usual: string): Promise<string> {
  const reached = await prompts.while(`Asking ${provider} for its models`, () => models.list(provider));
  if (reached.type === "silent" || reached.models.length === 0) {
    prompts.say(
      reached.type === "silent"
        ? reached.words
        : `${provider} answers and has no models yet; get one there first, or name one.`,
    );
    return prompts.ask("Model id?", { initial: usual });
  }
  const ids = reached.models.map((model) => model.id);
  const ordered = ids.includes(usual) ? [usual, ...ids.filter((id) => id !== usual)] : ids;
  const picked = await prompts.search("Which model?", [
    ...ordered.map((id) => ({ value: id, label: id, ...(id === usual ? { hint: "usual choice" } : {}) })),
    { value: TYPED, label: "Another one, typed" },
  ]);
  return picked === TYPED ? prompts.ask("Model id?", { initial: usual }) : picked;
}

async function customServer(prompts: Prompts, models: ModelAdmin): Promise<string> {
  const baseUrl = await prompts.ask("Address?", { hint: "http://localhost:8000/v1" });
  const apiKey = await prompts.secret("Key? (empty for none)");
  const model = await prompts.ask("Model id?");
  await models.choose({ provider: "custom", model, baseUrl, apiKey });
  return `custom/${model}`;
}

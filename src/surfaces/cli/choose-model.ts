// Picking a provider, its key and a model in a conversation of questions; `hermes model` and `hermes setup` share it.

import { UsageFailure } from "../../kernel/failure.ts";
import type { Admin } from "../../runtime/admin.ts";
import type { AuthAdmin, ModelAdmin, ProviderState } from "../../runtime/admin-models.ts";
import type { Choice, Prompts } from "./prompts.ts";
import { WORDS } from "./words.data.ts";

const TYPED = "\u0000typed";
const OTHER = "\u0000other";
const SIGN_IN_MS = 15 * 60_000;

/** Gives back what answers from now on, as `provider/model`. */
export async function chooseModel(prompts: Prompts, admin: Admin): Promise<string> {
  const models = await admin.models();
  const providers = await models.providers();
  const local = await prompts.while(WORDS.chooseModel.looking, () => models.local());
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
        one.models.length === 0 ? WORDS.chooseModel.localWithout : WORDS.chooseModel.localWith(one.models.join(", ")),
    })),
    { value: OTHER, label: WORDS.chooseModel.otherProvider, hint: WORDS.chooseModel.otherProviderHint },
    {
      value: "custom",
      label: WORDS.chooseModel.anyServer,
      hint: WORDS.chooseModel.anyServerHint,
    },
    { value: "offline", label: WORDS.chooseModel.noModel, hint: WORDS.chooseModel.noModelHint },
  ];
  const picked = await prompts.pick(WORDS.chooseModel.whoAnswers, first);
  if (picked !== OTHER) return picked;
  const rest = providers.filter((one) => !one.ready && one.id !== "custom");
  return prompts.search(
    WORDS.chooseModel.whichProvider,
    rest.map((one) => ({
      value: one.id,
      label: one.name,
      hint: one.keyless ? WORDS.chooseModel.ownMachine : one.keyEnv.join(" or "),
    })),
  );
}

async function getKey(prompts: Prompts, auth: AuthAdmin, state: ProviderState): Promise<void> {
  const way = auth.signsIn(state.id)
    ? await prompts.pick(WORDS.chooseModel.howIn(state.name), [
        { value: "sign-in", label: WORDS.chooseModel.signIn },
        { value: "key", label: WORDS.chooseModel.pasteKey },
      ])
    : "key";
  if (way === "key") {
    const key = await prompts.secret(WORDS.chooseModel.yourKey(state.name));
    await auth.addKey(state.id, key);
    return;
  }
  const outcome = await auth.signIn(
    { provider: state.id },
    ({ url, userCode }) => prompts.say(WORDS.chooseModel.openAndEnter(url, userCode)),
    AbortSignal.timeout(SIGN_IN_MS),
  );
  if (outcome.type !== "signed-in") throw new UsageFailure(WORDS.chooseModel.signInFailed(outcome.type), 1);
}

async function pickModel(prompts: Prompts, models: ModelAdmin, provider: string, usual: string): Promise<string> {
  const reached = await prompts.while(WORDS.chooseModel.asking(provider), () => models.list(provider));
  if (reached.type === "silent" || reached.models.length === 0) {
    prompts.say(reached.type === "silent" ? reached.words : WORDS.chooseModel.noModelsYet(provider));
    return prompts.ask(WORDS.chooseModel.modelId, { initial: usual });
  }
  const ids = reached.models.map((model) => model.id);
  const ordered = ids.includes(usual) ? [usual, ...ids.filter((id) => id !== usual)] : ids;
  const picked = await prompts.search(WORDS.chooseModel.whichModel, [
    ...ordered.map((id) => ({
      value: id,
      label: id,
      ...(id === usual ? { hint: WORDS.chooseModel.usualChoice } : {}),
    })),
    { value: TYPED, label: WORDS.chooseModel.anotherTyped },
  ]);
  return picked === TYPED ? prompts.ask(WORDS.chooseModel.modelId, { initial: usual }) : picked;
}

async function customServer(prompts: Prompts, models: ModelAdmin): Promise<string> {
  const baseUrl = await prompts.ask(WORDS.chooseModel.address, { hint: "http://localhost:8000/v1" });
  const apiKey = await prompts.secret(WORDS.chooseModel.keyOrNone);
  const model = await prompts.ask(WORDS.chooseModel.modelId);
  await models.choose({ provider: "custom", model, baseUrl, apiKey });
  return `custom/${model}`;
}

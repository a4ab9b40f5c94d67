// `hermes setup`: from nothing to a working chat in two minutes, with a person or without one.

import type { Command } from "commander";
import { ensureHome } from "../../../config/ensure-home.ts";
import { openHome } from "../../../config/open-home.ts";
import { setKey } from "../../../config/save.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import type { CurrentModel } from "../../../runtime/admin-models.ts";
import { chat } from "../chat.ts";
import { chooseModel } from "../choose-model.ts";
import { findOtherAgents, offerMemories } from "../other-agents.ts";
import { findOtherSkills, offerSkills } from "../other-skills.ts";
import { printJson } from "../printing.ts";
import { openPrompts, type Prompts } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { tryModel } from "../try-model.ts";
import { WORDS } from "../words.data.ts";

interface Flags {
  readonly nonInteractive?: boolean;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly json?: boolean;
}

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  command
    .option("--non-interactive", WORDS.setup.flags.nonInteractive)
    .option("--provider <name>", WORDS.setup.flags.provider)
    .option("--model <id>", WORDS.setup.flags.model)
    .option("--base-url <url>", WORDS.setup.flags.baseUrl)
    .option("--api-key <key>", WORDS.setup.flags.apiKey)
    .option("--json", WORDS.setup.flags.json)
    .action(async (flags: Flags) => {
      finish(flags.nonInteractive === true ? await quietly(context, flags) : await withPerson(context));
    });
  withExamples(command, ...WORDS.setup.examples);
}

async function quietly(context: SubcommandContext, flags: Flags): Promise<number> {
  const { io, facts, openAdmin } = context;
  const home = openHome(facts, context.profile);
  const { created } = ensureHome(home, facts.env);
  const admin = await openAdmin();
  if (flags.provider === undefined && (flags.model ?? flags.baseUrl ?? flags.apiKey) !== undefined)
    throw new UsageFailure(WORDS.setup.addProvider);
  if (flags.provider !== undefined) {
    const custom = flags.provider === "custom";
    if (flags.apiKey !== undefined && !custom) await (await admin.auth()).addKey(flags.provider, flags.apiKey);
    await (await admin.models()).choose({
      provider: flags.provider,
      model: flags.model ?? "",
      ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
      ...(custom && flags.apiKey !== undefined ? { apiKey: flags.apiKey } : {}),
    });
  }
  const current = await (await admin.models()).current();
  if (flags.json === true) printJson(io, { home: home.root, created, model: current });
  else io.out(`${created ? WORDS.setup.made(home.root) : WORDS.setup.using(home.root)}\n${answersText(current)}\n`);
  return current.type === "ready" ? 0 : 1;
}

function answersText(current: CurrentModel): string {
  if (current.type === "refused") return current.why;
  return WORDS.setup.answers(current.provider, current.model, current.because);
}

async function withPerson(context: SubcommandContext): Promise<number> {
  const { io, facts, openAdmin } = context;
  const prompts = await openPrompts(io, WORDS.setup.needsTerminal);
  const home = openHome(facts, context.profile);
  const { created } = ensureHome(home, facts.env);
  prompts.title(WORDS.setup.title);
  prompts.say(created ? WORDS.setup.madeHome(home.root) : await describeHome(context, home.root));
  await offerMemories(prompts, await findOtherAgents(facts), openAdmin);
  await offerSkills(prompts, await findOtherSkills(facts), openAdmin);
  await workingModel(prompts, context);
  if (await prompts.confirm(WORDS.setup.keepSnapshots)) setKey({ home, env: facts.env }, "checkpoints.enabled", "true");
  prompts.say(WORDS.setup.willAsk);
  const start = await prompts.confirm(WORDS.setup.startNow);
  prompts.done(start ? WORDS.setup.hereWeGo : WORDS.setup.later);
  return start ? chat(context, {}) : 0;
}

async function describeHome({ openAdmin }: SubcommandContext, root: string): Promise<string> {
  const sessions = await (await openAdmin()).sessions();
  const store = await sessions.open();
  const rows = await store.list({ principal: sessions.principal, tipsOnly: true });
  await store.close();
  return WORDS.setup.usingHome(root, rows.length);
}

/** Until one answers, or the person keeps what they chose. */
async function workingModel(prompts: Prompts, context: SubcommandContext): Promise<void> {
  for (;;) {
    const chosen = await chooseModel(prompts, await context.openAdmin());
    if (chosen === "offline") return prompts.say(WORDS.setup.offlineAnswers);
    const tried = await prompts.while(WORDS.setup.sayingHello(chosen), () => tryModel(context.openApp));
    if (tried.type === "answered") return prompts.say(WORDS.setup.modelAnswers(chosen, tried.words));
    prompts.say(WORDS.setup.modelSilent(chosen, tried.why));
    if (!(await prompts.confirm(WORDS.setup.chooseAnother))) return;
  }
}

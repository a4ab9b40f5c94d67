// `hermes setup`: from nothing to a working chat in two minutes, with a person or without one.

import type { Command } from "commander";
import { ensureHome } from "../../../config/ensure-home.ts";
import { openHome } from "../../../config/open-home.ts";
import { setKey } from "../../../config/save.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { counted } from "../../../kernel/text.ts";
import type { CurrentModel } from "../../../runtime/admin-models.ts";
import { chat } from "../chat.ts";
import { chooseModel } from "../choose-model.ts";
import { findOtherAgents, offerMemories } from "../other-agents.ts";
import { findOtherSkills, offerSkills } from "../other-skills.ts";
import { printJson } from "../printing.ts";
import { openPrompts, type Prompts } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { tryModel } from "../try-model.ts";

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
    .option("--non-interactive", "ask nothing: use the flags, else what is found")
    .option("--provider <name>", "who answers")
    .option("--model <id>", "which of its models")
    .option("--base-url <url>", "address of a server of your own (provider custom)")
    .option("--api-key <key>", "its key; kept where only you can read it")
    .option("--json", "with --non-interactive: as JSON")
    .action(async (flags: Flags) => {
      finish(flags.nonInteractive === true ? await quietly(context, flags) : await withPerson(context));
    });
  withExamples(
    command,
    "hermes setup",
    "hermes setup --non-interactive --provider openrouter --api-key sk-or-…",
    "hermes setup --non-interactive --provider custom --base-url http://localhost:8000/v1 --model my-model",
  );
}

async function quietly(context: SubcommandContext, flags: Flags): Promise<number> {
  const { io, facts, openAdmin } = context;
  const home = openHome(facts, context.profile);
  const { created } = ensureHome(home, facts.env);
  const admin = await openAdmin();
  if (flags.provider === undefined && (flags.model ?? flags.baseUrl ?? flags.apiKey) !== undefined)
    throw new UsageFailure("Say whose it is: add --provider.");
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
  else io.out(`${created ? "Made" : "Using"} ${home.root}.\n${answersText(current)}\n`);
  return current.type === "ready" ? 0 : 1;
}

function answersText(current: CurrentModel): string {
  if (current.type === "refused") return current.why;
  return `${current.provider}/${current.model} answers (${current.because}).`;
}

async function withPerson(context: SubcommandContext): Promise<number> {
  const { io, facts, openAdmin } = context;
  const prompts = await openPrompts(io, "Setting up asks questions; without a terminal use --non-interactive.");
  const home = openHome(facts, context.profile);
  const { created } = ensureHome(home, facts.env);
  prompts.title("Hermes");
  prompts.say(created ? `Made a home for it: ${home.root}` : await describeHome(context, home.root));
  await offerMemories(prompts, await findOtherAgents(facts), openAdmin);
  await offerSkills(prompts, await findOtherSkills(facts), openAdmin);
  await workingModel(prompts, context);
  if (await prompts.confirm("Keep snapshots of your files before they are changed? (checkpoints)"))
    setKey({ home, env: facts.env }, "checkpoints.enabled", "true");
  prompts.say(
    "Commands that could do harm will ask you first. `hermes doctor` checks everything, `hermes tools` says what it can do.",
  );
  const start = await prompts.confirm("Start a conversation now?");
  prompts.done(start ? "Here we go." : "`hermes` starts a conversation.");
  return start ? chat(context, {}) : 0;
}

async function describeHome({ openAdmin }: SubcommandContext, root: string): Promise<string> {
  const sessions = await (await openAdmin()).sessions();
  const store = await sessions.open();
  const rows = await store.list({ principal: sessions.principal, tipsOnly: true });
  await store.close();
  return `Using the home that is there: ${root} (${counted(rows.length, "conversation")})`;
}

/** Until one answers, or the person keeps what they chose. */
async function workingModel(prompts: Prompts, context: SubcommandContext): Promise<void> {
  for (;;) {
    const chosen = await chooseModel(prompts, await context.openAdmin());
    if (chosen === "offline") return prompts.say("The offline model answers; `hermes model` connects a real one.");
    const tried = await prompts.while(`Saying hello to ${chosen}`, () => tryModel(context.openApp));
    if (tried.type === "answered") return prompts.say(`${chosen} answers: ${tried.words}`);
    prompts.say(`${chosen} does not answer: ${tried.why}`);
    if (!(await prompts.confirm("Choose another?"))) return;
  }
}

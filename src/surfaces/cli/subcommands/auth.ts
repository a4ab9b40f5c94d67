// `hermes auth`: keys and sign-ins, several per provider.

import type { Command } from "commander";
import { UsageFailure } from "../../../kernel/failure.ts";
import type { AuthAdmin, Credential, SignInRequest } from "../../../runtime/admin-models.ts";
import type { Io } from "../io.ts";
import { printJson } from "../printing.ts";
import { openPrompts } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

interface AddFlags {
  readonly type?: string;
  readonly label?: string;
  readonly apiKey?: string;
  readonly stdin?: boolean;
  readonly portalUrl?: string;
  readonly inferenceUrl?: string;
  readonly clientId?: string;
  readonly scope?: string;
  readonly timeout: string;
  readonly json?: boolean;
}

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io, openAdmin } = context;
  const auth = async () => (await openAdmin()).auth();
  command
    .command("add <provider>")
    .description(WORDS.auth.add.summary)
    .option("--type <type>", WORDS.auth.add.flags.type)
    .option("--api-key <key>", WORDS.auth.add.flags.apiKey)
    .option("--stdin", WORDS.auth.add.flags.stdin)
    .option("--label <name>", WORDS.auth.add.flags.label)
    .option("--portal-url <url>", WORDS.auth.add.flags.portalUrl)
    .option("--inference-url <url>", WORDS.auth.add.flags.inferenceUrl)
    .option("--client-id <id>", WORDS.auth.add.flags.clientId)
    .option("--scope <scope>", WORDS.auth.add.flags.scope)
    .option("--timeout <minutes>", WORDS.auth.add.flags.timeout, "15")
    .option("--json", WORDS.flags.json)
    .action(async (provider: string, flags: AddFlags) => {
      const admin = await auth();
      const byKey = flags.apiKey !== undefined || flags.stdin === true || flags.type === "api-key";
      const signIn = flags.type === "oauth" || (!byKey && admin.signsIn(provider));
      const added = signIn ? await signInTo(admin, provider, flags, io) : await addKey(admin, provider, flags, io);
      if (flags.json === true) printJson(io, { provider, credential: added });
      else io.out(`${WORDS.auth.add.added(provider, added.label, added.masked)}\n`);
    });
  command
    .command("list [provider]", { isDefault: true })
    .alias("ls")
    .description(WORDS.auth.list.summary)
    .option("--json", WORDS.flags.json)
    .action(async (provider: string | undefined, flags: { json?: boolean }) => {
      await show(await auth(), provider, flags, io);
    });
  command
    .command("status <provider>")
    .description(WORDS.auth.status.summary)
    .option("--json", WORDS.flags.json)
    .action(async (provider: string, flags: { json?: boolean }) => {
      const usable = await show(await auth(), provider, flags, io);
      finish(usable ? 0 : 1);
    });
  command
    .command("remove <provider> <which>")
    .alias("rm")
    .description(WORDS.auth.remove.summary)
    .action(async (provider: string, which: string) => {
      const gone = await (await auth()).remove(provider, which);
      io.out(`${WORDS.auth.remove.removed(provider, gone.label, gone.masked)}\n`);
    });
  command
    .command("reset <provider>")
    .description(WORDS.auth.reset.summary)
    .action(async (provider: string) => {
      const changed = await (await auth()).reset(provider);
      io.out(changed === 0 ? `${WORDS.auth.reset.nothing}\n` : `${WORDS.auth.reset.usable(changed)}\n`);
    });
  command
    .command("logout <provider>")
    .description(WORDS.auth.logout.summary)
    .action(async (provider: string) => {
      const removed = await (await auth()).logout(provider);
      io.out(removed === 0 ? `${WORDS.auth.logout.nothing}\n` : `${WORDS.auth.logout.forgotten(removed)}\n`);
    });
  withExamples(command, ...WORDS.auth.examples);
}

async function addKey(admin: AuthAdmin, provider: string, flags: AddFlags, io: Io): Promise<Credential> {
  const key = flags.apiKey ?? (flags.stdin === true ? await io.readAll() : await askKey(provider, io));
  return admin.addKey(provider, key, flags.label);
}

async function askKey(provider: string, io: Io): Promise<string> {
  const prompts = await openPrompts(io, WORDS.auth.add.keyOnStdin(provider));
  return prompts.secret(WORDS.auth.add.keyFor(provider));
}

async function signInTo(admin: AuthAdmin, provider: string, flags: AddFlags, io: Io): Promise<Credential> {
  const minutes = Number(flags.timeout);
  if (!(minutes > 0)) throw new UsageFailure(WORDS.auth.add.timeoutTakes);
  const controller = new AbortController();
  const stop = io.onInterrupt(() => controller.abort());
  const request: SignInRequest = {
    provider,
    ...pickDefined({ ...flags }, ["label", "portalUrl", "inferenceUrl", "clientId", "scope"]),
  };
  try {
    const outcome = await admin.signIn(
      request,
      ({ url, userCode }) => io.err(`${WORDS.auth.add.openAndEnter(url, userCode)}\n`),
      AbortSignal.any([controller.signal, AbortSignal.timeout(minutes * 60_000)]),
    );
    if (outcome.type === "signed-in") return outcome.credential;
    throw new UsageFailure(outcome.type === "denied" ? WORDS.auth.add.refusedThere : WORDS.auth.add.notInTime, 1);
  } finally {
    stop();
  }
}

function pickDefined(
  flags: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof flags[name] === "string" ? [[name, flags[name] as string]] : [])),
  );
}

/** Whether anything shown can be used. */
async function show(
  admin: AuthAdmin,
  provider: string | undefined,
  flags: { json?: boolean },
  io: Io,
): Promise<boolean> {
  const kept = await admin.list(provider);
  const all = kept.flatMap((one) => one.credentials);
  if (flags.json === true) printJson(io, { providers: kept });
  else if (all.length === 0)
    io.out(provider === undefined ? `${WORDS.auth.list.nothing}\n` : `${WORDS.auth.list.nothingFor(provider)}\n`);
  else
    for (const { provider: name, credentials } of kept) {
      const rows = credentials.map((one) => [
        String(one.index),
        one.label,
        one.authType,
        one.masked,
        one.error === undefined ? one.status : `${one.status}: ${one.error}`,
        String(one.uses),
      ]);
      io.out(`${renderTable({ title: name, columns: WORDS.auth.list.columns, rows }, io.columns)}\n`);
    }
  return all.some((one) => one.status === "ok");
}

// `hermes auth`: keys and sign-ins, several per provider.

import type { Command } from "commander";
import { UsageFailure } from "../../../kernel/failure.ts";
import type { AuthAdmin, Credential, SignInRequest } from "../../../runtime/admin-models.ts";
import type { Io } from "../io.ts";
import { printJson } from "../printing.ts";
import { openPrompts } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";

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
    .description("add a key, or sign in where the provider offers it")
    .option("--type <type>", "oauth or api-key; by default what the provider offers")
    .option("--api-key <key>", "the key; better on stdin, where the shell's history does not see it")
    .option("--stdin", "read the key from stdin")
    .option("--label <name>", "a name for it")
    .option("--portal-url <url>", "sign in here instead")
    .option("--inference-url <url>", "send requests here instead")
    .option("--client-id <id>", "client id for the sign-in")
    .option("--scope <scope>", "what to ask for")
    .option("--timeout <minutes>", "how long to wait for the browser", "15")
    .option("--json", "as JSON")
    .action(async (provider: string, flags: AddFlags) => {
      const admin = await auth();
      const byKey = flags.apiKey !== undefined || flags.stdin === true || flags.type === "api-key";
      const signIn = flags.type === "oauth" || (!byKey && admin.signsIn(provider));
      const added = signIn ? await signInTo(admin, provider, flags, io) : await addKey(admin, provider, flags, io);
      if (flags.json === true) printJson(io, { provider, credential: added });
      else io.out(`${provider}: "${added.label}" (${added.masked}) is added.\n`);
    });
  command
    .command("list [provider]", { isDefault: true })
    .alias("ls")
    .description("what is kept, masked")
    .option("--json", "as JSON")
    .action(async (provider: string | undefined, flags: { json?: boolean }) => {
      await show(await auth(), provider, flags, io);
    });
  command
    .command("status <provider>")
    .description("what is kept for one provider; exit 1 when nothing usable is")
    .option("--json", "as JSON")
    .action(async (provider: string, flags: { json?: boolean }) => {
      const usable = await show(await auth(), provider, flags, io);
      finish(usable ? 0 : 1);
    });
  command
    .command("remove <provider> <which>")
    .alias("rm")
    .description("forget one, by number, id or name")
    .action(async (provider: string, which: string) => {
      const gone = await (await auth()).remove(provider, which);
      io.out(`${provider}: "${gone.label}" (${gone.masked}) is gone.\n`);
    });
  command
    .command("reset <provider>")
    .description("use again what was set aside after failures")
    .action(async (provider: string) => {
      const changed = await (await auth()).reset(provider);
      io.out(changed === 0 ? "Nothing was set aside.\n" : `${changed} usable again.\n`);
    });
  command
    .command("logout <provider>")
    .description("forget everything kept for a provider")
    .action(async (provider: string) => {
      const removed = await (await auth()).logout(provider);
      io.out(removed === 0 ? "Nothing was kept.\n" : `${removed} forgotten.\n`);
    });
  withExamples(
    command,
    "hermes auth add openrouter                asks for the key",
    "pass show openrouter | hermes auth add openrouter --stdin",
    "hermes auth add nous                      signs in with a browser",
    "hermes auth list --json",
  );
}

async function addKey(admin: AuthAdmin, provider: string, flags: AddFlags, io: Io): Promise<Credential> {
  const key = flags.apiKey ?? (flags.stdin === true ? await io.readAll() : await askKey(provider, io));
  return admin.addKey(provider, key, flags.label);
}

async function askKey(provider: string, io: Io): Promise<string> {
  const prompts = await openPrompts(io, `Give the key on stdin: hermes auth add ${provider} --stdin < file`);
  return prompts.secret(`Key for ${provider}`);
}

async function signInTo(admin: AuthAdmin, provider: string, flags: AddFlags, io: Io): Promise<Credential> {
  const minutes = Number(flags.timeout);
  if (!(minutes > 0)) throw new UsageFailure("--timeout takes minutes, a number above 0.");
  const controller = new AbortController();
  const stop = io.onInterrupt(() => controller.abort());
  const request: SignInRequest = {
    provider,
    ...pickDefined({ ...flags }, ["label", "portalUrl", "inferenceUrl", "clientId", "scope"]),
  };
  try {
    const outcome = await admin.signIn(
      request,
      ({ url, userCode }) => io.err(`Open ${url}\nand enter the code ${userCode}\nWaiting…\n`),
      AbortSignal.any([controller.signal, AbortSignal.timeout(minutes * 60_000)]),
    );
    if (outcome.type === "signed-in") return outcome.credential;
    throw new UsageFailure(
      outcome.type === "denied" ? "Signing in was refused in the browser." : "The code was not entered in time.",
      1,
    );
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
    io.out(
      `Nothing is kept${provider === undefined ? "" : ` for ${provider}`}. \`hermes auth add <provider>\` adds a key.\n`,
    );
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
      const columns = ["#", "name", "kind", "key", "state", "used"];
      io.out(`${renderTable({ title: name, columns, rows }, io.columns)}\n`);
    }
  return all.some((one) => one.status === "ok");
}

// `hermes profile`: several complete homes, one of them in use.

import { resolve } from "node:path";
import type { Command } from "commander";
import type { Home } from "../../../config/home.ts";
import { openHome } from "../../../config/open-home.ts";
import { exportProfile, importProfile } from "../../../config/profile-archive.ts";
import {
  type CreateProfile,
  createProfile,
  deleteProfile,
  listProfiles,
  renameProfile,
  showProfile,
  useProfile,
} from "../../../config/profiles.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { printJson } from "../printing.ts";
import { mayGoOn } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

interface CreateFlags {
  readonly clone?: boolean;
  readonly cloneAll?: boolean;
  readonly cloneFrom?: string;
  readonly skills?: boolean;
  readonly description?: string;
}

export function define(command: Command, { io, facts, profile }: SubcommandContext): void {
  const home = (): Home => openHome(facts, profile);
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description(WORDS.profile.list.summary)
    .option("--json", WORDS.flags.json)
    .action((flags: { json?: boolean }) => {
      const profiles = listProfiles(home());
      if (flags.json === true) return printJson(io, { profiles });
      const rows = profiles.map((one) => [one.isActive ? "▸" : "", one.name, one.description, one.root]);
      io.out(`${renderTable({ columns: WORDS.profile.list.columns, rows }, io.columns)}\n`);
    });
  command
    .command("show [name]")
    .description(WORDS.profile.show.summary)
    .option("--json", WORDS.flags.json)
    .action((name: string | undefined, flags: { json?: boolean }) => {
      const found = showProfile(home(), name ?? home().profile);
      if (flags.json === true) return printJson(io, found);
      io.out(
        `${found.name}${found.isActive ? ` ${WORDS.profile.show.inUse}` : ""}\n  ${WORDS.profile.show.home(found.root)}\n`,
      );
      if (found.description !== "") io.out(`  ${WORDS.profile.show.for(found.description)}\n`);
    });
  command
    .command("create <name>")
    .description(WORDS.profile.create.summary)
    .option("--clone", WORDS.profile.create.flags.clone)
    .option("--clone-all", WORDS.profile.create.flags.cloneAll)
    .option("--clone-from <name>", WORDS.profile.create.flags.cloneFrom)
    .option("--no-skills", WORDS.profile.create.flags.noSkills)
    .option("--description <text>", WORDS.profile.create.flags.description)
    .action((name: string, flags: CreateFlags) => {
      const made = createProfile(home(), creation(name, flags));
      io.out(`${WORDS.profile.create.made(made.profile, made.root)}\n`);
    });
  command
    .command("use <name>")
    .description(WORDS.profile.use.summary)
    .action((name: string) => {
      const now = useProfile(home(), name);
      io.out(`${WORDS.profile.use.done(now.profile)}\n`);
    });
  command
    .command("rename <name> <new-name>")
    .description(WORDS.profile.rename.summary)
    .action((name: string, newName: string) => {
      io.out(`${WORDS.profile.rename.done(name, renameProfile(home(), name, newName).profile)}\n`);
    });
  command
    .command("delete <name>")
    .alias("rm")
    .description(WORDS.profile.delete.summary)
    .option("-y, --yes", WORDS.flags.yes)
    .action(async (name: string, flags: { yes?: boolean }) => {
      const found = showProfile(home(), name);
      if (!(await mayGoOn(io, WORDS.profile.delete.question(found.root), flags.yes))) return;
      deleteProfile(home(), name);
      io.out(`${WORDS.profile.delete.done(name)}\n`);
    });
  command
    .command("export [name]")
    .description(WORDS.profile.export.summary)
    .option("-o, --output <file>", WORDS.profile.export.flags.output)
    .action(async (name: string | undefined, flags: { output?: string }) => {
      const which = name ?? home().profile;
      const file = resolve(facts.cwd, flags.output ?? `${which}.tar.gz`);
      const report = await exportProfile(home(), which, file);
      io.out(`${WORDS.profile.export.done(report.file, report.members)}\n`);
      for (const path of report.skipped) io.err(`hermes: ${WORDS.profile.export.leftOut(path)}\n`);
    });
  command
    .command("import <file>")
    .description(WORDS.profile.import.summary)
    .option("--name <name>", WORDS.profile.import.flags.name)
    .action(async (file: string, flags: { name?: string }) => {
      const made = await importProfile(home(), resolve(facts.cwd, file), flags.name);
      io.out(`${WORDS.profile.import.made(made.profile, made.root)}\n`);
    });
  withExamples(command, ...WORDS.profile.examples);
}

function creation(name: string, flags: CreateFlags): CreateProfile {
  if (flags.clone === true && flags.cloneAll === true) throw new UsageFailure(WORDS.profile.create.either);
  const clone =
    flags.cloneAll === true ? "all" : flags.clone === true || flags.cloneFrom !== undefined ? "config" : undefined;
  return {
    name,
    ...(clone === undefined ? {} : { clone }),
    ...(flags.cloneFrom === undefined ? {} : { from: flags.cloneFrom }),
    noSkills: flags.skills === false,
    ...(flags.description === undefined ? {} : { description: flags.description }),
  };
}

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
    .description("every profile; the one in use is marked")
    .option("--json", "as JSON")
    .action((flags: { json?: boolean }) => {
      const profiles = listProfiles(home());
      if (flags.json === true) return printJson(io, { profiles });
      const rows = profiles.map((one) => [one.isActive ? "▸" : "", one.name, one.description, one.root]);
      io.out(`${renderTable({ columns: ["", "profile", "what for", "home"], rows }, io.columns)}\n`);
    });
  command
    .command("show [name]")
    .description("one profile; the one in use when none is named")
    .option("--json", "as JSON")
    .action((name: string | undefined, flags: { json?: boolean }) => {
      const found = showProfile(home(), name ?? home().profile);
      if (flags.json === true) return printJson(io, found);
      io.out(`${found.name}${found.isActive ? " (in use)" : ""}\n  home: ${found.root}\n`);
      if (found.description !== "") io.out(`  for: ${found.description}\n`);
    });
  command
    .command("create <name>")
    .description("a new profile, empty or as a copy")
    .option("--clone", "copy settings, secrets, identity, skills and memory of the current one")
    .option("--clone-all", "copy everything but history")
    .option("--clone-from <name>", "copy that one instead")
    .option("--no-skills", "without skills")
    .option("--description <text>", "what it is for")
    .action((name: string, flags: CreateFlags) => {
      const made = createProfile(home(), creation(name, flags));
      io.out(`Profile ${made.profile} is at ${made.root}. \`hermes -p ${made.profile}\` starts it.\n`);
    });
  command
    .command("use <name>")
    .description("use it whenever nothing else is said")
    .action((name: string) => {
      const now = useProfile(home(), name);
      io.out(`${now.profile} is in use from now on.\n`);
    });
  command
    .command("rename <name> <new-name>")
    .description("give it another name")
    .action((name: string, newName: string) => {
      io.out(`${name} is called ${renameProfile(home(), name, newName).profile} now.\n`);
    });
  command
    .command("delete <name>")
    .alias("rm")
    .description("remove it with everything in it")
    .option("-y, --yes", "do not ask")
    .action(async (name: string, flags: { yes?: boolean }) => {
      const found = showProfile(home(), name);
      if (!(await mayGoOn(io, `Remove ${found.root} with all sessions, memory and skills in it?`, flags.yes))) return;
      deleteProfile(home(), name);
      io.out(`${name} is gone.\n`);
    });
  command
    .command("export [name]")
    .description("one file to carry elsewhere; secrets stay here")
    .option("-o, --output <file>", "where to write it; default <name>.tar.gz here")
    .action(async (name: string | undefined, flags: { output?: string }) => {
      const which = name ?? home().profile;
      const file = resolve(facts.cwd, flags.output ?? `${which}.tar.gz`);
      const report = await exportProfile(home(), which, file);
      io.out(`${report.file}: ${report.members} files. Keys were left out.\n`);
      for (const path of report.skipped) io.err(`hermes: ${path} was left out: it is no plain file.\n`);
    });
  command
    .command("import <file>")
    .description("a profile from such a file")
    .option("--name <name>", "call it this")
    .action(async (file: string, flags: { name?: string }) => {
      const made = await importProfile(home(), resolve(facts.cwd, file), flags.name);
      io.out(`Profile ${made.profile} is at ${made.root}. Add its keys: hermes -p ${made.profile} setup\n`);
    });
  withExamples(
    command,
    "hermes profile create work --clone --description 'for the office'",
    "hermes profile use work",
    "hermes -p work                 once, without switching",
    "hermes profile export work -o work.tar.gz",
  );
}

function creation(name: string, flags: CreateFlags): CreateProfile {
  if (flags.clone === true && flags.cloneAll === true) throw new UsageFailure("Take either --clone or --clone-all.");
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

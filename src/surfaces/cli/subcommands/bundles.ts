// `hermes bundles`: several skills under one word.

import type { Command } from "commander";
import { UsageFailure } from "../../../kernel/failure.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { withSkills } from "../with-skills.ts";

interface CreateFlags {
  readonly skill?: readonly string[];
  readonly description?: string;
  readonly instruction?: string;
  readonly force?: boolean;
}

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("all bundles")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      await withSkills(openAdmin, async ({ bundles }) => {
        const all = await bundles.list();
        if (flags.json === true) return printJson(io, { bundles: all });
        if (all.length === 0) return io.out("No bundles yet. `hermes bundles create <name> -s <skill> -s <skill>`\n");
        const rows = all.map((one) => [`/${one.slug}`, one.skills.join(", "), one.description]);
        io.out(`${renderTable({ columns: ["bundle", "skills", "what for"], rows }, io.columns)}\n`);
      });
    });
  command
    .command("show <bundle>")
    .description("one bundle")
    .option("--json", "as JSON")
    .action(async (name: string, flags: { json?: boolean }) => {
      await withSkills(openAdmin, async ({ bundles }) => {
        const found = (await bundles.list()).find((one) => one.slug === name || one.name === name);
        if (found === undefined) throw new UsageFailure(`There is no bundle "${name}". See \`hermes bundles\`.`, 1);
        if (flags.json === true) return printJson(io, found);
        io.out(`/${found.slug}: ${found.skills.join(", ")}\n${found.description}\n`);
        if (found.instruction !== "") io.out(`\n${found.instruction}\n`);
      });
    });
  command
    .command("create <name>")
    .description("a new bundle")
    .option("-s, --skill <skill>", "a skill in it; repeat", collect)
    .option("-d, --description <text>", "what it is for")
    .option("-i, --instruction <text>", "told to the model with the skills")
    .option("-f, --force", "replace one of the same name")
    .action(async (name: string, flags: CreateFlags) => {
      await withSkills(openAdmin, async ({ bundles }) => {
        if (flags.skill === undefined) throw new UsageFailure("A bundle needs skills: -s <skill>");
        if (flags.force === true) await removeIfThere(bundles, name);
        const made = await bundles.create({
          name,
          skills: flags.skill,
          description: flags.description ?? "",
          instruction: flags.instruction ?? "",
        });
        if (made.type === "refused") throw new UsageFailure(made.why, 1);
        io.out(`${made.message}\n`);
      });
    });
  command
    .command("delete <bundle>")
    .alias("rm")
    .description("remove it; the skills stay")
    .action(async (name: string) => {
      await withSkills(openAdmin, async ({ bundles }) => {
        const gone = await bundles.remove(name);
        if (gone.type === "refused") throw new UsageFailure(gone.why, 1);
        io.out(`${gone.message}\n`);
      });
    });
  withExamples(
    command,
    "hermes bundles create review -s code-review -s testing -d 'look at a change'",
    "hermes bundles show review",
  );
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...value.split(",").map((one) => one.trim())].filter((one) => one !== "");
}

type Bundles = Parameters<Parameters<typeof withSkills>[1]>[0]["bundles"];

async function removeIfThere(bundles: Bundles, name: string): Promise<void> {
  const found = (await bundles.list()).find((one) => one.slug === name || one.name === name);
  if (found !== undefined) await bundles.remove(found.slug);
}

// `hermes skills`: the library, the changes that wait for a yes, and what is switched off.

import { type Command, Option } from "commander";
import type { PendingChange, SkillEntry } from "../../../contracts/skills.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { ellipsize, oneLine } from "../../../kernel/text.ts";
import type { SkillAdmin } from "../../../runtime/admin-skills.ts";
import { printJson } from "../printing.ts";
import { mayGoOn } from "../prompts.ts";
import { defineHub, inspectElsewhere } from "../skills-hub.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { skillNamed, withSkills } from "../with-skills.ts";

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineLooking(command, context);
  defineHub(command, context, finish);
  defineReview(command, context, finish);
  defineSwitches(command, context);
  withExamples(
    command,
    "hermes skills                       the library",
    "hermes skills inspect code-review",
    "hermes skills install ./my-skill           or owner/repository/path, a git address, a URL",
    "hermes skills audit ./my-skill --json",
    "hermes skills pending               changes that wait for your yes",
    "hermes skills list --json",
  );
}

function defineLooking(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("every skill there is here")
    .addOption(
      new Option("--source <origin>", "only these").choices(["all", "hub", "builtin", "local", "agent"]).default("all"),
    )
    .option("--json", "as JSON")
    .action(async (flags: { source: string; json?: boolean }) => {
      await withSkills(openAdmin, async ({ skills, disabled }) => {
        const found = (await skills.list()).filter((skill) => isFrom(skill, flags.source));
        if (flags.json === true) return printJson(io, { skills: found.map(columnsOf), disabled });
        if (found.length === 0 && disabled.length === 0)
          return io.out("No skills here yet. The agent writes its own as it learns.\n");
        const rows = found.map((skill) => [
          skill.name,
          skill.category,
          originWord(skill),
          ellipsize(oneLine(skill.description), 100),
        ]);
        io.out(`${renderTable({ columns: ["skill", "category", "from", "what for"], rows }, io.columns)}\n`);
        if (disabled.length > 0) io.out(`Switched off: ${disabled.join(", ")}\n`);
      });
    });
  command
    .command("inspect <skill> [file]")
    .alias("show")
    .description("read one, or one of its files; or look through one from elsewhere without installing it")
    .option("--json", "as JSON")
    .action(async (reference: string, file: string | undefined, flags: { json?: boolean }) => {
      await withSkills(openAdmin, async (admin) => {
        const here = await admin.skills.find(reference);
        if (here.type === "none" && /[/:]/.test(reference))
          return inspectElsewhere(admin.hub, reference, flags.json === true, io);
        const skill = await skillNamed(admin, reference);
        if (file !== undefined) {
          const read = await admin.skills.readFile(skill, file);
          if (read.type === "text") return io.out(read.content.endsWith("\n") ? read.content : `${read.content}\n`);
          throw new UsageFailure(read.type === "refused" ? read.why : `${file} is no text file of ${skill.name}.`, 1);
        }
        const document = await admin.skills.read(skill);
        if (flags.json === true) return printJson(io, { ...columnsOf(skill), ...document });
        io.out(
          `${skill.name} (${originWord(skill)}, ${skill.state}${skill.pinned ? ", pinned" : ""})\n${skill.dir}\n\n`,
        );
        io.out(`${document.content.trimEnd()}\n`);
        for (const [folder, files] of Object.entries(document.files)) io.out(`\n${folder}: ${files.join(", ")}\n`);
        for (const warning of [...document.warnings, ...skill.doubts]) io.err(`hermes: ${warning}\n`);
      });
    });
}

function defineReview(command: Command, { io, openAdmin }: SubcommandContext, finish: (code: number) => void): void {
  command
    .command("pending")
    .description("changes that wait for your yes")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      await withSkills(openAdmin, async ({ skills }) => {
        const waiting = await skills.pending();
        if (flags.json === true) return printJson(io, { pending: waiting });
        if (waiting.length === 0) return io.out("Nothing waits.\n");
        for (const one of waiting) io.out(`${one.id}  ${one.summary} (${one.origin}, ${one.createdAt})\n`);
      });
    });
  command
    .command("diff <id>")
    .description("what approving it would change")
    .action(async (id: string) => {
      await withSkills(openAdmin, async ({ skills }) => {
        const diff = await skills.diff(id);
        if (diff === undefined) throw unknownId(id);
        io.out(diff.endsWith("\n") ? diff : `${diff}\n`);
      });
    });
  command
    .command("approve <id>")
    .description("make the change; `all` for every one")
    .action(async (id: string) => {
      await withSkills(openAdmin, async ({ skills }) => {
        let refused = 0;
        for (const one of await chosen(skills.pending(), id)) {
          const outcome = await skills.approve(one);
          if (outcome.type !== "done") refused++;
          io.out(
            outcome.type === "done"
              ? `${one}: ${outcome.message}\n`
              : `${one} was not made: ${outcome.type === "refused" ? outcome.error : outcome.why}\n`,
          );
        }
        finish(refused === 0 ? 0 : 1);
      });
    });
  command
    .command("reject <id>")
    .description("drop the change; `all` for every one")
    .action(async (id: string) => {
      await withSkills(openAdmin, async ({ skills }) => {
        for (const one of await chosen(skills.pending(), id)) {
          if (!(await skills.reject(one))) throw unknownId(one);
          io.out(`${one} is dropped.\n`);
        }
      });
    });
  command
    .command("approval [state]")
    .description("whether the agent's changes wait for a yes: on or off")
    .action(async (state: string | undefined) => {
      await withSkills(openAdmin, async (admin) => {
        if (state !== undefined && state !== "on" && state !== "off")
          throw new UsageFailure("approval takes on or off.");
        if (state !== undefined) admin.setApproval(state === "on");
        const on = state === undefined ? admin.approval : state === "on";
        io.out(
          on ? "Changes wait for your yes.\n" : "Changes are made at once; `hermes learned` lists and undoes them.\n",
        );
      });
    });
}

function defineSwitches(command: Command, { io, openAdmin }: SubcommandContext): void {
  for (const on of [true, false]) {
    command
      .command(on ? "enable <skill>" : "disable <skill>")
      .description(on ? "show it to the model again" : "never show it to the model")
      .action(async (reference: string) => {
        await withSkills(openAdmin, async (admin) => {
          const { name } = await skillNamed(admin, reference);
          admin.setEnabled(name, on);
          io.out(`${name} is ${on ? "on" : "off"} from the next session on.\n`);
        });
      });
  }
  command
    .command("reset <skill>")
    .description("take the shipped version of a bundled skill again; the edited one goes to the archive")
    .option("--keep", "keep your edits and take them as the new starting point")
    .option("-y, --yes", "do not ask")
    .action(async (name: string, flags: { keep?: boolean; yes?: boolean }) => {
      await withSkills(openAdmin, async (admin: SkillAdmin) => {
        const question = `Replace ${name} by the shipped version?`;
        if (flags.keep !== true && !(await mayGoOn(io, question, flags.yes))) return;
        io.out(`${await admin.reset(name, flags.keep === true)}\n`);
      });
    });
}

async function chosen(pending: Promise<readonly PendingChange[]>, id: string): Promise<readonly string[]> {
  const ids = (await pending).map((one) => one.id);
  if (id === "all") return ids;
  if (!ids.includes(id)) throw unknownId(id);
  return [id];
}

function unknownId(id: string): UsageFailure {
  return new UsageFailure(`Nothing waits under "${id}". \`hermes skills pending\` lists the ids.`, 1);
}

function isFrom(skill: SkillEntry, source: string): boolean {
  switch (source) {
    case "hub":
      return skill.origin === "hub";
    case "builtin":
      return skill.origin === "bundled";
    case "agent":
      return skill.origin === "agent";
    case "local":
      return skill.origin === "user" || skill.origin === "agent" || skill.origin === "external";
    default:
      return true;
  }
}

function originWord({ origin }: SkillEntry): string {
  return origin === "user" ? "you" : origin === "bundled" ? "built in" : origin;
}

function columnsOf(skill: SkillEntry): object {
  const { name, description, category, dir, origin, state, pinned, doubts, shadows } = skill;
  return { name, description, category, dir, origin, state, pinned, doubts, shadows };
}

// Writes docs/reference/ from the program itself: settings from the schema, commands from their definitions, tools from
// their schemas. `--check` writes nothing and fails when a page is out of date.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openApp } from "../src/compose/app.ts";
import { configReference } from "../src/config/reference.ts";
import { commandTree } from "../src/surfaces/cli/command-tree.ts";
import { SUBCOMMANDS } from "../src/surfaces/cli/subcommands.data.ts";
import { localCommands } from "../src/surfaces/tui/local-commands.ts";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const NOTE = "<!-- Written by `node scripts/reference.mjs`. -->";

/** A machine that has everything, so that the pages do not depend on the one they are made on. */
function stage() {
  const dir = mkdtempSync(join(tmpdir(), "hermes-reference-"));
  const bin = join(dir, "bin");
  mkdirSync(bin);
  for (const name of ["git", "python3", "chromium", "bash", "sh"]) writeFileSync(join(bin, name), "", { mode: 0o755 });
  const facts = {
    env: {
      PATH: bin,
      HERMES_HOME: join(dir, "home"),
      HERMES_INFERENCE_PROVIDER: "offline",
      OPENAI_API_KEY: "sk-reference-page-only-000000000000",
      LANG: "C.UTF-8",
    },
    platform: "linux",
    userHome: dir,
    cwd: dir,
  };
  return { facts, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

async function pages() {
  const { facts, remove } = stage();
  const app = await openApp(facts, {
    source: "cli",
    interactive: true,
    ignoreUserConfig: true,
    ignoreRules: true,
    safeMode: true,
    checkpoints: true,
    passSessionId: false,
    settings: {},
  });
  try {
    const never = () => {
      throw new Error("describing a command runs nothing");
    };
    const io = { out: never, err: never, columns: 100, colour: false, stdinIsTty: false, stdoutIsTty: false };
    const tree = await commandTree({
      ...{ io, facts, profile: undefined, version: "", subcommands: SUBCOMMANDS },
      openApp: never,
      openAdmin: never,
    });
    return {
      "config.md": `${NOTE}\n\n${configReference()}`,
      "commands.md": commandsPage(tree, app.commands, localCommands({}, { appCommands: app.commands })),
      "tools.md": toolsPage(await app.tools({ ...app.defaults, toolsets: ["all"] }, undefined)),
    };
  } finally {
    await app.close();
    remove();
  }
}

const cell = (text) => text.replace(/\s+/g, " ").trim().replaceAll("|", "\\|");
const table = (columns, rows) =>
  [columns, columns.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

function commandsPage(tree, slash, local) {
  const { verbs: commands } = tree;
  return `${[
    NOTE,
    "# Commands",
    "Without a command `hermes` starts a conversation. `hermes <command> --help` says the same as this page.",
    "## hermes",
    flagTable(tree.flags),
    ...commands.flatMap((command) => commandSection(command)),
    "## In a conversation",
    "Commands that begin with a slash, in every surface.",
    slashTable(slash),
    "Of the terminal interface; where there are only lines, those that cannot work say so:",
    slashTable(local.filter(({ name }) => !slash.some((one) => one.name === name))),
  ].join("\n\n")}\n`;
}

const slashTable = (commands) =>
  table(
    ["Command", "What it does", "While an answer is being written"],
    commands.map((one) => [
      `\`/${[one.name, one.args].filter(Boolean).join(" ")}\`${(one.aliases ?? []).map((alias) => `, \`/${alias}\``).join("")}`,
      one.summary,
      one.whileBusy ? "yes" : "",
    ]),
  );

function commandSection(command) {
  const same = command.name === "chat" ? ["The flags of `hermes` itself."] : [];
  return [
    `## hermes ${command.name}`,
    `${command.summary[0].toUpperCase()}${command.summary.slice(1)}.`,
    ...(command.args === "" ? [] : [`\`hermes ${command.name} ${command.args}\``]),
    ...(command.name === "chat" ? same : command.flags.length === 0 ? [] : [flagTable(command.flags)]),
    ...(command.verbs.length === 0
      ? []
      : [
          table(
            ["Verb", "What it does", "Flags"],
            command.verbs.map((verb) => [
              `\`${[verb.name, verb.args].filter(Boolean).join(" ")}\`${verb.aliases.map((alias) => `, \`${alias}\``).join("")}`,
              verb.summary,
              verb.flags.map((flag) => `\`${flag.flags}\` ${flag.summary}`).join("; "),
            ]),
          ),
        ]),
    ...(command.examples.length === 0 ? [] : [`\`\`\`sh\n${command.examples.join("\n")}\n\`\`\``]),
  ];
}

const flagTable = (flags) =>
  table(
    ["Flag", "What it does"],
    flags.map((flag) => [`\`${flag.flags}\``, flag.summary]),
  );

function toolsPage(tools) {
  const sets = [...new Set(tools.map((tool) => tool.toolset))];
  return `${[
    NOTE,
    "# Tools",
    "What the model can call, by toolset. A tool that cannot work on a machine is not offered there. `hermes tools` shows and switches them.",
    ...sets.flatMap((set) => [
      `## ${set}`,
      ...tools.filter((tool) => tool.toolset === set).flatMap((tool) => toolSection(tool)),
    ]),
  ].join("\n\n")}\n`;
}

function toolSection(tool) {
  const { properties = {}, required = [] } = tool.input.json;
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? "" : " (optional)"}`,
    typeOf(schema),
    schema.description ?? "",
  ]);
  return [
    `### ${tool.name}`,
    tool.description.trim(),
    [
      `Effect: ${tool.effect}. Results are ${tool.output === "foreign" ? "foreign text, fenced as untrusted" : "our own"}.`,
      ...(tool.needsPerson === true ? ["Offered only where somebody can answer."] : []),
      ...(tool.needsSight === true ? ["Offered only where some model can see images."] : []),
    ].join(" "),
    ...(rows.length === 0 ? [] : [table(["Parameter", "Type", "Meaning"], rows)]),
  ];
}

function typeOf(schema) {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array") return `list of ${schema.items === undefined ? "values" : typeOf(schema.items)}`;
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
}

const out = join(root, "docs/reference");
const made = await pages();
if (process.argv.includes("--check")) {
  const read = (name) => {
    try {
      return readFileSync(join(out, name), "utf8");
    } catch {
      return "";
    }
  };
  const stale = Object.entries(made).filter(([name, text]) => read(name) !== text);
  for (const [name] of stale)
    console.error(`docs/reference/${name} is out of date: run \`node scripts/reference.mjs\`.`);
  process.exit(stale.length === 0 ? 0 : 1);
}
mkdirSync(out, { recursive: true });
for (const [name, text] of Object.entries(made)) writeFileSync(join(out, name), text);
console.error(`wrote ${Object.keys(made).join(", ")} in docs/reference/`);
process.exit(0);

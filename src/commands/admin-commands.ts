// Commands about the setup around a conversation: providers, toolsets, settings, health, what was used.

import type { Command, Reply } from "../contracts/command.ts";
import type { Figure } from "../contracts/page.ts";
import type { Admin } from "../runtime/admin.ts";
import type { HealthFinding } from "../runtime/admin-health.ts";
import { type FallbackPorts, fallbackCommand } from "./fallback-command.ts";
import { insightPage } from "./insight-page.ts";
import { pageReply } from "./page-text.ts";
import { WORDS } from "./words.data.ts";

/** Settings by dotted name, as the settings file has them. */
export interface SettingsPort {
  /** Those that differ from their defaults, or all whose name starts like this. */
  list(prefix: string): Promise<readonly (readonly [string, string])[]>;
  /** What was done, in one sentence. Throws ConfigFailure or UsageFailure. */
  set(key: string, value: string): Promise<string>;
}

export interface AdminCommandPorts extends FallbackPorts {
  admin(): Promise<Admin>;
  readonly settings: SettingsPort;
}

export function adminCommands(ports: AdminCommandPorts): readonly Command[] {
  return [
    insights(ports),
    doctor(ports),
    provider(ports),
    fallbackCommand(ports),
    toolsets(ports),
    config(ports),
    profile(ports),
  ];
}

const insights = ({ admin }: AdminCommandPorts): Command => ({
  name: "insights",
  summary: WORDS.admin.insightsSummary,
  args: "[days]",
  group: "info",
  whileBusy: true,
  async run(args) {
    const days = args === "" ? 30 : Number(args);
    if (!Number.isInteger(days) || days < 1 || days > 3650)
      return { type: "text", text: WORDS.admin.insightsTakesDays };
    return pageReply(insightPage(await (await (await admin()).insights()).gather({ days }), days));
  },
});

const doctor = ({ admin }: AdminCommandPorts): Command => ({
  name: "doctor",
  summary: WORDS.admin.doctorSummary,
  group: "info",
  whileBusy: true,
  async run() {
    const health = await (await admin()).health();
    const found: HealthFinding[] = [];
    for await (const finding of health.check({ deep: false, fix: false })) found.push(finding);
    const open = found.filter((finding) => finding.level !== "ok");
    const well = found.length - open.length;
    if (open.length === 0) return { type: "text", text: WORDS.admin.allChecksPassed(well) };
    const rows = open.map(({ level, what, fix = "" }) => [level, what, fix]);
    return {
      type: "table",
      title: WORDS.admin.someChecksOpen(well, open.length),
      columns: WORDS.admin.doctorColumns,
      rows,
    };
  },
});

const provider = ({ admin }: AdminCommandPorts): Command => ({
  name: "provider",
  summary: WORDS.admin.providerSummary,
  args: "[name]",
  group: "model",
  whileBusy: false,
  async run(args, session) {
    const models = await (await admin()).models();
    const providers = await models.providers();
    if (args === "") {
      const ready = providers.filter((one) => one.ready);
      const rows = (ready.length > 0 ? ready : providers).map((one) => [one.id, one.defaultModel, one.because]);
      const others = providers.length - ready.length;
      return {
        type: "table",
        title: WORDS.admin.providersTitle(ready.length, others),
        columns: WORDS.admin.providerColumns,
        rows,
      };
    }
    const wanted = providers.find((one) => one.id === args);
    if (wanted === undefined) return { type: "text", text: WORDS.admin.unknownProvider(args) };
    if (!wanted.ready) return { type: "text", text: WORDS.admin.cannotAnswerYet(wanted.name, wanted.because) };
    await session.configure({ provider: wanted.id, model: wanted.defaultModel });
    return { type: "text", text: WORDS.admin.answersFromNowOn(wanted.id, wanted.defaultModel) };
  },
  async complete(typed) {
    const providers = await (await (await admin()).models()).providers();
    return providers
      .filter((one) => one.id.startsWith(typed))
      .map((one) => ({ value: one.id, summary: one.ready ? one.defaultModel : one.because }));
  },
});

const toolsets = ({ admin }: AdminCommandPorts): Command => ({
  name: "toolsets",
  summary: WORDS.admin.toolsetsSummary,
  args: "[on|off name…]",
  group: "tools",
  whileBusy: true,
  async run(args): Promise<Reply> {
    const tools = await (await admin()).tools();
    const [verb, ...names] = args.split(/[\s,]+/).filter((word) => word !== "");
    if (verb === "on" || verb === "off") {
      if (names.length === 0) return { type: "text", text: WORDS.admin.whichToolsets(verb) };
      await tools.switch(names, verb === "on");
      return { type: "text", text: WORDS.admin.toolsetsSwitched(names.join(", "), verb) };
    }
    const rows = (await tools.toolsets()).map((set) => [
      set.enabled ? "✓" : "✗",
      set.name,
      set.tools.join(", "),
      set.absent.length > 0 ? WORDS.admin.notHere(set.absent.join(", ")) : "",
    ]);
    return { type: "table", columns: WORDS.admin.toolsetsColumns, rows };
  },
});

const config = ({ settings }: AdminCommandPorts): Command => ({
  name: "config",
  summary: WORDS.admin.configSummary,
  args: "[key [value]]",
  group: "info",
  whileBusy: true,
  async run(args) {
    const [key = "", ...rest] = args.split(/\s+/);
    if (rest.length > 0) return { type: "text", text: await settings.set(key, rest.join(" ")) };
    const rows = await settings.list(key);
    if (rows.length > 0) return { type: "table", columns: WORDS.admin.configColumns, rows };
    return {
      type: "text",
      text: key === "" ? WORDS.admin.allAtDefault : WORDS.admin.unknownSetting(key),
    };
  },
  async complete(typed) {
    if (typed.includes(" ") || typed === "") return [];
    return (await settings.list(typed)).map(([value, now]) => ({ value, summary: now }));
  },
});

const profile = ({ admin }: AdminCommandPorts): Command => ({
  name: "profile",
  summary: WORDS.admin.profileSummary,
  group: "info",
  whileBusy: true,
  async run() {
    const status = await (await (await admin()).health()).status();
    const facts: readonly Figure[] = [
      {
        type: "facts",
        rows: [
          [WORDS.admin.facts.profile, status.profile],
          [WORDS.admin.facts.home, status.home],
          [WORDS.admin.facts.version, status.version],
          [
            WORDS.admin.facts.commandsRun,
            status.environment === "local" ? WORDS.admin.runHere(status.sandbox) : status.environment,
          ],
          [WORDS.admin.facts.approvals, status.approvals],
          [WORDS.admin.facts.memory, status.memory.enabled ? status.memory.provider : WORDS.admin.memoryOff],
        ],
      },
      { type: "note", text: WORDS.admin.howToChangeProfile },
    ];
    return pageReply(facts);
  },
});

// The names of things that are here, for somebody who is typing one. What cannot be read has no names; nobody is told while typing.

import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { loadConfig } from "../../config/load.ts";
import { openHome } from "../../config/open-home.ts";
import { listProfiles } from "../../config/profiles.ts";
import { listSettings } from "../../config/settings.ts";
import { ellipsize, oneLine } from "../../kernel/text.ts";
import type { Choice, ValueKind } from "./completion-choices.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { withSessions } from "./with-sessions.ts";
import { withSkills } from "./with-skills.ts";
import { WORDS } from "./words.data.ts";

/** As long as somebody who pressed Tab will wait, for a server that is away. */
const PATIENCE_MS = 2_000;
/** To choose from, and to look through for one whose beginning is typed. */
const NEWEST_SESSIONS = 200;
const MOST_SESSIONS = 5_000;
const SUMMARY_CHARS = 60;

type Named = Exclude<ValueKind, "file">;

/** `typed` is what there is of the name: more is looked through once there is something of it. */
export async function valuesOf(kind: Named, context: SubcommandContext, typed: string): Promise<readonly Choice[]> {
  try {
    return await Promise.race([LOOK[kind](context, typed), sleep(PATIENCE_MS, [], { ref: false })]);
  } catch {
    // A broken file or server is for `hermes doctor` to tell about, not for a completion.
    return [];
  }
}

const LOOK: Readonly<Record<Named, (context: SubcommandContext, typed: string) => Promise<readonly Choice[]>>> = {
  async session(context, typed) {
    // Looking for names must not be what makes the file.
    if (configOf(context).config.store.url === "" && !existsSync(homeOf(context).stateDb)) return [];
    const rows = await withSessions(context.openAdmin, ({ store, admin }) =>
      store.list({ principal: admin.principal, tipsOnly: true, limit: typed === "" ? NEWEST_SESSIONS : MOST_SESSIONS }),
    );
    const ids = rows.map(({ id, title, preview }) => ({ value: id, summary: title ?? brief(preview ?? "") }));
    const titles = rows.flatMap(({ id, title }) => (title === undefined ? [] : [{ value: title, summary: id }]));
    return [...ids, ...titles];
  },
  profile: async (context) =>
    listProfiles(homeOf(context)).map(({ name, description }) => ({ value: name, summary: brief(description) })),
  async model(context) {
    const models = await (await context.openAdmin()).models();
    const [current, providers] = await Promise.all([models.current(), models.providers()]);
    const ready = providers.filter((one) => one.ready);
    const usual = (ready.length > 0 ? ready : providers)
      .filter(({ defaultModel }) => defaultModel !== "")
      .map(({ id, defaultModel, name }) => ({ value: `${id}:${defaultModel}`, summary: name }));
    if (current.type !== "ready") return usual;
    const now = `${current.provider}:${current.model}`;
    return [{ value: now, summary: WORDS.completion.answersNow }, ...usual.filter(({ value }) => value !== now)];
  },
  async provider(context) {
    const providers = await (await (await context.openAdmin()).models()).providers();
    return [
      ...providers.map(({ id, name }) => ({ value: id, summary: name })),
      { value: "offline", summary: WORDS.completion.offline },
    ];
  },
  async toolset(context) {
    const toolsets = await (await (await context.openAdmin()).tools()).toolsets();
    return toolsets.map(({ name, tools }) => ({ value: name, summary: brief(tools.join(", ")) }));
  },
  async skill(context) {
    const found: Choice[] = [];
    await withSkills(context.openAdmin, async ({ skills }) => {
      for (const { name, description } of await skills.list()) found.push({ value: name, summary: brief(description) });
    });
    return found;
  },
  setting: async (context) =>
    listSettings(configOf(context), { changedOnly: false }).map(({ path, value }) => ({
      value: path,
      summary: brief(JSON.stringify(value) ?? ""),
    })),
  log: async () => [
    { value: "agent", summary: WORDS.completion.logs.agent },
    { value: "errors", summary: WORDS.completion.logs.errors },
    { value: "list", summary: WORDS.completion.logs.list },
  ],
  async plugin(context) {
    const { plugins } = await (await (await context.openAdmin()).plugins()).list();
    return plugins.map(({ name, description }) => ({ value: name, summary: brief(description) }));
  },
};

const configOf = (context: SubcommandContext) => loadConfig({ home: homeOf(context), env: context.facts.env });
const homeOf = ({ facts, profile }: SubcommandContext) => openHome(facts, profile);
const brief = (text: string): string => ellipsize(oneLine(text), SUMMARY_CHARS);

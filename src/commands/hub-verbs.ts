// The verbs about skills from elsewhere: search, look through, install, update, put away.

import type { HubOutcome, Inspected, SkillHub } from "../contracts/skill-hub.ts";
import type { GuardReport } from "../kernel/skills/guard/finding.ts";
import { flagText, hasFlag, listed, refusal, said, type Verb, type VerbResult } from "./verb.ts";
import { WORDS } from "./words.data.ts";

export interface HubVerbPorts {
  readonly hub: SkillHub;
}

const FORCE = { name: "force", summary: WORDS.hubVerbs.forceSummary };

export function hubVerbs(ports: HubVerbPorts): readonly Verb[] {
  return [search(ports), inspect(ports), install(ports), update(ports), audit(ports), uninstall(ports), tap(ports)];
}

const search = ({ hub }: HubVerbPorts): Verb => ({
  name: "search",
  summary: WORDS.hubVerbs.searchSummary,
  args: "<words>",
  flags: [{ name: "limit", value: "n", summary: WORDS.hubVerbs.limitSummary }],
  async run(call) {
    const limit = Number(flagText(call, "limit") ?? 10);
    const { found, problems } = await hub.search(
      call.words.join(" "),
      Number.isFinite(limit) && limit > 0 ? limit : 10,
    );
    const note = problems.length === 0 ? "" : WORDS.hubVerbs.notReached(problems.join("; "));
    const rows = found.map(({ name, identifier, trust, description }) => [name, identifier, trust, description]);
    return listed(WORDS.hubVerbs.searchColumns, rows, { found, problems }, WORDS.hubVerbs.nothingFound(note));
  },
});

const inspect = ({ hub }: HubVerbPorts): Verb => ({
  name: "inspect",
  summary: WORDS.hubVerbs.inspectSummary,
  args: "<identifier>",
  async run({ words }) {
    const seen = await hub.inspect(words[0] ?? "");
    return "why" in seen ? refusal(seen.why) : said(inspectedText(seen), seen);
  },
});

const install = ({ hub }: HubVerbPorts): Verb => ({
  name: "install",
  summary: WORDS.hubVerbs.installSummary,
  args: "<identifier>",
  flags: [
    { name: "category", value: "folder", summary: WORDS.hubVerbs.categorySummary },
    { name: "name", value: "name", summary: WORDS.hubVerbs.nameSummary },
    { name: "hash", value: "sha256:…", summary: WORDS.hubVerbs.hashSummary },
    FORCE,
  ],
  async run(call) {
    const category = flagText(call, "category");
    const name = flagText(call, "name");
    const expectedHash = flagText(call, "hash");
    const outcome = await hub.install(call.words[0] ?? "", {
      force: hasFlag(call, "force"),
      ...(category === undefined ? {} : { category }),
      ...(name === undefined ? {} : { name }),
      ...(expectedHash === undefined ? {} : { expectedHash }),
    });
    return outcomeResult(outcome);
  },
});

const update = ({ hub }: HubVerbPorts): Verb => ({
  name: "update",
  summary: WORDS.hubVerbs.updateSummary,
  args: "[name]",
  flags: [FORCE],
  async run(call) {
    const outcomes = await hub.update(call.words[0], { force: hasFlag(call, "force") });
    const text = outcomes.map((one) => outcomeText(one)).join("\n");
    return said(
      text || WORDS.hubVerbs.nothingInstalled,
      outcomes,
      outcomes.some(({ type }) => type === "refused") ? 1 : 0,
    );
  },
});

const audit = ({ hub }: HubVerbPorts): Verb => ({
  name: "audit",
  summary: WORDS.hubVerbs.auditSummary,
  args: "[folder]",
  async run({ words }) {
    const [dir] = words;
    if (dir !== undefined) {
      const report = await hub.audit(dir);
      return said(reportText(report), report);
    }
    const installed = await hub.installed();
    const rows = installed.map(({ name, identifier, verdict, edited }) => [
      name,
      identifier,
      verdict,
      edited ? WORDS.hubVerbs.editedHere : "",
    ]);
    return listed(WORDS.hubVerbs.auditColumns, rows, installed, WORDS.hubVerbs.nothingInstalled);
  },
});

const uninstall = ({ hub }: HubVerbPorts): Verb => ({
  name: "uninstall",
  summary: WORDS.hubVerbs.uninstallSummary,
  args: "<name>",
  async run({ words }) {
    const { type, message } = await hub.uninstall(words[0] ?? "");
    return type === "done" ? said(message, { message }) : refusal(message);
  },
});

const tap = ({ hub }: HubVerbPorts): Verb => ({
  name: "tap",
  summary: WORDS.hubVerbs.tapSummary,
  args: "[list | add <repo> | remove <repo>]",
  async run({ words }) {
    const [what = "list", repository = ""] = words;
    if (what === "list") {
      const taps = await hub.taps();
      return listed(
        WORDS.hubVerbs.tapColumns,
        taps.map((one) => [one]),
        taps,
        WORDS.hubVerbs.noTaps,
      );
    }
    if (what !== "add" && what !== "remove") return refusal(WORDS.hubVerbs.tapTakes);
    const { type, message } = await (what === "add" ? hub.addTap(repository) : hub.removeTap(repository));
    return type === "done" ? said(message, { message }) : refusal(message);
  },
});

function outcomeResult(outcome: HubOutcome): VerbResult {
  return said(outcomeText(outcome), outcome, outcome.type === "refused" ? 1 : 0);
}

function outcomeText(outcome: HubOutcome): string {
  switch (outcome.type) {
    case "installed": {
      const { skill, replaced, inspected } = outcome;
      const { name, path, verdict, hash } = skill;
      const words = replaced ? WORDS.hubVerbs.updatedIn : WORDS.hubVerbs.installedIn;
      const where = words(name, path, verdict, hash.slice(0, 23));
      return [where, capabilityText(inspected.report), ...automationText(inspected)].join("\n");
    }
    case "unchanged":
      return WORDS.hubVerbs.upToDate(outcome.name);
    case "refused":
      return outcome.inspected === undefined ? outcome.why : `${outcome.why}\n${reportText(outcome.inspected.report)}`;
  }
}

function inspectedText(seen: Inspected): string {
  return [
    `${seen.name}: ${seen.description}`,
    WORDS.hubVerbs.source(seen.identifier, seen.pinned, seen.trust),
    WORDS.hubVerbs.hash(seen.hash),
    WORDS.hubVerbs.files(seen.files.length, seen.files.slice(0, 20).join(", ")),
    reportText(seen.report),
    ...automationText(seen),
  ].join("\n");
}

function automationText({ blueprint }: Inspected): readonly string[] {
  return blueprint === undefined ? [] : [WORDS.hubVerbs.automation(blueprint.schedule, blueprint.deliver)];
}

function reportText(report: GuardReport): string {
  const findings = report.findings
    .slice(0, 20)
    .map(
      ({ severity, id, file, line, excerpt, decoded }) =>
        `  ${severity} ${id} ${file}${line > 0 ? `:${line}` : ""}${decoded === undefined ? "" : WORDS.hubVerbs.hiddenIn(decoded)}: ${excerpt}`,
    );
  return [WORDS.hubVerbs.verdict(report.verdict), ...findings, capabilityText(report)].join("\n");
}

function capabilityText({ capabilities }: GuardReport): string {
  return capabilities.length === 0
    ? WORDS.hubVerbs.onlyAdvice
    : WORDS.hubVerbs.itCan(capabilities.map((one) => `  ${one}`).join("\n"));
}

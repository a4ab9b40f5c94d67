// The verbs about skills from elsewhere: search, look through, install, update, put away.

import type { HubOutcome, Inspected, SkillHub } from "../contracts/skill-hub.ts";
import type { GuardReport } from "../kernel/skills/guard/finding.ts";
import { flagText, hasFlag, listed, refusal, said, type Verb, type VerbResult } from "./verb.ts";

export interface HubVerbPorts {
  readonly hub: SkillHub;
}

const FORCE = { name: "force", summary: "install although the guard has doubts" };

export function hubVerbs(ports: HubVerbPorts): readonly Verb[] {
  return [search(ports), inspect(ports), install(ports), update(ports), audit(ports), uninstall(ports), tap(ports)];
}

const search = ({ hub }: HubVerbPorts): Verb => ({
  name: "search",
  summary: "look for skills elsewhere",
  args: "<words>",
  flags: [{ name: "limit", value: "n", summary: "at most this many" }],
  async run(call) {
    const limit = Number(flagText(call, "limit") ?? 10);
    const { found, problems } = await hub.search(
      call.words.join(" "),
      Number.isFinite(limit) && limit > 0 ? limit : 10,
    );
    const note = problems.length === 0 ? "" : `\nNot reached: ${problems.join("; ")}`;
    const rows = found.map(({ name, identifier, trust, description }) => [name, identifier, trust, description]);
    return listed(
      ["skill", "install with", "trust", "what it is for"],
      rows,
      { found, problems },
      `Nothing found.${note}`,
    );
  },
});

const inspect = ({ hub }: HubVerbPorts): Verb => ({
  name: "inspect",
  summary: "look at a skill before installing it",
  args: "<identifier>",
  async run({ words }) {
    const seen = await hub.inspect(words[0] ?? "");
    return "why" in seen ? refusal(seen.why) : said(inspectedText(seen), seen);
  },
});

const install = ({ hub }: HubVerbPorts): Verb => ({
  name: "install",
  summary: "install a skill from a folder, git, a URL or GitHub",
  args: "<identifier>",
  flags: [
    { name: "category", value: "folder", summary: "where to put it" },
    { name: "name", value: "name", summary: "call it something else" },
    { name: "hash", value: "sha256:…", summary: "only if it is exactly what was inspected" },
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
  summary: "newer versions of what was installed",
  args: "[name]",
  flags: [FORCE],
  async run(call) {
    const outcomes = await hub.update(call.words[0], { force: hasFlag(call, "force") });
    const text = outcomes.map((one) => outcomeText(one)).join("\n");
    return said(
      text || "Nothing was installed from elsewhere.",
      outcomes,
      outcomes.some(({ type }) => type === "refused") ? 1 : 0,
    );
  },
});

const audit = ({ hub }: HubVerbPorts): Verb => ({
  name: "audit",
  summary: "judge a folder, or everything that was installed",
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
      edited ? "edited here" : "",
    ]);
    return listed(["skill", "from", "verdict", ""], rows, installed, "Nothing was installed from elsewhere.");
  },
});

const uninstall = ({ hub }: HubVerbPorts): Verb => ({
  name: "uninstall",
  summary: "put an installed skill into the archive",
  args: "<name>",
  async run({ words }) {
    const { type, message } = await hub.uninstall(words[0] ?? "");
    return type === "done" ? said(message, { message }) : refusal(message);
  },
});

const tap = ({ hub }: HubVerbPorts): Verb => ({
  name: "tap",
  summary: "where to search: list, add, remove",
  args: "[list | add <repo> | remove <repo>]",
  async run({ words }) {
    const [what = "list", repository = ""] = words;
    if (what === "list") {
      const taps = await hub.taps();
      return listed(
        ["tap"],
        taps.map((one) => [one]),
        taps,
        "No taps.",
      );
    }
    if (what !== "add" && what !== "remove") return refusal("Say list, add or remove.");
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
      const where = `${replaced ? "Updated" : "Installed"} '${skill.name}' in ${skill.path} (${skill.verdict}, ${skill.hash.slice(0, 23)}…).`;
      return [where, capabilityText(inspected.report), ...automationText(inspected)].join("\n");
    }
    case "unchanged":
      return `'${outcome.name}' is up to date.`;
    case "refused":
      return outcome.inspected === undefined ? outcome.why : `${outcome.why}\n${reportText(outcome.inspected.report)}`;
  }
}

function inspectedText(seen: Inspected): string {
  return [
    `${seen.name}: ${seen.description}`,
    `from ${seen.identifier} at ${seen.pinned} (${seen.trust})`,
    `hash ${seen.hash}`,
    `${seen.files.length} files: ${seen.files.slice(0, 20).join(", ")}`,
    reportText(seen.report),
    ...automationText(seen),
  ].join("\n");
}

function automationText({ blueprint }: Inspected): readonly string[] {
  return blueprint === undefined ? [] : [`As an automation: ${blueprint.schedule}, delivered to ${blueprint.deliver}.`];
}

function reportText(report: GuardReport): string {
  const findings = report.findings
    .slice(0, 20)
    .map(
      ({ severity, id, file, line, excerpt, decoded }) =>
        `  ${severity} ${id} ${file}${line > 0 ? `:${line}` : ""}${decoded === undefined ? "" : ` (hidden in ${decoded})`}: ${excerpt}`,
    );
  return [`Verdict: ${report.verdict}`, ...findings, capabilityText(report)].join("\n");
}

function capabilityText({ capabilities }: GuardReport): string {
  return capabilities.length === 0
    ? "It only gives advice."
    : `It can:\n${capabilities.map((one) => `  ${one}`).join("\n")}`;
}

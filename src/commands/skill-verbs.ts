// `hermes skills …` and `/skills …`: the library, what waits for approval, what comes from elsewhere.

import type { HubOutcome, Inspected, SkillHub } from "../contracts/skill-hub.ts";
import type { ChangeOutcome, Skills } from "../contracts/skills.ts";
import type { GuardReport } from "../kernel/skills/guard/finding.ts";
import { flagText, hasFlag, listed, refusal, said, type Verb, type VerbResult } from "./verb.ts";

export interface SkillVerbPorts {
  readonly skills: Skills;
  readonly hub: SkillHub;
  /** `skills.write_approval`, read and written. */
  readonly approval: { get(): Promise<boolean>; set(on: boolean): Promise<void> };
  /** Brings a bundled skill back; `keepEdits` only makes the edited one the new base line. */
  reset(name: string, keepEdits: boolean): Promise<string>;
}

const FORCE = { name: "force", summary: "install although the guard has doubts" };

export function skillVerbs(ports: SkillVerbPorts): readonly Verb[] {
  return [
    list(ports),
    search(ports),
    inspect(ports),
    install(ports),
    update(ports),
    audit(ports),
    uninstall(ports),
    reset(ports),
    tap(ports),
    pending(ports),
    diff(ports),
    decide(ports, "approve"),
    decide(ports, "reject"),
    approval(ports),
  ];
}

const list = ({ skills }: SkillVerbPorts): Verb => ({
  name: "list",
  summary: "what the agent can do by heart",
  flags: [{ name: "source", value: "origin", summary: "only user, agent, bundled, hub or external" }],
  async run(call) {
    const wanted = flagText(call, "source");
    const found = (await skills.list()).filter((one) => wanted === undefined || one.origin === wanted);
    const json = found.map(({ name, description, category, origin, state, pinned, dir, shadows, doubts }) => ({
      ...{ name, description, category, origin, state, pinned, dir, shadows, doubts },
    }));
    const rows = found.map((one) => [
      one.name,
      one.category,
      `${one.origin}${one.pinned ? ", pinned" : ""}${one.state === "active" ? "" : `, ${one.state}`}`,
      one.shadows.length > 0 ? `${one.description} (hides ${one.shadows.join(", ")})` : one.description,
    ]);
    return listed(["skill", "category", "from", "what it is for"], rows, json, "There are no skills yet.");
  },
});

const search = ({ hub }: SkillVerbPorts): Verb => ({
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

const inspect = ({ hub }: SkillVerbPorts): Verb => ({
  name: "inspect",
  summary: "look at a skill before installing it",
  args: "<identifier>",
  async run({ words }) {
    const seen = await hub.inspect(words[0] ?? "");
    return "why" in seen ? refusal(seen.why) : said(inspectedText(seen), seen);
  },
});

const install = ({ hub }: SkillVerbPorts): Verb => ({
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

const update = ({ hub }: SkillVerbPorts): Verb => ({
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

const audit = ({ hub }: SkillVerbPorts): Verb => ({
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

const uninstall = ({ hub }: SkillVerbPorts): Verb => ({
  name: "uninstall",
  summary: "put an installed skill into the archive",
  args: "<name>",
  async run({ words }) {
    const { type, message } = await hub.uninstall(words[0] ?? "");
    return type === "done" ? said(message, { message }) : refusal(message);
  },
});

const reset = (ports: SkillVerbPorts): Verb => ({
  name: "reset",
  summary: "let updates reach an edited bundled skill again",
  args: "<name>",
  flags: [{ name: "restore", summary: "take the shipped version now; yours goes to the archive" }],
  async run(call) {
    const [name = ""] = call.words;
    const dir = await ports.reset(name, !hasFlag(call, "restore"));
    return said(`'${name}' is reset (${dir}); the version before is in the archive.`, { name, dir });
  },
});

const tap = ({ hub }: SkillVerbPorts): Verb => ({
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

const pending = ({ skills }: SkillVerbPorts): Verb => ({
  name: "pending",
  summary: "changes that wait for your yes",
  async run() {
    const waiting = await skills.pending();
    const rows = waiting.map(({ id, summary, origin, createdAt }) => [
      id,
      `${summary}${origin === "foreground" ? "" : " [auto]"}`,
      createdAt,
    ]);
    return listed(["id", "change", "since"], rows, waiting, "Nothing is waiting.");
  },
});

const diff = ({ skills }: SkillVerbPorts): Verb => ({
  name: "diff",
  summary: "what a waiting change would do",
  args: "<id>",
  async run({ words }) {
    const text = await skills.diff(words[0] ?? "");
    return text === undefined ? refusal(`No pending change '${words[0] ?? ""}'.`) : said(text, { diff: text });
  },
});

const decide = ({ skills }: SkillVerbPorts, verb: "approve" | "reject"): Verb => ({
  name: verb,
  summary: verb === "approve" ? "say yes to waiting changes" : "say no to waiting changes",
  args: "<id | all>",
  async run({ words }) {
    const [id = ""] = words;
    const ids = id === "all" ? (await skills.pending()).map((one) => one.id) : [id];
    const results: { readonly id: string; readonly message: string; readonly ok: boolean }[] = [];
    for (const one of ids) {
      if (verb === "approve") {
        const outcome = await skills.approve(one);
        results.push({ id: one, message: changeText(outcome), ok: outcome.type === "done" });
      } else {
        const ok = await skills.reject(one);
        results.push({ id: one, message: ok ? "rejected" : `no pending change '${one}'`, ok });
      }
    }
    const text = results.map((one) => `${one.id}: ${one.message}`).join("\n");
    return said(text || "Nothing is waiting.", results, results.every(({ ok }) => ok) ? 0 : 1);
  },
});

const approval = (ports: SkillVerbPorts): Verb => ({
  name: "approval",
  summary: "whether skill changes wait for your yes",
  args: "[on | off]",
  async run({ words }) {
    const [wanted] = words;
    if (wanted === "on" || wanted === "off") await ports.approval.set(wanted === "on");
    else if (wanted !== undefined) return refusal("Say on or off.");
    const isOn = await ports.approval.get();
    return said(isOn ? "Skill changes wait for your yes." : "Skill changes are made at once.", {
      write_approval: isOn,
    });
  },
});

function changeText(outcome: ChangeOutcome): string {
  return outcome.type === "done"
    ? outcome.message
    : outcome.type === "staged"
      ? `still waiting (${outcome.why})`
      : outcome.error;
}

function outcomeResult(outcome: HubOutcome): VerbResult {
  return said(outcomeText(outcome), outcome, outcome.type === "refused" ? 1 : 0);
}

function outcomeText(outcome: HubOutcome): string {
  switch (outcome.type) {
    case "installed": {
      const { skill, replaced, inspected } = outcome;
      const automation = inspected.blueprint ? "\nIt offers itself as a scheduled automation." : "";
      return `${replaced ? "Updated" : "Installed"} '${skill.name}' in ${skill.path} (${skill.verdict}, ${skill.hash.slice(0, 23)}…).\n${capabilityText(inspected.report)}${automation}`;
    }
    case "unchanged":
      return `'${outcome.name}' is up to date.`;
    case "refused":
      return outcome.inspected === undefined ? outcome.why : `${outcome.why}\n${reportText(outcome.inspected.report)}`;
  }
}

function inspectedText(seen: Inspected): string {
  return `${seen.name}: ${seen.description}\nfrom ${seen.identifier} at ${seen.pinned} (${seen.trust})\nhash ${seen.hash}\n${seen.files.length} files: ${seen.files.slice(0, 20).join(", ")}\n${reportText(seen.report)}`;
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

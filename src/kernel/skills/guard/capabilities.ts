// What a skill can do once it is installed, in words for the person who decides.

import { readHead } from "../head.ts";
import { looseHead, splitSkill } from "../split.ts";
import type { GuardFile } from "./finding.ts";
import { isProgram } from "./flows.ts";
import { ADDRESS, hostKind } from "./hosts.ts";

const MAX_NAMES = 8;

export function capabilitiesOf(files: readonly GuardFile[]): readonly string[] {
  const texts = files.filter(({ type }) => type === "text");
  const programs = files.filter(isProgram);
  const all = texts.map(({ text }) => text).join("\n");
  const lines: (string | undefined)[] = [
    named(
      "brings programs",
      programs.map(({ path }) => path),
    ),
    /```(?:bash|sh|shell|zsh|console|powershell|bat)\b/i.test(all) ? "tells the agent to run commands" : undefined,
    named("talks to", hostsIn(all)),
    named("uses environment variables", variablesIn(all)),
    /\b(?:pip3?|npm|pnpm|yarn|uv|brew|apt(?:-get)?|cargo|gem|go)\s+(?:install|add|i)\b/i.test(all)
      ? "installs packages"
      : undefined,
    /\bsudo\s/.test(all) ? "asks for administrator rights" : undefined,
    /\b(?:git push|gh (?:pr|issue|release) create|twine upload|npm publish|docker push)\b/.test(all)
      ? "publishes to the outside"
      : undefined,
    /(?:^|\s)(?:crontab|schtasks|launchctl|systemctl)\s/m.test(all) ? "sets up scheduled or permanent jobs" : undefined,
    named(
      "binary files",
      files.filter(({ type }) => type === "binary").map(({ path }) => path),
    ),
    ...declared(texts),
  ];
  return lines.flatMap((line) => (line === undefined ? [] : [line]));
}

/** What the front matter itself says. Its own tools field grants nothing here, but says what it wants. */
function declared(texts: readonly GuardFile[]): readonly (string | undefined)[] {
  const main = texts.find(({ path }) => path === "SKILL.md");
  const head = main === undefined ? undefined : splitSkill(main.text).head;
  if (head === undefined) return [];
  const fields = looseHead(head);
  const tools = fields["allowed-tools"] ?? fields.allowed_tools;
  const blueprint = /^\s+blueprint:/m.test(head) ? "offers itself as a scheduled automation" : undefined;
  const { compatibility } = readHead(fields);
  return [
    tools === undefined || tools === "" ? undefined : `wants tools: ${tools}`,
    compatibility === "" ? undefined : `needs: ${compatibility}`,
    blueprint,
  ];
}

function hostsIn(text: string): readonly string[] {
  const hosts = [...text.matchAll(ADDRESS)]
    .filter((match) => !["local", "blank"].includes(hostKind(match[0])) && !/example\.(?:com|org|net)/.test(match[0]))
    .map((match) => /^https?:\/\/(?:[^/@\s]*@)?([^/:?#\s]+)/i.exec(match[0])?.[1]?.toLowerCase() ?? "");
  return [...new Set(hosts)].filter((host) => host !== "").sort();
}

function variablesIn(text: string): readonly string[] {
  const names = [
    ...text.matchAll(/\$\{?([A-Z][A-Z0-9_]{2,40}(?:KEY|TOKEN|SECRET|PASSWORD|PASS|CREDENTIALS))\b/g),
    ...text.matchAll(
      /(?:environ(?:\.get)?\s{0,2}[[(]\s{0,2}|getenv\s{0,2}\(\s{0,2}|process\.env\.|env\[)["']?([A-Z][A-Z0-9_]{2,60})/g,
    ),
  ].map((match) => match[1] ?? "");
  return [...new Set(names)].filter((name) => name !== "").sort();
}

function named(what: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return `${what}: ${names.slice(0, MAX_NAMES).join(", ")}${more}`;
}

// A skill put in front of the model by the user: slash command, preload, bundle or schedule. The user's own words can be found again.

export interface InvokedSkill {
  readonly name: string;
  readonly dir: string;
  readonly content: string;
  /** Support folder → relative paths. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly missing: readonly string[];
}

export type Occasion =
  | { readonly type: "command" }
  | { readonly type: "preload" }
  | {
      readonly type: "bundle";
      readonly bundle: string;
      readonly instruction: string;
      readonly skipped: readonly string[];
    }
  | { readonly type: "schedule"; readonly job: string };

const WORDS = "The user has provided the following instruction alongside the skill invocation:";

/** The message sent to the model. */
export function invocationText(skills: readonly InvokedSkill[], occasion: Occasion, instruction: string): string {
  const names = skills.map(({ name }) => `"${name}"`).join(", ");
  const parts = [
    `[IMPORTANT: ${opening(occasion, names, skills.length)} Follow what it says. The full skill content is loaded below.]`,
    ...skills.flatMap((skill) => skillParts(skill, skills.length > 1)),
    ...occasionParts(occasion),
  ];
  return withWords(parts.join("\n\n"), instruction);
}

/** What the user says along with skills loaded before. */
export function withWords(loaded: string, instruction: string): string {
  return instruction.trim() === "" ? loaded : `${loaded}\n\n${WORDS}\n${instruction.trim()}`;
}

function opening(occasion: Occasion, names: string, count: number): string {
  const noun = count === 1 ? "skill" : "skills";
  switch (occasion.type) {
    case "command":
      return `The user has invoked the ${names} ${noun}.`;
    case "preload":
      return `The user started this session with the ${names} ${noun} loaded; keep to ${count === 1 ? "it" : "them"} throughout.`;
    case "bundle":
      return `The user has invoked the "${occasion.bundle}" bundle, which loads the ${names} ${noun}.`;
    case "schedule":
      return `The scheduled job "${occasion.job}" runs with the ${names} ${noun}.`;
  }
}

function skillParts(
  { name, dir, content, files, settings, missing }: InvokedSkill,
  isOneOfSeveral: boolean,
): readonly string[] {
  const paths = Object.values(files).flat();
  const values = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [
    ...(isOneOfSeveral ? [`===== Skill: ${name} =====`] : []),
    content.trim(),
    `[Skill directory: ${dir}]`,
    ...(values.length > 0 ? [`[Skill config: ${values.join("; ")}]`] : []),
    ...(missing.length > 0 ? [`[Not set up yet, missing: ${missing.join(", ")}. Say so before you rely on it.]`] : []),
    ...(paths.length > 0
      ? [`[Supporting files, read with skill_view or by path:\n${paths.map((path) => `${dir}/${path}`).join("\n")}]`]
      : []),
  ];
}

function occasionParts(occasion: Occasion): readonly string[] {
  if (occasion.type !== "bundle") return [];
  return [
    ...(occasion.instruction === "" ? [] : [`[Bundle instruction: ${occasion.instruction}]`]),
    ...(occasion.skipped.length === 0 ? [] : [`[Not found and left out: ${occasion.skipped.join(", ")}]`]),
  ];
}

const HEAD = /^\[IMPORTANT: (.*) The full skill content is loaded below\.\]/;

/** The skills such a message carries; none when it is none. */
export function invokedNames(text: string): readonly string[] {
  const list = /(?:invoked|loads|with) the ((?:"[^"]+"(?:, )?)+) skills?\b/.exec(HEAD.exec(text)?.[1] ?? "")?.[1] ?? "";
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
}

/** The user's own words out of such a message, for memory and search; the text itself when it is none. */
export function spokenWords(text: string): string {
  if (!HEAD.test(text)) return text;
  const at = text.lastIndexOf(WORDS);
  return at === -1 ? "" : text.slice(at + WORDS.length).trim();
}

/** Such a message as a person would say it: the skills by name, then their own words. */
export function asTyped(text: string): string {
  return [...invokedNames(text).map((name) => `/${name}`), spokenWords(text)].join(" ").trim();
}

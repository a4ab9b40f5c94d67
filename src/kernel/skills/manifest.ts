// Bundled skills in a home: `name:md5` lines say what was copied; from that, what an update may touch.

export type Manifest = ReadonlyMap<string, string>;

/** Lines `name:hash`; a bare `name` is the oldest form and has an empty hash. */
export function readManifest(text: string): Manifest {
  const entries = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [name = "", hash = ""] = line.trim().split(":");
    if (name !== "") entries.set(name.trim(), hash.trim());
  }
  return entries;
}

export function formatManifest(manifest: Manifest): string {
  const lines = [...manifest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${name}:${hash}`);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

export interface BundledSkill {
  readonly name: string;
  /** Hash of what ships now. */
  readonly shipped: string;
  /** Hash of what is in the home, undefined when it is not there. */
  readonly present: string | undefined;
}

export type SyncStep =
  | { readonly type: "copy" | "update" | "record" | "keep" | "forget"; readonly name: string }
  | { readonly type: "respect"; readonly name: string; readonly why: "deleted" | "edited" | "own" | "suppressed" };

/** What to do with each bundled skill, so that neither an edit nor a deletion by the user is ever undone. */
export function planSync(
  bundled: readonly BundledSkill[],
  manifest: Manifest,
  suppressed: ReadonlySet<string>,
): readonly SyncStep[] {
  const shipped = new Set(bundled.map(({ name }) => name));
  const gone = [...manifest.keys()].filter((name) => !shipped.has(name));
  return [
    ...bundled.map((skill) => stepFor(skill, manifest.get(skill.name), suppressed.has(skill.name))),
    ...gone.map((name): SyncStep => ({ type: "forget", name })),
  ];
}

function stepFor(
  { name, shipped, present }: BundledSkill,
  origin: string | undefined,
  isSuppressed: boolean,
): SyncStep {
  if (isSuppressed) return { type: "respect", name, why: "suppressed" };
  if (origin === undefined) {
    if (present === undefined) return { type: "copy", name };
    return present === shipped ? { type: "record", name } : { type: "respect", name, why: "own" };
  }
  if (present === undefined) return { type: "respect", name, why: "deleted" };
  if (present === shipped) return origin === shipped ? { type: "keep", name } : { type: "record", name };
  // The oldest form kept no hash: what is there now becomes the base line.
  if (origin === "") return { type: "record", name };
  return present === origin ? { type: "update", name } : { type: "respect", name, why: "edited" };
}

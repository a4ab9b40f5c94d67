// One name per skill: what it may look like, how foreign spellings become one, which words a slash command takes.

export const MAX_NAME_CHARS = 64;
const NAME = /^[a-z0-9][a-z0-9._-]*$/;

/** Whether this can be the identity of a skill or the name of a category. */
export function isSkillName(value: string): boolean {
  return value.length <= MAX_NAME_CHARS && NAME.test(value);
}

/** `PDF Processing_2` → `pdf-processing-2`; "" when nothing usable is left. */
export function slugOf(value: string): string {
  return value
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, MAX_NAME_CHARS);
}

/** The identity: the written name where it is one, else its slug, else the folder's name or slug. */
export function identityOf(written: string | undefined, folder: string): string {
  const wanted = written?.trim() ?? "";
  if (isSkillName(wanted)) return wanted;
  const slug = slugOf(wanted);
  if (slug !== "") return slug;
  return isSkillName(folder) ? folder : slugOf(folder) || "skill";
}

export interface Named {
  readonly name: string;
}

/** `/slug` → what it starts; the first of equals wins, so callers put what takes precedence first. */
export function slashTable<T extends Named>(entries: readonly T[]): ReadonlyMap<string, T> {
  const table = new Map<string, T>();
  for (const entry of entries) {
    const slug = slugOf(entry.name);
    if (slug !== "" && !table.has(slug)) table.set(slug, entry);
  }
  return table;
}

/** A typed command word as a key of the table: `_` and `-` are the same. */
export function slashKey(typed: string): string {
  return slugOf(typed.replace(/^\//, ""));
}
